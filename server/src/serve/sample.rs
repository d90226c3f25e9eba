//! The sample event: a director and entrants of the house who use the public interface like anyone.

mod bot;
mod entrants;
mod finals;
mod kept;

use std::{path::PathBuf, time::Duration};

use anyhow::Context as _;
use outflank_client::{Client, Color, Failure, Round, Seat, Session, Tournament};
use serde::Deserialize;
use serde_json::json;
use tokio::task::JoinSet;

use bot::Bot;
use entrants::ENTRANTS;
use kept::Kept;

use super::wiring::Admission;

const LOGIN: &str = "house-director";
const DIRECTOR: &str = "Ingvild Storhaven";
/// Between a round's publication and its start at pace 1, in ms.
const NOTICE_MS: i64 = 12_000;
/// How long the house waits before it looks again, or tries again.
const PAUSE: Duration = Duration::from_millis(1_500);

/// The sample event of one server.
pub struct SampleEvent {
    /// The server's address.
    pub base: String,
    /// Where the house keeps its sessions.
    pub file: PathBuf,
    /// 1 is a pace to watch.
    pub pace: u32,
    /// Lets an account found events here.
    pub admit: Admission,
}

impl std::fmt::Debug for SampleEvent {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "SampleEvent({})", self.base)
    }
}

