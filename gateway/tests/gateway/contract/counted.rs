//! What is counted follows from the contract.

use outflank_gateway::Limits;
use outflank_proto::contract::{Http, METHODS, Method, Verb};
use serde_json::Value;

use super::{
    ask,
    filler::{Fill, Filler},
    json, message,
    mirror::Mirror,
    request,
};

/// The statuses of two calls, one after the other, where one command at a time may come.
async fn asked_twice(method: &Method) -> [u16; 2] {
    let mirror = Mirror::default();
    let answer = Filler::new(Fill::Whole, false, 0).message(message(method.output));
    mirror.answers(method.path, answer);
    let router = mirror.router_within(Limits {
        command_burst: 1,
        commands_per_second: 1,
        ..Limits::without_rates()
    });
    let asked = message(method.input);
    let whole = json(asked, &Filler::new(Fill::Whole, true, 0).message(asked));
    let Value::Object(said) = whole else {
        panic!("{}", method.path)
    };
    let first = ask(&router, request(method, said.clone())).await.status;
    [first, ask(&router, request(method, said)).await.status]
}

#[tokio::test(start_paused = true)]
async fn whatever_changes_a_contest_is_counted_and_what_reads_one_is_not() {
    let (mut acts, mut looks) = (0, 0);
    let is_of_contests = |http: &Http| http.path.split('/').nth(3) == Some("contests");
    for method in METHODS {
        let Some(http) = method.http.filter(is_of_contests) else {
            continue;
        };
        let statuses = asked_twice(method).await;
        let second = if http.verb == Verb::Get {
            looks += 1;
            method.status
        } else {
            acts += 1;
            429
        };
        assert_eq!(statuses, [method.status, second], "{}", method.path);
    }
    assert!(acts > 0 && looks > 0, "{acts} acts, {looks} looks");
}
