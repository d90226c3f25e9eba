//! What this edition of the engine decides, held fast: whoever changes it counts the edition up.

use crate::tournament::support::*;
use outflank_tournament::*;
use sha2::{Digest as _, Sha256};

/// Digest of what the edition pairs and ranks in the events below.
const DECIDED: &str = "d6bcc3b63228618a35a9ebfbf13e9274b26d5467ab865318032236349c538da9";

/// An event played to its end, always the same.
pub fn played(preset: &str, entrants: usize) -> Stream {
    let mut rules = RuleSet::preset(preset).unwrap();
    if preset == "club" {
        rules.rounds = Some(4);
    }
    let mut stream = Stream::with_entrants(11, rules, entrants);
    stream.play_out(&mut Numbers::new(preset, 7));
    stream
}

/// A digest as it is kept in a test.
pub fn hex(digest: Sha256) -> String {
    let bytes = digest.finalize();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Pairings, byes and rankings of an event played to its end.
fn decided(preset: &str, entrants: usize, digest: &mut Sha256) {
    for (_, event) in &played(preset, entrants).events {
        let said = match event {
            Event::RoundPublished { pairings, byes, .. } => {
                let tables = pairings
                    .iter()
                    .map(|one| format!("{}-{}", one.black, one.white));
                format!("{:?} {byes:?}", tables.collect::<Vec<_>>())
            }
            Event::TournamentConfirmed { ranking, .. } => {
                let lines = ranking.iter().map(|line| {
                    let (entrant, place, rank) = (&line.entrant, line.place, line.rank);
                    format!(
                        "{entrant} {place} {rank} {} {} {}",
                        line.half_points.0, line.bq_halves, line.discs
                    )
                });
                format!("{:?}", lines.collect::<Vec<_>>())
            }
            _ => continue,
        };
        digest.update(said);
    }
}

#[test]
fn what_an_edition_decides_does_not_change() {
    let mut digest = Sha256::new();
    for (preset, entrants) in [
        ("egp-2020", 4),
        ("egp-2020", 9),
        ("egp-2020", 23),
        ("mso-swiss", 16),
        ("mso-round-robin", 8),
        ("aga-swiss", 12),
        ("aga-mcmahon", 14),
        ("papp", 15),
        ("club", 10),
    ] {
        decided(preset, entrants, &mut digest);
    }
    assert_eq!(
        (ENGINE_EDITION, &*hex(digest)),
        (1, DECIDED),
        "the engine pairs or ranks otherwise: count ENGINE_EDITION up, and keep the new digest here"
    );
}
