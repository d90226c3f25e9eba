//! What an event says of itself.

use std::collections::BTreeMap;

use outflank_proto::pairing::v1 as proto;
use outflank_tournament::TournamentState;
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, act, acts::act_response};
use crate::app::{App, Authority, NewDescription, description_changes};

impl PairingGrpc {
    pub(super) async fn describe_tournament(
        &self,
        request: Request<proto::DescribeTournamentRequest>,
    ) -> Answer<proto::ActResponse> {
        let act = act(&request, &request.get_ref().command_id, Authority::Account)?;
        let asked = request.into_inner();
        let app = self.app();
        let done = App::detached(async move {
            let new = asked_for(asked.description);
            app.describe(&asked.tournament_id, &act, &new).await
        })
        .await?;
        Ok(Response::new(act_response(&done)))
    }
}

/// The texts of a request.
pub(super) fn asked_for(asked: Option<proto::Description>) -> NewDescription {
    let asked = asked.unwrap_or_default();
    NewDescription {
        place: asked.place,
        organiser_name: asked.organiser_name,
        contact: asked.contact,
        other_prizes: asked.other_prizes,
        prospectus: asked.prospectus,
    }
}

/// The texts in force; none where nothing is written.
pub(super) fn shown(
    state: &TournamentState,
    texts: &BTreeMap<String, String>,
) -> Option<proto::Description> {
    let standing = state.descriptions.in_force();
    let text = |id: &Option<String>| {
        let kept = id.as_ref().and_then(|id| texts.get(id));
        kept.cloned().unwrap_or_default()
    };
    let shown = proto::Description {
        place: text(&standing.place),
        organiser_name: text(&standing.organiser_name),
        contact: text(&standing.contact),
        other_prizes: text(&standing.other_prizes),
        prospectus: text(&standing.prospectus),
    };
    (shown != proto::Description::default()).then_some(shown)
}

/// When they were written, and by whom.
pub(super) fn changes(state: &TournamentState) -> Vec<proto::DescriptionChange> {
    description_changes(state.descriptions.made())
        .map(|(made, texts)| proto::DescriptionChange {
            at_ms: made.at_ms,
            by_account_id: made.by.0.clone(),
            texts: texts.into_iter().map(str::to_owned).collect(),
        })
        .collect()
}
