//! The games of an event, asked of play.

use std::collections::BTreeSet;

use outflank_access::Problem;
use outflank_proto::{
    pairing::v1::Tournament,
    play::v1::{PlayedGame, ReadPlayedGamesRequest, play_service_client::PlayServiceClient},
};
use outflank_transport::Transport;

/// Games looked at for one answer.
const PAGE: u32 = 200;

/// The finished games of the boards that count, in the order of rounds and tables.
pub(crate) async fn of(
    play: &PlayServiceClient<Transport>,
    tournament_id: &str,
    tournament: &Tournament,
) -> Result<Vec<PlayedGame>, Problem> {
    let boards = tournament.rounds.iter().flat_map(|round| &round.boards);
    let mut counting: BTreeSet<&str> = boards.map(|board| board.game_id.as_str()).collect();
    counting.remove("");
    let mut games = Vec::new();
    let mut after = String::new();
    while !counting.is_empty() {
        let request = ReadPlayedGamesRequest {
            tournament_id: tournament_id.to_owned(),
            limit: PAGE,
            after,
            only_game_id: String::new(),
        };
        let page = play
            .clone()
            .read_played_games(request)
            .await
            .map_err(|status| Problem::from_status(&status))?
            .into_inner();
        let of_boards = page.games.into_iter();
        games.extend(of_boards.filter(|game| counting.contains(game.game_id.as_str())));
        after = page.next;
        if after.is_empty() {
            break;
        }
    }
    Ok(games)
}
