//! Opponents of programs in casual games: guests who take the first legal square.

use outflank_client::{
    Booked, Carrier, CasualTerms, Choice, Client, Seat, Strategy, Table, find_game,
};
use tokio::time::timeout;

use crate::{Server, waiting::PATIENCE};

/// The first legal move.
#[derive(Debug)]
pub struct First;

#[async_trait::async_trait]
impl Strategy for First {
    async fn choose(&mut self, table: &Table) -> Choice {
        Choice::Square(table.legal_squares[0].clone())
    }
}

/// Somebody without a login.
pub async fn guest(server: &Server, name: &str) -> Client {
    let client = server.client().anonymous();
    let session = client.open_guest_session(Some(name)).await;
    session.expect("a guest's session");
    client
}

/// Seeks a game until whoever else seeks the same is found.
///
/// # Panics
/// If nobody comes.
pub async fn find(client: &Client, terms: &CasualTerms) -> Booked {
    let found = Box::pin(find_game(client, Carrier::WebSocket, terms));
    let found = timeout(PATIENCE, found).await;
    found.expect("nobody comes").expect("a seek that stands")
}

/// Plays a game to its end.
///
/// # Panics
/// If it has none.
pub async fn play(client: &Client, booked: &Booked, strategy: &mut dyn Strategy) -> Table {
    let mut seat = Seat::new(client.clone(), &booked.game, booked.color);
    let played = timeout(2 * PATIENCE, seat.play(strategy)).await;
    played.expect("the game does not end").expect("a game")
}
