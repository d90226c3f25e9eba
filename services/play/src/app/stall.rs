//! Mass stall: when the server was at fault, or so many boards of a round lose a connection at once that it may have
//! been, the round's directors are told at once. They decide; freezing the round by itself is an option of its rules.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use outflank_access::{Problem, Role, identifier::derived_id};
use outflank_live::{SharedLive, topic};
use outflank_othello::{Color, Command, Moment};
use outflank_proto::play::v1 as proto;
use prost::Message as _;
use serde_json::{Value, json};

use super::{
    Play,
    evidence::Alert,
    faults::{Outage, OutageKind},
    game::Game,
    refusal,
    tables::{Acted, Failed, STREAM, Step},
};

/// Drops within this time are one stall, in ms.
const TOGETHER_MS: i64 = 10_000;
/// Fewer boards than this are no mass stall.
const FEWEST_BOARDS: usize = 4;
/// The same alert is not repeated for a round within this time, in ms.
const QUIET_MS: i64 = 60_000;

const MASS_STALL: &str = "mass_stall";
const SERVER_FAULT: &str = "server_fault";
const ROUND_FROZEN: &str = "round_frozen";

/// The boards of one round with a clock running, by tournament and round.
type Rounds = BTreeMap<(String, u32), Vec<Arc<Game>>>;

/// Whether so many of a round's boards are a mass stall: half of them, and no fewer than four.
fn is_mass_stall(boards: usize, hit: usize) -> bool {
    hit >= FEWEST_BOARDS && hit.saturating_mul(2) >= boards
}

fn is_hit(game: &Game, accounts: &BTreeSet<String>) -> bool {
    let mut held = Color::BOTH
        .into_iter()
        .filter_map(|color| game.account(color));
    held.any(|account| accounts.contains(account))
}

impl Play {
    /// Looks whether the connections that were lost of late are a mass stall somewhere.
    pub(crate) async fn look_for_mass_stall(&self) -> Result<(), Problem> {
        let now_ms = self.now_ms();
        let since_ms = now_ms.saturating_sub(TOGETHER_MS);
        let lost = self.evidence.lost_accounts((since_ms, now_ms)).await?;
        if lost.len() < FEWEST_BOARDS {
            return Ok(());
        }
        let lost: BTreeSet<String> = lost.into_iter().collect();
        for (round, boards) in self.running_boards().await? {
            let hit: Vec<&Arc<Game>> = boards.iter().filter(|game| is_hit(game, &lost)).collect();
            if is_mass_stall(boards.len(), hit.len()) {
                let text = format!(
                    "{} of {} boards of round {} lost a player's connection within 10 s: look at the evidence, and \
                     freeze the round if the server may be at fault.",
                    hit.len(),
                    boards.len(),
                    round.1
                );
                self.alert(MASS_STALL, &round, (boards.len(), &hit), (text, json!({})))
                    .await?;
            }
        }
        Ok(())
    }

    /// Tells the directors of every round that an outage took time from.
    pub(crate) async fn alert_to_outages(&self, outages: &[Outage]) -> Result<(), Problem> {
        for outage in outages.iter().filter(|outage| outage.kind.is_made_good()) {
            let lasted_ms = outage.to_ms.saturating_sub(outage.from_ms);
            let (what, parameters) = match outage.kind {
                OutageKind::Gateway => (
                    format!("The gateway {} fell silent", outage.name),
                    json!({ "gateway_id": outage.name }),
                ),
                _ => (
                    format!("The server did not run for {lasted_ms} ms"),
                    json!({ "outage_ms": lasted_ms }),
                ),
            };
            for (round, boards) in self.running_boards().await? {
                let hit: Vec<&Arc<Game>> = boards
                    .iter()
                    .filter(|game| match &outage.accounts {
                        Some(accounts) => is_hit(game, accounts),
                        None => true,
                    })
                    .collect();
                if hit.is_empty() {
                    continue;
                }
                let text = format!(
                    "{what}: {} of {} boards of round {} were hit. The running clocks get the time back.",
                    hit.len(),
                    boards.len(),
                    round.1
                );
                let said = (text, parameters.clone());
                self.alert(SERVER_FAULT, &round, (boards.len(), &hit), said)
                    .await?;
            }
        }
        Ok(())
    }

    async fn running_boards(&self) -> Result<Rounds, Problem> {
        let open = self.tables.journal.open_streams(STREAM).await;
        let open = open.map_err(|error| refusal::journal(&error))?;
        let mut rounds = Rounds::new();
        for stream in open {
            let Some(game) = self.tables.find(&stream.stream.id).await? else {
                continue;
            };
            let Some(place) = game.state.place() else {
                continue;
            };
            if game.state.turn().is_some() {
                let round = (place.tournament.clone(), place.round);
                rounds.entry(round).or_default().push(game);
            }
        }
        Ok(rounds)
    }

