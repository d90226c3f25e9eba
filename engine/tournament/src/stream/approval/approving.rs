//! What stands between an event and the ratings: whom its entrants are on the federation's list, its approval, and
//! who signs for results that no game gave.

use std::collections::BTreeSet;

use crate::board_ref::BoardRef;
use crate::ids::{AccountId, EntrantId};
use crate::refusals::{ApprovalRefusal, Refusal, ensure};
use crate::stream::approval::standing::check_without_part;
use crate::stream::checks::{check_id, known};
use crate::stream::{
    Approval, Board, EntrantState, Event, LapseCause, ListClaim, Listing, TournamentState,
};

impl TournamentState {
    /// True where a rating officer approved the event and released its file, a director signed for every result that no game
    /// of the platform gave, and Othello is played. What an administrator of an earlier program approved needs no release.
    #[must_use]
    pub fn rated(&self) -> bool {
        self.approval_in_force()
            .is_some_and(|approval| approval.federation.is_none() || self.office.release.is_some())
            && self.unsigned_results().next().is_none()
            && !self.variant_unrated()
    }

    /// True where a variant of the game is played, or somebody has a handicap at a board: no rating file takes the event.
    #[must_use]
    pub fn variant_unrated(&self) -> bool {
        !self.variant().is_othello() || self.handicapped().next().is_some()
    }

    /// The boards at which somebody has a handicap.
    fn handicapped(&self) -> impl Iterator<Item = BoardRef> {
        self.rounds.iter().flat_map(|round| {
            let boards = round.boards.iter().map(|board| &board.pairing);
            let handicapped = boards.filter(|pairing| pairing.handicap.is_some());
            handicapped.map(|pairing| BoardRef::new(round.number, pairing.table))
        })
    }

    /// The approval, unless it lapsed.
    #[must_use]
    pub fn approval_in_force(&self) -> Option<&Approval> {
        self.approval
            .as_ref()
            .filter(|approval| approval.lapsed.is_none())
    }

    /// True where the number of that entrant may not change under the approval of an earlier program: it saw him, or he may
    /// have been paired by now. An officer looks at the numbers when he releases the file.
    pub(in crate::stream) fn approval_rests_on(&self, entrant: &EntrantId) -> bool {
        self.approval_in_force().is_some_and(|approval| {
            approval.federation.is_none()
                && (approval.seen.contains(entrant) || !self.rounds.is_empty())
        })
    }

    /// The results that no game of the platform gave, with their rounds.
    pub fn results_without_game(&self) -> impl Iterator<Item = (u32, &Board)> {
        self.rounds
            .iter()
            .flat_map(|round| round.boards.iter().map(|board| (round.number, board)))
            .filter(|(_, board)| board.without_game())
    }

    /// The boards of those that nobody signed for.
    pub(in crate::stream) fn unsigned_results(&self) -> impl Iterator<Item = BoardRef> {
        self.results_without_game()
            .filter(|(_, board)| !board.over_the_board)
            .map(|(round, board)| BoardRef::new(round, board.pairing.table))
    }

    /// The entrants whose number and rating of the federation's list nobody vouches for.
    pub fn claiming(&self) -> impl Iterator<Item = &EntrantState> {
        self.entrants
            .iter()
            .filter(|entrant| entrant.list_claim == ListClaim::Open)
    }
}

pub(in crate::stream) fn approve(
    state: &TournamentState,
    reason: &str,
    by: &AccountId,
    (federation, directors): (&str, &BTreeSet<AccountId>),
) -> Result<Vec<Event>, Refusal> {
    check_id("the reason", reason)?;
    check_id("the federation", federation)?;
    check_without_part(state, by)?;
    ensure(
        state.head_director_among(directors),
        ApprovalRefusal::DirectorsUnapproved,
    )?;
    Ok(vec![Event::EventApproved {
        reason: reason.to_owned(),
        by: by.clone(),
        federation: Some(federation.to_owned()),
    }])
}

pub(in crate::stream) fn withdraw(
    state: &TournamentState,
    reason: &str,
    by: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    check_id("the reason", reason)?;
    check_without_part(state, by)?;
    let (reason, by) = (reason.to_owned(), by.clone());
    // What was released counts, whatever of its corrections waits for an officer.
    let counted = state.rated() || state.holds_corrections_back();
    let withdrawn = vec![Event::ApprovalWithdrawn { reason, by }];
    Ok(if counted {
        with_file(state, withdrawn)
    } else {
        withdrawn
    })
}

