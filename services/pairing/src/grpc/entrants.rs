//! Who is registered, removed, withdrawn, and codes for their seats.

use outflank_access::{Problem, identifier};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::Event;
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, acts::act_response, authorised, entry, official, people};
use crate::app::{App, NewEntrant, SeatClaim};

impl PairingGrpc {
    pub(super) async fn register_entrant(
        &self,
        request: Request<proto::RegisterEntrantRequest>,
    ) -> Answer<proto::RegisterEntrantResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let new = NewEntrant {
            surname: asked.surname,
            given_names: asked.given_names,
            country: asked.country,
            rating: asked.rating,
            federation_number: asked.federation_number,
            computer: asked.computer,
            operator: asked.operator,
            categories: people::categories(asked.categories),
            additional: asked.additional,
            accept_same_person: asked.accept_same_person,
            representation: entry::representation(asked.representation),
            members: (asked.computer_member, asked.operator_member),
            accept_rules: false,
            rules_accepted_on_word_of: asked.rules_accepted_on_word_of,
            accept_deviations: asked.accept_deviations,
        };
        let app = self.app();
        let (entrant_id, done) =
            App::detached(async move { app.register(&asked.tournament_id, &act, &new).await })
                .await?;
        Ok(Response::new(proto::RegisterEntrantResponse {
            entrant_id,
            seq: done.seq,
            waiting: done
                .events
                .iter()
                .any(|event| matches!(event, Event::EntrantWaits(_))),
        }))
    }

    pub(super) async fn correct_entrant(
        &self,
        request: Request<proto::CorrectEntrantRequest>,
    ) -> Answer<proto::ActResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let right = NewEntrant {
            surname: asked.surname,
            given_names: asked.given_names,
            country: asked.country,
            rating: asked.rating,
            categories: people::categories(asked.categories),
            accept_same_person: asked.accept_same_person,
            representation: entry::representation(asked.representation),
            accept_deviations: asked.accept_deviations,
            ..NewEntrant::default()
        };
        let app = self.app();
        let done = App::detached(async move {
            let whom = (asked.tournament_id.as_str(), asked.entrant_id.as_str());
            let right = (&right, asked.federation_number, asked.additional);
            app.correct_entrant(whom, &act, right, &asked.reason).await
        })
        .await?;
        Ok(Response::new(act_response(&done)))
    }

    pub(super) async fn remove_entrant(
        &self,
        request: Request<proto::RemoveEntrantRequest>,
    ) -> Answer<proto::RemoveEntrantResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let app = self.app();
        let done = App::detached(async move {
            app.remove(&asked.tournament_id, &act, &asked.entrant_id)
                .await
        })
        .await?;
        Ok(Response::new(proto::RemoveEntrantResponse {
            seq: done.seq,
        }))
    }

    pub(super) async fn withdraw_entrant(
        &self,
        request: Request<proto::WithdrawEntrantRequest>,
    ) -> Answer<proto::WithdrawEntrantResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let app = self.app();
        let done = App::detached(async move {
            app.withdraw(&asked.tournament_id, &act, &asked.entrant_id)
                .await
        })
        .await?;
        Ok(Response::new(proto::WithdrawEntrantResponse {
            seq: done.seq,
        }))
    }

    pub(super) async fn check_seat_claim(
        &self,
        request: Request<proto::CheckSeatClaimRequest>,
    ) -> Answer<proto::CheckSeatClaimResponse> {
        authorised(&request)?;
        let asked = request.into_inner();
        let claim = SeatClaim {
            tournament_id: asked.tournament_id,
            entrant_id: asked.entrant_id,
            account_id: asked.account_id,
            operator_account_id: asked.operator_account_id,
        };
        self.0.check_seat_claim(&claim).await?;
        Ok(Response::new(proto::CheckSeatClaimResponse {}))
    }

    pub(super) async fn issue_seat_code(
        &self,
        request: Request<proto::IssueSeatCodeRequest>,
    ) -> Answer<proto::IssueSeatCodeResponse> {
        // Every code is another: the act is never sent again.
        let command_id = identifier::random_id().map_err(Problem::internal)?;
        let act = official(&request, &command_id)?;
        let asked = request.into_inner();
        let app = self.app();
        let issued = App::detached(async move {
            app.issue_seat_code(&asked.tournament_id, &act, &asked.entrant_id)
                .await
        })
        .await?;
        Ok(Response::new(proto::IssueSeatCodeResponse {
            code: issued.code,
            expires_at_ms: issued.expires_at_ms,
        }))
    }
}
