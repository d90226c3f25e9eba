//! Every call of the contract, and where it is answered.

use outflank_proto::{
    feed::v1::{CatchUpRequest, CatchUpResponse, ReadFactsRequest, ReadFactsResponse},
    pairing::v1::{self as proto, pairing_service_server::PairingService},
};
use tonic::{Request, Response, Status};

use super::{Answer, PairingGrpc, authorised, rules};
use crate::app::App;

#[tonic::async_trait]
impl PairingService for PairingGrpc {
    async fn list_rule_sets(
        &self,
        request: Request<proto::ListRuleSetsRequest>,
    ) -> Answer<proto::ListRuleSetsResponse> {
        rules::list(&request)
    }

    async fn create_tournament(
        &self,
        request: Request<proto::CreateTournamentRequest>,
    ) -> Answer<proto::CreateTournamentResponse> {
        self.found(request).await
    }

    async fn list_tournaments(
        &self,
        request: Request<proto::ListTournamentsRequest>,
    ) -> Answer<proto::ListTournamentsResponse> {
        self.tournaments(request).await
    }

    async fn get_tournament(
        &self,
        request: Request<proto::GetTournamentRequest>,
    ) -> Answer<proto::GetTournamentResponse> {
        authorised(&request)?;
        Ok(Response::new(proto::GetTournamentResponse {
            tournament: self.view(&request.get_ref().tournament_id).await?,
        }))
    }

    async fn list_seats(
        &self,
        request: Request<proto::ListSeatsRequest>,
    ) -> Answer<proto::ListSeatsResponse> {
        self.seats(request).await
    }

    async fn appoint_official(
        &self,
        request: Request<proto::AppointOfficialRequest>,
    ) -> Answer<proto::AppointOfficialResponse> {
        self.appoint(request).await
    }

    async fn register_entrant(
        &self,
        request: Request<proto::RegisterEntrantRequest>,
    ) -> Answer<proto::RegisterEntrantResponse> {
        self.register(request).await
    }

    async fn remove_entrant(
        &self,
        request: Request<proto::RemoveEntrantRequest>,
    ) -> Answer<proto::RemoveEntrantResponse> {
        self.remove(request).await
    }

    async fn withdraw_entrant(
        &self,
        request: Request<proto::WithdrawEntrantRequest>,
    ) -> Answer<proto::WithdrawEntrantResponse> {
        self.withdraw(request).await
    }

    async fn issue_seat_code(
        &self,
        request: Request<proto::IssueSeatCodeRequest>,
    ) -> Answer<proto::IssueSeatCodeResponse> {
        self.seat_code(request).await
    }

    async fn publish_round(
        &self,
        request: Request<proto::PublishRoundRequest>,
    ) -> Answer<proto::PublishRoundResponse> {
        self.publish(request).await
    }

    async fn enter_result(
        &self,
        request: Request<proto::EnterResultRequest>,
    ) -> Answer<proto::EnterResultResponse> {
        self.enter_a_result(request).await
    }

    async fn finish_round(
        &self,
        request: Request<proto::FinishRoundRequest>,
    ) -> Answer<proto::FinishRoundResponse> {
        self.finish(request).await
    }

    async fn confirm_tournament(
        &self,
        request: Request<proto::ConfirmTournamentRequest>,
    ) -> Answer<proto::ConfirmTournamentResponse> {
        self.confirm(request).await
    }

    async fn change_rule_set(
        &self,
        request: Request<proto::ChangeRuleSetRequest>,
    ) -> Answer<proto::ActResponse> {
        self.change(request).await
    }

    async fn invite_entrant(
        &self,
        request: Request<proto::InviteEntrantRequest>,
    ) -> Answer<proto::ActResponse> {
        self.invite(request).await
    }

    async fn revoke_invitation(
        &self,
        request: Request<proto::RevokeInvitationRequest>,
    ) -> Answer<proto::ActResponse> {
        self.revoke(request).await
    }

    async fn enter_nation(
        &self,
        request: Request<proto::EnterNationRequest>,
    ) -> Answer<proto::ActResponse> {
        self.enter_a_nation(request).await
    }

