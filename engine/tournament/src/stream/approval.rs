//! Whether an event counts for ratings.

use super::event::ListClaim;
use super::round::Board;
use super::state::{EntrantState, TournamentState};

impl TournamentState {
    /// True where an administrator approved the event, and a director signed for every result that no game of the
    /// platform gave.
    #[must_use]
    pub fn rated(&self) -> bool {
        self.approval.is_some() && self.unsigned_results().next().is_none()
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
