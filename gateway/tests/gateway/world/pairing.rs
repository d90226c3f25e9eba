//! One tournament, its standings and its rating file.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU64, Ordering},
};

use outflank_access::{Caller, Kind, Problem};
use outflank_proto::{
    pairing::v1::{pairing_service_server::PairingService, *},
    ratings::v1 as ratings,
    standings::v1 as standings,
};
use prost::Message as _;
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
    /// What was announced.
    pub announced: Arc<Mutex<Vec<HeardAnnouncement>>>,
    /// How often the tournament cannot be read from now on.
    pub away: Arc<AtomicU64>,
    /// What is shown in place of the tournament and the list that stand here, each at `seq`.
    pub shown: Arc<Mutex<Shown>>,
    /// How often each was read.
    pub reads: Arc<(AtomicU64, AtomicU64)>,
    /// What was published, and what stands against following it.
    pub published: Arc<Mutex<Published>>,
    /// Who seeks casual games, and who is booked.
    pub casual: Arc<Mutex<Casual>>,
}

/// Casual play as a test makes it. A seek stands as its request.
#[derive(Default)]
pub struct Casual {
    pub sought: Vec<CheckSeekRequest>,
    pub refusal: Option<Problem>,
    pub bookings: Vec<CasualBooking>,
    /// Why no seek may stand any more.
    pub over: Option<Problem>,
    /// Nobody is told who is booked while this is held.
    pub slow: Arc<tokio::sync::Mutex<()>>,
}

/// The rating files that were published, by their events.
#[derive(Default)]
pub struct Published {
    pub events: Vec<String>,
    pub refusal: Option<Problem>,
    /// How often it was asked.
    pub asked: usize,
}

/// A tournament and its list as a test makes them.
#[derive(Default)]
pub struct Shown {
    pub tournament: Option<Tournament>,
    pub standings: Option<standings::Standings>,
}

impl Default for Event {
    fn default() -> Self {
        Self {
            seq: Arc::new(AtomicU64::new(7)),
            command_ids: Arc::default(),
            granted: Arc::default(),
            clocks: Arc::default(),
            announced: Arc::default(),
            published: Arc::default(),
            casual: Arc::default(),
            away: Arc::default(),
            shown: Arc::default(),
            reads: Arc::default(),
        }
    }
}

