//! The plan, pairing and publishing a round, taking it back, and explaining it.

use outflank_othello::refusals;

use crate::ids::EntrantId;
use crate::swiss::PairingError;

refusals! {
    pub(crate) enum RoundsRefusal {
        RoundsNotWholeCycles { rounds: u32, cycle: u32, entrants: u32 } = "rounds_not_whole_cycles":
            "{rounds} rounds are no whole number of round-robin cycles of {cycle} for {entrants} entrants; set \
             fewer than {cycle} rounds for a Swiss system, or a multiple of {cycle}.";
        ExtraRoundsLeft = "extra_rounds_left" under "extra_rounds":
            "More than one perfect score stands; play an extra round, or confirm the event without it, which \
             departs from its rules.";
        ClockNamedTwice { entrant_id: EntrantId } = "clock_named_twice":
            "Entrant {entrant_id:?} is given two clocks in this round; give him one.";
        ClockWithoutTable { entrant_id: EntrantId } = "clock_without_table":
            "Entrant {entrant_id:?} plays no game of this round; only players at its tables have clocks.";
        HandicapOutOfRange { discs: u32, most: u32 } = "handicap_out_of_range":
            "A handicap of {discs} discs cannot be given: it has 1 to {most}, one for each corner, or 0 for none.";
        HandicapForFewest { entrant_id: EntrantId } = "handicap_not_possible":
            "Entrant {entrant_id:?} wants the fewest discs, and those in corners are his for good; Anti-Reversi has no \
             handicaps.";
        HandicapNamedTwice { entrant_id: EntrantId } = "handicap_not_possible":
            "Entrant {entrant_id:?} is given two handicaps in this round; give him one.";
        HandicapWithoutTable { entrant_id: EntrantId } = "handicap_not_possible":
            "Entrant {entrant_id:?} plays no game of this round; only players at its tables have handicaps.";
        HandicapOfBoth { table: u32 } = "handicap_not_possible":
            "Both players of table {table} are named; a handicap is one player's.";
        HandicapAboveBar { entrant_id: EntrantId, bar: i32 } = "handicap_not_possible" under "variant.handicaps":
            "Entrant {entrant_id:?} started above the bar of {bar}; players above it have no handicap.";
        ManualAndConstraints = "manual_and_constraints":
            "A round is either set whole by the director or completed under his conditions; give one of them.";
        ManualNamedTwice { entrant_id: EntrantId } = "manual_named_twice":
            "Entrant {entrant_id:?} is named twice in this round; everyone has one game or one bye.";
        ManualIncomplete { missing: Vec<String> } = "manual_incomplete":
            "A manual round pairs everyone present or gives him the bye; missing: {missing}.";
        ManualByes { present: usize, byes: usize } = "manual_byes":
            "{present} entrants are present; a round of a Swiss system has one bye where that number is odd and \
             none where it is even, not {byes}.";
        EntrantNotPresent { entrant_id: EntrantId } = "entrant_not_present":
            "Entrant {entrant_id:?} does not play this round; only those present can be paired.";
        ExtraRoundFixed = "extra_round_fixed":
            "An extra round is played by the perfect scores alone; it is not set by hand.";
        TooFewPresent = "too_few_present" under "withdrawal":
            "Fewer than two entrants are there for the round; have absent entrants back, or confirm the \
             tournament instead.";
        GroupANotNamed = "group_a_not_named" under "pairing.first_round":
            "Round 1 pairs group A against the others; name its members first, or name nobody where it has none.";
        RoundUnfinished { round: u32 } = "round_unfinished":
            "Round {round} is not finished; finish it before the next is published.";
        AllRoundsPlayed { rounds: u32 } = "all_rounds_played":
            "All {rounds} rounds are published; there is no further round.";
        RoundRobinFixed = "round_robin_fixed":
            "The chairs settle every round of a round robin; set the whole round by hand instead.";
        NoExtraRound = "no_extra_round":
            "No more than one perfect score stands; there is no extra round.";
        NotTheLastRound { last: u32 } = "not_the_last_round":
            "Only the round published last can be taken back; that is round {last}.";
        RoundHasResults { round: u32 } = "round_has_results":
            "Round {round} has results and stands; correct a result where one is wrong.";
        RoundStarted { round: u32 } = "round_started":
            "Round {round} has started and stands; pairings change before the start only.";
        NotReproduced { round: u32 } = "not_reproduced":
            "Round {round} as published is not the pairing that its draw and the results give; compare the record \
             of the draw.";
        DidNotPlay { entrant_id: EntrantId } = "entrant_not_present":
            "Entrant {entrant_id:?} did not play this round.";
        SameEntrant = "same_entrant":
            "A board has two entrants; name another opponent, or none for the bye.";
        NotPublished = "not_published":
            "These events do not publish the round that comes next; give those of its publication.";
        NoRoundPlayed = "rounds_left":
            "No round has been played; publish round 1 first.";
        RoundsLeft { played: u32, planned: u32 } = "rounds_left":
            "Rounds played: {played} of {planned}; play the others first.";
        RoundLeft { round: u32 } = "rounds_left":
            "Round {round} is not finished; finish it first.";
        TooFewEntrants { entrants: u32 } = "too_few_entrants" under "formats":
            "A tournament needs at least 2 entrants; {entrants} are registered.";
        TooManyEntrants { most: u32, entrants: u32 } = "too_many_entrants" under "formats":
            "A tournament takes at most {most} entrants; {entrants} are registered.";
        FormatUnavailable { rule_set: String, entrants: u32 } = "format_unavailable" under "formats":
            "Rule set {rule_set} has no format for {entrants} entrants.";
        ManualPairingNeeded { problem: PairingError } = "manual_pairing_needed" under "pairing":
            "The director sets the first round under these rules: {problem}.";
        Unpairable { problem: PairingError } = "unpairable" under "pairing":
            "The round cannot be paired: {problem}.";
        SetWhole { round: u32 } = "not_paired_by_system":
            "Round {round} was set whole by the director; only the pairings of a Swiss system can be explained.";
        FollowsFromChairs { round: u32 } = "not_paired_by_system":
            "Round {round} follows from the chairs of a round robin; only the pairings of a Swiss system can be \
             explained.";
        FollowsFromList { round: u32 } = "not_paired_by_system":
            "Round {round} follows from the list and the results; only the pairings of a Swiss system can be \
             explained.";
        NotDrawn { round: u32 } = "not_paired_by_system":
            "Round {round} was not drawn; only the pairings of a Swiss system can be explained.";
    }
}