    async fn remove_nation(
        &self,
        request: Request<proto::RemoveNationRequest>,
    ) -> Answer<proto::ActResponse> {
        self.remove_a_nation(request).await
    }

    async fn permit_late_change(
        &self,
        request: Request<proto::PermitLateChangeRequest>,
    ) -> Answer<proto::ActResponse> {
        self.permit(request).await
    }

    async fn name_group_a(
        &self,
        request: Request<proto::NameGroupARequest>,
    ) -> Answer<proto::ActResponse> {
        self.name_the_group_a(request).await
    }

    async fn open_check_in(
        &self,
        request: Request<proto::OpenCheckInRequest>,
    ) -> Answer<proto::ActResponse> {
        self.open_the_check_in(request).await
    }

    async fn close_check_in(
        &self,
        request: Request<proto::CloseCheckInRequest>,
    ) -> Answer<proto::ActResponse> {
        self.close_the_check_in(request).await
    }

    async fn check_in(
        &self,
        request: Request<proto::CheckInRequest>,
    ) -> Answer<proto::ActResponse> {
        self.check_someone_in(request).await
    }

    async fn announce_absence(
        &self,
        request: Request<proto::AnnounceAbsenceRequest>,
    ) -> Answer<proto::ActResponse> {
        self.announce_an_absence(request).await
    }

    async fn end_absence(
        &self,
        request: Request<proto::EndAbsenceRequest>,
    ) -> Answer<proto::ActResponse> {
        self.end_an_absence(request).await
    }

    async fn refuse_computers(
        &self,
        request: Request<proto::RefuseComputersRequest>,
    ) -> Answer<proto::ActResponse> {
        self.refuse(request).await
    }

    async fn accept_computers(
        &self,
        request: Request<proto::AcceptComputersRequest>,
    ) -> Answer<proto::ActResponse> {
        self.accept(request).await
    }

    async fn set_computer_parameters(
        &self,
        request: Request<proto::SetComputerParametersRequest>,
    ) -> Answer<proto::ActResponse> {
        self.set_parameters(request).await
    }

    async fn unpublish_round(
        &self,
        request: Request<proto::UnpublishRoundRequest>,
    ) -> Answer<proto::ActResponse> {
        self.unpublish(request).await
    }

    async fn explain_board(
        &self,
        request: Request<proto::ExplainBoardRequest>,
    ) -> Answer<proto::ExplainBoardResponse> {
        self.explain(request).await
    }

    async fn grant_accommodation(
        &self,
        request: Request<proto::GrantAccommodationRequest>,
    ) -> Answer<proto::ActResponse> {
        self.accommodate(request).await
    }

    async fn list_accommodations(
        &self,
        request: Request<proto::ListAccommodationsRequest>,
    ) -> Answer<proto::ListAccommodationsResponse> {
        self.accommodations(request).await
    }

    async fn commit_nonce(
        &self,
        request: Request<proto::CommitNonceRequest>,
    ) -> Answer<proto::ActResponse> {
        self.commit(request).await
    }

    async fn give_nonce(
        &self,
        request: Request<proto::GiveNonceRequest>,
    ) -> Answer<proto::ActResponse> {
        self.give(request).await
    }

    async fn announce_finals_round(
        &self,
        request: Request<proto::AnnounceFinalsRoundRequest>,
    ) -> Answer<proto::ActResponse> {
        self.announce(request).await
    }

    async fn choose_colour(
        &self,
        request: Request<proto::ChooseColourRequest>,
    ) -> Answer<proto::ActResponse> {
        self.choose(request).await
    }

    async fn agree_to_playoff(
        &self,
        request: Request<proto::AgreeToPlayoffRequest>,
    ) -> Answer<proto::ActResponse> {
        self.agree(request).await
    }

    async fn draw_lots(
        &self,
        request: Request<proto::DrawLotsRequest>,
    ) -> Answer<proto::ActResponse> {
        self.lots(request).await
    }

