//! The rules of the event, and its draws by lot.

use outflank_proto::pairing::v1::{Deviation, Draw, RulesOfRounds, Tournament};
use serde::Serialize;
use serde_json::Value;

use super::told;

#[derive(Serialize)]
pub(super) struct RulesPart<'a> {
    rule_set: &'a str,
    /// The plan in words.
    plan: &'a str,
    stages: &'a [String],
    main_time_ms: i64,
    conformant: bool,
    deviations: Vec<DeviationPart<'a>>,
    versions: Vec<VersionPart<'a>>,
    /// The complete rule set.
    document: Value,
}

#[derive(Serialize)]
struct DeviationPart<'a> {
    what: &'a str,
    rule: &'a str,
    code: &'a str,
}

#[derive(Serialize)]
struct VersionPart<'a> {
    version: u32,
    from_round: u32,
    rule_set: &'a str,
}

fn deviation(deviation: &Deviation) -> DeviationPart<'_> {
    DeviationPart {
        what: &deviation.what,
        rule: &deviation.rule,
        code: &deviation.code,
    }
}

fn version(version: &RulesOfRounds) -> VersionPart<'_> {
    VersionPart {
        version: version.version,
        from_round: version.from_round,
        rule_set: &version.rule_set,
    }
}

impl<'a> RulesPart<'a> {
    pub(super) fn of(tournament: &'a Tournament, rule_set: &'a str) -> Self {
        Self {
            rule_set,
            plan: &tournament.format,
            stages: &tournament.stages,
            main_time_ms: tournament.main_time_ms,
            conformant: tournament.deviations.is_empty(),
            deviations: tournament.deviations.iter().map(deviation).collect(),
            versions: tournament.rules_of_rounds.iter().map(version).collect(),
            document: serde_json::from_str(&tournament.rule_set_json).unwrap_or_default(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct DrawsPart<'a> {
    anchor: &'a str,
    revealed_seeds: &'a [String],
    held: Vec<DrawPart<'a>>,
}

#[derive(Serialize)]
struct DrawPart<'a> {
    index: u32,
    purpose: &'a str,
    seed: &'a str,
    key: &'a str,
    nonces: Vec<NoncePart<'a>>,
}

#[derive(Serialize)]
struct NoncePart<'a> {
    entrant_id: &'a str,
    commitment: &'a str,
    /// Null where it was not given before the draw.
    nonce: Option<&'a str>,
}

fn draw(draw: &Draw) -> DrawPart<'_> {
    let nonces = draw.nonces.iter();
    DrawPart {
        index: draw.index,
        purpose: &draw.purpose,
        seed: &draw.seed,
        key: &draw.key,
        nonces: nonces
            .map(|nonce| NoncePart {
                entrant_id: &nonce.entrant_id,
                commitment: &nonce.commitment,
                nonce: told(&nonce.nonce),
            })
            .collect(),
    }
}

impl<'a> DrawsPart<'a> {
    pub(super) fn of(tournament: &'a Tournament) -> Self {
        Self {
            anchor: &tournament.draw_anchor,
            revealed_seeds: &tournament.revealed_seeds,
            held: tournament.draws.iter().map(draw).collect(),
        }
    }
}
