//! Pairing as far as ratings ask it: its feed, and tournaments as it shows them.

use std::{collections::BTreeMap, sync::Mutex};

use outflank_proto::{
    feed::v1 as feed,
    pairing::v1::{self as proto, pairing_service_server::PairingService},
};
use outflank_tournament::{EntryHeader, Event};
use tonic::{Request, Response, Status};

pub struct TestPairing {
    facts: Mutex<Vec<feed::Fact>>,
    epoch: Mutex<String>,
    shown: Mutex<BTreeMap<String, proto::Tournament>>,
}

impl Default for TestPairing {
    fn default() -> Self {
        Self {
            facts: Mutex::default(),
            epoch: Mutex::new("one".to_owned()),
            shown: Mutex::default(),
        }
    }
}

impl TestPairing {
    pub fn tell(&self, id: &str, header: &EntryHeader, events: &[Event]) {
        for (index, event) in events.iter().enumerate() {
            let body = serde_json::json!({
                "version": 1, "tournament_id": id, "seq": header.seq, "at_ms": header.at_ms,
                "index": index, "of": events.len(), "event": event,
            });
            self.push(feed::Fact {
                number: 0,
                id: format!("tournament/{id}/{}/{index}", header.seq),
                stream: format!("tournament/{id}"),
                seq: header.seq,
                at_ms: header.at_ms,
                kind: body["event"]["type"].as_str().unwrap().to_owned(),
                body: body.to_string().into_bytes(),
            });
        }
    }

    fn push(&self, mut fact: feed::Fact) {
        let mut facts = self.facts.lock().unwrap();
        fact.number = facts.len() as u64 + 1;
        facts.push(fact);
    }

    /// Shows a tournament from now on in this form.
    pub fn show(&self, id: &str, tournament: proto::Tournament) {
        self.shown.lock().unwrap().insert(id.to_owned(), tournament);
    }

    /// Delivers every fact a second time, behind all others.
    pub fn tell_all_again(&self) {
        let again = self.facts.lock().unwrap().clone();
        assert!(!again.is_empty());
        again.into_iter().for_each(|fact| self.push(fact));
    }

    /// From now on another store answers; what was in the old one is gone.
    pub fn replace_store(&self, epoch: &str) {
        *self.epoch.lock().unwrap() = epoch.to_owned();
        self.facts.lock().unwrap().clear();
    }

    fn read(&self, request: &feed::ReadFactsRequest) -> feed::ReadFactsResponse {
        let epoch = self.epoch.lock().unwrap().clone();
        let after = request.after.clone().unwrap_or_default();
        if !after.epoch.is_empty() && after.epoch != epoch {
            return feed::ReadFactsResponse {
                facts: Vec::new(),
                next: Some(feed::Cursor { epoch, number: 0 }),
            };
        }
        let facts: Vec<feed::Fact> = self
            .facts
            .lock()
            .unwrap()
            .iter()
            .filter(|fact| fact.number > after.number)
            .take(request.limit as usize)
            .cloned()
            .collect();
        let number = facts.last().map_or(after.number, |fact| fact.number);
        feed::ReadFactsResponse {
            facts,
            next: Some(feed::Cursor { epoch, number }),
        }
    }
}

type Answer<T> = Result<Response<T>, Status>;

/// Methods that ratings never call.
macro_rules! not_asked {
    ($($name:ident($asked:ty) -> $answer:ty;)*) => {
        $(
            fn $name<'a, 's>(
                &'a self,
                _: Request<$asked>,
            ) -> std::pin::Pin<Box<dyn Future<Output = Answer<$answer>> + Send + 's>>
            where
                'a: 's,
                Self: 's,
            {
                Box::pin(async { Err(Status::unimplemented("ratings do not ask this")) })
            }
        )*
    };
}

#[tonic::async_trait]
impl PairingService for TestPairing {
    async fn read_facts(
        &self,
        request: Request<feed::ReadFactsRequest>,
    ) -> Answer<feed::ReadFactsResponse> {
        Ok(Response::new(self.read(request.get_ref())))
    }

    async fn get_tournament(
        &self,
        request: Request<proto::GetTournamentRequest>,
    ) -> Answer<proto::GetTournamentResponse> {
        let id = request.into_inner().tournament_id;
        let shown = self.shown.lock().unwrap();
        let tournament = shown.get(&id).cloned();
        if tournament.is_none() {
            return Err(Status::not_found("there is no such tournament"));
        }
        Ok(Response::new(proto::GetTournamentResponse { tournament }))
    }

