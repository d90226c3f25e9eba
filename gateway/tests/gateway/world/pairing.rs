//! One tournament, its standings and its rating file.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU64, Ordering},
};

use outflank_access::{Caller, Kind, Problem};
use outflank_proto::{
    feed::v1 as feed,
    pairing::v1::{pairing_service_server::PairingService, *},
    ratings::v1 as ratings,
    standings::v1 as standings,
};
use tonic::{Request, Response, Status};

type Answer<T> = std::result::Result<Response<T>, Status>;

#[derive(Clone)]
pub struct Event {
    pub seq: Arc<AtomicU64>,
    pub command_ids: Arc<Mutex<Vec<String>>>,
    /// Accommodations, as they were asked for.
    pub granted: Arc<Mutex<Vec<GrantAccommodationRequest>>>,
    /// Players' own clocks of the last round that was published.
    pub clocks: Arc<Mutex<Vec<PlayerClock>>>,
    /// How often the tournament cannot be read from now on.
    pub away: Arc<AtomicU64>,
}

impl Default for Event {
    fn default() -> Self {
        Self {
            seq: Arc::new(AtomicU64::new(7)),
            command_ids: Arc::default(),
            granted: Arc::default(),
            clocks: Arc::default(),
            away: Arc::default(),
        }
    }
}

impl Event {
    fn tournament(&self) -> Tournament {
        Tournament {
            summary: Some(TournamentSummary {
                id: "t1".into(),
                name: "Harbour Open".into(),
                country: "DNK".into(),
                date: "2026-07-18".into(),
                rule_set: "egp-2020".into(),
                phase: TournamentPhase::BetweenRounds.into(),
                entrants: 2,
                round: 1,
                rounds: 3,
                seq: self.seq.load(Ordering::SeqCst),
            }),
            rounds: vec![Round {
                number: 1,
                boards: vec![Board {
                    table: 1,
                    game_id: "g".into(),
                    ..Board::default()
                }],
                ..Round::default()
            }],
            ..Tournament::default()
        }
    }

    fn noted(&self, command_id: &str) -> u64 {
        self.command_ids.lock().unwrap().push(command_id.to_owned());
        self.seq.load(Ordering::SeqCst)
    }
}

fn known(tournament_id: &str) -> std::result::Result<(), Status> {
    if tournament_id == "t1" {
        return Ok(());
    }
    Err(Problem::new(
        Kind::NotFound,
        "unknown_tournament",
        "There is no such tournament.",
    )
    .into())
}

/// Methods that these tests do not reach.
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
                Box::pin(async { Err(Status::unimplemented("these tests do not ask this")) })
            }
        )*
    };
}

