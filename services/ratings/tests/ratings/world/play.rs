//! Play as far as ratings ask it: the finished games of tournaments, and of none.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use outflank_access::{Caller, Kind, Problem, Standing};
use outflank_othello::{Color, Position};
use outflank_proto::play::v1::{self as proto, play_service_server::PlayService};
use tonic::{Request, Response, Status};

#[derive(Default)]
pub struct TestPlay {
    games: Mutex<BTreeMap<String, Vec<proto::PlayedGame>>>,
    is_away: AtomicBool,
}

impl TestPlay {
    /// From now on a tournament has these games; the one without an id has casual games.
    pub fn has(&self, tournament_id: &str, games: Vec<proto::PlayedGame>) {
        let mut all = self.games.lock().unwrap();
        all.insert(tournament_id.to_owned(), games);
    }

    /// From now on no game can be read.
    pub fn go_away(&self) {
        self.is_away.store(true, Ordering::Relaxed);
    }
}

type Answer<T> = Result<Response<T>, Status>;

fn has(games: &[proto::PlayedGame], game_id: &str) -> bool {
    games.iter().any(|game| game.game_id == game_id)
}

fn unknown_game() -> Problem {
    Problem::new(Kind::NotFound, "unknown_game", "There is no such game.")
}

#[tonic::async_trait]
impl PlayService for TestPlay {
    outflank_proto::play_service_stand_in!(get_table read_played_games);

    async fn get_table(
        &self,
        request: Request<proto::GetTableRequest>,
    ) -> Answer<proto::GetTableResponse> {
        let asked = request.into_inner();
        let all = self.games.lock().unwrap();
        let of = all.iter().find(|(_, games)| has(games, &asked.game_id));
        let (tournament_id, _) = of.ok_or_else(unknown_game)?;
        Ok(Response::new(proto::GetTableResponse {
            table: Some(proto::Table {
                game_id: asked.game_id,
                tournament_id: tournament_id.clone(),
                ..proto::Table::default()
            }),
            ..proto::GetTableResponse::default()
        }))
    }

    async fn read_played_games(
        &self,
        request: Request<proto::ReadPlayedGamesRequest>,
    ) -> Answer<proto::ReadPlayedGamesResponse> {
        Caller::of(&request)?.authorize(Standing::default())?;
        if self.is_away.load(Ordering::Relaxed) {
            return Err(Status::unavailable("play is away"));
        }
        let asked = request.into_inner();
        let all = self.games.lock().unwrap();
        let games = all.get(&asked.tournament_id).map_or(&[][..], Vec::as_slice);
        if !asked.only_game_id.is_empty() {
            if !all.values().any(|games| has(games, &asked.only_game_id)) {
                return Err(unknown_game().into());
            }
            let only = games
                .iter()
                .filter(|game| game.game_id == asked.only_game_id);
            return Ok(Response::new(proto::ReadPlayedGamesResponse {
                games: only.cloned().collect(),
                next: String::new(),
            }));
        }
        let from: usize = asked.after.parse().unwrap_or(0);
        let until = (from + asked.limit as usize).min(games.len());
        Ok(Response::new(proto::ReadPlayedGamesResponse {
            games: games[from..until].to_vec(),
            next: match until < games.len() {
                true => until.to_string(),
                false => String::new(),
            },
        }))
    }
}

/// A game in which everybody plays the move of this number among his moves, and its score, empties to the winner.
pub fn whole_game(game_id: &str, which: usize) -> proto::PlayedGame {
    let mut position = Position::START;
    let mut plies = Vec::new();
    loop {
        let color = match position.to_move() {
            Color::Black => proto::Color::Black,
            Color::White => proto::Color::White,
        };
        let squares: Vec<_> = position.legal_moves().into_iter().collect();
        let square = squares.get(which % squares.len().max(1)).copied();
        let passed = || {
            position
                .pass()
                .filter(|next| !next.legal_moves().is_empty())
        };
        let next = square.map_or_else(passed, |square| position.play(square));
        let Some(next) = next else { break };
        plies.push(proto::RecordedPly {
            color: color.into(),
            square: square.map_or_else(String::new, |square| square.to_string()),
            at_ms: 1_784_361_600_000 + 5_120 * i64::try_from(plies.len()).unwrap(),
            charged_ms: 5_120,
            remaining_ms: 1_494_880,
            flip: String::new(),
        });
        position = next;
    }
    let mut game = proto::PlayedGame {
        game_id: game_id.to_owned(),
        starts_at_ms: 1_784_361_600_000,
        plies,
        ended_by: "board_complete".to_owned(),
        ..Default::default()
    };
    score(&mut game);
    game
}

/// Sets the score to that of the board.
fn score(game: &mut proto::PlayedGame) {
    use outflank_othello::transcript::{Outcome, parse, replay};
    let text: String = game.plies.iter().map(|ply| &*ply.square).collect();
    let Outcome::Finished { discs } = replay(&parse(&text).unwrap()).outcome else {
        panic!("{text}")
    };
    game.black_discs = discs.black.into();
    game.white_discs = discs.white.into();
}