    async fn record_no_show(
        &self,
        request: Request<proto::RecordNoShowRequest>,
    ) -> Answer<proto::ActResponse> {
        self.no_show(request).await
    }

    async fn dispute_result(
        &self,
        request: Request<proto::DisputeResultRequest>,
    ) -> Answer<proto::ActResponse> {
        self.dispute(request).await
    }

    async fn hold_pairing(
        &self,
        request: Request<proto::HoldPairingRequest>,
    ) -> Answer<proto::ActResponse> {
        self.hold(request).await
    }

    async fn settle_dispute(
        &self,
        request: Request<proto::SettleDisputeRequest>,
    ) -> Answer<proto::ActResponse> {
        self.settle(request).await
    }

    async fn review_penalty(
        &self,
        request: Request<proto::ReviewPenaltyRequest>,
    ) -> Answer<proto::ActResponse> {
        self.review(request).await
    }

    async fn decide_protest(
        &self,
        request: Request<proto::DecideProtestRequest>,
    ) -> Answer<proto::ActResponse> {
        self.decide_protest_of(request).await
    }

    async fn appoint_committee(
        &self,
        request: Request<proto::AppointCommitteeRequest>,
    ) -> Answer<proto::ActResponse> {
        self.appoint_a_committee(request).await
    }

    async fn note_testimony(
        &self,
        request: Request<proto::NoteTestimonyRequest>,
    ) -> Answer<proto::ActResponse> {
        self.testimony(request).await
    }

    async fn decide_appeal(
        &self,
        request: Request<proto::DecideAppealRequest>,
    ) -> Answer<proto::ActResponse> {
        self.decide_appeal_of(request).await
    }

    async fn amend_confirmed(
        &self,
        request: Request<proto::AmendConfirmedRequest>,
    ) -> Answer<proto::ActResponse> {
        self.amend(request).await
    }

    async fn impose_penalty(
        &self,
        request: Request<proto::ImposePenaltyRequest>,
    ) -> Answer<proto::ImposePenaltyResponse> {
        self.impose(request).await
    }

    async fn file_protest(
        &self,
        request: Request<proto::FileProtestRequest>,
    ) -> Answer<proto::FileProtestResponse> {
        self.protest(request).await
    }

    async fn file_appeal(
        &self,
        request: Request<proto::FileAppealRequest>,
    ) -> Answer<proto::FileAppealResponse> {
        self.appeal(request).await
    }

    async fn enter_tournament(
        &self,
        request: Request<proto::EnterTournamentRequest>,
    ) -> Answer<proto::EnterTournamentResponse> {
        self.enter(request).await
    }

    async fn list_rulings(
        &self,
        request: Request<proto::ListRulingsRequest>,
    ) -> Answer<proto::ListRulingsResponse> {
        self.rulings(request).await
    }

    async fn get_rule_set(
        &self,
        request: Request<proto::GetRuleSetRequest>,
    ) -> Answer<proto::GetRuleSetResponse> {
        rules::get(&request)
    }

    async fn check_rule_set(
        &self,
        request: Request<proto::CheckRuleSetRequest>,
    ) -> Answer<proto::CheckRuleSetResponse> {
        rules::judge(&request)
    }

    async fn import_players_list(
        &self,
        request: Request<proto::ImportPlayersListRequest>,
    ) -> Answer<proto::ImportPlayersListResponse> {
        self.import(request).await
    }

    async fn find_players(
        &self,
        request: Request<proto::FindPlayersRequest>,
    ) -> Answer<proto::FindPlayersResponse> {
        self.find(request).await
    }

    async fn catch_up(&self, request: Request<CatchUpRequest>) -> Answer<CatchUpResponse> {
        authorised(&request)?;
        let app = self.app();
        App::detached(async move { app.catch_up().await }).await?;
        Ok(Response::new(CatchUpResponse {}))
    }

    async fn read_facts(&self, request: Request<ReadFactsRequest>) -> Answer<ReadFactsResponse> {
        authorised(&request)?;
        let page = self.0.read_facts(request.into_inner()).await?;
        Ok::<_, Status>(Response::new(page))
    }
}