#[tonic::async_trait]
impl PairingService for Event {
    not_asked! {
        get_rule_set(GetRuleSetRequest) -> GetRuleSetResponse;
        check_rule_set(CheckRuleSetRequest) -> CheckRuleSetResponse;
        change_rule_set(ChangeRuleSetRequest) -> ActResponse;
        enter_tournament(EnterTournamentRequest) -> EnterTournamentResponse;
        invite_entrant(InviteEntrantRequest) -> ActResponse;
        revoke_invitation(RevokeInvitationRequest) -> ActResponse;
        enter_nation(EnterNationRequest) -> ActResponse;
        remove_nation(RemoveNationRequest) -> ActResponse;
        permit_late_change(PermitLateChangeRequest) -> ActResponse;
        name_group_a(NameGroupARequest) -> ActResponse;
        open_check_in(OpenCheckInRequest) -> ActResponse;
        close_check_in(CloseCheckInRequest) -> ActResponse;
        check_in(CheckInRequest) -> ActResponse;
        announce_absence(AnnounceAbsenceRequest) -> ActResponse;
        end_absence(EndAbsenceRequest) -> ActResponse;
        refuse_computers(RefuseComputersRequest) -> ActResponse;
        accept_computers(AcceptComputersRequest) -> ActResponse;
        set_computer_parameters(SetComputerParametersRequest) -> ActResponse;
        unpublish_round(UnpublishRoundRequest) -> ActResponse;
        explain_board(ExplainBoardRequest) -> ExplainBoardResponse;
        commit_nonce(CommitNonceRequest) -> ActResponse;
        give_nonce(GiveNonceRequest) -> ActResponse;
        announce_finals_round(AnnounceFinalsRoundRequest) -> ActResponse;
        choose_colour(ChooseColourRequest) -> ActResponse;
        agree_to_playoff(AgreeToPlayoffRequest) -> ActResponse;
        draw_lots(DrawLotsRequest) -> ActResponse;
        record_no_show(RecordNoShowRequest) -> ActResponse;
        dispute_result(DisputeResultRequest) -> ActResponse;
        hold_pairing(HoldPairingRequest) -> ActResponse;
        settle_dispute(SettleDisputeRequest) -> ActResponse;
        impose_penalty(ImposePenaltyRequest) -> ImposePenaltyResponse;
        review_penalty(ReviewPenaltyRequest) -> ActResponse;
        file_protest(FileProtestRequest) -> FileProtestResponse;
        decide_protest(DecideProtestRequest) -> ActResponse;
        file_appeal(FileAppealRequest) -> FileAppealResponse;
        appoint_committee(AppointCommitteeRequest) -> ActResponse;
        note_testimony(NoteTestimonyRequest) -> ActResponse;
        decide_appeal(DecideAppealRequest) -> ActResponse;
        list_rulings(ListRulingsRequest) -> ListRulingsResponse;
        amend_confirmed(AmendConfirmedRequest) -> ActResponse;
    }

    async fn list_rule_sets(
        &self,
        _: Request<ListRuleSetsRequest>,
    ) -> Answer<ListRuleSetsResponse> {
        Ok(Response::new(ListRuleSetsResponse::default()))
    }

    async fn create_tournament(
        &self,
        request: Request<CreateTournamentRequest>,
    ) -> Answer<CreateTournamentResponse> {
        self.noted(&request.get_ref().command_id);
        Ok(Response::new(CreateTournamentResponse {
            tournament: Some(self.tournament()),
        }))
    }

    async fn list_tournaments(
        &self,
        _: Request<ListTournamentsRequest>,
    ) -> Answer<ListTournamentsResponse> {
        let tournaments = self.tournament().summary.into_iter().collect();
        Ok(Response::new(ListTournamentsResponse { tournaments }))
    }

