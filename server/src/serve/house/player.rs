//! One seat at one table, to the signed result.

use outflank_client::{Client, Color, Failure, Seat, Strategy};
use serde_json::json;

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
pub async fn play(
    client: &Client,
    chair: &Chair,
    strategy: &mut dyn Strategy,
) -> Result<(), Failure> {
    let color = match chair.black {
        true => Color::Black,
        false => Color::White,
    };
    let mut seat = Seat::new(client.clone(), &chair.game_id, color);
    let table = seat.play(strategy).await?;
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
