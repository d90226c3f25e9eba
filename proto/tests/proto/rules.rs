//! What the build refuses of a contract, and what it makes of one.

use outflank_proto::contract::{METHODS, Need, Role, method};

use crate::{method_tables, tables::compiled};

/// What the build says of a contract whose one method has these options.
fn built(options: &str) -> Result<String, String> {
    let source = format!(
        "syntax = \"proto3\"; package made.v1;
        import \"google/api/annotations.proto\";
        import \"outflank/contract/v1/contract.proto\";
        message Ask {{ string command_id = 1; string game_id = 2; repeated string names = 3; }}
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
        ("post: \"/\" body: \"nothing\"", act, "no field nothing"),
        ("post: \"/\" response_body: \"name\"", act, "cannot be name"),
    ] {
        let told = with(http, rule).unwrap_err();
        assert!(told.contains(wanted), "{told} | {http} {rule}");
    }
    for (more, wanted) in [
        ("etag: \"seq\"", "no field seq"),
        ("etag: \"version\"", "its etag cannot"),
        ("roles: ROLE_PLAY", "roles and the need"),
        ("unaddressed: true", "unaddressed"),
        ("gives: \"text/plain\"", "by hand alone"),
        ("by_hand: true response: \"made.v1.Nothing\"", "no message"),
    ] {
        let told = with(post, &format!("{act} {more}")).unwrap_err();
        assert!(told.contains(wanted), "{told} | {more}");
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