    async fn get_tournament(
        &self,
        request: Request<GetTournamentRequest>,
    ) -> Answer<GetTournamentResponse> {
        known(&request.get_ref().tournament_id)?;
        let left = |times: u64| times.checked_sub(1);
        let away = self
            .away
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, left);
        if away.is_ok() {
            return Err(Problem::new(Kind::Unavailable, "unavailable", "Away.").into());
        }
        Ok(Response::new(GetTournamentResponse {
            tournament: Some(self.tournament()),
        }))
    }

    /// Black's seat is anna's, white's is bert's; olga directs.
    async fn list_seats(&self, request: Request<ListSeatsRequest>) -> Answer<ListSeatsResponse> {
        let caller = Caller::of(&request)?;
        let entrant_id = match caller.person()?.account_id.as_str() {
            "anna" => "e1",
            "bert" => "e2",
            "olga" => {
                return Ok(Response::new(ListSeatsResponse {
                    directed_tournament_ids: vec!["t1".into()],
                    ..ListSeatsResponse::default()
                }));
            }
            _ => return Ok(Response::new(ListSeatsResponse::default())),
        };
        let seat = Seat {
            tournament_id: "t1".into(),
            entrant_id: entrant_id.into(),
        };
        Ok(Response::new(ListSeatsResponse {
            seats: vec![seat],
            ..ListSeatsResponse::default()
        }))
    }

    async fn appoint_official(
        &self,
        request: Request<AppointOfficialRequest>,
    ) -> Answer<AppointOfficialResponse> {
        Ok(Response::new(AppointOfficialResponse {
            seq: self.noted(&request.get_ref().command_id),
        }))
    }

    async fn register_entrant(
        &self,
        request: Request<RegisterEntrantRequest>,
    ) -> Answer<RegisterEntrantResponse> {
        let seq = self.noted(&request.get_ref().command_id);
        Ok(Response::new(RegisterEntrantResponse {
            entrant_id: "e3".into(),
            seq,
            ..RegisterEntrantResponse::default()
        }))
    }

    async fn remove_entrant(
        &self,
        request: Request<RemoveEntrantRequest>,
    ) -> Answer<RemoveEntrantResponse> {
        Ok(Response::new(RemoveEntrantResponse {
            seq: self.noted(&request.get_ref().command_id),
        }))
    }

    async fn withdraw_entrant(
        &self,
        request: Request<WithdrawEntrantRequest>,
    ) -> Answer<WithdrawEntrantResponse> {
        Ok(Response::new(WithdrawEntrantResponse {
            seq: self.noted(&request.get_ref().command_id),
        }))
    }

    async fn issue_seat_code(
        &self,
        _: Request<IssueSeatCodeRequest>,
    ) -> Answer<IssueSeatCodeResponse> {
        Ok(Response::new(IssueSeatCodeResponse {
            code: "CODE".into(),
            expires_at_ms: 9,
        }))
    }

    async fn publish_round(
        &self,
        request: Request<PublishRoundRequest>,
    ) -> Answer<PublishRoundResponse> {
        let request = request.into_inner();
        let seq = self.noted(&request.command_id);
        let own = request.clocks.first().map(|own| OwnClock {
            time_control: own.time_control.clone(),
            extra_ms: 300_000,
        });
        *self.clocks.lock().unwrap() = request.clocks;
        let board = Board {
            table: 1,
            black_clock: own,
            ..Board::default()
        };
        let round = Round {
            number: 1,
            boards: vec![board],
            ..Round::default()
        };
        Ok(Response::new(PublishRoundResponse {
            round: Some(round),
            seq,
        }))
    }

    async fn grant_accommodation(
        &self,
        request: Request<GrantAccommodationRequest>,
    ) -> Answer<ActResponse> {
        let request = request.into_inner();
        let seq = self.noted(&request.command_id);
        self.granted.lock().unwrap().push(request);
        Ok(Response::new(ActResponse { seq }))
    }

    async fn list_accommodations(
        &self,
        request: Request<ListAccommodationsRequest>,
    ) -> Answer<ListAccommodationsResponse> {
        known(&request.get_ref().tournament_id)?;
        let granted = self.granted.lock().unwrap();
        let told = granted.iter().map(|granted| Accommodation {
            entrant_id: granted.entrant_id.clone(),
            extra_ms: granted.extra_ms,
            assistant_account_id: granted.assistant_account_id.clone(),
            sight_impaired: granted.sight_impaired,
        });
        Ok(Response::new(ListAccommodationsResponse {
            accommodations: told.collect(),
        }))
    }

    async fn enter_result(
        &self,
        request: Request<EnterResultRequest>,
    ) -> Answer<EnterResultResponse> {
        Ok(Response::new(EnterResultResponse {
            seq: self.noted(&request.get_ref().command_id),
        }))
    }

    async fn finish_round(
        &self,
        request: Request<FinishRoundRequest>,
    ) -> Answer<FinishRoundResponse> {
        Ok(Response::new(FinishRoundResponse {
            seq: self.noted(&request.get_ref().command_id),
        }))
    }

    async fn confirm_tournament(
        &self,
        request: Request<ConfirmTournamentRequest>,
    ) -> Answer<ConfirmTournamentResponse> {
        Ok(Response::new(ConfirmTournamentResponse {
            seq: self.noted(&request.get_ref().command_id),
        }))
    }

    async fn import_players_list(
        &self,
        request: Request<ImportPlayersListRequest>,
    ) -> Answer<ImportPlayersListResponse> {
        let players = u32::try_from(request.get_ref().content.len()).unwrap();
        Ok(Response::new(ImportPlayersListResponse {
            players,
            problems: Vec::new(),
        }))
    }

    async fn find_players(
        &self,
        request: Request<FindPlayersRequest>,
    ) -> Answer<FindPlayersResponse> {
        let asked = request.into_inner();
        let player = ListedPlayer {
            federation_number: asked.limit,
            surname: asked.query,
            ..ListedPlayer::default()
        };
        Ok(Response::new(FindPlayersResponse {
            players: vec![player],
        }))
    }

    async fn catch_up(&self, _: Request<feed::CatchUpRequest>) -> Answer<feed::CatchUpResponse> {
        Err(Status::unimplemented("no gateway asks this"))
    }

    async fn read_facts(
        &self,
        _: Request<feed::ReadFactsRequest>,
    ) -> Answer<feed::ReadFactsResponse> {
        Err(Status::unimplemented("no gateway asks this"))
    }
}

