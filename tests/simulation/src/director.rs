//! The director: founds a tournament, publishes its rounds, acts at tables now and then, and closes the rounds.

use std::sync::Arc;

use outflank_access::{Kind, Problem, Role, identifier};
use outflank_proto::{
    pairing::v1::{self as pairing, pairing_service_client::PairingServiceClient},
    play::v1::{self as play, official_act::Act, play_service_client::PlayServiceClient},
};
use outflank_stillness::rest;
use outflank_tournament::{DefaultPolicy, LagCredit, PassPolicy, RuleSet, TimeControl};
use outflank_transport::{Transport, for_person};
use prost::Message;
use tokio::task::JoinSet;

use crate::{
    chance::Chance,
    fault_plan::Control,
    gateway::Gateway,
    log::{Asked, Outcome},
    player::{Player, is_final},
    wiring::Wiring,
};

/// The director's account.
pub const DIRECTOR: &str = "director";
/// A round that lasts longer has not come to an end, ms.
const LONGEST_ROUND_MS: i64 = 480_000;
/// How long players have to confirm a result, ms.
const CONFIRM_WITHIN_MS: i64 = 12_000;
/// What lag and reading are credited, less than players leave unread: both caps are reached.
pub const LAG_CREDIT: LagCredit = LagCredit {
    per_move_ms: 300,
    per_game_ms: 1_200,
    covers_reading: true,
};

/// Who runs the event.
pub struct Director {
    wiring: Arc<Wiring>,
    gateway: Arc<Gateway>,
    pairing: PairingServiceClient<Transport>,
    play: PlayServiceClient<Transport>,
    chance: Chance,
    commands: std::cell::Cell<u32>,
    players: usize,
    rounds: u32,
    longest_thought_ms: u64,
    look_every_ms: u64,
}

fn never(what: &str) -> String {
    format!("the director never came to {what}")
}

impl Director {
    /// A director who calls these services.
    #[must_use]
    pub fn new(wiring: &Arc<Wiring>, gateway: &Arc<Gateway>) -> Self {
        let chance = wiring.world.chance("director");
        Self {
            pairing: PairingServiceClient::new(wiring.way(
                Role::Gateway,
                &wiring.pairing,
                "director to pairing",
            )),
            play: PlayServiceClient::new(wiring.way(
                Role::Gateway,
                &wiring.play,
                "director to play",
            )),
            wiring: Arc::clone(wiring),
            gateway: Arc::clone(gateway),
            commands: std::cell::Cell::new(0),
            players: 2 * (1 + chance.below(3)),
            rounds: if chance.in_thousand(300) { 2 } else { 1 },
            longest_thought_ms: chance.between(150, 900),
            // Where nobody looks by himself, nothing but the services' own care brings a game to its end.
            look_every_ms: *chance
                .one_of(&[1_000, 1_000, 5_000, 20_000])
                .unwrap_or(&1_000),
            chance,
        }
    }

    fn by<T>(&self, message: T) -> tonic::Request<T> {
        for_person(message, Some(self.wiring.token(DIRECTOR).as_str()))
    }

    /// A command to pairing, which writes it under an id of its own.
    fn commanding<T: Message>(&self, rpc: &str, command_id: &str, message: T) -> tonic::Request<T> {
        let rpc = format!("/outflank.pairing.v1.PairingService/{rpc}");
        let content = identifier::hex(&message.encode_to_vec());
        let written_as = identifier::derived_id(&[&rpc, command_id, &content]);
        let log = &self.wiring.world.log;
        log.write_as(DIRECTOR, command_id, written_as);
        self.by(message)
    }

