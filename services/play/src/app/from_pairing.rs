//! Pairing's facts: games set up when a round is published, seats taken in as they are claimed, officials
//! and assistants known, games closed when an official enters the result, rulings carried out.

use std::{collections::BTreeSet, sync::Arc};

use async_trait::async_trait;
use futures_util::future::join_all;
use outflank_access::{
    Problem, Role,
    identifier::{GAME_NUMBER, game_id},
};
use outflank_journal::{Cursor as JournalCursor, feed};
use outflank_live::topic;
use outflank_othello::{Command, Create, GameRules, Moment, PerColor, Phase, Place};
use outflank_proto::feed::v1::{Cursor, Fact, Text};
use outflank_tournament::{
    AccountId, Appointment, Event, FactBody, OfficialRole, Power, PublishedPairing,
};
use outflank_transport::feed::{self as facts, FactSink, NotTaken};

use super::{
    arrival::NewGame,
    evidence::EvidenceRecords,
    faults::OutageRecords,
    game_rules::game_rules,
    officiate::{is_open, seat_of_entrant},
    records::{GameRow, PlayRecords, RECORDED},
    refusal,
    refused_facts::Refusals,
    rulings::Settled,
    tables::{Step, Tables},
};

/// The name of this service's place in pairing's feed.
pub(super) const CONSUMER: &str = "play-from-pairing";

/// What facts of pairing do to games. Everything may be done again without changing anything.
pub(crate) struct FromPairing {
    pub tables: Arc<Tables>,
    pub records: PlayRecords,
    pub evidence: EvidenceRecords,
    pub outages: OutageRecords,
    /// What the rules of tables say against the fact that is being taken in.
    pub refused: Refusals,
    /// What was written at the desk about the fact that is being taken in.
    pub texts: Vec<Text>,
}

#[async_trait]
impl FactSink for FromPairing {
    async fn cursor(&self) -> Result<Cursor, Problem> {
        let cursor = feed::load_cursor(&*self.tables.journal, CONSUMER).await;
        cursor.map_err(|error| refusal::journal(&error))
    }

    async fn apply(&self, fact: &Fact, epoch: &str) -> Result<(), NotTaken> {
        let place = JournalCursor {
            epoch: epoch.to_owned(),
            number: fact.number,
        };
        let told = Self {
            tables: Arc::clone(&self.tables),
            records: self.records.told_at(place),
            evidence: self.evidence.clone(),
            outages: self.outages.clone(),
            refused: Refusals::default(),
            texts: fact.texts.clone(),
        };
        if fact.kind == facts::BOOKED {
            told.take_bookings(&fact.id, &facts::read(fact)?).await?;
        } else if fact.kind == facts::MODERATED {
            told.take_moderation(&facts::read(fact)?, fact.at_ms)
                .await?;
        } else {
            told.take_in(&fact.id, &facts::read(fact)?).await?;
        }
        told.refused.told()
    }

    async fn save_cursor(&self, cursor: &Cursor) -> Result<(), Problem> {
        let saved = feed::save_cursor(&*self.tables.journal, CONSUMER, cursor).await;
        saved.map_err(|error| refusal::journal(&error))
    }

    async fn start_over(&self) -> Result<(), Problem> {
        for consumer in [CONSUMER, RECORDED] {
            let forgotten = feed::forget_cursor(&*self.tables.journal, consumer).await;
            forgotten.map_err(|error| refusal::journal(&error))?;
        }
        self.records.forget_facts().await?;
        self.tables.watching.forget_policies();
        Ok(())
    }
}

impl FromPairing {
    /// Has the account's lines opened anew: they were told what officials are.
    async fn tell_dismissed(&self, account: &str) {
        let (topic, message) = (topic::dismissed_officials(), account.to_owned().into());
        if let Err(error) = self.tables.live.publish(&topic, message).await {
            tracing::warn!(%error, "a dismissal was not announced");
        }
    }

    async fn appoint(
        &self,
        tournament: &str,
        account: &AccountId,
        (role, powers): (OfficialRole, Option<&BTreeSet<Power>>),
    ) -> Result<(), Problem> {
        let mut officials = self.records.officials(tournament).await?;
        let known = officials.remove(account.as_str());
        let mut limits = known.map(|known| known.limits).unwrap_or_default();
        limits.appoint(role, powers);
        let appointment = Appointment { role, limits };
        self.records
            .save_official(tournament, account.as_str(), &appointment)
            .await
    }

    async fn assign_tables(
        &self,
        tournament: &str,
        official: &AccountId,
        (round, tables): (Option<u32>, &BTreeSet<u32>),
    ) -> Result<(), Problem> {
        let mut officials = self.records.officials(tournament).await?;
        let Some(mut appointment) = officials.remove(official.as_str()) else {
            return Ok(());
        };
        appointment.limits.tables.assign(round, tables.clone());
        self.records
            .save_official(tournament, official.as_str(), &appointment)
            .await
    }

