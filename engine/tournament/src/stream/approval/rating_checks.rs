//! What stands out of an event to whoever decides on its rating file.

use std::collections::BTreeSet;

use crate::board_ref::BoardRef;
use crate::ids::{AccountId, EntrantId};
use crate::people::OfficialRole;
use crate::result_kind::ResultKind;
use crate::rule_set::Deviation;
use crate::stream::{Absence, Board, ResultRecord, TournamentState};
use crate::table::Colour;

/// How much something weighs that stands out; the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckWeight {
    /// The file cannot be released so.
    Stop,
    /// Somebody looks at it before the release.
    Look,
    /// It is said.
    Note,
}

/// What stands out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum RatingCheckKind {
    /// Nobody signed for a result that no game gave.
    UnsignedResult,
    /// A pairing of somebody with himself.
    PairedWithOneself,
    /// A score that no game of Othello has.
    ImpossibleScore,
    /// No federation of the host nation has approved a head director of the event.
    UnapprovedDirector,
    /// The winner has fewer discs.
    ResultAgainstScore,
    /// Somebody played in a round after his withdrawal.
    ResultAfterWithdrawal,
    /// A director signed for a result that no game gave.
    ResultWithoutGame,
    /// The event departed from its rules.
    Departure(Deviation),
}

/// Something that stands out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatingCheck {
    /// What.
    pub kind: RatingCheckKind,
    /// The entrants concerned.
    pub entrants: Vec<EntrantId>,
    /// The board concerned.
    pub board: Option<BoardRef>,
}

impl RatingCheckKind {
    /// Its name in the contract.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::UnsignedResult => "unsigned_result",
            Self::PairedWithOneself => "paired_with_oneself",
            Self::ImpossibleScore => "impossible_score",
            Self::UnapprovedDirector => "unapproved_director",
            Self::ResultAgainstScore => "result_against_score",
            Self::ResultAfterWithdrawal => "result_after_withdrawal",
            Self::ResultWithoutGame => "result_without_game",
            Self::Departure(_) => "departure",
        }
    }

    /// How much it weighs.
    #[must_use]
    pub const fn weight(&self) -> CheckWeight {
        match self {
            Self::UnsignedResult | Self::PairedWithOneself | Self::ImpossibleScore => {
                CheckWeight::Stop
            }
            Self::UnapprovedDirector
            | Self::ResultAgainstScore
            | Self::ResultAfterWithdrawal
            | Self::ResultWithoutGame => CheckWeight::Look,
            Self::Departure(_) => CheckWeight::Note,
        }
    }
}

impl CheckWeight {
    /// Its name in the contract.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Look => "look",
            Self::Note => "note",
        }
    }
}

impl TournamentState {
    /// What stands out of the event, the worst first; `directors` are those whom federations of the host nation approved.
    #[must_use]
    pub fn rating_checks(&self, directors: &BTreeSet<AccountId>) -> Vec<RatingCheck> {
        let mut checks = Vec::new();
        if !self.head_director_among(directors) {
            checks.push(RatingCheck {
                kind: RatingCheckKind::UnapprovedDirector,
                entrants: Vec::new(),
                board: None,
            });
        }
        for round in &self.rounds {
            for board in &round.boards {
                self.check_board(round.number, board, &mut checks);
            }
        }
        let departures = self.deviations.iter().map(|departure| RatingCheck {
            kind: RatingCheckKind::Departure(departure.clone()),
            entrants: Vec::new(),
            board: None,
        });
        checks.extend(departures);
        checks.sort_by_key(|check| check.kind.weight());
        checks
    }

    /// Whether a head director of the event is one of those.
    pub(in crate::stream) fn head_director_among(&self, directors: &BTreeSet<AccountId>) -> bool {
        let mut held = self.offices.held.iter();
        held.any(|(account, role)| {
            *role == OfficialRole::HeadDirector && directors.contains(account)
        })
    }

    fn check_board(&self, round: u32, board: &Board, checks: &mut Vec<RatingCheck>) {
        let pairing = &board.pairing;
        let both = || vec![pairing.black.clone(), pairing.white.clone()];
        let at = Some(BoardRef::new(round, pairing.table));
        let mut stands_out = |kind, entrants| {
            checks.push(RatingCheck {
                kind,
                entrants,
                board: at,
            });
        };
        if pairing.black == pairing.white {
            stands_out(
                RatingCheckKind::PairedWithOneself,
                vec![pairing.black.clone()],
            );
        }
        let Some(result) = board.result() else {
            return;
        };
        if impossible(result, self.variant().squares()) {
            stands_out(RatingCheckKind::ImpossibleScore, both());
        }
        if against_score(result) {
            stands_out(RatingCheckKind::ResultAgainstScore, both());
        }
        if board.without_game() {
            let kind = if board.over_the_board {
                RatingCheckKind::ResultWithoutGame
            } else {
                RatingCheckKind::UnsignedResult
            };
            stands_out(kind, both());
        }
        if result.counts().game_line {
            let gone: Vec<EntrantId> = both()
                .into_iter()
                .filter(|entrant| {
                    let known = self.entrant(entrant);
                    let from = known.and_then(|known| known.withdrawn_from);
                    from.is_some_and(|from| from <= round)
                })
                .collect();
            if !gone.is_empty() {
                stands_out(RatingCheckKind::ResultAfterWithdrawal, gone);
            }
        }
    }
}

/// More discs than squares, or a played game whose empty squares nobody has.
fn impossible(result: &ResultRecord, squares: u32) -> bool {
    let discs = result.black_discs.saturating_add(result.white_discs);
    discs > squares || result.kind == ResultKind::Played && discs != squares
}

fn against_score(result: &ResultRecord) -> bool {
    let (black, white) = (result.black_discs, result.white_discs);
    match result.winner {
        Some(Colour::Black) => black < white,
        Some(Colour::White) => white < black,
        None => black != white && result.absent == Absence::Nobody,
    }
}
