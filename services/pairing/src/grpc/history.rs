//! Tournaments as they stood.

use std::collections::BTreeMap;

use outflank_proto::pairing::v1 as proto;
use outflank_tournament::AccountId;
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, authorised, rulings_view, view};
use crate::app::Standing;

impl PairingGrpc {
    pub(super) async fn get_tournament_at(
        &self,
        request: Request<proto::GetTournamentAtRequest>,
    ) -> Answer<proto::GetTournamentAtResponse> {
        authorised(&request)?;
        let asked = request.into_inner();
        let (app, id) = (&self.0, &asked.tournament_id);
        let standing = app.tournament_at(id, asked.seq, asked.after_seq).await?;
        let records = app.records();
        let beside = view::Beside {
            names: records.names_after(id, &standing.entries).await?,
            notes: BTreeMap::new(),
            texts: records.reasons(id).await?,
            director_name: records.director(id).await?.unwrap_or_default(),
        };
        let accounts = app.account_names(answering(&standing)).await?;
        let tournament = &standing.tournament;
        Ok(Response::new(proto::GetTournamentAtResponse {
            tournament: Some(proto::Tournament {
                rated: app.rated(&tournament.state) && !standing.moved,
                ..view::tournament(tournament, &beside)
            }),
            at_ms: tournament.at_ms,
            confirmed_by_account_id: standing
                .confirmed
                .as_ref()
                .map(|(by, _)| by.0.clone())
                .unwrap_or_default(),
            confirmed_at_ms: standing.confirmed.as_ref().map_or(0, |(_, at_ms)| *at_ms),
            changes: standing
                .changes
                .iter()
                .map(|change| proto::FileChange {
                    seq: change.seq,
                    at_ms: change.at_ms,
                    cause: change.cause.name().to_owned(),
                    account_id: change
                        .by
                        .as_ref()
                        .map(|by| by.0.clone())
                        .unwrap_or_default(),
                    reason: change
                        .reason
                        .as_ref()
                        .and_then(|id| beside.texts.get(id).cloned())
                        .unwrap_or_default(),
                })
                .collect(),
            accounts,
            rulings: rulings_view::counting(&tournament.state),
        }))
    }
}

/// Those who answer for the event, and who changed its rating file.
fn answering(standing: &Standing) -> Vec<AccountId> {
    let state = &standing.tournament.state;
    let heads = state.offices.held.iter();
    let heads = heads.filter(|(_, role)| **role == outflank_tournament::OfficialRole::HeadDirector);
    let confirmed = standing.confirmed.iter().map(|(by, _)| by);
    let approved = state.approval_in_force().into_iter().map(|one| &one.by);
    let released = state.office.release.iter().map(|one| &one.by);
    let changed = standing
        .changes
        .iter()
        .filter_map(|change| change.by.as_ref());
    heads
        .map(|(account, _)| account)
        .chain(confirmed)
        .chain(approved)
        .chain(released)
        .chain(changed)
        .cloned()
        .collect()
}
