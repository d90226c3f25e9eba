//! What stands between an event and the ratings.

use outflank_othello::refusals;

use crate::ids::EntrantId;

refusals! {
    pub(crate) enum ApprovalRefusal {
        ListedPlayersUnconfirmed { entrants: Vec<String> } = "listed_players_unconfirmed":
            "Numbers and ratings of the players list are only claimed by {entrants}; confirm each, correct it, or \
             take it back first.";
        NothingClaimed { entrant_id: EntrantId } = "nothing_claimed":
            "What entrant {entrant_id:?} is on the players list stands so already.";
        ApprovedAlready = "approved_already":
            "The event is approved for ratings already.";
        NotApproved = "not_approved":
            "The event is not approved for ratings.";
        VariantUnrated = "variant_unrated":
            "A variant of the game is played here; ratings take Othello alone.";
        HandicapsUnrated { boards: Vec<String> } = "variant_unrated":
            "Somebody had a handicap at {boards} (round/table); ratings take games without alone.";
        ResultsWithoutGame { boards: Vec<String> } = "results_without_game":
            "No game was played here for the results at {boards} (round/table); the director signs for them as played \
             over the board first.";
        NothingToSign = "nothing_to_sign":
            "Every result comes from a game that was played here, or is signed for.";
    }
}
