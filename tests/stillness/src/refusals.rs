//! What a service refuses with, held against its contract.

use http::Request;
use outflank_proto::{contract::method, problem::v1::Problem};
use outflank_transport::Transport;
use prost::Message as _;
use tonic::{Status, body::Body};
use tower::{ServiceExt as _, service_fn};

/// The same service. A call that is refused with a code of which the contract says nothing fails the test.
#[must_use]
pub fn documented(transport: Transport) -> Transport {
    Transport::new(service_fn(move |call: Request<Body>| {
        let transport = transport.clone();
        async move {
            let path = call.uri().path().to_owned();
            let answer = transport.oneshot(call).await;
            match &answer {
                Ok(answer) => Status::from_header_map(answer.headers())
                    .iter()
                    .for_each(|refused| assert_documented(&path, refused)),
                Err(refused) => assert_documented(&path, refused),
            }
            answer
        }
    }))
}

fn assert_documented(path: &str, refused: &Status) {
    let problem = Problem::decode(refused.details()).unwrap_or_default();
    let code = problem.code.as_str();
    let is_listed = method(path).is_some_and(|method| method.may_be_refused_with(code));
    assert!(
        code.is_empty() || is_listed,
        "{path} is refused with {code} ({}): say so in its method's `refusals`",
        problem.detail
    );
}