    async fn take_in(&self, fact_id: &str, read: &FactBody) -> Result<(), Problem> {
        let tournament = read.tournament_id.as_str();
        match &read.event {
            Event::TournamentCreated { rule_set, .. } | Event::RuleSetChanged { rule_set, .. } => {
                self.records.save_rules(tournament, rule_set).await?;
                self.tables.watching.forget_policy(tournament);
                Ok(())
            }
            Event::RulesAmended(amended) => {
                let (from, rules) = ((read.seq, amended.from_round), &amended.rule_set);
                self.records
                    .save_amended_rules(tournament, from, rules)
                    .await?;
                self.tables.watching.forget_policy(tournament);
                Ok(())
            }
            Event::OfficialAppointed {
                account,
                role,
                shares,
                powers,
            } => {
                self.appoint(tournament, account, (*role, powers.as_ref()))
                    .await?;
                self.records
                    .save_shared_interests(tournament, account, shares)
                    .await
            }
            Event::TablesAssigned {
                official,
                round,
                tables,
            } => {
                self.assign_tables(tournament, official, (*round, tables))
                    .await
            }
            Event::OfficialDismissed { account } => {
                let account = account.as_str();
                self.records.remove_official(tournament, account).await?;
                self.tell_dismissed(account).await;
                Ok(())
            }
            Event::SeatAssigned {
                entrant,
                account,
                operator,
            } => {
                let (entrant, account) = (entrant.as_str(), account.as_str());
                let operator = operator.as_ref().map(AccountId::as_str);
                self.records
                    .save_seat(tournament, entrant, (account, operator))
                    .await?;
                self.take_seats(fact_id, tournament, entrant, account).await
            }
            Event::SeatReleased { entrant, left } => {
                if let Some(left) = left {
                    for by in std::iter::once(&left.by).chain(&left.operator) {
                        let left = (by, left.through_round);
                        self.records
                            .save_left_seat(tournament, entrant, left)
                            .await?;
                    }
                }
                self.records.remove_seat(tournament, entrant.as_str()).await
            }
            Event::AccommodationGranted {
                entrant,
                accommodation,
                ..
            } => {
                let assistant = accommodation.assistant.as_ref();
                let assistant = assistant.map(AccountId::as_str);
                let entrant = entrant.as_str();
                self.records
                    .save_assistant(tournament, entrant, assistant)
                    .await
            }
            event => self.take_in_course(fact_id, read, event).await,
        }
    }

    /// Facts of the rounds: boards, results, rulings.
    async fn take_in_course(
        &self,
        fact_id: &str,
        read: &FactBody,
        event: &Event,
    ) -> Result<(), Problem> {
        let tournament = read.tournament_id.as_str();
        match event {
            Event::RoundPublished {
                round,
                starts_at_ms,
                pairings,
                ..
            } => {
                let published = Published {
                    fact_id,
                    tournament,
                    seq: read.seq,
                    round: *round,
                    starts_at_ms: *starts_at_ms,
                };
                self.set_up(&published, pairings).await?;
                self.tell_games(tournament, *round).await;
                Ok(())
            }
            Event::RoundUnpublished { round, .. } | Event::RoundAnnulled { round, .. } => {
                self.records.amended_from(tournament, *round).await?;
                self.tables.watching.forget_policy(tournament);
                self.call_off(fact_id, tournament, *round).await?;
                self.tell_games(tournament, *round).await;
                Ok(())
            }
            Event::ResultRecorded {
                round,
                table,
                result,
            } if result.game.is_none() => {
                self.close(fact_id, (tournament, *round, *table), result)
                    .await
            }
            Event::ResultCorrected {
                round,
                table,
                result,
                reason,
                ..
            } if result.game.is_none() => {
                let board = (tournament, *round, *table);
                self.close(fact_id, board, result).await?;
                let settled = Settled {
                    upheld: true,
                    reason_id: reason,
                    by: read.by.as_ref(),
                };
                self.settle_dispute(fact_id, board, &settled).await
            }
            Event::ResultDisputed {
                round,
                table,
                entrant,
                reason,
            } => {
                let board = (tournament, *round, *table);
                self.dispute(fact_id, board, (entrant.as_str(), reason))
                    .await
            }
            Event::DisputeSettled {
                round,
                table,
                reason,
                ..
            } => {
                let board = (tournament, *round, *table);
                let settled = Settled {
                    upheld: false,
                    reason_id: reason,
                    by: read.by.as_ref(),
                };
                self.settle_dispute(fact_id, board, &settled).await
            }
            Event::PenaltyImposed(ruling) => self.penalise(fact_id, tournament, ruling).await,
            Event::ConsentGiven(consent) => self.records.save_consent(tournament, consent).await,
            Event::ConsentsEnded { consents } | Event::ActedWithInterest { consents, .. } => {
                self.records.remove_consents(consents).await
            }
            Event::AppealFiled(filing) => self.note_appeal(filing).await,
            Event::AppealDecided(decision) => {
                self.decide_appeal(fact_id, tournament, decision).await
            }
            Event::TransferredAway {
                transfer_id,
                to,
                rounds,
            } => {
                self.move_away(fact_id, (tournament, *rounds), (transfer_id, to))
                    .await
            }
            Event::TransferredIn {
                transfer_id,
                resume_at_ms,
                ..
            } => {
                self.move_in(fact_id, tournament, (transfer_id, *resume_at_ms))
                    .await
            }
            _ => Ok(()),
        }
    }
}

