//! What the build refuses of a contract, and what it makes of one.

use outflank_proto::contract::{METHODS, Need, Role, method};

use crate::{method_tables, tables::compiled};

/// What the build says of a contract whose one method has these options.
fn built(options: &str) -> Result<String, String> {
    let source = format!(
        "syntax = \"proto3\"; package made.v1;
        import \"google/api/annotations.proto\";
        import \"outflank/contract/v1/contract.proto\";
        message Ask {{ string command_id = 1; string game_id = 2; repeated string names = 3;
          string name = 4; string stamps = 5 [(outflank.contract.v1.field).server = true]; }}
        message Told {{ uint64 version = 1; string name = 2; }}
        service Made {{ rpc Do(Ask) returns (Told) {{ {options} }} }}"
    );
    method_tables::of(&compiled(&source))
}

fn with(http: &str, rule: &str) -> Result<String, String> {
    let http = match http {
        "" => String::new(),
        some => format!("option (google.api.http) = {{ {some} }};"),
    };
    built(&format!(
        "{http} option (outflank.contract.v1.rule) = {{ {rule} }};"
    ))
}

#[test]
fn a_method_that_says_too_little_or_contradicts_itself_does_not_build() {
    let post = "post: \"/games/{game_id}\" body: \"*\"";
    let act = "need: NEED_SEAT repeat: REPEAT_COMMAND tag: \"games\"";
    assert!(with(post, act).unwrap().contains("Need::Seat"));
    assert!(with("", &format!("{act} unaddressed: true")).is_ok());
    let told = built("").unwrap_err();
    assert_eq!(told, "made.v1.Made.Do: it has no rule");
    let service = "need: NEED_SERVICE repeat: REPEAT_COMMAND";
    for (http, rule, wanted) in [
        (post, "repeat: REPEAT_COMMAND tag: \"games\"", "its need"),
        (post, "need: NEED_SEAT tag: \"games\"", "its repeat"),
        (post, "need: NEED_SEAT repeat: REPEAT_COMMAND", "its tag"),
        (post, "need: NEED_SEAT repeat: REPEAT_FREELY", "command_id"),
        ("", service, "roles and the need"),
        ("", act, "no address"),
        (
            "",
            "need: NEED_SEAT repeat: REPEAT_COMMAND by_hand: true",
            "by hand",
        ),
        (
            post,
            "need: NEED_ANY_SERVICE repeat: REPEAT_COMMAND",
            "between services",
        ),
        ("post: \"/{nobody}\"", act, "no field nobody"),
        ("post: \"/{names}\"", act, "cannot hold names"),
        ("post: \"/{stamps}\"", act, "cannot hold stamps"),
        ("post: \"/\" body: \"nothing\"", act, "no field nothing"),
        ("post: \"/\" body: \"name\"", act, "its body cannot be name"),
        (
            "post: \"/\" body: \"names\"",
            act,
            "its body cannot be names",
        ),
        ("post: \"/\" response_body: \"name\"", act, "cannot be name"),
    ] {
        let told = with(http, rule).unwrap_err();
        assert!(told.contains(wanted), "{told} | {http} {rule}");
    }
    for (more, wanted) in [
        ("etag: \"seq\"", "no field seq"),
        ("etag: \"version\"", "its etag cannot"),
        ("etag: \"seq.version\"", "no field seq"),
        ("roles: ROLE_PLAY", "roles and the need"),
        ("unaddressed: true", "unaddressed"),
        ("gives: \"text/plain\"", "by hand alone"),
        ("by_hand: true response: \"made.v1.Nothing\"", "no message"),
        (
            "by_hand: true request: \"made.v1.Told\"",
            "its route's request has none",
        ),
    ] {
        let told = with(post, &format!("{act} {more}")).unwrap_err();
        assert!(told.contains(wanted), "{told} | {more}");
    }
}

