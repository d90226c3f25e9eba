//! One seat of a rehearsal at one table, to the signed result.

use outflank_client::{Client, Color, Failure, Seat};
use serde_json::json;

use super::bot::RandomBot;

/// Which seat plays, and which bot has it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chair {
    /// The game.
    pub game_id: String,
    /// Black, or else white.
    pub black: bool,
    /// The bot's number.
    pub number: u32,
}

/// Plays the game to its end and signs the result.
pub async fn play(client: Client, chair: Chair) -> Result<(), Failure> {
    let color = match chair.black {
        true => Color::Black,
        false => Color::White,
    };
    let mut seat = Seat::new(client.clone(), &chair.game_id, color);
    let table = seat.play(&mut RandomBot::new(&chair.game_id)).await?;
    let pending = table.confirmation.filter(|one| one.state == "pending");
    if let Some(confirmation) = pending {
        let path = format!("/games/{}/confirmations", chair.game_id);
        let body = json!({ "digest": confirmation.digest });
        let signed: Result<serde_json::Value, Failure> = client.post(&path, &body).await;
        match signed {
            // Silence signs it, or somebody disputes it.
            Ok(_) | Err(Failure::Refused(_)) => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(())
}
