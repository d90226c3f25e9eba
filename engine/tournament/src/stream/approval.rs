//! Whether an event counts for ratings.

use super::event::ListClaim;
use super::round::Board;
use super::state::{Approval, EntrantState, TournamentState};
use crate::ids::EntrantId;

impl TournamentState {
    /// True where an administrator approved the event, and a director signed for every result that no game of the
    /// platform gave.
    #[must_use]
    pub fn rated(&self) -> bool {
        self.approval_in_force().is_some() && self.unsigned_results().next().is_none()
    }

    /// The approval, unless it lapsed.
    #[must_use]
    pub fn approval_in_force(&self) -> Option<&Approval> {
        self.approval
            .as_ref()
            .filter(|approval| approval.lapsed.is_none())
    }

    /// True where the number of that entrant may not change under the approval: it saw him, or he may have been paired
    /// by now. Before the first round numbers of later entries are put right as entrants are entered.
    pub(super) fn approval_rests_on(&self, entrant: &EntrantId) -> bool {
        self.approval_in_force()
            .is_some_and(|approval| approval.seen.contains(entrant) || !self.rounds.is_empty())
    }

    /// The results that no game of the platform gave, with their rounds.
    pub fn results_without_game(&self) -> impl Iterator<Item = (u32, &Board)> {
        self.rounds
            .iter()
            .flat_map(|round| round.boards.iter().map(|board| (round.number, board)))
            .filter(|(_, board)| board.without_game())
    }

    /// Round and table of those that nobody signed for.
    pub(super) fn unsigned_results(&self) -> impl Iterator<Item = (u32, u32)> {
        self.results_without_game()
            .filter(|(_, board)| !board.over_the_board)
            .map(|(round, board)| (round, board.pairing.table))
    }

    /// The entrants whose number and rating of the federation's list nobody vouches for.
    pub fn claiming(&self) -> impl Iterator<Item = &EntrantState> {
        self.entrants
            .iter()
            .filter(|entrant| entrant.list_claim == ListClaim::Open)
    }
}