struct Published<'a> {
    fact_id: &'a str,
    tournament: &'a str,
    seq: u64,
    round: u32,
    starts_at_ms: i64,
}

impl FromPairing {
    async fn set_up(
        &self,
        published: &Published<'_>,
        pairings: &[PublishedPairing],
    ) -> Result<(), Problem> {
        let rules = self.records.rules(published.tournament).await?;
        let Some(rules) = rules else {
            let why = format!("round {} is published before its rules", published.round);
            self.refused.note(why);
            return Ok(());
        };
        let rows: Vec<GameRow> = pairings
            .iter()
            .map(|pairing| GameRow {
                game_id: game_id(
                    published.tournament,
                    published.seq,
                    published.round,
                    pairing.table,
                    GAME_NUMBER,
                ),
                tournament_id: published.tournament.to_owned(),
                round: published.round,
                table: pairing.table,
                game_number: GAME_NUMBER,
                black: pairing.black.0.clone(),
                white: pairing.white.0.clone(),
            })
            .collect();
        self.records.save_games(&rows).await?;
        let game_rules: Vec<GameRules> = pairings
            .iter()
            .map(|pairing| game_rules(&rules, pairing))
            .collect();
        let created = rows
            .iter()
            .zip(&game_rules)
            .map(|(row, game_rules)| self.create(published, row, game_rules));
        let created = join_all(created).await;
        let games: Vec<NewGame> = created.into_iter().collect::<Result<_, _>>()?;
        self.arrive_at_new(&games).await
    }

    /// Tells whoever follows the tournament that a round has other games now. Where it is lost, gateways know that
    /// something may be.
    async fn tell_games(&self, tournament: &str, round: u32) {
        let message = round.to_string().into_bytes().into();
        let topic = topic::games(tournament);
        if let Err(error) = self.tables.live.publish(&topic, message).await {
            tracing::warn!(tournament, round, %error, "games were not published");
        }
    }

    async fn create(
        &self,
        published: &Published<'_>,
        row: &GameRow,
        game_rules: &GameRules,
    ) -> Result<NewGame, Problem> {
        let black = self.records.account(&row.tournament_id, &row.black).await?;
        let white = self.records.account(&row.tournament_id, &row.white).await?;
        let create = Create {
            place: Some(Place {
                tournament: row.tournament_id.clone(),
                round: row.round,
                table: row.table,
                game: row.game_number,
            }),
            booked_at: None,
            entrants: PerColor::new(row.black.clone(), row.white.clone()),
            accounts: PerColor::new(black, white),
            game_rules: Box::new(game_rules.clone()),
            starts_at_ms: published.starts_at_ms,
        };
        let set_up = self.tables.act(&row.game_id, |game, now_ms| {
            (game.state.phase() == Phase::Empty).then(|| {
                Step::new(
                    &Role::Play.actor(),
                    published.fact_id,
                    Command::Create(create.clone()),
                    Moment::at(now_ms),
                )
            })
        });
        self.refused.taken_in(&row.game_id, set_up.await)?;
        let entrants = [row.black.as_str(), row.white.as_str()];
        self.keep_out(&row.tournament_id, &row.game_id, entrants)
            .await?;
        Ok((row.game_id.clone(), create.accounts))
    }

    /// Lets an account into the open games of its entrant.
    async fn take_seats(
        &self,
        fact_id: &str,
        tournament: &str,
        entrant: &str,
        account: &str,
    ) -> Result<(), Problem> {
        let games = self.records.games_of(tournament, entrant).await?;
        for game_id in &games {
            let taken = self.tables.act(game_id, |game, now_ms| {
                if !is_open(game) {
                    return None;
                }
                let seats = game.state.seats()?;
                let color = seat_of_entrant(game, entrant)?;
                (seats.get(color).account.as_deref() != Some(account)).then(|| {
                    Step::new(
                        &Role::Play.actor(),
                        fact_id,
                        Command::TakeSeat {
                            color,
                            account: account.to_owned(),
                        },
                        Moment::at(now_ms),
                    )
                })
            });
            self.refused.taken_in(game_id, taken.await)?;
        }
        self.arrive_in_seat(&games, account).await
    }
}
