//! Who chooses the colours of a game of finals.

use outflank_client::AnnouncedGame;

/// Who chooses, and who chooses when that player's time is over.
pub fn choosers(game: &AnnouncedGame) -> Vec<&str> {
    let Some(chooser) = game.chooser_entrant_id.as_deref() else {
        return Vec::new();
    };
    let players = [&game.better_entrant_id, &game.worse_entrant_id];
    let other = players.into_iter().find(|player| *player != chooser);
    std::iter::once(chooser)
        .chain(other.map(String::as_str))
        .collect()
}

/// Where a choice goes, and what is chosen.
pub fn black(
    tournament_id: &str,
    entrant_id: &str,
    game: &AnnouncedGame,
) -> (String, serde_json::Value) {
    let path = format!("/tournaments/{tournament_id}/entrants/{entrant_id}/colour-choice");
    let body = serde_json::json!({ "match_id": game.match_id, "choice": "black" });
    (path, body)
}
