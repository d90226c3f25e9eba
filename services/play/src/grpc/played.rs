//! Finished games as they were played, for the files of an event and the records of games.

use outflank_access::{Caller, Page, Standing};
use outflank_othello::{DrawnOpening, EndReason};
use outflank_proto::play::v1 as proto;
use tonic::{Request, Response};

use super::{Answer, PlayGrpc};
use crate::{
    app::{Game, NO_EVENT},
    view,
};

impl PlayGrpc {
    pub(super) async fn read_played_games(
        &self,
        request: Request<proto::ReadPlayedGamesRequest>,
    ) -> Answer<proto::ReadPlayedGamesResponse> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let asked = request.into_inner();
        if !asked.only_game_id.is_empty() {
            let game = self.0.game(&asked.only_game_id).await?;
            let place = game.state.place();
            let tournament = place.map_or(NO_EVENT, |place| &place.tournament);
            let is_of_it = tournament == asked.tournament_id;
            return Ok(Response::new(proto::ReadPlayedGamesResponse {
                games: played(&game).filter(|_| is_of_it).into_iter().collect(),
                next: String::new(),
            }));
        }
        let query = ("played games", &asked.tournament_id);
        let page = Page::asked(asked.limit, &asked.after, &query)?;
        let (games, next) = self.0.games_on(&asked.tournament_id, 0, &page).await?;
        Ok(Response::new(proto::ReadPlayedGamesResponse {
            games: games.iter().filter_map(|game| played(game)).collect(),
            next,
        }))
    }
}

fn played(game: &Game) -> Option<proto::PlayedGame> {
    let finished = game.state.finished()?;
    let plies = game.state.record().iter();
    let drawn = game.state.board().drawn;
    let drawn = drawn.iter().flat_map(DrawnOpening::plies);
    Some(proto::PlayedGame {
        game_id: game.id.clone(),
        starts_at_ms: game.state.starts_at_ms().unwrap_or(0),
        plies: plies
            .map(|ply| proto::RecordedPly {
                color: view::color(ply.color).into(),
                square: ply
                    .square
                    .map_or_else(String::new, |square| square.to_string()),
                at_ms: ply.at_ms,
                charged_ms: ply
                    .charged_ms
                    .saturating_add(game.fell_before(ply.ply).unwrap_or(0)),
                remaining_ms: ply.remaining_ms,
                flip: ply.flip.map_or_else(String::new, |flip| flip.to_string()),
            })
            .collect(),
        black_discs: finished.black_discs.into(),
        white_discs: finished.white_discs.into(),
        ended_by: ended_by(finished.reason).to_owned(),
        drawn_squares: drawn.map(ToString::to_string).collect(),
    })
}

fn ended_by(reason: EndReason) -> &'static str {
    match reason {
        EndReason::BoardComplete => "board_complete",
        EndReason::Flag => "flag",
        EndReason::Resignation => "resignation",
        EndReason::Ruling => "ruling",
        EndReason::Absence => "absence",
    }
}
