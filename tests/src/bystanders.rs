//! Two programs that play on whatever happens to the server: nobody helps them.

use outflank_client::{Acknowledged, Choice, Client, Color, Seat, Strategy, Table};
use outflank_testbed::no_breach;
use tokio::{task::JoinHandle, time::sleep};

use crate::{
    Server,
    bout::{Acknowledgement, Bout},
    checker,
    othello::{Ply, random_game},
    outage::Outage,
};

/// How long a bystander thinks about a move.
const THOUGHT: tokio::time::Duration = tokio::time::Duration::from_millis(150);

/// A game between two of them.
#[derive(Debug)]
pub struct Bystanders {
    bout: Bout,
    plies: Vec<Ply>,
    seats: Vec<JoinHandle<Vec<Acknowledged>>>,
}

struct ByScript(Vec<Ply>);

#[async_trait::async_trait]
impl Strategy for ByScript {
    async fn choose(&mut self, table: &Table) -> Choice {
        sleep(THOUGHT).await;
        let ply = usize::try_from(table.ply).unwrap_or(0);
        self.0
            .get(ply.wrapping_sub(1))
            .and_then(Ply::name)
            .map_or(Choice::Resign, Choice::Square)
    }
}

impl Bystanders {
    /// A new game.
    pub async fn start(server: &Server, director: &Client, number: usize) -> Self {
        let bout = Bout::start(server, director, 1_000_000 + number, None).await;
        let plies = random_game(number as u64);
        let colors = [Color::Black, Color::White];
        let play = |(client, color): (&Client, Color)| {
            let mut seat = Seat::new(client.clone(), &bout.game, color);
            let mut script = ByScript(plies.clone());
            tokio::spawn(async move {
                let table = seat.play(&mut script).await.unwrap();
                let result = table.result.unwrap();
                assert_eq!(result.reason, "played", "a bystander's game was broken off");
                seat.acknowledged
            })
        };
        let seats = bout.seats.iter().zip(colors).map(play).collect();
        Self { bout, plies, seats }
    }

    /// Whether the game is over.
    #[must_use]
    pub fn are_done(&self) -> bool {
        self.seats.iter().all(JoinHandle::is_finished)
    }

    /// Waits for the end and judges the journal; answers how many commands were acknowledged.
    pub async fn end(self, director: &Client, outage: &Outage) -> usize {
        let mut acknowledged = Vec::new();
        for seat in self.seats {
            let done = seat.await.unwrap();
            acknowledged.extend(done.into_iter().map(|done| {
                Acknowledgement {
                    event: match done.square {
                        Some(_) => "moved",
                        None => "passed",
                    }
                    .to_owned(),
                    ply: Some(u64::from(done.ply)),
                    color: None,
                    seq: done.seq,
                }
            }));
        }
        // A seat that sees the end of the game before the answer to its last command waits no longer.
        assert!(acknowledged.len() + 2 >= self.plies.len());
        let entries = self.bout.entries(director).await;
        let judged = [
            checker::acknowledged_stands(&entries, &acknowledged).err(),
            checker::follows_script(&entries, &self.plies).err(),
        ];
        no_breach(&judged.into_iter().flatten().collect::<Vec<_>>());
        let thought = i64::try_from(THOUGHT.as_millis()).unwrap_or(0);
        let (most_ms, gained_ms) = (outage.too_much_ms + thought, outage.at_most_gained_ms);
        if let Err(error) = checker::clocks_are_fair(&entries, most_ms, gained_ms) {
            let journal: Vec<String> = entries.iter().map(ToString::to_string).collect();
            panic!("{error}\n{}", journal.join("\n"));
        }
        acknowledged.len()
    }
}