impl Event {
    pub fn tournament(&self) -> Tournament {
        if let Some(shown) = &self.shown.lock().unwrap().tournament {
            return shown.clone();
        }
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
                ..TournamentSummary::default()
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
            announcements: u32::try_from(self.announced.lock().unwrap().len()).unwrap(),
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

#[tonic::async_trait]
impl PairingService for Event {
    outflank_proto::pairing_service_stand_in! {
        list_rule_sets create_tournament list_tournaments get_tournament list_seats read_announcements appoint_official
        register_entrant remove_entrant withdraw_entrant issue_seat_code publish_round grant_accommodation
        list_accommodations enter_result finish_round confirm_tournament import_players_list find_players check_seek
        find_bookings join_contest
    }

    async fn join_contest(&self, _: Request<JoinContestRequest>) -> Answer<ContestResponse> {
        let over = Problem::new(Kind::Refused, "contest_over", "This contest is over.");
        Err(over.into())
    }

    async fn check_seek(&self, request: Request<CheckSeekRequest>) -> Answer<CheckSeekResponse> {
        let mut casual = self.casual.lock().unwrap();
        if let Some(refusal) = casual.refusal.clone() {
            return Err(refusal.into());
        }
        let sought = request.into_inner();
        let standing = sought.encode_to_vec();
        casual.sought.push(sought);
        Ok(Response::new(CheckSeekResponse {
            standing,
            terms: None,
        }))
    }

    async fn find_bookings(
        &self,
        request: Request<FindBookingsRequest>,
    ) -> Answer<FindBookingsResponse> {
        let slow = Arc::clone(&self.casual.lock().unwrap().slow);
        let _answers = slow.lock().await;
        let asked = request.into_inner();
        let (accounts, casual) = (asked.account_ids, self.casual.lock().unwrap());
        let mut bookings = casual.bookings.clone();
        bookings.retain(|of| {
            accounts.contains(&of.black_account_id) || accounts.contains(&of.white_account_id)
        });
        let ended = asked.seeks.iter().filter_map(|standing| {
            let seek = CheckSeekRequest::decode(&standing[..]).unwrap();
            Some(EndedSeek {
                seek_id: seek.seek_id,
                problem: Some(casual.over.clone()?.into()),
            })
        });
        Ok(Response::new(FindBookingsResponse {
            bookings,
            ended: ended.collect(),
        }))
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
        Ok(Response::new(ListTournamentsResponse {
            tournaments,
            ..ListTournamentsResponse::default()
        }))
    }

    async fn get_tournament(
        &self,
        request: Request<GetTournamentRequest>,
    ) -> Answer<GetTournamentResponse> {
        known(&request.get_ref().tournament_id)?;
        self.reads.0.fetch_add(1, Ordering::SeqCst);
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

    /// Black's seat is anna's, white's is bert's; olga directs. Rosa has a seat, and on the next page what she directs.
    async fn list_seats(&self, request: Request<ListSeatsRequest>) -> Answer<ListSeatsResponse> {
        let caller = Caller::of(&request)?;
        let mut next_page_token = String::new();
        let entrant_id = match caller.person()?.account_id.as_str() {
            "anna" => "e1",
            "bert" => "e2",
            "olga" => {
                return Ok(Response::new(ListSeatsResponse {
                    directed_tournament_ids: vec!["t1".into()],
                    ..ListSeatsResponse::default()
                }));
            }
            "rosa" if request.get_ref().page_token == "behind the seat" => {
                return Ok(Response::new(ListSeatsResponse {
                    directed_tournament_ids: vec!["t1".into()],
                    ..ListSeatsResponse::default()
                }));
            }
            "rosa" => {
                next_page_token = "behind the seat".into();
                "e1"
            }
            _ => return Ok(Response::new(ListSeatsResponse::default())),
        };
        let seat = Seat {
            tournament_id: "t1".into(),
            entrant_id: entrant_id.into(),
        };
        Ok(Response::new(ListSeatsResponse {
            seats: vec![seat],
            next_page_token,
            ..ListSeatsResponse::default()
        }))
    }

    async fn read_announcements(
        &self,
        request: Request<ReadAnnouncementsRequest>,
    ) -> Answer<ReadAnnouncementsResponse> {
        known(&request.get_ref().tournament_id)?;
        let after = usize::try_from(request.get_ref().after_number).unwrap();
        let announced = self.announced.lock().unwrap();
        Ok(Response::new(ReadAnnouncementsResponse {
            announcements: announced.iter().skip(after).cloned().collect(),
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
        Ok(Response::new(ActResponse {
            seq,
            ..ActResponse::default()
        }))
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
            ..ListAccommodationsResponse::default()
        }))
    }

    async fn enter_result(
        &self,
        request: Request<EnterResultRequest>,
    ) -> Answer<EnterResultResponse> {
        Ok(Response::new(EnterResultResponse {
            seq: self.noted(&request.get_ref().command_id),
            ..EnterResultResponse::default()
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
            list: Some(PlayersList::default()),
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
}

#[tonic::async_trait]
impl standings::standings_service_server::StandingsService for Event {
    outflank_proto::standings_service_stand_in!(get_standings);

    async fn get_standings(
        &self,
        request: Request<standings::GetStandingsRequest>,
    ) -> Answer<standings::GetStandingsResponse> {
        known(&request.get_ref().tournament_id)?;
        self.reads.1.fetch_add(1, Ordering::SeqCst);
        if let Some(shown) = &self.shown.lock().unwrap().standings {
            return Ok(Response::new(standings::GetStandingsResponse {
                standings: Some(shown.clone()),
            }));
        }
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
}

#[tonic::async_trait]
impl ratings::ratings_service_server::RatingsService for Event {
    outflank_proto::ratings_service_stand_in!(
        get_export get_export_file follow_publications download_archived_games
    );

    async fn follow_publications(
        &self,
        request: Request<ratings::FollowPublicationsRequest>,
    ) -> Answer<ratings::FollowPublicationsResponse> {
        const AT_ONCE: usize = 2;
        let asked = request.into_inner();
        let mut published = self.published.lock().unwrap();
        published.asked += 1;
        if let Some(refusal) = &published.refusal {
            return Err(refusal.clone().into());
        }
        let all = published.events.len();
        let token =
            |number: usize| format!("after-{number}{}", if asked.rated { "-rated" } else { "" });
        let after = (0..=all).find(|number| token(*number) == asked.after);
        let after = match asked.after.as_str() {
            "" => all,
            _ => after.ok_or_else(outflank_access::page::refused_token)?,
        };
        let until = (after + AT_ONCE).min(all);
        let publication = |number: usize| ratings::FollowedPublication {
            publication: Some(ratings::Publication {
                tournament_id: published.events[number].clone(),
                version: 1,
                file_name: "20260718_HARBOUR.ELO".into(),
                rated: true,
                superseded: false,
                at_ms: 5,
                sha256: "5c4e".into(),
            }),
            resume_token: token(number + 1),
        };
        Ok(Response::new(ratings::FollowPublicationsResponse {
            publications: (after..until).map(publication).collect(),
            resume_token: token(until),
            goes_on: until < all,
        }))
    }

    /// A file of three pieces; a refusal comes with the third.
    async fn download_archived_games(
        &self,
        request: Request<ratings::DownloadArchivedGamesRequest>,
    ) -> Answer<ratings::DownloadArchivedGamesResponse> {
        let asked = request.into_inner();
        let number = asked.after.parse().unwrap_or(1);
        let refusal = self.published.lock().unwrap().refusal.clone();
        match refusal.filter(|_| number == 3) {
            Some(refusal) => Err(refusal.into()),
            None => Ok(Response::new(ratings::DownloadArchivedGamesResponse {
                content: format!("{} {} {number}\n", asked.format, asked.name).into_bytes(),
                next: if number < 3 {
                    (number + 1).to_string()
                } else {
                    String::new()
                },
            })),
        }
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
            rated: true,
            tournament_id: "t1".into(),
            version: 1,
            file_name: "20260718_HARBOUR \"OPEN\".ELO".into(),
            content: b"%%Harbour Open\r\n".to_vec(),
            manifest: br#"{"version": 1}"#.to_vec(),
            signature: vec![0xfb, 0xff],
            public_key: vec![1, 2, 3],
            at_ms: 5,
            superseded: false,
        };
        Ok(Response::new(ratings::GetExportResponse {
            export: Some(export),
        }))
    }

    async fn get_export_file(
        &self,
        request: Request<ratings::GetExportFileRequest>,
    ) -> Answer<ratings::GetExportFileResponse> {
        let asked = request.into_inner();
        if asked.tournament_id != "t1" || asked.kind != "standings.csv" {
            let detail = "This version has no such file; its manifest names those that it has.";
            return Err(Problem::new(Kind::NotFound, "no_such_file", detail).into());
        }
        let file = ratings::ExportFile {
            tournament_id: asked.tournament_id,
            version: asked.version.max(1),
            kind: asked.kind,
            file_name: "20260718_HARBOUR \"OPEN\".standings.csv".into(),
            content_type: "text/csv; charset=utf-8".into(),
            sha256: "5c4e".into(),
            content: format!("place,surname\r\n{},Ærøvang\r\n", asked.version).into_bytes(),
        };
        Ok(Response::new(ratings::GetExportFileResponse {
            file: Some(file),
        }))
    }
}
