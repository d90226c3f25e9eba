//! The event that goes on at another server.

use outflank_othello::refusals;

refusals! {
    pub(crate) enum TransferRefusal {
        NothingToMove = "tournament_absent":
            "There is no such tournament.";
        MovingIn = "moving_in":
            "The event is coming in already.";
        MovedAway { place: String } = "moved_away":
            "This event goes on at another server: {place}.";
        BadPlace { most: usize } = "bad_place":
            "Where the event goes is said in 1 to {most} bytes without control characters.";
        NotMovedAway = "not_moved_away":
            "The event is not away with this move: it came in already, or went another way.";
        NotMovingIn = "not_moving_in":
            "What its tables told last is not taken in yet.";
    }
}
