//! A program that plays any legal move: every game of its seat in one tournament, or casual games.
//!
//! ```sh
//! OUTFLANK_KEY=... cargo run -p outflank-client --example bot -- http://127.0.0.1:8080 --seek 5 [--games N] [--socket]
//! OUTFLANK_KEY=... cargo run -p outflank-client --example bot -- http://127.0.0.1:8080 [--code CODE] [--games N] [--socket]
//! ```
//!
//! `--seek` seeks casual games of so many minutes, one after another. Without it, it takes part in the event that comes
//! first among its seats, one not yet confirmed, until everything there is played; `--code` claims the seat first, once.
//! It speaks over the gRPC stream, or with `--socket` over the WebSocket, and ends after `--games`, where that is given.
#![allow(clippy::print_stdout, reason = "an example tells what it does")]

use std::{collections::BTreeSet, time::Duration};

use async_trait::async_trait;
use outflank_client::{
    Carrier, CasualTerms, Choice, Client, Color, Failure, HeldSeat, Seat, Strategy, Table,
    find_game, until_over,
};

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

struct Bot {
    client: Client,
    carrier: Carrier,
    moves: AnyMove,
    most_games: usize,
}

impl Bot {
    async fn play(&mut self, game: &str, color: Color) -> Result<(), Failure> {
        println!("playing {color:?} in {game}");
        let table = Seat::new(self.client.clone(), game, color)
            .over(self.carrier)
            .play(&mut self.moves)
            .await?;
        println!("{game} is over: {:?}", table.result);
        Ok(())
    }

    async fn casual_games(&mut self, terms: &CasualTerms) -> Result<(), Failure> {
        for _ in 0..self.most_games {
            let booked = Box::pin(find_game(&self.client, self.carrier, terms)).await?;
            self.play(&booked.game, booked.color).await?;
            // Nobody is booked again before that is on record.
            until_over(&self.client, &booked.game).await?;
        }
        Ok(())
    }

    async fn event(&mut self, seat: &HeldSeat) -> Result<(), Failure> {
        let mut played = BTreeSet::new();
        while let Some(games) = seat.open_games(&self.client, &played).await? {
            for (game, color) in games {
                self.play(&game, color).await?;
                played.insert(game);
                if played.len() >= self.most_games {
                    return Ok(());
                }
            }
            tokio::time::sleep(Duration::from_secs(2)).await;
        }
        Ok(())
    }
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().collect();
    let given = |name: &str| arguments.iter().position(|argument| argument == name);
    let value = |name: &str| given(name).and_then(|place| arguments.get(place + 1));
    let server = arguments
        .get(1)
        .map_or("http://127.0.0.1:8080", String::as_str);
    let key = std::env::var("OUTFLANK_KEY").unwrap_or_default();
    let mut bot = Bot {
        client: Client::new(server).with_api_key(&key),
        carrier: match given("--socket") {
            Some(_) => Carrier::WebSocket,
            None => Carrier::Grpc,
        },
        moves: AnyMove(usize::try_from(std::process::id()).unwrap_or_default()),
        most_games: value("--games")
            .and_then(|games| games.parse().ok())
            .unwrap_or(usize::MAX),
    };
    if let Some(minutes) = value("--seek").and_then(|minutes| minutes.parse().ok()) {
        return bot.casual_games(&CasualTerms::minutes(minutes)).await;
    }
    let seat = match value("--code") {
        Some(code) => Some(HeldSeat::claim(&bot.client, code).await?),
        None => HeldSeat::first(&bot.client).await?,
    };
    match seat {
        Some(seat) => bot.event(&seat).await,
        None => {
            println!("This key's account has no seat: claim one with --code.");
            Ok(())
        }
    }
}
