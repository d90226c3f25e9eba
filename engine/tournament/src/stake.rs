//! What officials have at stake: in their own name, by seats that they left, and by whoever appointed them once a round
//! was paired.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::board_ref::BoardRef;
use crate::ids::{AccountId, EntrantId};
use crate::interest::{Deed, Interest};
use crate::people::{Limits, OfficialRole};

/// What an act touches: one board with its players, or one entrant. An act that names neither is about the event as a
/// whole.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Touched {
    /// The board.
    pub board: Option<BoardRef>,
    /// Its players, or the entrant.
    pub entrants: Vec<EntrantId>,
}

/// What an account plays in an event.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plays {
    /// Whose seat it or a program that it operates holds, or for whom it may move.
    pub entrants: Vec<EntrantId>,
    /// Whom those play in the round that is open, or are announced to.
    pub opponents: Vec<EntrantId>,
    /// Who plays in the same stage.
    pub rivals: BTreeSet<EntrantId>,
    /// Who is entered beside those of them who wait for their first pairing.
    pub rivals_to_come: BTreeSet<EntrantId>,
}

impl Plays {
    /// What the account has at stake there.
    #[must_use]
    pub fn interest(&self, touched: &[Touched]) -> Interest {
        if touched.is_empty() && !self.rivals.is_empty() {
            return Interest::Rival;
        }
        let entrants = touched.iter().flat_map(|one| &one.entrants);
        entrants
            .map(|entrant| self.in_entrant(entrant))
            .max()
            .unwrap_or(Interest::None)
    }

    /// What the account has at stake in an act there. Whom it will meet counts in what goes on until then.
    #[must_use]
    pub fn interest_in(&self, deed: Deed, touched: &[Touched]) -> Interest {
        let mut entrants = touched.iter().flat_map(|one| &one.entrants);
        let least = if deed.goes_on() && entrants.any(|one| self.rivals_to_come.contains(one)) {
            Interest::Rival
        } else {
            Interest::None
        };
        self.interest(touched).max(least)
    }

    fn in_entrant(&self, entrant: &EntrantId) -> Interest {
        if self.entrants.contains(entrant) {
            Interest::OwnGame
        } else if self.opponents.contains(entrant) {
            Interest::Opponent
        } else if self.rivals.contains(entrant) {
            Interest::Rival
        } else {
            Interest::None
        }
    }
}

/// Whose interest an official has beside his own: whoever appointed him once a round was paired could choose whom, and
/// for what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedInterest {
    /// Who appointed him.
    pub with: AccountId,
    /// The last round that was paired by then; what is paired later was not known.
    pub through_round: u32,
}

/// Who gave up the seat that he held once a round was paired: it stays his game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftSeat {
    /// Who held it.
    pub by: AccountId,
    /// Who operates it, where it is a program's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<AccountId>,
    /// The last round that was paired by then.
    pub through_round: u32,
}

/// What an official has at stake without playing it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// What is played.
    pub plays: Plays,
    /// The last round that it is about.
    pub through_round: u32,
    /// Whether a round that it is about is still open: then it is about more than boards.
    pub is_open: bool,
}

impl Share {
    fn interest(&self, touched: &[Touched]) -> Interest {
        if self.is_open {
            return self.plays.interest(touched);
        }
        let is_meant = |one: &&Touched| {
            one.board
                .is_some_and(|board| board.round <= self.through_round)
        };
        let boards: Vec<Touched> = touched.iter().filter(is_meant).cloned().collect();
        if boards.is_empty() {
            return Interest::None;
        }
        self.plays.interest(&boards)
    }
}

/// Somebody who officiates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Officer {
    /// The account.
    pub account: AccountId,
    /// Its office; `None`: it decides by another right, as the chair of a committee does.
    pub role: Option<OfficialRole>,
    /// How far it goes.
    pub limits: Limits,
    /// What it plays.
    pub plays: Plays,
    /// What it has at stake without playing it.
    pub shares: Vec<Share>,
}

impl Officer {
    /// What he has at stake there, in whatever way. The nearest counts.
    #[must_use]
    pub fn interest(&self, touched: &[Touched]) -> Interest {
        let shared = self.shares.iter().map(|share| share.interest(touched));
        shared.fold(self.plays.interest(touched), Interest::max)
    }

    /// What he has at stake in an act there, in whatever way.
    #[must_use]
    pub fn interest_in(&self, deed: Deed, touched: &[Touched]) -> Interest {
        self.interest(touched)
            .max(self.plays.interest_in(deed, touched))
    }

    /// For whom he plays or shares an interest while the round is open.
    #[must_use]
    pub fn own(&self) -> Vec<&EntrantId> {
        let own = self.open().flat_map(|plays| &plays.entrants);
        own.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Whom those play in the round that is open, or are announced to.
    #[must_use]
    pub fn opponents(&self) -> Vec<&EntrantId> {
        let opponents = self.open().flat_map(|plays| &plays.opponents);
        opponents.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Of all those, whom he has only by a seat that he left or by whoever appointed him.
    #[must_use]
    pub fn shared(&self) -> Vec<&EntrantId> {
        let is_own = |id: &&EntrantId| self.plays.entrants.contains(id);
        let is_opponent = |id: &&EntrantId| self.plays.opponents.contains(id);
        let mut shared = self.opponents();
        shared.retain(|id| !is_opponent(id));
        shared.extend(self.own());
        shared.retain(|id| !is_own(id));
        shared
            .into_iter()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect()
    }

    /// Whether he directs, with the power that the act takes.
    pub(crate) fn directs(&self, deed: Deed) -> bool {
        self.role.is_some_and(OfficialRole::directs) && self.limits.allow(deed.power())
    }

    fn open(&self) -> impl Iterator<Item = &Plays> {
        let shared = self.shares.iter().filter(|share| share.is_open);
        std::iter::once(&self.plays).chain(shared.map(|share| &share.plays))
    }

    /// Whether he has anything at stake in the event.
    pub(crate) fn has_stakes(&self) -> bool {
        !self.plays.entrants.is_empty() || !self.shares.is_empty()
    }

    /// Whether he plays as that entrant, or shares the interest of who does.
    pub(crate) fn has_as_own(&self, entrant: &EntrantId) -> bool {
        let shared = self.shares.iter().map(|share| &share.plays);
        std::iter::once(&self.plays)
            .chain(shared)
            .any(|plays| plays.entrants.contains(entrant))
    }
}
