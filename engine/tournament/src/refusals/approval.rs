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
        DirectorsUnapproved = "directors_unapproved":
            "No federation of the host nation has approved a head director of this event; approve one of them as a \
             director first.";
        OwnEvent = "own_event":
            "Who played in an event or officiated at it does not decide on it for its federation; another officer does.";
        NotConfirmed = "not_confirmed":
            "The final ranking is not confirmed yet, so there is no rating file to decide on.";
        NothingToRelease = "nothing_to_release":
            "The rating file is released already, and nothing of it has changed.";
        Unreleasable { boards: Vec<String> } = "unreleasable":
            "No game of Othello ends as it stands at {boards} (round/table); the director corrects that first.";
        NothingToReturn = "nothing_to_return":
            "No rating file waits here for an officer, so there is nothing to give back.";
        RankingMovedOn { current: u32 } = "ranking_moved_on":
            "The ranking is at version {current} by now; look at it again before you release it.";
        SameOfficer = "same_officer":
            "You released this file; what changed of it since is released by another officer.";
        ComplaintTooEarly = "complaint_too_early":
            "The event is not over; until then its director and its appeals committee decide.";
        NoEntrantHere = "no_entrant_here":
            "Only who took part in an event complains of how it was directed.";
        ComplaintExists { complaint_id: String } = "complaint_exists":
            "Complaint {complaint_id:?} is filed already.";
        TooManyComplaintsOfOne { most: usize } = "too_many_complaints":
            "An entrant files at most {most} complaints about an event.";
        TooManyComplaints { most: usize } = "too_many_complaints":
            "At most {most} complaints are taken about one event.";
        UnknownComplaint { complaint_id: String } = "unknown_complaint":
            "No complaint {complaint_id:?} was filed about this event.";
        ComplaintAnswered = "complaint_answered":
            "The complaint is answered already.";
        NothingToSign = "nothing_to_sign":
            "Every result comes from a game that was played here, or is signed for.";
    }
}
