//! How services, the gateway and what they stand on say a refusal.

use outflank_access::Kind;

/// A call that says a refusal.
pub struct Maker {
    pub call: &'static str,
    /// Where it is called so.
    pub under: &'static str,
    /// What is settled by it, and not among its arguments.
    pub kind: Option<Kind>,
    pub code: Option<&'static str>,
    /// Whether its sentence may have values: they become parameters.
    pub has_values: bool,
}

const PLAIN: Maker = Maker {
    call: "Problem::new",
    under: "",
    kind: None,
    code: None,
    has_values: false,
};

pub const MAKERS: [Maker; 11] = [
    PLAIN,
    Maker {
        call: "Self::new",
        under: "platform/access/src/problem.rs",
        ..PLAIN
    },
    Maker {
        call: "problem!",
        has_values: true,
        ..PLAIN
    },
    // Where a sentence stands elsewhere, below.
    Maker {
        call: "Problem::told",
        ..PLAIN
    },
    Maker {
        call: "Self::told",
        under: "platform/access/src/problem.rs",
        ..PLAIN
    },
    Maker {
        call: "invalid",
        under: "services/identity/src",
        kind: Some(Kind::Invalid),
        ..PLAIN
    },
    Maker {
        call: "invalid",
        under: "services/pairing/src",
        kind: Some(Kind::Invalid),
        ..PLAIN
    },
    Maker {
        call: "forbidden",
        under: "platform/access/src",
        kind: Some(Kind::Forbidden),
        ..PLAIN
    },
    Maker {
        call: "malformed",
        under: "services/play/src/grpc/acts.rs",
        kind: Some(Kind::Invalid),
        code: Some("malformed_act"),
        ..PLAIN
    },
    Maker {
        call: "unreadable",
        under: "gateway/src/programs/call.rs",
        kind: Some(Kind::Invalid),
        code: Some("malformed_message"),
        ..PLAIN
    },
    Maker {
        call: "ApiProblem::too_many",
        under: "gateway/src",
        kind: Some(Kind::TooMany),
        code: Some("too_many_requests"),
        ..PLAIN
    },
];

/// Whose sentence stands elsewhere: the file, what it is called with, and where the sentence stands.
pub const SAID_ELSEWHERE: [(&str, &str, &str); 17] = [
    (
        "services/pairing/src/app/casual/problems.rs",
        "kind, code, refusal.to_string()",
        "the engine's refusals",
    ),
    (
        "services/identity/src/refusals.rs",
        "Kind::Invalid, code, sentence",
        "its callers are read",
    ),
    (
        "services/pairing/src/app/problems.rs",
        "Kind::Invalid, code, sentence",
        "its callers are read",
    ),
    (
        "platform/access/src/caller.rs",
        "Kind::Forbidden, code, sentence",
        "its callers are read",
    ),
    (
        "services/play/src/grpc/acts.rs",
        "Kind::Invalid, \"malformed_act\", sentence",
        "its callers are read",
    ),
    (
        "gateway/src/programs/call.rs",
        "Kind::Invalid, \"malformed_message\", sentence",
        "its callers are read",
    ),
    (
        "gateway/src/problem.rs",
        "Kind::TooMany, \"too_many_requests\", sentence",
        "its callers are read",
    ),
    (
        "gateway/src/socket/stream.rs",
        "kind, code, closing.reason",
        "the closings of a socket, which have no values",
    ),
    (
        "gateway/src/problem.rs",
        "Kind::Invalid, code, refusal.sentence",
        "the contracts' codec",
    ),
    (
        "services/pairing/src/app/problems.rs",
        "kind, code, refusal.detail()",
        "the engine's refusals",
    ),
    (
        "services/play/src/app/refusal.rs",
        "Kind::Refused, code, refusal.detail()",
        "the engine's refusals",
    ),
    (
        "services/play/src/app/refusal.rs",
        "Kind::Forbidden, code, refusal.detail()",
        "the engine's refusals",
    ),
    (
        "services/standings/src/season.rs",
        "Kind::Invalid, refusal.code(), refusal.detail()",
        "the engine's refusals",
    ),
    (
        "platform/access/src/problem.rs",
        "kind, code, sentence, []",
        "its callers are read",
    ),
    (
        "platform/access/src/problem.rs",
        "kind, match kind",
        "a status of another server's",
    ),
    (
        "platform/access/src/sentence.rs",
        "kind, $code,",
        "its callers are read",
    ),
    (
        "platform/access/src/sentence.rs",
        "@value",
        "one value of a sentence",
    ),
];
