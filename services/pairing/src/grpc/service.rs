//! Every call of the contract, answered by the handler of its name.

use outflank_proto::{
    feed::v1::{CatchUpRequest, CatchUpResponse, ReadFactsRequest, ReadFactsResponse},
    identity::v1::{FindAccountsRequest, FindAccountsResponse},
    pairing::v1 as proto,
};
use tonic::{Request, Response, Status};

use super::{Answer, PairingGrpc, authorised, rules};
use crate::app::{App, ToldState, wire_facts};

impl PairingGrpc {
    async fn list_rule_sets(
        &self,
        request: Request<proto::ListRuleSetsRequest>,
    ) -> Answer<proto::ListRuleSetsResponse> {
        rules::list(&request, self.0.founding())
    }

    async fn get_tournament(
        &self,
        request: Request<proto::GetTournamentRequest>,
    ) -> Answer<proto::GetTournamentResponse> {
        authorised(&request)?;
        let shown = self.view(&request.get_ref().tournament_id).await?;
        Ok(Response::new(shown))
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

    async fn catch_up(&self, request: Request<CatchUpRequest>) -> Answer<CatchUpResponse> {
        authorised(&request)?;
        let app = self.app();
        App::detached(async move { app.catch_up().await }).await?;
        Ok(Response::new(CatchUpResponse {}))
    }

    async fn read_tournament_state(
        &self,
        request: Request<proto::ReadTournamentStateRequest>,
    ) -> Answer<proto::ReadTournamentStateResponse> {
        authorised(&request)?;
        let asked = request.get_ref();
        let id = &asked.tournament_id;
        let told = self
            .0
            .told_state(id, asked.fold_edition, asked.after_seq)
            .await?;
        let mut answer = proto::ReadTournamentStateResponse::default();
        match told {
            ToldState::Folded { seq, state } => (answer.seq, answer.state) = (seq, state),
            ToldState::Entries(entries) => {
                for entry in entries {
                    let facts = wire_facts(id, entry.seq, entry.at_ms, &entry.events)?;
                    answer.facts.extend(facts);
                }
            }
        }
        Ok(Response::new(answer))
    }

    async fn read_facts(&self, request: Request<ReadFactsRequest>) -> Answer<ReadFactsResponse> {
        let reader = authorised(&request)?.service;
        let page = self.0.read_facts(reader, request.into_inner()).await?;
        Ok::<_, Status>(Response::new(page))
    }
}

/// Handlers stand with what they are about. The trait is not imported, so that what has no handler does not compile.
macro_rules! by_name {
    ($($rpc:ident: $request:ty => $response:ty,)*) => {
        #[tonic::async_trait]
        impl proto::pairing_service_server::PairingService for PairingGrpc {
            $(async fn $rpc(&self, request: Request<$request>) -> Answer<$response> {
                self.$rpc(request).await
            })*
        }
    };
}

by_name! {
    check_seek: proto::CheckSeekRequest => proto::CheckSeekResponse,
    find_bookings: proto::FindBookingsRequest => proto::FindBookingsResponse,
    get_lobby: proto::GetLobbyRequest => proto::GetLobbyResponse,
    create_challenge: proto::CreateChallengeRequest => proto::CreateChallengeResponse,
    get_challenge: proto::GetChallengeRequest => proto::GetChallengeResponse,
    take_challenge: proto::TakeChallengeRequest => proto::TakeChallengeResponse,
    withdraw_challenge: proto::WithdrawChallengeRequest => proto::WithdrawChallengeResponse,
    offer_rematch: proto::OfferRematchRequest => proto::OfferRematchResponse,
    get_casual_game: proto::GetCasualGameRequest => proto::GetCasualGameResponse,
    list_casual_games: proto::ListCasualGamesRequest => proto::ListCasualGamesResponse,
    get_own_play: proto::GetOwnPlayRequest => proto::GetOwnPlayResponse,
    get_live_ratings: proto::GetLiveRatingsRequest => proto::GetLiveRatingsResponse,
    report_player: proto::ReportPlayerRequest => proto::ReportPlayerResponse,
    list_player_reports: proto::ListPlayerReportsRequest => proto::ListPlayerReportsResponse,
    get_player_report: proto::GetPlayerReportRequest => proto::GetPlayerReportResponse,
    answer_player_report: proto::AnswerPlayerReportRequest => proto::AnswerPlayerReportResponse,
    get_moderated_account: proto::GetModeratedAccountRequest => proto::ModeratedAccountResponse,
    mute_player: proto::MutePlayerRequest => proto::ModeratedAccountResponse,
    unmute_player: proto::UnmutePlayerRequest => proto::ModeratedAccountResponse,
    bar_player: proto::BarPlayerRequest => proto::ModeratedAccountResponse,
    readmit_player: proto::ReadmitPlayerRequest => proto::ModeratedAccountResponse,
    read_moderated_chat: proto::ReadModeratedChatRequest => proto::ReadModeratedChatResponse,
    remove_casual_message: proto::RemoveCasualMessageRequest => proto::RemoveCasualMessageResponse,
    found_contest: proto::FoundContestRequest => proto::ContestResponse,
    list_contests: proto::ListContestsRequest => proto::ListContestsResponse,
    get_contest: proto::GetContestRequest => proto::GetContestResponse,
    list_contest_entrants: proto::ListContestEntrantsRequest => proto::ListContestEntrantsResponse,
    get_contest_entrant: proto::GetContestEntrantRequest => proto::ContestEntrantResponse,
    list_contest_games: proto::ListContestGamesRequest => proto::ListContestGamesResponse,
    join_contest: proto::JoinContestRequest => proto::ContestResponse,
    leave_contest: proto::LeaveContestRequest => proto::ContestResponse,
    remove_contest_entrant: proto::RemoveContestEntrantRequest => proto::ContestEntrantResponse,
    end_contest: proto::EndContestRequest => proto::ContestResponse,
    challenge_on_ladder: proto::ChallengeOnLadderRequest => proto::ContestResponse,
    withdraw_ladder_challenge: proto::WithdrawLadderChallengeRequest => proto::ContestResponse,
    yield_on_ladder: proto::YieldOnLadderRequest => proto::ContestResponse,
    list_moderation_acts: proto::ListModerationActsRequest => proto::ListModerationActsResponse,
    list_conduct: proto::ListConductRequest => proto::ListConductResponse,
    get_moderators: proto::GetModeratorsRequest => proto::ModeratorsResponse,
    name_moderator: proto::NameModeratorRequest => proto::ModeratorsResponse,
    dismiss_moderator: proto::DismissModeratorRequest => proto::ModeratorsResponse,
    get_casual_standing: proto::GetCasualStandingRequest => proto::GetCasualStandingResponse,
    block_player: proto::BlockPlayerRequest => proto::BlockPlayerResponse,
    unblock_player: proto::UnblockPlayerRequest => proto::UnblockPlayerResponse,
    list_blocks: proto::ListBlocksRequest => proto::ListBlocksResponse,
    list_rule_sets: proto::ListRuleSetsRequest => proto::ListRuleSetsResponse,
    create_tournament: proto::CreateTournamentRequest => proto::CreateTournamentResponse,
    rehearse_tournament: proto::RehearseTournamentRequest => proto::RehearseTournamentResponse,
    get_rehearsals: proto::GetRehearsalsRequest => proto::GetRehearsalsResponse,
    list_running_rehearsals: proto::ListRunningRehearsalsRequest => proto::ListRunningRehearsalsResponse,
    seat_house: proto::SeatHouseRequest => proto::SeatHouseResponse,
    list_tournaments: proto::ListTournamentsRequest => proto::ListTournamentsResponse,
    get_tournament: proto::GetTournamentRequest => proto::GetTournamentResponse,
    get_tournament_at: proto::GetTournamentAtRequest => proto::GetTournamentAtResponse,
    list_seats: proto::ListSeatsRequest => proto::ListSeatsResponse,
    amend_rules: proto::AmendRulesRequest => proto::ActResponse,
    list_rule_versions: proto::ListRuleVersionsRequest => proto::ListRuleVersionsResponse,
    set_timetable: proto::SetTimetableRequest => proto::ActResponse,
    move_timetable: proto::MoveTimetableRequest => proto::ActResponse,
    list_missing_entrants: proto::ListMissingEntrantsRequest => proto::ListMissingEntrantsResponse,
    describe_tournament: proto::DescribeTournamentRequest => proto::ActResponse,
    announce: proto::AnnounceRequest => proto::AnnounceResponse,
    list_announcements: proto::ListAnnouncementsRequest => proto::ListAnnouncementsResponse,
    read_announcements: proto::ReadAnnouncementsRequest => proto::ReadAnnouncementsResponse,
    get_summonses: proto::GetSummonsesRequest => proto::GetSummonsesResponse,
    appoint_official: proto::AppointOfficialRequest => proto::AppointOfficialResponse,
    dismiss_official: proto::DismissOfficialRequest => proto::ActResponse,
    assign_tables: proto::AssignTablesRequest => proto::ActResponse,
    list_duties: proto::ListDutiesRequest => proto::ListDutiesResponse,
    tick_duty: proto::TickDutyRequest => proto::ActResponse,
    untick_duty: proto::UntickDutyRequest => proto::ActResponse,
    report_irregularity: proto::ReportIrregularityRequest => proto::ReportIrregularityResponse,
    list_reports: proto::ListReportsRequest => proto::ListReportsResponse,
    answer_report: proto::AnswerReportRequest => proto::ActResponse,
    appoint_appeals_committee: proto::AppointAppealsCommitteeRequest => proto::ActResponse,
    dissolve_appeals_committee: proto::DissolveAppealsCommitteeRequest => proto::ActResponse,
    name_chair: proto::NameChairRequest => proto::ActResponse,
    register_entrant: proto::RegisterEntrantRequest => proto::RegisterEntrantResponse,
    correct_entrant: proto::CorrectEntrantRequest => proto::ActResponse,
    declare_entry: proto::DeclareEntryRequest => proto::ActResponse,
    note_fee: proto::NoteFeeRequest => proto::ActResponse,
    note_federation_agreement: proto::NoteFederationAgreementRequest => proto::ActResponse,
    list_entry_facts: proto::ListEntryFactsRequest => proto::ListEntryFactsResponse,
    get_entry_terms: proto::GetEntryTermsRequest => proto::GetEntryTermsResponse,
    remove_entrant: proto::RemoveEntrantRequest => proto::RemoveEntrantResponse,
    withdraw_entrant: proto::WithdrawEntrantRequest => proto::WithdrawEntrantResponse,
    issue_seat_code: proto::IssueSeatCodeRequest => proto::IssueSeatCodeResponse,
    check_seat_claim: proto::CheckSeatClaimRequest => proto::CheckSeatClaimResponse,
    publish_round: proto::PublishRoundRequest => proto::PublishRoundResponse,
    preview_round: proto::PreviewRoundRequest => proto::PreviewRoundResponse,
    get_papp_files: proto::GetPappFilesRequest => proto::GetPappFilesResponse,
    preview_papp_files: proto::PreviewPappFilesRequest => proto::PreviewPappFilesResponse,
    take_papp_files: proto::TakePappFilesRequest => proto::ActResponse,
    enter_result: proto::EnterResultRequest => proto::EnterResultResponse,
    finish_round: proto::FinishRoundRequest => proto::FinishRoundResponse,
    confirm_tournament: proto::ConfirmTournamentRequest => proto::ConfirmTournamentResponse,
    shorten_qualification: proto::ShortenQualificationRequest => proto::ActResponse,
    end_early: proto::EndEarlyRequest => proto::ActResponse,
    abandon_tournament: proto::AbandonTournamentRequest => proto::ActResponse,
    cancel_tournament: proto::CancelTournamentRequest => proto::ActResponse,
    change_rule_set: proto::ChangeRuleSetRequest => proto::ActResponse,
    invite_entrant: proto::InviteEntrantRequest => proto::ActResponse,
    revoke_invitation: proto::RevokeInvitationRequest => proto::ActResponse,
    list_invitations: proto::ListInvitationsRequest => proto::ListInvitationsResponse,
    enter_nation: proto::EnterNationRequest => proto::ActResponse,
    decide_nation: proto::DecideNationRequest => proto::ActResponse,
    remove_nation: proto::RemoveNationRequest => proto::ActResponse,
    permit_late_change: proto::PermitLateChangeRequest => proto::ActResponse,
    name_group_a: proto::NameGroupARequest => proto::ActResponse,
    open_check_in: proto::OpenCheckInRequest => proto::ActResponse,
    close_check_in: proto::CloseCheckInRequest => proto::ActResponse,
    check_in: proto::CheckInRequest => proto::ActResponse,
    announce_absence: proto::AnnounceAbsenceRequest => proto::ActResponse,
    end_absence: proto::EndAbsenceRequest => proto::ActResponse,
    refuse_computers: proto::RefuseComputersRequest => proto::ActResponse,
    accept_computers: proto::AcceptComputersRequest => proto::ActResponse,
    set_computer_parameters: proto::SetComputerParametersRequest => proto::ActResponse,
    unpublish_round: proto::UnpublishRoundRequest => proto::ActResponse,
    explain_board: proto::ExplainBoardRequest => proto::ExplainBoardResponse,
    grant_accommodation: proto::GrantAccommodationRequest => proto::ActResponse,
    list_accommodations: proto::ListAccommodationsRequest => proto::ListAccommodationsResponse,
    commit_nonce: proto::CommitNonceRequest => proto::ActResponse,
    give_nonce: proto::GiveNonceRequest => proto::ActResponse,
    announce_finals_round: proto::AnnounceFinalsRoundRequest => proto::ActResponse,
    choose_colour: proto::ChooseColourRequest => proto::ActResponse,
    agree_to_playoff: proto::AgreeToPlayoffRequest => proto::ActResponse,
    draw_lots: proto::DrawLotsRequest => proto::ActResponse,
    record_no_show: proto::RecordNoShowRequest => proto::ActResponse,
    dispute_result: proto::DisputeResultRequest => proto::ActResponse,
    hold_pairing: proto::HoldPairingRequest => proto::ActResponse,
    settle_dispute: proto::SettleDisputeRequest => proto::ActResponse,
    review_penalty: proto::ReviewPenaltyRequest => proto::ActResponse,
    decide_protest: proto::DecideProtestRequest => proto::ActResponse,
    appoint_committee: proto::AppointCommitteeRequest => proto::ActResponse,
    note_testimony: proto::NoteTestimonyRequest => proto::ActResponse,
    decide_appeal: proto::DecideAppealRequest => proto::ActResponse,
    amend_confirmed: proto::AmendConfirmedRequest => proto::ActResponse,
    impose_penalty: proto::ImposePenaltyRequest => proto::ImposePenaltyResponse,
    file_protest: proto::FileProtestRequest => proto::FileProtestResponse,
    file_appeal: proto::FileAppealRequest => proto::FileAppealResponse,
    enter_tournament: proto::EnterTournamentRequest => proto::EnterTournamentResponse,
    get_interests: proto::GetInterestsRequest => proto::GetInterestsResponse,
    give_consent: proto::GiveConsentRequest => proto::GiveConsentResponse,
    list_rulings: proto::ListRulingsRequest => proto::ListRulingsResponse,
    get_rule_set: proto::GetRuleSetRequest => proto::GetRuleSetResponse,
    check_rule_set: proto::CheckRuleSetRequest => proto::CheckRuleSetResponse,
    compare_rule_sets: proto::CompareRuleSetsRequest => proto::CompareRuleSetsResponse,
    list_saved_rule_sets: proto::ListSavedRuleSetsRequest => proto::ListSavedRuleSetsResponse,
    get_saved_rule_set: proto::GetSavedRuleSetRequest => proto::GetSavedRuleSetResponse,
    list_rule_set_versions: proto::ListRuleSetVersionsRequest => proto::ListRuleSetVersionsResponse,
    save_rule_set: proto::SaveRuleSetRequest => proto::SaveRuleSetResponse,
    save_rule_set_version: proto::SaveRuleSetVersionRequest => proto::SaveRuleSetResponse,
    rename_rule_set: proto::RenameRuleSetRequest => proto::SavedRuleSetResponse,
    share_rule_set: proto::ShareRuleSetRequest => proto::SavedRuleSetResponse,
    retire_rule_set: proto::RetireRuleSetRequest => proto::SavedRuleSetResponse,
    confirm_listed_player: proto::ConfirmListedPlayerRequest => proto::ActResponse,
    approve_event: proto::ApproveEventRequest => proto::ActResponse,
    withdraw_approval: proto::WithdrawApprovalRequest => proto::ActResponse,
    release_rating_file: proto::ReleaseRatingFileRequest => proto::ActResponse,
    return_rating_file: proto::ReturnRatingFileRequest => proto::ActResponse,
    list_rating_events: proto::ListRatingEventsRequest => proto::ListRatingEventsResponse,
    get_rating_checks: proto::GetRatingChecksRequest => proto::GetRatingChecksResponse,
    file_complaint: proto::FileComplaintRequest => proto::ActResponse,
    answer_complaint: proto::AnswerComplaintRequest => proto::ActResponse,
    list_complaints: proto::ListComplaintsRequest => proto::ListComplaintsResponse,
    renumber_player: proto::RenumberPlayerRequest => proto::RenumberPlayerResponse,
    list_federations: proto::ListFederationsRequest => proto::ListFederationsResponse,
    register_federation: proto::RegisterFederationRequest => proto::FederationResponse,
    change_federation: proto::ChangeFederationRequest => proto::FederationResponse,
    appoint_rating_officer: proto::AppointRatingOfficerRequest => proto::FederationResponse,
    dismiss_rating_officer: proto::DismissRatingOfficerRequest => proto::FederationResponse,
    approve_director: proto::ApproveDirectorRequest => proto::FederationResponse,
    withdraw_director: proto::WithdrawDirectorRequest => proto::FederationResponse,
    declare_over_the_board: proto::DeclareOverTheBoardRequest => proto::ActResponse,
    import_players_list: proto::ImportPlayersListRequest => proto::ImportPlayersListResponse,
    get_players_lists: proto::GetPlayersListsRequest => proto::GetPlayersListsResponse,
    take_back_players_list: proto::TakeBackPlayersListRequest => proto::TakeBackPlayersListResponse,
    read_official_ratings: proto::ReadOfficialRatingsRequest => proto::ReadOfficialRatingsResponse,
    find_players: proto::FindPlayersRequest => proto::FindPlayersResponse,
    find_accounts: FindAccountsRequest => FindAccountsResponse,
    catch_up: CatchUpRequest => CatchUpResponse,
    read_tournament_state: proto::ReadTournamentStateRequest => proto::ReadTournamentStateResponse,
    list_seasons: proto::ListSeasonsRequest => proto::ListSeasonsResponse,
    get_season_calendar: proto::GetSeasonCalendarRequest => proto::GetSeasonCalendarResponse,
    announce_season: proto::AnnounceSeasonRequest => proto::SeasonResponse,
    set_leg: proto::SetLegRequest => proto::SeasonResponse,
    fix_calendar: proto::FixCalendarRequest => proto::SeasonResponse,
    change_leg: proto::ChangeLegRequest => proto::SeasonResponse,
    call_off_leg: proto::CallOffLegRequest => proto::SeasonResponse,
    name_leg_director: proto::NameLegDirectorRequest => proto::SeasonResponse,
    link_leg_event: proto::LinkLegEventRequest => proto::SeasonResponse,
    tick_season_duty: proto::TickSeasonDutyRequest => proto::SeasonResponse,
    untick_season_duty: proto::UntickSeasonDutyRequest => proto::SeasonResponse,
    close_season: proto::CloseSeasonRequest => proto::SeasonResponse,
    read_facts: ReadFactsRequest => ReadFactsResponse,
}
