//! Whom a published round, an announcement or a table calls: for identity, which reaches their devices.

use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{BoardRef, SummonedBy, SummonedTo};
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, authorised};
use crate::app::{announcement_text, index_row};

impl PairingGrpc {
    pub(super) async fn get_summonses(
        &self,
        request: Request<proto::GetSummonsesRequest>,
    ) -> Answer<proto::GetSummonsesResponse> {
        authorised(&request)?;
        let asked = request.get_ref();
        let tournament = self.0.tournament(&asked.tournament_id).await?;
        let state = &tournament.state;
        let number = asked.announcement;
        let round = asked.round;
        let by = match (number, asked.table) {
            (0, 0) => SummonedBy::Round {
                round,
                seq: asked.seq,
            },
            (0, table) => SummonedBy::Table(BoardRef { round, table }),
            (number, _) => SummonedBy::Announcement { number },
        };
        let summonses = state.summonses(by);
        let names = self.0.records().names(&asked.tournament_id).await?;
        let shown = summonses.into_iter().map(|summons| {
            let account_id = summons.account.0;
            match summons.to {
                SummonedTo::Board {
                    table,
                    colour,
                    opponent,
                } => proto::Summons {
                    account_id,
                    table,
                    colour: colour.name().to_owned(),
                    opponent: names
                        .get(opponent.as_str())
                        .map(|name| name.display())
                        .unwrap_or_default(),
                },
                SummonedTo::Bye | SummonedTo::Announcement | SummonedTo::Table => proto::Summons {
                    account_id,
                    ..proto::Summons::default()
                },
            }
        });
        let mut made = state.announcements.made().iter();
        let text = match made.find(|made| number != 0 && made.announcement.number == number) {
            Some(made) => {
                let id = &made.announcement.text;
                let written = self.0.records().reason(&asked.tournament_id, id).await?;
                announcement_text(made, written)
            }
            None => String::new(),
        };
        let round = state
            .round(round)
            .filter(|_| number == 0 && asked.table == 0);
        Ok(Response::new(proto::GetSummonsesResponse {
            tournament_name: index_row(&tournament).summary().name,
            starts_at_ms: round.map_or(0, |round| round.starts_at_ms),
            text,
            summonses: shown.collect(),
        }))
    }
}
