//! Draws, pairings and final rankings that were decided again: what should have come out the same and does not, and apart
//! from it what another edition of the engine decided.

use std::fmt;

use outflank_pairing::TournamentDraws;
use serde::Serialize;

/// The draws of tournaments, repeated from what is public.
#[derive(Serialize, Default)]
pub struct Draws {
    /// How many they are.
    pub tournaments: usize,
    /// Draws and what rests on them: rounds, chairs, lots; and final rankings.
    pub checked: usize,
    pub failures: Vec<DrawFailure>,
    /// What another edition of the engine decided, and this one decides otherwise: neither good nor bad.
    pub not_rederivable: Vec<DrawFailure>,
}

/// Something that does not come out the same; its text is a sentence.
#[derive(Serialize)]
pub struct DrawFailure {
    stream: String,
    /// The entry; none where the stream cannot be read.
    seq: Option<u64>,
    subject: String,
    what: String,
}

impl Draws {
    /// Sorts what was found by whether this engine has to come to the same.
    pub fn of(tournaments: Vec<TournamentDraws>) -> Self {
        let mut draws = Self {
            tournaments: tournaments.len(),
            ..Self::default()
        };
        for TournamentDraws { stream, checks } in tournaments {
            let stream = stream.to_string();
            match checks {
                Ok(checks) => {
                    draws.checked += checks.len();
                    for check in checks.into_iter().filter(|check| !check.holds) {
                        let told = if check.rederivable {
                            &mut draws.failures
                        } else {
                            &mut draws.not_rederivable
                        };
                        told.push(DrawFailure {
                            stream: stream.clone(),
                            seq: Some(check.seq),
                            subject: check.subject,
                            what: check.detail,
                        });
                    }
                }
                Err(what) => draws.failures.push(DrawFailure {
                    stream,
                    seq: None,
                    subject: "stream".to_owned(),
                    what,
                }),
            }
        }
        draws
    }

    /// Whether all of it comes out the same.
    pub fn hold(&self) -> bool {
        self.failures.is_empty() && self.not_rederivable.is_empty()
    }
}

impl fmt::Display for DrawFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            stream,
            seq,
            subject,
            what,
        } = self;
        match seq {
            Some(seq) => write!(formatter, "{stream}, entry {seq}, {subject}: {what}"),
            None => write!(formatter, "{stream}, {subject}: {what}"),
        }
    }
}

/// How many do not come out the same, and how many of another edition are not derived again.
pub fn state(failures: usize, not_rederivable: usize) -> String {
    let failing = match failures {
        1 => "1 does not hold".to_owned(),
        number => format!("{number} do not hold"),
    };
    match (failures, not_rederivable) {
        (0, 0) => "all comes out the same again".to_owned(),
        (0, others) => format!("{others} not derived again, all else comes out the same"),
        (_, 0) => failing,
        (_, others) => format!("{failing}, {others} not derived again"),
    }
}