impl SampleEvent {
    /// Holds the event to its confirmation, whatever comes between.
    pub async fn hold(&self) {
        while let Err(error) = self.go_on().await {
            tracing::warn!("the sample event is interrupted and goes on soon: {error:#}");
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Goes on from wherever the event stands.
    async fn go_on(&self) -> anyhow::Result<()> {
        let mut kept = Kept::read_or_new(&self.file)?;
        let director = self.director(&mut kept).await?;
        let tournament_id = self.announce(&director, &mut kept).await?;
        self.seat_entrants(&director, &tournament_id, &mut kept)
            .await?;
        loop {
            let tournament: Tournament = director
                .get(&format!("/tournaments/{tournament_id}"))
                .await?;
            let next = tournament.next.as_ref().map(|next| next.kind.as_str());
            match next.unwrap_or("nothing") {
                "publish_round" => self.publish(&director, &tournament, &mut kept).await?,
                "await_results" | "finish_round" => {
                    let Some(round) = tournament.rounds.last() else {
                        anyhow::bail!("an open round that is not there");
                    };
                    self.play_round(round, &mut kept).await?;
                    self.finish(&director, &tournament_id, round.number).await?;
                }
                "draw_lots" => self.draw_lots(&director, &tournament_id).await?,
                "announce_finals" => self.announce_finals(&director, &tournament).await?,
                "confirm" => {
                    let path = format!("/tournaments/{tournament_id}/confirmation");
                    let _: serde_json::Value = director
                        .command(&path, &json!({}), "sample-confirmation")
                        .await?;
                }
                "nothing" => return Ok(()),
                other => anyhow::bail!("the house knows no way to {other}"),
            }
        }
    }

    async fn director(&self, kept: &mut Kept) -> anyhow::Result<Client> {
        let client = Client::here(&self.base);
        match client.sign_in(LOGIN, &kept.password).await {
            Ok(_) => {}
            Err(Failure::Refused(refused)) if refused.code == "wrong_credentials" => {
                client
                    .create_account(DIRECTOR, LOGIN, &kept.password, None)
                    .await
                    .context("the house director cannot have an account")?;
            }
            Err(failure) => return Err(failure.into()),
        }
        Ok(client)
    }

    async fn announce(&self, director: &Client, kept: &mut Kept) -> anyhow::Result<String> {
        #[derive(Deserialize)]
        struct Created {
            summary: Summary,
        }
        #[derive(Deserialize)]
        struct Summary {
            id: String,
        }
        #[derive(Deserialize)]
        struct Account {
            id: String,
        }
        if let Some(id) = &kept.tournament_id {
            return Ok(id.clone());
        }
        let account: Account = director.get("/account").await?;
        (self.admit)(&account.id);
        let body = json!({
            "name": "Øresund Sample Open", "country": "DNK", "date": today(),
            "rule_set": "egp-2020", "director_name": DIRECTOR,
        });
        let created: Created = director
            .command("/tournaments", &body, "sample-tournament")
            .await?;
        kept.tournament_id = Some(created.summary.id.clone());
        kept.write(&self.file)?;
        Ok(created.summary.id)
    }

    /// Registers the entrants and has each claim its seat; what was done before is not done again.
    async fn seat_entrants(
        &self,
        director: &Client,
        tournament_id: &str,
        kept: &mut Kept,
    ) -> anyhow::Result<()> {
        #[derive(Deserialize)]
        struct Registered {
            entrant_id: String,
        }
        for (number, entrant) in ENTRANTS.iter().enumerate() {
            if let Some((entrant_id, session)) = kept.seats.get(number).cloned() {
                let session = self
                    .session_of(director, tournament_id, &entrant_id, session)
                    .await?;
                kept.seats[number].1 = session;
            } else {
                let body = json!({
                    "surname": entrant.surname, "given_names": entrant.given_names,
                    "country": entrant.country, "rating": entrant.rating, "computer": true,
                });
                let registered: Registered = director
                    .command(
                        &format!("/tournaments/{tournament_id}/entrants"),
                        &body,
                        &format!("sample-entrant-{number}"),
                    )
                    .await?;
                let session = claim(director, tournament_id, &registered.entrant_id).await?;
                kept.seats.push((registered.entrant_id, session));
            }
            kept.write(&self.file)?;
        }
        Ok(())
    }

    /// The kept session if it still stands; otherwise the seat is claimed anew, as a person would who
    /// lost a device.
    async fn session_of(
        &self,
        director: &Client,
        tournament_id: &str,
        entrant_id: &str,
        session: Session,
    ) -> anyhow::Result<Session> {
        let player = Client::here(&self.base).with_session(session);
        match player.get::<serde_json::Value>("/me").await {
            Ok(_) => player.session().await.context("a session that vanished"),
            Err(Failure::Refused(_)) => claim(director, tournament_id, entrant_id).await,
            Err(failure) => Err(failure.into()),
        }
    }

    /// Publishes the next round; where it is announced, its players choose their colours first.
    async fn publish(
        &self,
        director: &Client,
        tournament: &Tournament,
        kept: &mut Kept,
    ) -> anyhow::Result<()> {
        let next = tournament.summary.round.saturating_add(1);
        let starts_at_ms = match &tournament.announced {
            Some(announced) => {
                self.choose_colours(&tournament.summary.id, announced, kept)
                    .await?;
                announced.starts_at_ms
            }
            None => self.next_start_ms(director).await?,
        };
        let body = json!({ "starts_at_ms": starts_at_ms });
        let path = format!("/tournaments/{}/rounds", tournament.summary.id);
        let _: serde_json::Value = director
            .command(&path, &body, &format!("sample-round-{next}"))
            .await?;
        Ok(())
    }

    /// A start with the house's notice from now, in ms of the server's clock.
    async fn next_start_ms(&self, director: &Client) -> anyhow::Result<i64> {
        #[derive(Deserialize)]
        struct Time {
            server_time_ms: i64,
        }
        let time: Time = director.get("/time").await?;
        let notice_ms = NOTICE_MS / i64::from(self.pace.max(1));
        Ok(time.server_time_ms.saturating_add(notice_ms))
    }

    /// Every seat of the round plays its game to the end.
    async fn play_round(&self, round: &Round, kept: &mut Kept) -> anyhow::Result<()> {
        let mut players = JoinSet::new();
        for board in round.boards.iter().filter(|board| board.result.is_none()) {
            for (entrant, color) in [
                (&board.black_entrant_id, Color::Black),
                (&board.white_entrant_id, Color::White),
            ] {
                let Some(place) = kept.seats.iter().position(|(id, _)| id == entrant) else {
                    anyhow::bail!("the house has no session for entrant {entrant}");
                };
                let (_, session) = &kept.seats[place];
                let client = Client::here(&self.base).with_session(session.clone());
                let mut seat = Seat::new(client.clone(), &board.game_id, color);
                let mut bot = Bot::new(&board.game_id, place, self.pace);
                players.spawn(async move {
                    let played = seat.play(&mut bot).await;
                    (place, client.session().await, played)
                });
            }
        }
        while let Some(played) = players.join_next().await {
            let (place, session, played) = played?;
            if let (Some(session), Some(seat)) = (session, kept.seats.get_mut(place)) {
                seat.1 = session;
                kept.write(&self.file)?;
            }
            played?;
        }
        Ok(())
    }

    /// Closes the round once every result has reached the tournament.
    async fn finish(
        &self,
        director: &Client,
        tournament_id: &str,
        round: u32,
    ) -> anyhow::Result<()> {
        let path = format!("/tournaments/{tournament_id}/rounds/{round}/finish");
        let id = format!("sample-finish-{round}");
        loop {
            let finished: Result<serde_json::Value, Failure> =
                director.command(&path, &json!({}), &id).await;
            match finished {
                Ok(_) => return Ok(()),
                Err(Failure::Refused(refused)) if refused.status == 409 => {
                    tokio::time::sleep(PAUSE / self.pace.max(1)).await;
                }
                Err(failure) => return Err(failure.into()),
            }
        }
    }
}

/// A new code for a seat, used at once.
async fn claim(
    director: &Client,
    tournament_id: &str,
    entrant_id: &str,
) -> anyhow::Result<Session> {
    #[derive(Deserialize)]
    struct Code {
        code: String,
    }
    let path = format!("/tournaments/{tournament_id}/entrants/{entrant_id}/seat-code");
    let issued: Code = director.post(&path, &json!({})).await?;
    let player = director.anonymous();
    player.claim_seat(&issued.code).await?;
    player.session().await.context("a claim without session")
}

fn today() -> String {
    let today = time::OffsetDateTime::now_utc().date();
    format!(
        "{:04}-{:02}-{:02}",
        today.year(),
        u8::from(today.month()),
        today.day()
    )
}