    not_asked! {
        list_rule_sets(proto::ListRuleSetsRequest) -> proto::ListRuleSetsResponse;
        create_tournament(proto::CreateTournamentRequest) -> proto::CreateTournamentResponse;
        list_tournaments(proto::ListTournamentsRequest) -> proto::ListTournamentsResponse;
        list_seats(proto::ListSeatsRequest) -> proto::ListSeatsResponse;
        appoint_official(proto::AppointOfficialRequest) -> proto::AppointOfficialResponse;
        register_entrant(proto::RegisterEntrantRequest) -> proto::RegisterEntrantResponse;
        remove_entrant(proto::RemoveEntrantRequest) -> proto::RemoveEntrantResponse;
        withdraw_entrant(proto::WithdrawEntrantRequest) -> proto::WithdrawEntrantResponse;
        issue_seat_code(proto::IssueSeatCodeRequest) -> proto::IssueSeatCodeResponse;
        publish_round(proto::PublishRoundRequest) -> proto::PublishRoundResponse;
        enter_result(proto::EnterResultRequest) -> proto::EnterResultResponse;
        finish_round(proto::FinishRoundRequest) -> proto::FinishRoundResponse;
        confirm_tournament(proto::ConfirmTournamentRequest) -> proto::ConfirmTournamentResponse;
        import_players_list(proto::ImportPlayersListRequest) -> proto::ImportPlayersListResponse;
        find_players(proto::FindPlayersRequest) -> proto::FindPlayersResponse;
        get_rule_set(proto::GetRuleSetRequest) -> proto::GetRuleSetResponse;
        check_rule_set(proto::CheckRuleSetRequest) -> proto::CheckRuleSetResponse;
        change_rule_set(proto::ChangeRuleSetRequest) -> proto::ActResponse;
        enter_tournament(proto::EnterTournamentRequest) -> proto::EnterTournamentResponse;
        invite_entrant(proto::InviteEntrantRequest) -> proto::ActResponse;
        revoke_invitation(proto::RevokeInvitationRequest) -> proto::ActResponse;
        enter_nation(proto::EnterNationRequest) -> proto::ActResponse;
        remove_nation(proto::RemoveNationRequest) -> proto::ActResponse;
        permit_late_change(proto::PermitLateChangeRequest) -> proto::ActResponse;
        name_group_a(proto::NameGroupARequest) -> proto::ActResponse;
        open_check_in(proto::OpenCheckInRequest) -> proto::ActResponse;
        close_check_in(proto::CloseCheckInRequest) -> proto::ActResponse;
        check_in(proto::CheckInRequest) -> proto::ActResponse;
        announce_absence(proto::AnnounceAbsenceRequest) -> proto::ActResponse;
        end_absence(proto::EndAbsenceRequest) -> proto::ActResponse;
        refuse_computers(proto::RefuseComputersRequest) -> proto::ActResponse;
        accept_computers(proto::AcceptComputersRequest) -> proto::ActResponse;
        set_computer_parameters(proto::SetComputerParametersRequest) -> proto::ActResponse;
        unpublish_round(proto::UnpublishRoundRequest) -> proto::ActResponse;
        explain_board(proto::ExplainBoardRequest) -> proto::ExplainBoardResponse;
        commit_nonce(proto::CommitNonceRequest) -> proto::ActResponse;
        give_nonce(proto::GiveNonceRequest) -> proto::ActResponse;
        grant_accommodation(proto::GrantAccommodationRequest) -> proto::ActResponse;
        list_accommodations(proto::ListAccommodationsRequest) -> proto::ListAccommodationsResponse;
        announce_finals_round(proto::AnnounceFinalsRoundRequest) -> proto::ActResponse;
        choose_colour(proto::ChooseColourRequest) -> proto::ActResponse;
        agree_to_playoff(proto::AgreeToPlayoffRequest) -> proto::ActResponse;
        draw_lots(proto::DrawLotsRequest) -> proto::ActResponse;
        record_no_show(proto::RecordNoShowRequest) -> proto::ActResponse;
        dispute_result(proto::DisputeResultRequest) -> proto::ActResponse;
        hold_pairing(proto::HoldPairingRequest) -> proto::ActResponse;
        settle_dispute(proto::SettleDisputeRequest) -> proto::ActResponse;
        impose_penalty(proto::ImposePenaltyRequest) -> proto::ImposePenaltyResponse;
        review_penalty(proto::ReviewPenaltyRequest) -> proto::ActResponse;
        file_protest(proto::FileProtestRequest) -> proto::FileProtestResponse;
        decide_protest(proto::DecideProtestRequest) -> proto::ActResponse;
        file_appeal(proto::FileAppealRequest) -> proto::FileAppealResponse;
        appoint_committee(proto::AppointCommitteeRequest) -> proto::ActResponse;
        note_testimony(proto::NoteTestimonyRequest) -> proto::ActResponse;
        decide_appeal(proto::DecideAppealRequest) -> proto::ActResponse;
        list_rulings(proto::ListRulingsRequest) -> proto::ListRulingsResponse;
        amend_confirmed(proto::AmendConfirmedRequest) -> proto::ActResponse;
        catch_up(feed::CatchUpRequest) -> feed::CatchUpResponse;
    }
}
