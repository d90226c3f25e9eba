//! A program that plays every game of its seat in one tournament: any legal move.
//!
//! ```sh
//! OUTFLANK_KEY=... cargo run -p outflank-client --example bot -- http://127.0.0.1:8080 [--code CODE] [--socket]
//! ```
//!
//! `--code` claims the seat first, once. It speaks over the gRPC stream, or with `--socket` over the WebSocket. It
//! takes part in the event that comes first among its seats, one not yet confirmed, until everything there is played.
#![allow(clippy::print_stdout, reason = "an example tells what it does")]

use std::{collections::BTreeSet, time::Duration};

use async_trait::async_trait;
use outflank_client::{
    Carrier, Choice, Client, Color, Failure, Seat, Strategy, Table, Tournament, TournamentPhase,
};
use serde::Deserialize;

/// What `GET /api/v1/me` says of a program's seats.
#[derive(Deserialize)]
struct Me {
    seats: Vec<Held>,
}

#[derive(Deserialize)]
struct Held {
    tournament_id: String,
    entrant_id: String,
}

/// Any legal move: what the last number drawn was.
struct AnyMove(usize);

#[async_trait]
impl Strategy for AnyMove {
    async fn choose(&mut self, table: &Table) -> Choice {
        self.0 = self.0.wrapping_mul(1_103_515_245).wrapping_add(12_345) % 0x7fff_ffff;
        let legal = &table.legal_squares;
        let drawn = legal.get(self.0 % legal.len().max(1));
        drawn.map_or(Choice::Resign, |square| Choice::Square(square.clone()))
    }
}

/// The games of this seat that wait to be played.
fn open_games(
    event: &Tournament,
    entrant: &str,
    played: &BTreeSet<String>,
) -> Vec<(String, Color)> {
    let boards = event.rounds.iter().flat_map(|round| &round.boards);
    boards
        .filter(|board| board.result.is_none() && !played.contains(&board.game_id))
        .filter_map(|board| match entrant {
            id if id == board.black_entrant_id => Some((board.game_id.clone(), Color::Black)),
            id if id == board.white_entrant_id => Some((board.game_id.clone(), Color::White)),
            _ => None,
        })
        .collect()
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().collect();
    let given = |name: &str| arguments.iter().position(|argument| argument == name);
    let server = arguments
        .get(1)
        .map_or("http://127.0.0.1:8080", String::as_str);
    let key = std::env::var("OUTFLANK_KEY").unwrap_or_default();
    let client = Client::new(server).with_api_key(&key);
    let carrier = if given("--socket").is_some() {
        Carrier::WebSocket
    } else {
        Carrier::Grpc
    };
    let mut bot = AnyMove(usize::try_from(std::process::id()).unwrap_or_default());
    if let Some(code) = given("--code").and_then(|place| arguments.get(place + 1)) {
        client.claim_seat(code).await?;
    }
    let me: Me = client.get("/me").await?;
    let Some(held) = me.seats.first() else {
        println!("This key's account has no seat: claim one with --code.");
        return Ok(());
    };
    let mut played = BTreeSet::new();
    loop {
        let event: Tournament = client
            .get(&format!("/tournaments/{}", held.tournament_id))
            .await?;
        for (game, color) in open_games(&event, &held.entrant_id, &played) {
            println!("playing {color:?} in {game}");
            let table = Seat::new(client.clone(), &game, color)
                .over(carrier)
                .play(&mut bot)
                .await?;
            println!("{game} is over: {:?}", table.result);
            played.insert(game);
        }
        if matches!(
            event.summary.phase,
            TournamentPhase::Played
                | TournamentPhase::Confirmed
                | TournamentPhase::Abandoned
                | TournamentPhase::Cancelled
        ) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
}