    /// Writes an alert down, once a minute at most for a round, and tells it on the live bus; what is said of how many
    /// boards of which round is among its parameters anyway.
    async fn alert(
        &self,
        code: &str,
        (tournament, round): &(String, u32),
        (boards, hit): (usize, &[&Arc<Game>]),
        (text, mut parameters): (String, Value),
    ) -> Result<(), Problem> {
        let now_ms = self.now_ms();
        if let Value::Object(parameters) = &mut parameters {
            parameters.insert("round".to_owned(), (*round).into());
            parameters.insert("boards".to_owned(), boards.into());
            parameters.insert("boards_hit".to_owned(), hit.len().into());
        }
        let minute = now_ms.div_euclid(QUIET_MS).to_string();
        let alert = Alert {
            id: derived_id(&[code, tournament, &round.to_string(), &minute]),
            tournament: tournament.clone(),
            round: *round,
            at_ms: now_ms,
            code: code.to_owned(),
            text,
            parameters,
            games: hit.iter().map(|game| game.id.clone()).collect(),
        };
        let quiet_since_ms = now_ms.saturating_sub(QUIET_MS);
        if !self.evidence.save_alert(&alert, quiet_since_ms).await? {
            return Ok(());
        }
        tracing::warn!(%code, tournament, round, boards = alert.games.len(), "directors are alerted");
        self.tell(&alert).await;
        if is_mass_stall(boards, hit.len()) {
            self.freeze_if_ruled(&alert).await?;
        }
        Ok(())
    }

    /// What a tournament's officials were alerted to from an instant on, oldest first.
    pub(crate) async fn alerts_since(
        &self,
        tournament_id: &str,
        since_ms: i64,
    ) -> Result<Vec<Alert>, Problem> {
        self.evidence.alerts_since(tournament_id, since_ms).await
    }

    async fn tell(&self, alert: &Alert) {
        tell(&self.tables.live, alert).await;
    }

    /// Stops every clock of the round where its rules say so. The directors let them go on, at an instant that
    /// they announce.
    async fn freeze_if_ruled(&self, alert: &Alert) -> Result<(), Problem> {
        let rules = self
            .records
            .rules_of_round(&alert.tournament, alert.round)
            .await?;
        if !rules.is_some_and(|rules| rules.freeze_on_mass_stall) {
            return Ok(());
        }
        let mut frozen = Vec::new();
        for game_id in self.records.games(&alert.tournament, alert.round).await? {
            // What the fault took goes back first: a clock that stands is owed nothing.
            self.credit_faults(&game_id).await?;
            let acted = self.tables.act(&game_id, |game, now_ms| {
                game.state.turn()?;
                Some(Step::new(
                    &Role::Play.actor(),
                    &format!("freeze-{}", alert.id),
                    Command::Freeze { until_ms: None },
                    Moment::at(now_ms),
                ))
            });
            match acted.await {
                Ok(Acted::Done { .. }) => frozen.push(game_id),
                Ok(_) | Err(Failed::Refused(..)) => {}
                Err(failed) => return Err(failed.into_problem()),
            }
        }
        let news = Alert {
            id: format!("frozen-{}", alert.id),
            code: ROUND_FROZEN.to_owned(),
            text: format!(
                "The clocks of round {} stand at {} boards, as its rules say: resume the round when everybody is back.",
                alert.round,
                frozen.len()
            ),
            parameters: json!({ "round": alert.round, "boards": frozen.len() }),
            games: frozen,
            ..alert.clone()
        };
        if self.evidence.save_alert(&news, alert.at_ms).await? {
            self.tell(&news).await;
        }
        Ok(())
    }
}

/// Tells an alert on the live bus.
pub(super) async fn tell(live: &SharedLive, alert: &Alert) {
    let message = proto::Alert::from(alert).encode_to_vec();
    let topic = topic::alerts(&alert.tournament);
    if let Err(error) = live.publish(&topic, message.into()).await {
        tracing::warn!(%error, "nobody was told of an alert");
    }
}

#[cfg(test)]
mod tests {
    use super::is_mass_stall;

    #[test]
    fn half_the_boards_and_no_fewer_than_four() {
        let table = [
            (4, 4, true),
            (4, 3, false),
            (2, 2, false),
            (8, 4, true),
            (9, 4, false),
            (9, 5, true),
            (200, 99, false),
            (200, 100, true),
        ];
        for (boards, hit, is) in table {
            assert_eq!(is_mass_stall(boards, hit), is, "{hit} of {boards}");
        }
    }
}
