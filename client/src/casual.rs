//! Casual games: seeking one, and what is played.

use std::time::Duration;

use reqwest::Method;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout, timeout_at};

use crate::{Carrier, Client, Color, Failure, Frame, Line};

/// A line that broke is opened again after so long.
const AGAIN_AFTER: Duration = Duration::from_millis(500);
/// Between two looks whether a game that is played is on record.
const LOOK_AGAIN: Duration = Duration::from_millis(200);
/// Who seeks no more may have been brought together with somebody just before, and is told so by then.
const LAST_WORD: Duration = Duration::from_secs(1);

/// A lowest rating that nobody is below: who gives one does not wait until the search has widened.
pub const ANYBODY: i64 = 1;

/// The id of its frame.
const SEEK: &str = "seek";
/// What a seek of somebody who is booked is refused with.
const ALREADY_BOOKED: &str = "already_booked";
/// What a seek is refused with that has stood as long as one may.
const SEEK_LAPSED: &str = "seek_lapsed";
/// What a seek of a contest is refused with that goes on no more.
const CONTEST_OVER: &str = "contest_over";
/// What whoever has entered is refused with.
const ENTERED_ALREADY: &str = "entered_already";

/// What is played, and how long.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CasualTerms {
    /// What: `othello`.
    pub variant: String,
    /// Time a player and game, in ms.
    pub main_ms: i64,
    /// What each move adds, in ms.
    pub increment_ms: i64,
}

impl CasualTerms {
    /// Othello with so many minutes a player and game.
    #[must_use]
    pub fn minutes(minutes: i64) -> Self {
        Self {
            variant: "othello".to_owned(),
            main_ms: minutes * 60_000,
            increment_ms: 0,
        }
    }
}

/// An arena or a ladder.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Contest {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What is played in it.
    pub terms: CasualTerms,
}

/// A casual game that an account is booked for.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Booked {
    /// The game.
    pub game: String,
    /// The account's colour.
    pub color: Color,
    /// The opponent's account.
    pub opponent_account_id: String,
    /// What is played.
    pub terms: CasualTerms,
}

/// Seeks a casual game until there is one. A line that breaks is opened again, and the game sought anew. Who is booked
/// already has that game: a program that was started again goes on with it.
///
/// # Errors
/// When the server refuses the seek.
pub async fn find_game(
    client: &Client,
    carrier: Carrier,
    terms: &CasualTerms,
) -> Result<Booked, Failure> {
    let seek = json!({"type": "seek", "id": SEEK, "terms": terms});
    find(client, carrier, &seek).await
}

/// Seeks a casual game for so long, with an opponent of any strength. `None` where nobody came by then, no line could be
/// opened, or the account is booked already. Who is found at the last moment is heard of a second later at most.
///
/// # Errors
/// When the server refuses the seek, or the line breaks.
pub async fn find_game_within(
    client: &Client,
    carrier: Carrier,
    terms: &CasualTerms,
    patience: Duration,
) -> Result<Option<Booked>, Failure> {
    let seek = json!({"type": "seek", "id": SEEK, "terms": terms, "lowest": ANYBODY});
    let until = Instant::now() + patience;
    let Ok(line) = timeout_at(until, Line::open_over(client, carrier)).await else {
        return Ok(None);
    };
    let mut line = line?;
    let found = sought_until(&mut line, &seek, until).await;
    line.close().await;
    match found {
        Err(failure) if failure.code() == Some(ALREADY_BOOKED) => Ok(None),
        found => found,
    }
}

/// Enters an arena or a ladder; whoever has entered before goes on in it.
///
/// # Errors
/// When the server refuses it: the contest is over, or does not admit programs.
pub async fn enter_contest(client: &Client, id: &str) -> Result<Contest, Failure> {
    let entry = format!("/contests/{id}/entry");
    match client.send(Method::PUT, &entry, &json!({}), None).await {
        Err(failure) if failure.code() == Some(ENTERED_ALREADY) => {
            #[derive(Deserialize)]
            struct Head {
                contest: Contest,
            }
            let head: Head = client.get(&format!("/contests/{id}")).await?;
            Ok(head.contest)
        }
        answer => answer,
    }
}

/// Seeks a game of a contest that the account has entered, as [`find_game`] does. `None` once it is over.
///
/// # Errors
/// When the server refuses the seek.
pub async fn find_contest_game(
    client: &Client,
    carrier: Carrier,
    contest: &Contest,
) -> Result<Option<Booked>, Failure> {
    let seek = json!({"type": "seek", "id": SEEK, "terms": contest.terms, "contest": contest.id});
    match find(client, carrier, &seek).await {
        Err(failure) if failure.code() == Some(CONTEST_OVER) => Ok(None),
        answer => answer.map(Some),
    }
}

async fn find(client: &Client, carrier: Carrier, seek: &Value) -> Result<Booked, Failure> {
    loop {
        match sought_once(client, carrier, seek).await {
            // Which game that is was asked for, and is told on a line that is open then.
            Err(failure) if failure.is_of_the_moment() || is_sought_again(&failure) => {
                tokio::time::sleep(AGAIN_AFTER).await;
            }
            found => return found,
        }
    }
}

/// Seeks over one line, whose opening may fail as it may break.
async fn sought_once(client: &Client, carrier: Carrier, seek: &Value) -> Result<Booked, Failure> {
    let mut line = Line::open_over(client, carrier).await?;
    let found = sought(&mut line, seek).await;
    line.close().await;
    found
}

fn is_sought_again(failure: &Failure) -> bool {
    matches!(failure.code(), Some(ALREADY_BOOKED | SEEK_LAPSED))
}

/// Waits until a casual game that is over at its table is on record as over: its players are booked again no sooner.
///
/// # Errors
/// When the server refuses to say so.
pub async fn until_over(client: &Client, game_id: &str) -> Result<(), Failure> {
    #[derive(Deserialize)]
    struct Game {
        over_at_ms: Option<i64>,
    }
    let path = format!("/casual-games/{game_id}");
    loop {
        match client.get::<Game>(&path).await {
            Ok(game) if game.over_at_ms.is_some() => return Ok(()),
            Ok(_) => tokio::time::sleep(LOOK_AGAIN).await,
            Err(failure) if failure.is_of_the_moment() => tokio::time::sleep(AGAIN_AFTER).await,
            Err(refused) => return Err(refused),
        }
    }
}

async fn sought(line: &mut Line, seek: &Value) -> Result<Booked, Failure> {
    line.send(seek).await?;
    booked(line).await
}

async fn sought_until(
    line: &mut Line,
    seek: &Value,
    until: Instant,
) -> Result<Option<Booked>, Failure> {
    if let Ok(found) = timeout_at(until, sought(line, seek)).await {
        return found.map(Some);
    }
    line.send(&json!({"type": "unseek"})).await?;
    timeout(LAST_WORD, booked(line)).await.ok().transpose()
}

/// What the line's seek comes to.
async fn booked(line: &mut Line) -> Result<Booked, Failure> {
    loop {
        match line.next().await? {
            Frame::Booked(booked) => return Ok(booked),
            Frame::Refused { problem, .. } => return Err(Failure::from(problem)),
            _ => {}
        }
    }
}
