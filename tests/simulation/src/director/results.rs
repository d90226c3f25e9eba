//! Results by the desk, by how they came about.

use outflank_access::Problem;
use outflank_proto::pairing::v1 as pairing;

use super::{DIRECTOR, Director, programme::Programme};
use crate::asked::{Asked, Entered};

/// Kinds with a score.
const SCORED: [&str; 3] = ["played", "time_default", "adjudicated"];
/// Kinds in which the text fixes it, and who may have lost by them.
const FIXED: [(&str, &[&str]); 4] = [
    ("resigned", &["black", "white"]),
    ("forfeit", &["black", "white", "both"]),
    ("double_forfeit", &["both"]),
    ("no_show", &["black", "white", "both"]),
];

impl Director {
    /// Enters a result of some kind at a board.
    pub(super) async fn enter_kind(
        &self,
        programme: &Programme,
        (id, round): (&str, u32),
        boards: &[pairing::Board],
    ) {
        let chance = &programme.chance;
        let Some(board) = chance.one_of(boards) else {
            return;
        };
        let result = if chance.in_thousand(400) {
            Entered {
                kind: chance.one_of(&SCORED).unwrap_or(&"played"),
                black_discs: u32::try_from(chance.between(0, 64)).ok(),
                lost_by: "",
            }
        } else {
            let (kind, losers) = chance.one_of(&FIXED).unwrap_or(&FIXED[0]);
            Entered {
                kind,
                black_discs: None,
                lost_by: chance.one_of(losers).unwrap_or(&"both"),
            }
        };
        let _refused = self.enter_result((id, round), board.table, result).await;
    }

    /// A player withdraws in the middle of his game, and his opponent has a walkover.
    pub(super) async fn walkover(
        &self,
        programme: &Programme,
        (id, round): (&str, u32),
        boards: &[pairing::Board],
    ) {
        let Some(board) = programme.chance.one_of(boards) else {
            return;
        };
        let (entrant, lost_by) = if programme.chance.in_thousand(500) {
            (&board.black_entrant_id, "black")
        } else {
            (&board.white_entrant_id, "white")
        };
        if self.withdraw(id, entrant).await {
            let result = Entered {
                kind: "walkover",
                black_discs: None,
                lost_by,
            };
            let _refused = self.enter_result((id, round), board.table, result).await;
        }
    }

    async fn enter_result(
        &self,
        (id, round): (&str, u32),
        table: u32,
        result: Entered,
    ) -> Result<pairing::EnterResultResponse, Problem> {
        let asked = pairing::EnterResultRequest {
            tournament_id: id.to_owned(),
            round,
            table,
            black_discs: result.black_discs,
            reason: "So it was decided.".to_owned(),
            kind: result.kind.to_owned(),
            lost_by: result.lost_by.to_owned(),
            ..pairing::EnterResultRequest::default()
        };
        let enters = Asked::Enter {
            round,
            table,
            result,
        };
        act!(self, DIRECTOR, enters, enter_result("EnterResult", asked))
    }
}