#[test]
fn a_list_without_pages_does_not_build() {
    let built = |name: &str, ask: &str, told: &str, http: &str, need: &str| {
        let source = format!(
            "syntax = \"proto3\"; package made.v1;
            import \"google/api/annotations.proto\";
            import \"outflank/contract/v1/contract.proto\";
            message Ask {{ {ask} }}
            message Told {{ repeated string things = 1; Told inner = 9; {told} }}
            service Made {{ rpc {name}(Ask) returns (Told) {{
                {http}
                option (outflank.contract.v1.rule) = {{ need: {need} repeat: REPEAT_FREELY tag: \"games\" }};
            }} }}"
        );
        method_tables::of(&compiled(&source))
            .err()
            .unwrap_or_default()
    };
    let ask = "uint32 page_size = 1; string page_token = 2;";
    let told = "string next_page_token = 2;";
    let get = "option (google.api.http) = { get: \"/things\" };";
    let inner = "option (google.api.http) = { get: \"/things\" response_body: \"inner\" };";
    let anyone = "NEED_ANYONE";
    let wanted = "a list has page_size";
    for (name, ask, told, http, need, wanted) in [
        ("ListThings", ask, told, get, anyone, ""),
        ("ListThings", "", "", get, anyone, wanted),
        ("ListThings", ask, "", get, anyone, wanted),
        (
            "ListThings",
            "uint32 page_size = 1;",
            told,
            get,
            anyone,
            wanted,
        ),
        (
            "ListThings",
            "uint32 page_size = 1; bytes page_token = 2;",
            told,
            get,
            anyone,
            wanted,
        ),
        (
            "ListThings",
            "uint64 page_size = 1; string page_token = 2;",
            told,
            get,
            anyone,
            wanted,
        ),
        (
            "ListThings",
            ask,
            "repeated string next_page_token = 2;",
            get,
            anyone,
            wanted,
        ),
        ("ListThings", ask, told, inner, anyone, "would lose"),
        ("GetThings", "", "", get, anyone, ""),
        ("GetThings", ask, told, get, anyone, wanted),
        ("ListThings", "", "", "", "NEED_ANY_SERVICE", ""),
    ] {
        let fault = built(name, ask, told, http, need);
        assert!(
            fault.contains(wanted) && fault.is_empty() == wanted.is_empty(),
            "{fault} | {name} {ask} {told}"
        );
    }
}

#[test]
fn the_table_is_found_by_path_and_knows_every_role() {
    for one in METHODS {
        assert_eq!(method(one.path).map(|found| found.name), Some(one.name));
    }
    assert!(method("/outflank.play.v1.PlayService/Cheat").is_none());
    let wakes = method("/outflank.play.v1.PlayService/CatchUp").unwrap();
    assert_eq!(wakes.need, Need::Service(&Role::ALL));
    let round = method("/outflank.pairing.v1.PairingService/PublishRound").unwrap();
    assert_eq!((round.status, round.wakes), (201, Some(Role::Play)));
    assert_eq!(Role::Pairing.calls(), [Role::Identity, Role::Play]);
    assert_eq!("ratings".parse(), Ok(Role::Ratings));
}

#[test]
fn a_refusal_is_a_code_said_once() {
    let get = "get: \"/games\"";
    let read = "need: NEED_DIRECTOR repeat: REPEAT_COMMAND tag: \"games\"";
    let built = with(
        get,
        &format!("{read} refusals: [\"round_open\", \"absent\"]"),
    )
    .unwrap();
    let codes = [
        "absent",
        "directors_only",
        "invalid_command_id",
        "out_of_scope",
        "round_open",
    ];
    let sorted = format!(
        "refusals: &{:?}",
        [
            &codes[..],
            &["token_expired", "token_refused", "unauthenticated"]
        ]
        .concat()
    );
    assert!(built.contains(&sorted), "{built}");
    for (refusals, wanted) in [
        ("[\"Round open\"]", "\"Round open\" is not in snake case"),
        ("[\"\"]", "\"\" is not in snake case"),
        ("[\"absent\", \"absent\"]", "absent is said already"),
        ("[\"directors_only\"]", "directors_only is said already"),
    ] {
        let told = with(get, &format!("{read} refusals: {refusals}")).unwrap_err();
        assert!(told.ends_with(wanted), "{told}");
    }
}
