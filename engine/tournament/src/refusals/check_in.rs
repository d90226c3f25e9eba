//! Who is there: check-in, absence, no-shows, special needs, whom a human refuses to play.

use outflank_othello::refusal::Milliseconds;
use outflank_othello::refusals;

use crate::ids::EntrantId;

refusals! {
    pub(crate) enum CheckInRefusal {
        ExtraTimeOutOfRange { most_ms: Milliseconds } = "extra_time_out_of_range" under "accommodation":
            "Time for special needs goes from 0 to {most_ms} a game.";
        AssistantPlays = "assistant_plays" under "accommodation":
            "An account that plays in this tournament assists nobody in it; name another.";
        AccommodationUnchanged { entrant_id: EntrantId } = "accommodation_unchanged":
            "Entrant {entrant_id:?} is granted exactly this already.";
        CheckInOpen { round: u32 } = "check_in_open":
            "The check-in for round {round} is open; close it first.";
        CheckInMissing { round: u32 } = "check_in_missing" under "entry.check_in":
            "Entrants check in before round {round}; open the check-in first.";
        CheckInOutOfOrder { round: u32 } = "check_in_out_of_order":
            "Entrants check in for the next round, which is round {round}.";
        CheckInAlreadyOpen { round: u32 } = "check_in_already_open":
            "The check-in for round {round} is open already.";
        CheckInNotOpened { round: u32 } = "check_in_closed":
            "There is no open check-in for round {round}; the director opens it.";
        AlreadyCheckedIn { entrant_id: EntrantId, round: u32 } = "already_checked_in":
            "Entrant {entrant_id:?} has checked in for round {round}.";
        CheckInClosed { round: u32 } = "check_in_closed":
            "There is no open check-in for round {round}.";
        BadRounds { first: u32, last: u32 } = "bad_rounds":
            "An absence is announced for rounds that are not paired yet, each once: {first} to {last}.";
        AlreadyAbsent { entrant_id: EntrantId, round: u32 } = "already_absent":
            "The absence of entrant {entrant_id:?} from round {round} is announced already.";
        NotAbsent { entrant_id: EntrantId, round: u32 } = "not_absent":
            "No absence of entrant {entrant_id:?} is announced for round {round} or later.";
        NoAbsenceLimit = "no_absence_limit" under "absence_policy":
            "These rules set no time after which a player who has not come loses; only that player's clock decides, \
             once it runs.";
        AbsenceLimitRunning { round: u32, after_ms: Milliseconds } = "absence_limit_running" under "absence_policy":
            "The players of round {round} have {after_ms} from its start to appear.";
        NobodyAbsent = "nobody_absent":
            "Say who did not appear: black, white or both.";
        ComputersNotRefusable = "computers_not_refusable" under "entry.computers":
            "The rules give nobody the right to refuse a computer program.";
        EntrantIsComputer = "entrant_is_computer" under "entry.computers":
            "Only a human may refuse to play a computer program.";
        ComputersRefusedAlready { entrant_id: EntrantId } = "computers_refused_already":
            "Entrant {entrant_id:?} refuses computer programs already.";
        ComputersNotRefused { entrant_id: EntrantId } = "computers_not_refused":
            "Entrant {entrant_id:?} refuses no computer programs.";
        NotAComputer { entrant_id: EntrantId } = "not_a_computer":
            "Entrant {entrant_id:?} is no computer program.";
        ComputerPlaying = "computer_playing" under "entry.computers":
            "A program's parameters change before a round begins, never during one.";
        Withdrawn { entrant_id: EntrantId } = "already_withdrawn" under "withdrawal":
            "Entrant {entrant_id:?} has withdrawn and may not re-enter.";
        NobodyAway { round: u32 } = "not_absent":
            "Nobody's absence is announced for round {round} or later.";
        NobodyRefuses = "computers_not_refused":
            "Nobody refuses computer programs.";
        NoComputer = "not_a_computer":
            "No computer program is entered.";
    }
}
