//! Results, disputes, the end of a round, the confirmed ranking.

use outflank_othello::refusals;

use crate::ids::EntrantId;
use crate::table::TableProblem;

refusals! {
    pub(crate) enum ResultsRefusal {
        NotConfirmed = "not_confirmed":
            "The tournament is not confirmed; correct the result of the board instead.";
        AmendedByTheDirector = "may_not_rule":
            "A confirmed ranking is amended by the tournament director.";
        RankingUnchanged = "ranking_unchanged":
            "Nothing has changed the ranking since its last version; correct a result, or leave it.";
        ContradictoryResults { problem: TableProblem } = "contradictory_results":
            "The results cannot be ranked: {problem}.";
        DisputeOpen { table: u32, round: u32 } = "dispute_open":
            "The director holds everything up until the dispute at table {table} of round {round} is settled.";
        DisputeUnsettled { table: u32, round: u32 } = "dispute_open":
            "The result of table {table} of round {round} is disputed; settle the dispute or correct the result before \
             the ranking is confirmed.";
        NotAtTable { table: u32, round: u32 } = "not_at_table":
            "Only the players of table {table} of round {round} can dispute its result.";
        NoResultToDispute { table: u32, round: u32 } = "no_result_to_dispute":
            "Table {table} of round {round} has no result yet.";
        AlreadyDisputed { table: u32, round: u32 } = "already_disputed":
            "The result of table {table} of round {round} is disputed already.";
        HoldUnchanged { table: u32, round: u32 } = "hold_unchanged":
            "The dispute at table {table} of round {round} stands so already.";
        NotDisputed { table: u32, round: u32 } = "not_disputed":
            "Nobody disputes the result of table {table} of round {round}.";
        ResultAlreadyRecorded { table: u32, round: u32 } = "result_already_recorded":
            "Table {table} of round {round} has its result; an official can correct it with a reason.";
        ScoreFixed { kind: &'static str } = "score_fixed":
            "The text fixes the score of a result of kind {kind}; give none, but say who lost by it.";
        ScoreMissing { kind: &'static str } = "score_missing":
            "A result of kind {kind} has a score; give black's discs.";
        LoserNotNamed { kind: &'static str } = "loser_not_named":
            "Say who lost by the {kind}: black or white, or both, but nobody resigns together and a double forfeit is \
             both players'.";
        LoserFromScore { kind: &'static str } = "loser_from_score":
            "The score of a result of kind {kind} says who lost; name nobody beside it.";
        WalkoverWithoutWithdrawal { entrant_id: EntrantId } = "walkover_without_withdrawal":
            "Entrant {entrant_id:?} neither withdrew nor was put out; a walkover is for the opponent of one who did.";
        WalkoverBeforeWithdrawal { entrant_id: EntrantId, round: u32 } = "walkover_without_withdrawal" under "withdrawal":
            "Entrant {entrant_id:?} withdrew or was put out after round {round}, and his score of it stands; a walkover is of \
             the round that he left.";
        NoResultToWithdraw { table: u32, round: u32 } = "no_result_to_withdraw":
            "Table {table} of round {round} has no result; there is nothing to take back.";
        ResultNotOfGame { table: u32, round: u32 } = "result_not_of_game":
            "The result of table {table} of round {round} is not that of this game but an official's; it stands \
             until an official corrects it.";
        RoundResultsStand { round: u32 } = "round_already_finished":
            "Round {round} is finished and its results stand; an official can correct one with a reason.";
        NoResultToCorrect { table: u32, round: u32 } = "no_result_to_correct":
            "Table {table} of round {round} has no result yet; record one first.";
        ResultUnchanged { table: u32, round: u32 } = "result_unchanged":
            "This is the result that table {table} of round {round} has already.";
        RoundAlreadyFinished { round: u32 } = "round_already_finished":
            "Round {round} is finished already.";
        BoardsOpen { round: u32, tables: Vec<String> } = "boards_open":
            "Round {round} cannot be finished while boards are open; results are missing at table {tables}.";
        UnknownTable { round: u32, table: u32, tables: usize } = "unknown_table":
            "Round {round} has no table {table}; its tables go from 1 to {tables}.";
        UnknownRound { round: u32 } = "unknown_round":
            "Round {round} is not published.";
        ResultInconsistent { black: u32, white: u32, squares: u32, half: u32 } = "result_inconsistent" under "results":
            "A score of {black}-{white} does not stand: discs and empties add up to {squares}, the winner has more of \
             them (fewer in Anti-Reversi), a draw is {half}-{half}, who was absent has lost with all of them, and if both \
             were, or forfeit, it is 0-0.";
        NoRoundPublished = "unknown_round":
            "No round is published.";
        NothingDisputed = "not_disputed":
            "Nobody disputes a result.";
    }
}