#[tonic::async_trait]
impl standings::standings_service_server::StandingsService for Event {
    not_asked! {
        get_team_standings(standings::GetTeamStandingsRequest) -> standings::GetTeamStandingsResponse;
        get_category_standings(standings::GetCategoryStandingsRequest) -> standings::GetCategoryStandingsResponse;
        get_finals(standings::GetFinalsRequest) -> standings::GetFinalsResponse;
        get_season(standings::GetSeasonRequest) -> standings::GetSeasonResponse;
        split_prizes(standings::SplitPrizesRequest) -> standings::SplitPrizesResponse;
    }

    async fn get_standings(
        &self,
        request: Request<standings::GetStandingsRequest>,
    ) -> Answer<standings::GetStandingsResponse> {
        known(&request.get_ref().tournament_id)?;
        let cell = standings::Cell {
            kind: standings::CellKind::Bye.into(),
            ..standings::Cell::default()
        };
        let list = standings::Standings {
            version: self.seq.load(Ordering::SeqCst),
            round: request.get_ref().after_round,
            rows: vec![standings::Row {
                cells: vec![cell],
                ..standings::Row::default()
            }],
            ..standings::Standings::default()
        };
        Ok(Response::new(standings::GetStandingsResponse {
            standings: Some(list),
        }))
    }

    async fn catch_up(&self, _: Request<feed::CatchUpRequest>) -> Answer<feed::CatchUpResponse> {
        Err(Status::unimplemented("no gateway asks this"))
    }
}

#[tonic::async_trait]
impl ratings::ratings_service_server::RatingsService for Event {
    async fn list_exports(
        &self,
        _: Request<ratings::ListExportsRequest>,
    ) -> Answer<ratings::ListExportsResponse> {
        Err(Status::unimplemented("no gateway asks this"))
    }

    async fn get_export(
        &self,
        request: Request<ratings::GetExportRequest>,
    ) -> Answer<ratings::GetExportResponse> {
        if request.get_ref().tournament_id != "t1" {
            let detail = "The final ranking is not confirmed yet.";
            return Err(Problem::new(Kind::NotFound, "not_confirmed", detail).into());
        }
        let export = ratings::Export {
            tournament_id: "t1".into(),
            version: 1,
            file_name: "20260718_HARBOUR \"OPEN\".ELO".into(),
            content: b"%%Harbour Open\r\n".to_vec(),
            manifest: br#"{"version": 1}"#.to_vec(),
            signature: vec![0xfb, 0xff],
            public_key: vec![1, 2, 3],
            at_ms: 5,
        };
        Ok(Response::new(ratings::GetExportResponse {
            export: Some(export),
        }))
    }

    async fn catch_up(&self, _: Request<feed::CatchUpRequest>) -> Answer<feed::CatchUpResponse> {
        Err(Status::unimplemented("no gateway asks this"))
    }
}
