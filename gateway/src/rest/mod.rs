//! REST: every method that has an address in its contract, read and answered as the contract says. It decides nothing.

pub mod answer;
pub mod answers;
mod by_hand;
mod reading;
mod route;

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    routing::{MethodFilter, on},
};
use outflank_proto::contract::{METHODS, Verb};

use crate::{programs::call::admit, state::Shared};
use route::{Handler, Route, RouteRequest};

fn filter(verb: Verb) -> MethodFilter {
    match verb {
        Verb::Get => MethodFilter::GET,
        Verb::Put => MethodFilter::PUT,
        Verb::Post => MethodFilter::POST,
        Verb::Delete => MethodFilter::DELETE,
        Verb::Patch => MethodFilter::PATCH,
    }
}

/// Every method that has an address, there. What is no translation is answered by hand.
pub fn routes() -> Router<Shared> {
    let mut router = Router::new();
    for method in METHODS {
        let Some(route) = Route::of(method).map(Arc::new) else {
            continue;
        };
        let passed_on: Handler = |asked| Box::pin(asked.pass_on());
        let handler = if method.by_hand {
            by_hand::handler(method.path)
        } else {
            Some(passed_on)
        };
        let Some(handler) = handler else {
            continue;
        };
        let (path, filter) = (route.http.path, filter(route.http.verb));
        let answer = move |State(shared): State<Shared>, request: Request| {
            let route = Arc::clone(&route);
            async move {
                let (mut head, body) = request.into_parts();
                let person = admit(method, &head.extensions)?;
                let message = reading::message(&shared, &route, &mut head, body).await?;
                let asked = RouteRequest {
                    shared,
                    route,
                    head,
                    person,
                    bytes: message.into(),
                };
                handler(asked).await
            }
        };
        router = router.route(path, on(filter, answer));
    }
    router
}