    /// Gives one command until it is answered for good.
    async fn give<T>(
        &self,
        stream: (&'static str, &str),
        asked: Asked,
        send: impl AsyncFn(String) -> Result<(T, u64), tonic::Status>,
    ) -> Result<T, Problem> {
        self.commands.set(self.commands.get() + 1);
        let command_id = format!("{DIRECTOR}-{}", self.commands.get());
        let log = &self.wiring.world.log;
        log.issue(DIRECTOR, &command_id, stream, asked);
        let mut last = Problem::new(Kind::Unavailable, "never_sent", "nothing was sent");
        for _ in 0..120 {
            match send(command_id.clone()).await {
                Ok((answer, seq)) => {
                    let outcome = Outcome::Acknowledged { seq };
                    log.settle(DIRECTOR, &command_id, outcome);
                    return Ok(answer);
                }
                Err(status) => last = Problem::from_status(&status),
            }
            if is_final(&last) {
                let code = last.code.clone();
                log.settle(DIRECTOR, &command_id, Outcome::Refused { code });
                return Err(last);
            }
            rest(self.chance.between(50, 600)).await;
        }
        Err(last)
    }

    /// Runs the event to its end; answers the tournament's id.
    ///
    /// # Errors
    /// What never came about.
    pub async fn run(&self) -> Result<String, String> {
        let id = self
            .found()
            .await
            .map_err(|problem| never(&problem.to_string()))?;
        let entrants = self
            .register(&id)
            .await
            .map_err(|problem| never(&problem.to_string()))?;
        let mut tasks = JoinSet::new();
        for round in 1..=self.rounds {
            let published = self.publish(&id, &entrants, round).await;
            let published = published.map_err(|problem| never(&problem.to_string()))?;
            self.seat(&published, &entrants, &mut tasks);
            Box::pin(self.watch(&id, &published)).await?;
        }
        while tasks.join_next().await.is_some() {}
        Ok(id)
    }

    async fn found(&self) -> Result<String, Problem> {
        let rules = serde_json::to_string(&self.rules()).map_err(Problem::internal)?;
        let id = self
            .give(
                ("tournament", ""),
                Asked::Direct("create"),
                async |command_id| {
                    let request = pairing::CreateTournamentRequest {
                        command_id,
                        name: "Fernwood Open".to_owned(),
                        country: "FRA".to_owned(),
                        date: "2026-11-21".to_owned(),
                        rule_set_json: rules.clone(),
                        accept_deviations: true,
                        director_name: "Dora Dell".to_owned(),
                        ..Default::default()
                    };
                    let answer = self
                        .pairing
                        .clone()
                        .create_tournament(self.by(request))
                        .await?;
                    let tournament = answer.into_inner().tournament.unwrap_or_default();
                    Ok((tournament.summary.unwrap_or_default().id, 1))
                },
            )
            .await?;
        let command_id = format!("{DIRECTOR}-1");
        self.wiring.world.log.names(DIRECTOR, &command_id, &id);
        Ok(id)
    }

    fn rules(&self) -> RuleSet {
        let mut rules = RuleSet::egp_2020();
        rules.name = "simulated".to_owned();
        let main_ms = i64::try_from(self.chance.between(8, 45)).unwrap_or(20) * 1_000;
        rules.time_controls.qualification = if self.chance.in_thousand(200) {
            TimeControl::Fischer {
                main_ms,
                increment_ms: 500,
            }
        } else {
            TimeControl::SuddenDeath { main_ms }
        };
        rules.lag_credit = LAG_CREDIT;
        if self.wiring.world.breaks(Control::MoreThanTheCaps) {
            rules.lag_credit.per_move_ms *= 3;
            rules.lag_credit.per_game_ms *= 3;
        }
        rules.confirm_within_ms = CONFIRM_WITHIN_MS;
        rules.director_call.longest_ms = 5_000;
        rules.round_notice_ms = 0;
        let policies = [
            DefaultPolicy::PlayOnForScore,
            DefaultPolicy::LossOfAllDiscs,
            DefaultPolicy::LossOnBoard,
        ];
        rules.default_policy = policies[self.chance.below(policies.len())];
        rules.pass_policy = if self.chance.in_thousand(500) {
            PassPolicy::Explicit
        } else {
            PassPolicy::Automatic
        };
        rules
    }

    async fn register(&self, id: &str) -> Result<Vec<String>, Problem> {
        let mut entrants = Vec::new();
        for number in 0..self.players {
            let entrant = self
                .give(
                    ("tournament", id),
                    Asked::Direct("register"),
                    async |command_id| {
                        let request = pairing::RegisterEntrantRequest {
                            command_id: command_id.clone(),
                            tournament_id: id.to_owned(),
                            surname: format!("Player{number}"),
                            given_names: "Pat".to_owned(),
                            country: "FRA".to_owned(),
                            rating: 1_500,
                            ..Default::default()
                        };
                        let answer = self
                            .pairing
                            .clone()
                            .register_entrant(self.commanding(
                                "RegisterEntrant",
                                &command_id,
                                request,
                            ))
                            .await?;
                        let answer = answer.into_inner();
                        Ok((answer.entrant_id, answer.seq))
                    },
                )
                .await?;
            let account = account(number);
            let at_ms = self.wiring.clock.now_ms();
            self.wiring.identity.claim(id, &entrant, &account, at_ms);
            entrants.push(entrant);
        }
        Ok(entrants)
    }

    async fn publish(
        &self,
        id: &str,
        entrants: &[String],
        round: u32,
    ) -> Result<pairing::Round, Problem> {
        // By hand, since the draw's secret is the one thing that does not come from the seed.
        let turned = usize::try_from(round).unwrap_or(1) % entrants.len().max(1);
        let mut order = entrants.to_vec();
        order.rotate_left(turned);
        let pairs: Vec<pairing::ManualPair> = order
            .chunks(2)
            .map(|pair| pairing::ManualPair {
                black_entrant_id: pair[0].clone(),
                white_entrant_id: pair[1].clone(),
            })
            .collect();
        self.give(
            ("tournament", id),
            Asked::Direct("publish"),
            async |command_id| {
                let request = pairing::PublishRoundRequest {
                    command_id: command_id.clone(),
                    tournament_id: id.to_owned(),
                    accept_deviations: true,
                    manual: Some(pairing::ManualPairing {
                        pairs: pairs.clone(),
                        bye_entrant_ids: Vec::new(),
                    }),
                    ..Default::default()
                };
                let answer = self
                    .pairing
                    .clone()
                    .publish_round(self.commanding("PublishRound", &command_id, request))
                    .await?;
                let answer = answer.into_inner();
                Ok((answer.round.unwrap_or_default(), answer.seq))
            },
        )
        .await
    }

    /// The players sit down.
    fn seat(&self, round: &pairing::Round, entrants: &[String], tasks: &mut JoinSet<()>) {
        let mut accounts = Vec::new();
        for board in &round.boards {
            tokio::spawn(Arc::clone(&self.gateway).listen(board.game_id.clone()));
            for (black, entrant) in [
                (true, &board.black_entrant_id),
                (false, &board.white_entrant_id),
            ] {
                let number = entrants.iter().position(|known| known == entrant);
                let account = account(number.unwrap_or(usize::MAX));
                accounts.push(account.clone());
                let player = Player {
                    wiring: Arc::clone(&self.wiring),
                    gateway: Arc::clone(&self.gateway),
                    chance: self
                        .chance
                        .other(&format!("{account} in round {}", round.number)),
                    account,
                    game: board.game_id.clone(),
                    black,
                    round: round.number,
                    look_every_ms: self.look_every_ms,
                    longest_thought_ms: self.longest_thought_ms,
                };
                tasks.spawn(player.play());
            }
        }
        let gateway = Arc::clone(&self.gateway);
        tokio::spawn(async move { gateway.report(&accounts).await });
    }

    async fn tournament(&self, id: &str) -> Option<pairing::Tournament> {
        let request = pairing::GetTournamentRequest {
            tournament_id: id.to_owned(),
        };
        let answer = self.pairing.clone().get_tournament(request).await;
        answer.ok()?.into_inner().tournament
    }

    /// Sees to a round until it is closed.
    async fn watch(&self, id: &str, published: &pairing::Round) -> Result<(), String> {
        let began_ms = self.wiring.clock.now_ms();
        loop {
            rest(self.chance.between(700, 3_000)).await;
            let waited_ms = self.wiring.clock.now_ms() - began_ms;
            if waited_ms > LONGEST_ROUND_MS {
                let open = self.wiring.play_memory.open();
                return Err(format!(
                    "round {} of {id} does not come to an end; open at the tables: {open:?}; boards: {:?}",
                    published.number,
                    self.tournament(id)
                        .await
                        .map(|tournament| tournament.rounds)
                ));
            }
            let Some(tournament) = self.tournament(id).await else {
                continue;
            };
            let mut rounds = tournament.rounds.into_iter();
            let round = rounds.find(|round| round.number == published.number);
            let boards = round.unwrap_or_default().boards;
            for board in boards.iter().filter(|board| board.disputed) {
                self.settle(id, published.number, board.table).await;
            }
            let open: Vec<_> = boards
                .iter()
                .filter(|board| board.result.is_none())
                .collect();
            if open.is_empty() && !boards.is_empty() && self.finish(id, published.number).await {
                return Ok(());
            }
            if let Some(board) = self.chance.one_of(&open)
                && waited_ms < LONGEST_ROUND_MS / 2
            {
                Box::pin(self.act(id, published.number, board)).await;
            }
        }
    }

    async fn settle(&self, id: &str, round: u32, table: u32) {
        let settled = self.give(
            ("tournament", id),
            Asked::Direct("settle"),
            async |command_id| {
                let request = pairing::SettleDisputeRequest {
                    command_id: command_id.clone(),
                    tournament_id: id.to_owned(),
                    round,
                    table,
                    reason: "The record is clear.".to_owned(),
                };
                let answer = self
                    .pairing
                    .clone()
                    .settle_dispute(self.commanding("SettleDispute", &command_id, request))
                    .await?;
                Ok(((), answer.into_inner().seq))
            },
        );
        // Somebody else may have been first; the next look tells.
        let _refused = settled.await;
    }

    async fn finish(&self, id: &str, round: u32) -> bool {
        let finished = self.give(
            ("tournament", id),
            Asked::Direct("finish"),
            async |command_id| {
                let request = pairing::FinishRoundRequest {
                    command_id: command_id.clone(),
                    tournament_id: id.to_owned(),
                    round,
                };
                let answer = self
                    .pairing
                    .clone()
                    .finish_round(self.commanding("FinishRound", &command_id, request))
                    .await?;
                Ok(((), answer.into_inner().seq))
            },
        );
        finished.await.is_ok()
    }

    /// Does something at a board, or nothing.
    async fn act(&self, id: &str, round: u32, board: &pairing::Board) {
        let whim = self.chance.below(1_000);
        let (name, act) = match whim {
            0..40 => ("pause", Act::Pause(play::PauseAct { until_ms: 0 })),
            40..70 => {
                let until_ms = self.wiring.clock.now_ms() + 2_500;
                ("pause", Act::Pause(play::PauseAct { until_ms }))
            }
            70..100 => {
                let clocks = play::SetTimes {
                    black_ms: i64::try_from(self.chance.between(3_000, 20_000)).unwrap_or(5_000),
                    white_ms: i64::try_from(self.chance.between(3_000, 20_000)).unwrap_or(5_000),
                };
                let clocks = Some(clocks);
                ("set_clocks", Act::SetClocks(play::SetClocksAct { clocks }))
            }
            100..130 => {
                let adjust = play::AdjustTimeAct {
                    color: if whim.is_multiple_of(2) { 1 } else { 2 },
                    ms: i64::try_from(self.chance.between(500, 4_000)).unwrap_or(1_000),
                };
                ("adjust_time", Act::AdjustTime(adjust))
            }
            130..145 => return self.enter(id, round, board).await,
            145..300 => ("answer_call", Act::AnswerCall(play::AnswerCallAct {})),
            300..700 => ("resume", Act::Resume(play::ResumeAct {})),
            _ => return,
        };
        if self.officiate(board, name, act).await.is_ok() && name == "pause" {
            rest(self.chance.between(200, 4_000)).await;
            // Refused where the pause is over by itself.
            let resume = Act::Resume(play::ResumeAct {});
            let _refused = self.officiate(board, "resume", resume).await;
        }
    }

    async fn officiate(
        &self,
        board: &pairing::Board,
        name: &'static str,
        act: Act,
    ) -> Result<(), Problem> {
        let game = board.game_id.as_str();
        self.give(("game", game), Asked::Officiate(name), async |command_id| {
            let request = play::OfficiateRequest {
                command_id,
                game_id: game.to_owned(),
                act: Some(play::OfficialAct {
                    act: Some(act.clone()),
                }),
                paragraph: String::new(),
                reason: "The clock was faulty.".to_owned(),
            };
            let answer = self.play.clone().officiate(self.by(request)).await?;
            Ok(((), answer.into_inner().seq))
        })
        .await
    }

    async fn enter(&self, id: &str, round: u32, board: &pairing::Board) {
        let table = board.table;
        let black_discs = u32::try_from(self.chance.between(0, 64)).unwrap_or(32);
        let asked = Asked::Enter {
            round,
            table,
            black_discs,
        };
        let entered = self.give(("tournament", id), asked, async |command_id| {
            let request = pairing::EnterResultRequest {
                command_id: command_id.clone(),
                tournament_id: id.to_owned(),
                round,
                table,
                black_discs: Some(black_discs),
                reason: "They played on a board of wood.".to_owned(),
                ..pairing::EnterResultRequest::default()
            };
            let answer = self
                .pairing
                .clone()
                .enter_result(self.commanding("EnterResult", &command_id, request))
                .await?;
            Ok(((), answer.into_inner().seq))
        });
        let _refused = entered.await;
    }
}

/// The account of a player.
fn account(number: usize) -> String {
    format!("player{number}")
}
