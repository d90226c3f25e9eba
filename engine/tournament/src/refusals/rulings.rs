//! Penalties, their review, protests.

use outflank_othello::{refusal::Milliseconds, refusals};

use crate::ids::EntrantId;

refusals! {
    pub(crate) enum RulingsRefusal {
        ReviewOpen { ruling_id: String } = "review_open" under "penalties.reviewed":
            "Ruling {ruling_id:?} waits for its review; it is reviewed before the ranking is confirmed.";
        MayNotRule = "may_not_rule" under "penalties.imposed_by":
            "Penalties are imposed by the officials whom the rules name, and by nobody else.";
        NotProposed { ruling_id: String } = "not_proposed":
            "There is no ruling {ruling_id:?} that waits for a review.";
        MayNotReview = "may_not_review" under "penalties.reviewed":
            "A disqualification or worse is reviewed by a senior organiser other than who proposed it.";
        RulingExists { ruling_id: String } = "ruling_exists":
            "There is a ruling {ruling_id:?} already.";
        TooManyRulings { most: usize } = "too_many_rulings":
            "A tournament takes {most} rulings at most.";
        PenaltyUnknown { penalty: String } = "penalty_unknown" under "penalties.known":
            "The rules know no penalty {penalty:?}.";
        PenaltyNotForSpectators = "penalty_not_for_spectators" under "penalties.room_expulsion":
            "A spectator can be warned, sent from the room or banned, and nothing else.";
        PenaltyOutOfRange { least: u32, squares: u32 } = "penalty_out_of_range":
            "A time penalty takes or gives up to a day, a lost game has {least} to {squares} discs for the opponent, and \
             points or places lost are at least 1.";
        PenaltyEmptiesClock { left_ms: Milliseconds, taken_ms: Milliseconds } = "penalty_empties_clock":
            "The offender's clock has {left_ms} left and would lose {taken_ms}: say that it is emptied and the flag falls.";
        OffenderWithdrawn { entrant_id: EntrantId } = "already_withdrawn" under "withdrawal":
            "Entrant {entrant_id:?} has withdrawn already.";
        TournamentConfirmed = "tournament_confirmed":
            "The tournament is confirmed; a result is corrected by amending its ranking.";
        OffenderNotAtTable { entrant_id: EntrantId, table: u32, round: u32 } = "not_at_table":
            "Entrant {entrant_id:?} does not play at table {table} of round {round}.";
        GameInNoList { table: u32, round: u32 } = "game_in_no_list":
            "Table {table} of round {round} is a game of a match, which counts in no list: there are no points of the list to \
             take from it. Award the game, or penalise otherwise.";
        BoardClosed = "board_closed":
            "The game is over; time can be taken or given only while it is played.";
        NoFinalScore = "no_result_to_correct":
            "The game has no final score yet; award it, or wait for its result.";
        PenaltyHarmsOpponent { discs: u32 } = "penalty_harms_opponent" under "penalties.imposed_by":
            "The opponent has {discs} discs; a penalty gives him more, and never penalises who did not offend.";
        EffectNeedsResult { table: u32, round: u32 } = "effect_needs_result":
            "Table {table} of round {round} had no result before the ruling, or has another since; say which \
             result it gets.";
        ProtestExists { protest_id: String } = "protest_exists":
            "There is a protest {protest_id:?} already.";
        ProtestOpen { protest_id: String } = "protest_open":
            "Protest {protest_id:?} is not decided; decide it before the ranking is confirmed.";
        TooManyProtests { most: usize } = "too_many_protests":
            "A tournament takes {most} protests at most.";
        UnknownProtest { protest_id: String } = "unknown_protest":
            "There is no protest {protest_id:?}.";
        ProtestDecided { protest_id: String } = "protest_decided":
            "Protest {protest_id:?} is decided already.";
        MayNotDecideProtest = "may_not_rule" under "penalties.imposed_by":
            "Protests are decided by the officials whom the rules name, and by nobody else.";
        UnknownRuling { ruling_id: String } = "unknown_ruling":
            "There is no ruling {ruling_id:?}; impose it first.";
        NothingProposed = "not_proposed":
            "No ruling waits for a review.";
        NoProtest = "unknown_protest":
            "No protest is filed.";
    }
}
