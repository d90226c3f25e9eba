//! What rulings at the desk do at the tables: time taken or given, players and spectators sent out,
//! disputes settled.

use outflank_access::{Problem, Role};
use outflank_othello::{Authority, Command, Expelled, Moment, OfficialAct};
use outflank_tournament::{
    AccountId, AppealDecision, AppealEffect, AppealFiling, Appealed, Offender, Penalty,
    PenaltyRuling,
};

use super::{
    clock_penalties::TimePenalty,
    from_pairing::FromPairing,
    game::Game,
    officiate::{is_open, seat_of_entrant},
    records::{RoomExpulsion, keep_reason},
    tables::Step,
};

/// How a dispute was settled at the desk.
pub(super) struct Settled<'a> {
    pub upheld: bool,
    /// Id of the recorded reason.
    pub reason_id: &'a str,
    /// Who settled it; `None` where an earlier version told it.
    pub by: Option<&'a AccountId>,
}

impl FromPairing {
    /// Takes a step that rests on what was written at the desk, which is kept with it.
    async fn act_with_text(
        &self,
        game_id: &str,
        text_id: &str,
        plan: impl Fn(&Game, i64) -> Option<Step> + Send,
    ) -> Result<(), Problem> {
        let written = self.texts.iter().find(|one| one.id == text_id);
        let kept = written.map(|one| keep_reason(text_id, game_id, &one.text));
        let acted = self.tables.act(game_id, move |game, now_ms| {
            let step = plan(game, now_ms)?;
            Some(step.with_records(kept.iter().cloned().collect()))
        });
        self.refused.taken_in(game_id, acted.await)
    }

    /// A penalty applies.
    pub(super) async fn penalise(
        &self,
        fact_id: &str,
        tournament: &str,
        ruling: &PenaltyRuling,
    ) -> Result<(), Problem> {
        match (&ruling.penalty, &ruling.whom) {
            (
                Penalty::Time {
                    round,
                    table,
                    taken_ms,
                    given_ms,
                    empties_clock,
                },
                Offender::Entrant { entrant },
            ) => {
                let time = TimePenalty {
                    ruling,
                    entrant: entrant.as_str(),
                    round: *round,
                    table: *table,
                    taken_ms: *taken_ms,
                    given_ms: *given_ms,
                    empties_clock: *empties_clock,
                };
                self.penalise_clock(fact_id, tournament, &time).await
            }
            (Penalty::RoomExpulsion { until_ms }, whom) => {
                let (entrant, account) = match whom {
                    Offender::Entrant { entrant } => (Some(entrant.as_str().to_owned()), None),
                    Offender::Spectator { account } => (None, Some(account.as_str().to_owned())),
                };
                let expulsion = RoomExpulsion {
                    ruling: ruling.ruling.clone(),
                    entrant,
                    account,
                    until_ms: *until_ms,
                    official: ruling.by.as_str().to_owned(),
                    paragraph: ruling.paragraph.clone(),
                };
                self.records
                    .save_room_expulsion(tournament, &expulsion)
                    .await?;
                self.send_out(fact_id, tournament, &expulsion, true).await
            }
            _ => Ok(()),
        }
    }

    /// Sends an entrant from the open games they play, or lets them in again.
    async fn send_out(
        &self,
        fact_id: &str,
        tournament: &str,
        expulsion: &RoomExpulsion,
        out: bool,
    ) -> Result<(), Problem> {
        // Spectators are kept out wherever they look.
        let Some(entrant) = expulsion.entrant.as_deref() else {
            return Ok(());
        };
        for game_id in self.records.games_of(tournament, entrant).await? {
            let acted = self.tables.act(&game_id, |game, now_ms| {
                let whom = Expelled::Seat(seat_of_entrant(game, entrant)?);
                let is_out = game.state.is_expelled(&whom, now_ms);
                (is_open(game) && is_out != out).then(|| {
                    let act = if out {
                        let until_ms = expulsion.until_ms;
                        OfficialAct::Expel { whom, until_ms }
                    } else {
                        OfficialAct::Readmit { whom }
                    };
                    step(fact_id, act, authority(expulsion), now_ms)
                })
            });
            self.refused.taken_in(&game_id, acted.await)?;
        }
        Ok(())
    }

