//! One finished game in the Generic Game Format.

use outflank_access::{Kind, Problem, problem};
use outflank_proto::{
    pairing::v1::{Board, GetTournamentRequest, Tournament},
    play::v1::{GetTableRequest, ReadPlayedGamesRequest},
};

use crate::{
    exports::Exports,
    files::games::{OfBoard, one},
};

impl Exports {
    /// The record of a game on a board of a tournament that counts.
    pub(crate) async fn game_record(&self, game_id: &str) -> Result<String, Problem> {
        let (mut play, mut pairing) = (self.play.clone(), self.pairing.clone());
        let table = play.get_table(GetTableRequest {
            game_id: game_id.to_owned(),
            ..GetTableRequest::default()
        });
        let table = table
            .await
            .map_err(|status| Problem::from_status(&status))?;
        let tournament_id = table.into_inner().table.unwrap_or_default().tournament_id;
        let told = pairing.get_tournament(GetTournamentRequest {
            tournament_id: tournament_id.clone(),
        });
        let told = told.await.map_err(|status| Problem::from_status(&status))?;
        let tournament = told.into_inner().tournament.unwrap_or_default();
        let (round, board) = board_of(&tournament, game_id).ok_or_else(unknown_game)?;
        if is_rehearsal(&tournament) {
            return Err(no_record("nothing of a rehearsal counts"));
        }
        if tournament.variant_unrated {
            return Err(no_record(
                "it is of a variant of the game, or with a handicap",
            ));
        }
        let played = play.read_played_games(ReadPlayedGamesRequest {
            tournament_id,
            only_game_id: game_id.to_owned(),
            ..ReadPlayedGamesRequest::default()
        });
        let played = played
            .await
            .map_err(|status| Problem::from_status(&status))?;
        let game = played.into_inner().games.into_iter().next();
        let moved = game.filter(|game| game.plies.iter().any(|ply| !ply.square.is_empty()));
        let entrant = |id: &str| tournament.entrants.iter().find(|known| known.id == id);
        let (Some(game), Some(result), Some(black), Some(white)) = (
            &moved,
            &board.result,
            entrant(&board.black_entrant_id),
            entrant(&board.white_entrant_id),
        ) else {
            return Err(no_record("it is not over, or no move was made in it here"));
        };
        let name = tournament
            .summary
            .as_ref()
            .map_or("", |summary| &summary.name);
        Ok(one(
            name,
            &OfBoard {
                round,
                board,
                result,
                game,
                black,
                white,
            },
        ))
    }
}

/// The board of a game in the rounds that count, and its round.
fn board_of<'a>(tournament: &'a Tournament, game_id: &str) -> Option<(u32, &'a Board)> {
    tournament.rounds.iter().find_map(|round| {
        let board = round.boards.iter().find(|board| board.game_id == game_id)?;
        (!game_id.is_empty()).then_some((round.number, board))
    })
}

fn is_rehearsal(tournament: &Tournament) -> bool {
    let summary = tournament.summary.as_ref();
    summary.is_some_and(|summary| !summary.rehearsal_of.is_empty())
}

fn unknown_game() -> Problem {
    Problem::new(Kind::NotFound, "unknown_game", "There is no such game.")
}

fn no_record(why: &str) -> Problem {
    problem!(
        Kind::NotFound,
        "no_game_record",
        "There is no record of this game: {why}.",
        why,
    )
}
