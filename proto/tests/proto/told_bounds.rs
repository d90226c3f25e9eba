//! What services take of a field, as the OpenAPI document tells it.

use std::collections::BTreeMap;

use outflank_proto::schema;
use serde_json::{Value, json};

use crate::schema_agreement::Judge;

const BOUNDS: &str = include_str!("../../build/bounds.txt");

#[test]
fn every_line_bounds_a_field() {
    for line in BOUNDS.lines().filter(|line| !line.starts_with('#')) {
        let (name, bound) = line.split_once(' ').unwrap();
        assert!(bound.contains(' '), "{line}");
        let fields = schema::MESSAGES.iter().flat_map(|of| {
            let names = of.fields.iter().map(|field| field.name);
            names.map(|field| format!(".{}.{field}", of.name))
        });
        let is_known = fields
            .into_iter()
            .any(|of| of.ends_with(&format!(".{name}")));
        assert!(is_known, "{name} is no field");
    }
}

#[test]
fn the_document_refuses_what_is_out_of_bounds() {
    let document: Value = serde_json::from_str(outflank_proto::OPENAPI).unwrap();
    let schema = |of: &str| (of.to_owned(), format!("#/components/schemas/{of}"));
    let bodies = [
        "UnpublishRoundRequest",
        "OfficiateRequest",
        "PostChatRequest",
        "EnterResultRequest",
        "InviteEntrantRequest",
        "IssueApiKeyRequest",
        "AppointOfficialRequest",
        "CasualTermsInput",
        "ArenaRulesInput",
        "LadderRulesInput",
        "EndContestRequest",
        "RemoveContestEntrantRequest",
    ];
    let judge = Judge::new(
        document.clone(),
        &bodies.map(schema).into_iter().collect::<BTreeMap<_, _>>(),
    );
    let terms = |main_ms: i64, increment_ms: i64| json!({"variant": "othello", "main_ms": main_ms, "increment_ms": increment_ms});
    let arena = |length_ms: i64, win: u32| json!({"length_ms": length_ms, "win": win});
    let ladder =
        |within_ms: i64| json!({"reach": 3, "play_within_ms": within_ms, "taking": "insert"});
    let rows = [
        ("ArenaRulesInput", arena(600_000, 10), true),
        ("ArenaRulesInput", arena(630_000, 10), false),
        ("ArenaRulesInput", arena(540_000, 10), false),
        ("ArenaRulesInput", arena(600_000, 0), false),
        ("LadderRulesInput", ladder(3_600_000), true),
        ("LadderRulesInput", ladder(5_400_000), false),
        ("CasualTermsInput", terms(30_000, 60_000), true),
        ("CasualTermsInput", terms(29_000, 0), false),
        ("CasualTermsInput", terms(30_500, 0), false),
        ("CasualTermsInput", terms(30_000, 61_000), false),
        (
            "RemoveContestEntrantRequest",
            json!({"reason": "é".repeat(500)}),
            true,
        ),
        (
            "RemoveContestEntrantRequest",
            json!({"reason": "é".repeat(501)}),
            false,
        ),
        ("EndContestRequest", json!({}), true),
        ("EndContestRequest", json!({"reason": null}), true),
        (
            "EndContestRequest",
            json!({"reason": "é".repeat(500)}),
            true,
        ),
        (
            "EndContestRequest",
            json!({"reason": "é".repeat(501)}),
            false,
        ),
        (
            "UnpublishRoundRequest",
            json!({"reason": "Board 3 was wrong."}),
            true,
        ),
        ("UnpublishRoundRequest", json!({"reason": ""}), false),
        ("UnpublishRoundRequest", json!({"reason": "  "}), false),
        (
            "UnpublishRoundRequest",
            json!({"reason": "a\u{202e}b"}),
            false,
        ),
        (
            "UnpublishRoundRequest",
            json!({"reason": "é".repeat(500)}),
            true,
        ),
        (
            "UnpublishRoundRequest",
            json!({"reason": "é".repeat(501)}),
            false,
        ),
        (
            "OfficiateRequest",
            json!({"act": {"type": "resume"}, "reason": "a\nb"}),
            true,
        ),
        (
            "OfficiateRequest",
            json!({"act": {"type": "resume"}, "reason": "\n"}),
            false,
        ),
        (
            "OfficiateRequest",
            json!({"act": {"type": "resume"}, "reason": "a", "paragraph": null}),
            true,
        ),
        (
            "PostChatRequest",
            json!({"channel": "officials", "text": "a\nb"}),
            true,
        ),
        (
            "PostChatRequest",
            json!({"channel": "officials", "text": "a\u{7}b"}),
            false,
        ),
        (
            "EnterResultRequest",
            json!({"black_discs": 64, "reason": "Read off the sheet."}),
            true,
        ),
        (
            "EnterResultRequest",
            json!({"black_discs": 65, "reason": "Read off the sheet."}),
            false,
        ),
        (
            "InviteEntrantRequest",
            json!({"account_id": "7qv_fqC5IWzOhO_GR6XmIA"}),
            true,
        ),
        ("InviteEntrantRequest", json!({"account_id": "7qv/"}), false),
        (
            "IssueApiKeyRequest",
            json!({"name": "at home", "scopes": ["read"], "password": "a sentence of no meaning"}),
            true,
        ),
        (
            "IssueApiKeyRequest",
            json!({"name": "at home", "scopes": ["read"], "password": ""}),
            false,
        ),
        (
            "IssueApiKeyRequest",
            json!({"name": "at home", "scopes": ["read"]}),
            false,
        ),
        (
            "IssueApiKeyRequest",
            json!({"name": "at home", "scopes": [], "password": "a sentence of no meaning"}),
            false,
        ),
        (
            "AppointOfficialRequest",
            json!({"account_id": "a", "role": "table_judge"}),
            true,
        ),
        (
            "AppointOfficialRequest",
            json!({"account_id": "a", "role": "table_judges"}),
            false,
        ),
    ];
    for (body, value, right) in rows {
        let wrong = judge.wrong(body, &value);
        assert_eq!(wrong.is_none(), right, "{body}: {value}: {wrong:?}");
    }
    let find = &document["paths"]["/api/v1/players"]["get"]["parameters"];
    let limit = find
        .as_array()
        .unwrap()
        .iter()
        .find(|of| of["name"] == "limit");
    assert_eq!(limit.unwrap()["schema"]["maximum"], 100);
}