    /// Sends those out of a new game who were sent from the room before.
    pub(super) async fn keep_out(
        &self,
        tournament: &str,
        game_id: &str,
        entrants: [&str; 2],
    ) -> Result<(), Problem> {
        for expulsion in self.records.room_expulsions(tournament).await? {
            let entrant = expulsion.entrant.as_deref();
            if !entrant.is_some_and(|entrant| entrants.contains(&entrant)) {
                continue;
            }
            let acted = self.tables.act(game_id, |game, now_ms| {
                let whom = Expelled::Seat(seat_of_entrant(game, entrant?)?);
                let over = expulsion
                    .until_ms
                    .is_some_and(|until_ms| until_ms <= now_ms);
                let until_ms = expulsion.until_ms;
                (!over && is_open(game) && !game.state.is_expelled(&whom, now_ms)).then(|| {
                    let act = OfficialAct::Expel { whom, until_ms };
                    step(&expulsion.ruling, act, authority(&expulsion), now_ms)
                })
            });
            self.refused.taken_in(game_id, acted.await)?;
        }
        Ok(())
    }

    /// An appeal was filed: its decision will not say again what it is about.
    pub(super) async fn note_appeal(&self, filing: &AppealFiling) -> Result<(), Problem> {
        match &filing.against {
            Appealed::Ruling { ruling } => self.records.save_appeal(&filing.appeal, ruling).await,
            Appealed::Protest { .. } => Ok(()),
        }
    }

    /// An appeal was decided: who was sent out may come back.
    pub(super) async fn decide_appeal(
        &self,
        fact_id: &str,
        tournament: &str,
        decision: &AppealDecision,
    ) -> Result<(), Problem> {
        if !decision.upheld || decision.effect == AppealEffect::Nothing {
            return Ok(());
        }
        if let Some(ruling) = self.records.appealed(&decision.appeal).await? {
            let fell = self
                .records
                .remove_room_expulsion(tournament, &ruling)
                .await?;
            if let Some(expulsion) = fell {
                self.send_out(fact_id, tournament, &expulsion, false)
                    .await?;
            }
        }
        match &decision.effect {
            AppealEffect::Replace { ruling } => {
                let again = format!("{fact_id}-again");
                self.penalise(&again, tournament, ruling).await
            }
            _ => Ok(()),
        }
    }

    /// A player disputes a result at the desk: at the table it is then not confirmed by silence.
    pub(super) async fn dispute(
        &self,
        fact_id: &str,
        (tournament, round, table): (&str, u32, u32),
        (entrant, reason_id): (&str, &str),
    ) -> Result<(), Problem> {
        for game_id in self.records.games_at(tournament, round, table).await? {
            let disputing = |game: &Game, now_ms: i64| {
                let color = seat_of_entrant(game, entrant)?;
                let signed = game.state.signatures()?;
                let open = signed.confirmed.is_none() && signed.dispute.is_none();
                (open && !signed.signed.get(color)).then(|| {
                    let reason_id = reason_id.to_owned();
                    let command = Command::DisputeResult { color, reason_id };
                    Step::new(&Role::Play.actor(), fact_id, command, Moment::at(now_ms))
                })
            };
            self.act_with_text(&game_id, reason_id, disputing).await?;
        }
        Ok(())
    }

    /// A dispute was settled at the desk. The player was right if another result was entered there.
    pub(super) async fn settle_dispute(
        &self,
        fact_id: &str,
        (tournament, round, table): (&str, u32, u32),
        settled: &Settled<'_>,
    ) -> Result<(), Problem> {
        for game_id in self.records.games_at(tournament, round, table).await? {
            let settling = |game: &Game, now_ms: i64| {
                let dispute = game.state.signatures()?.dispute.as_ref()?;
                dispute.upheld.is_none().then(|| {
                    let authority = Authority {
                        official: settled
                            .by
                            .map_or_else(|| Role::Pairing.actor(), |by| by.0.clone()),
                        paragraph: None,
                        reason_id: Some(settled.reason_id.to_owned()),
                        ..Authority::default()
                    };
                    let upheld = settled.upheld;
                    let act = OfficialAct::SettleDispute { upheld };
                    step(fact_id, act, authority, now_ms)
                })
            };
            self.act_with_text(&game_id, settled.reason_id, settling)
                .await?;
        }
        Ok(())
    }
}

fn authority(expulsion: &RoomExpulsion) -> Authority {
    Authority {
        official: expulsion.official.clone(),
        paragraph: expulsion.paragraph.clone(),
        reason_id: None,
        ..Authority::default()
    }
}

pub(super) fn step(command_id: &str, act: OfficialAct, authority: Authority, now_ms: i64) -> Step {
    let command = Command::Officiate { act, authority };
    Step::new(&Role::Play.actor(), command_id, command, Moment::at(now_ms))
}
