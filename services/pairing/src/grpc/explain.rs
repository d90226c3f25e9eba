//! Why a published round has a board, or has it not.

use outflank_access::Problem;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{BoardExplained, EntrantId, PairingLevel, PublishedBoard};
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, authorised, view_course};
use crate::app::{App, refused, unknown_round};

impl PairingGrpc {
    pub(super) async fn explain_board(
        &self,
        request: Request<proto::ExplainBoardRequest>,
    ) -> Answer<proto::ExplainBoardResponse> {
        authorised(&request)?;
        let asked = request.into_inner();
        let tournament = self.0.tournament(&asked.tournament_id).await?;
        let state = &tournament.state;
        let round = state
            .round(asked.round)
            .ok_or_else(|| unknown_round(asked.round))?;
        let modified = round.cost.contains_key(&PairingLevel::ThirdMeetings);
        let levels = state
            .rule_set
            .as_ref()
            .map(|rules| rules.levels(modified).to_vec())
            .unwrap_or_default();
        let (before, published) = self.0.around_entry(&asked.tournament_id, round.seq).await?;
        let names = self.0.records().names(&asked.tournament_id).await?;
        let name = move |id: &EntrantId| {
            names
                .get(id.as_str())
                .map_or_else(|| id.0.clone(), |name| name.display())
        };
        let one = EntrantId(asked.one_entrant_id);
        let other = EntrantId(asked.two_entrant_id);
        // Making a large round's pairing again takes long enough to hold up everybody else on this thread.
        let explained = App::detached(async move {
            tokio::task::spawn_blocking(move || {
                let board = PublishedBoard {
                    one: &one,
                    other: (!other.0.is_empty()).then_some(&other),
                };
                outflank_tournament::explain_published(&before.state, &published, board, &name)
            })
            .await
            .map_err(Problem::internal)?
            .map_err(|refusal| refused(&refusal))
        })
        .await?;
        Ok(Response::new(shown(explained, &levels)))
    }
}

pub(super) fn shown(
    explained: BoardExplained,
    levels: &[PairingLevel],
) -> proto::ExplainBoardResponse {
    let (pairs, bye) = explained.alternative.unwrap_or_default();
    proto::ExplainBoardResponse {
        chosen: explained.chosen,
        bound: explained
            .bound
            .map(|level| level.name().to_owned())
            .unwrap_or_default(),
        alternative: pairs
            .into_iter()
            .map(|(black, white)| proto::ManualPair {
                black_entrant_id: black.0,
                white_entrant_id: white.0,
            })
            .collect(),
        alternative_bye_entrant_id: bye.map(|id| id.0).unwrap_or_default(),
        difference: view_course::costs(&explained.difference, levels),
        sentence: explained.sentence,
        set: explained.set,
    }
}
