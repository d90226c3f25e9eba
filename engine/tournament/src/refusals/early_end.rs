//! Events that end otherwise than planned.

use outflank_othello::refusals;

refusals! {
    pub(crate) enum EarlyEndRefusal {
        NothingPlayed = "nothing_played":
            "No round would stand; an event of which nothing was played is cancelled.";
        QualificationOver = "qualification_over":
            "Every round of the qualification is finished; end without the finals, or confirm the event.";
        NotShorter { least: u32, most: u32 } = "rounds_not_shorter":
            "The qualification can be shortened to {least} at least and {most} rounds at most.";
        NotEarly { rounds: u32 } = "not_early":
            "The qualification ends with round {rounds} as it is; nothing would end early.";
        NoRoundUnfinished = "no_round_unfinished":
            "Every published round is finished; there is none to complete, adjudicate or annul.";
        RoundFateNotChosen { round: u32 } = "round_fate_not_chosen":
            "Round {round} is not finished: say whether it is completed, adjudicated or annulled.";
        RoundNotStarted { round: u32 } = "round_not_started":
            "Round {round} has not started, and nobody has played a game that could be adjudicated; choose another fate \
             for it.";
        NothingMoreIsPlayed = "nothing_more_is_played":
            "An abandoned event plays nothing more; adjudicate the open boards or annul the round.";
        AdjudicatedTwice { table: u32 } = "adjudicated_twice":
            "Table {table} is given two scores; give it one.";
        RoundsPublished { rounds: usize } = "rounds_published":
            "{rounds} rounds are published, and a cancellation annuls them all; confirm that, or abandon the event and keep \
             what was finished.";
        NothingToCancel = "nothing_to_cancel":
            "There is no event under way that could be cancelled.";
        TournamentAbandoned = "tournament_abandoned":
            "The event was abandoned; nothing more is played in it.";
        TournamentCancelled = "tournament_cancelled":
            "The event was cancelled; it did not take place.";
    }
}