pub(in crate::stream) fn declare(
    state: &TournamentState,
    reason: &str,
    by: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    check_id("the reason", reason)?;
    let (reason, by) = (reason.to_owned(), by.clone());
    let boards = state.unsigned_results().collect();
    let mut events = vec![Event::OverTheBoardDeclared { boards, reason, by }];
    let earlier = state.approval_in_force();
    if earlier.is_some_and(|approval| approval.federation.is_none()) {
        events.extend(lapse(state, LapseCause::ResultsSigned));
    }
    Ok(corrected(state, events))
}

fn named(boards: impl Iterator<Item = BoardRef>) -> Vec<String> {
    boards.map(|board| board.to_string()).collect()
}

pub(in crate::stream) fn may_approve(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.approval_in_force().is_none(),
        ApprovalRefusal::ApprovedAlready,
    )?;
    may_be_rated(state)
}

/// Ratings take Othello without handicaps, and results that somebody answers for.
pub(in crate::stream) fn may_be_rated(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.variant().is_othello(),
        ApprovalRefusal::VariantUnrated,
    )?;
    let handicapped = named(state.handicapped());
    ensure(
        handicapped.is_empty(),
        ApprovalRefusal::HandicapsUnrated {
            boards: handicapped,
        },
    )?;
    let unsigned = named(state.unsigned_results());
    ensure(
        unsigned.is_empty(),
        ApprovalRefusal::ResultsWithoutGame { boards: unsigned },
    )
}

pub(in crate::stream) fn may_withdraw(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.approval_in_force().is_some(),
        ApprovalRefusal::NotApproved,
    )
}

pub(in crate::stream) fn may_declare(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.unsigned_results().next().is_some(),
        ApprovalRefusal::NothingToSign,
    )
}

/// Nobody's number and rating of the federation's list is only claimed.
pub(in crate::stream) fn check_claims(state: &TournamentState) -> Result<(), Refusal> {
    let claiming: Vec<String> = state
        .claiming()
        .map(|entrant| entrant.id.as_str().to_owned())
        .collect();
    ensure(
        claiming.is_empty(),
        ApprovalRefusal::ListedPlayersUnconfirmed { entrants: claiming },
    )
}

/// A claim is confirmed once; another player's number, or none, is said at any time. Whoever says it and does not direct the
/// event is a rating officer.
pub(in crate::stream) fn confirm_listed_player(
    state: &TournamentState,
    entrant: &EntrantId,
    listing: Listing,
    by: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    let claim = &known(state, entrant)?.list_claim;
    if !state.directs(by) {
        check_without_part(state, by)?;
    }
    let news = match listing {
        Listing::AsClaimed => *claim == ListClaim::Open,
        Listing::Another { .. } => true,
        Listing::Nobody => !claim.is_none(),
    };
    if !news {
        return Err(ApprovalRefusal::NothingClaimed {
            entrant_id: entrant.clone(),
        }
        .into());
    }
    let mut events = vec![Event::ListedPlayerConfirmed {
        entrant: entrant.clone(),
        listing,
        by: by.clone(),
    }];
    if listing != Listing::AsClaimed && state.approval_rests_on(entrant) {
        let entrant = entrant.clone();
        events.extend(lapse(state, LapseCause::NumberChanged { entrant }));
    }
    Ok(events)
}

/// The end of the approval that stands, if one does.
pub(in crate::stream) fn lapse(state: &TournamentState, cause: LapseCause) -> Option<Event> {
    state.approval_in_force()?;
    Some(Event::ApprovalLapsed { cause })
}

/// With the next version of the rating file, where there is one, unless an officer releases it first.
pub(in crate::stream) fn corrected(state: &TournamentState, events: Vec<Event>) -> Vec<Event> {
    if state.holds_corrections_back() {
        return events;
    }
    with_file(state, events)
}

/// With the next version of the rating file, where there is one.
pub(in crate::stream) fn with_file(state: &TournamentState, mut events: Vec<Event>) -> Vec<Event> {
    let due = state.ranking.clone();
    events.extend(due.map(|ranking| Event::RatingFileDue { ranking }));
    events
}
