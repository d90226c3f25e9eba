//! Seats that play real games until they are called away.

use outflank_client::{Acknowledged, Board, Color, Table};
use outflank_tests::{
    Event,
    corpus::RealGame,
    event::{Leash, Script},
};
use tokio::{sync::watch, task::JoinSet, time::Duration};

/// Discs on the board of each game at most until the event moved.
const UNTIL_MOVED: usize = 40;

/// Seats at work until their games are over or they are called away.
pub struct Play {
    seats: JoinSet<(Vec<Acknowledged>, Option<Table>)>,
    call: watch::Sender<bool>,
    _leash: watch::Sender<usize>,
}

impl Play {
    pub fn begin(event: &Event, boards: &[Board], games: &[RealGame], thought: Duration) -> Self {
        let (call, called) = watch::channel(false);
        let until_moved = if thought.is_zero() {
            usize::MAX
        } else {
            UNTIL_MOVED
        };
        let (leash, length) = watch::channel(until_moved);
        let mut seats = JoinSet::new();
        for (board, game) in boards.iter().zip(games) {
            for color in [Color::Black, Color::White] {
                let mut seat = event.seat(board, color);
                let mut called = called.clone();
                let script = Script {
                    squares: game.squares.clone(),
                    thought,
                };
                let length = length.clone();
                let mut script = Leash { script, length };
                seats.spawn(async move {
                    let ended = tokio::select! {
                        ended = seat.play(&mut script) => Some(ended),
                        _ = called.wait_for(|called| *called) => None,
                    };
                    let table = match ended {
                        None => None,
                        Some(Ok(table)) => Some(table),
                        Some(Err(failure)) => {
                            assert_eq!(failure.code(), Some("moved_away"), "{failure}");
                            None
                        }
                    };
                    (seat.acknowledged, table)
                });
            }
        }
        Self {
            seats,
            call,
            _leash: leash,
        }
    }

    /// Calls everybody away; what was acknowledged to them until then.
    pub async fn leave(self) -> Vec<Acknowledged> {
        self.call.send_replace(true);
        self.end().await.0
    }

    /// Everything acknowledged until the end of every game, and how many seats saw it.
    pub async fn end(mut self) -> (Vec<Acknowledged>, usize) {
        let (mut acknowledged, mut ended) = (Vec::new(), 0);
        while let Some(seat) = self.seats.join_next().await {
            let (acks, table) = seat.unwrap();
            acknowledged.extend(acks);
            ended += usize::from(table.is_some());
        }
        (acknowledged, ended)
    }
}
