//! Finished games in the Generic Game Format: one of an event or a casual one, and the casual games of an account.

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use outflank_access::{Kind, Problem, problem};
use outflank_proto::{
    pairing::v1::{
        Board, CasualGame, GetCasualGameRequest, GetTournamentRequest, ListCasualGamesRequest,
        Tournament,
    },
    play::v1::{GetTableRequest, PlayedGame, ReadPlayedGamesRequest},
    ratings::v1 as proto,
};

use crate::{
    exports::Exports,
    files::games::{OfBoard, casual, one},
};

/// Most records in a page, for play is asked for each of its games.
const MOST_RECORDS: u32 = 20;
/// Games of a page that are asked of play at the same time.
const AT_ONCE: usize = 8;
const UNPLAYED: &str = "it is not over, or no move was made in it here";
const NOT_YET: &str = "it is not over, or its end is not on record yet";

impl Exports {
    /// The record of a casual game, or of one on a board of a tournament that counts.
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
        if tournament_id.is_empty() {
            return self.casual_record(game_id).await;
        }
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
        let game = self.played(&tournament_id, game_id).await?;
        let moved = game.filter(|game| game.plies.iter().any(|ply| !ply.square.is_empty()));
        let entrant = |id: &str| tournament.entrants.iter().find(|known| known.id == id);
        let (Some(game), Some(result), Some(black), Some(white)) = (
            &moved,
            &board.result,
            entrant(&board.black_entrant_id),
            entrant(&board.white_entrant_id),
        ) else {
            return Err(no_record(UNPLAYED));
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

    async fn casual_record(&self, game_id: &str) -> Result<String, Problem> {
        let asked = GetCasualGameRequest {
            game_id: game_id.to_owned(),
        };
        let told = self.pairing.clone().get_casual_game(asked).await;
        let told = told.map_err(|status| Problem::from_status(&status))?;
        let game = told.into_inner().game.unwrap_or_default();
        if game.over_at_ms == 0 {
            return Err(no_record(NOT_YET));
        }
        let line = self.casual_line(&game).await?;
        line.ok_or_else(|| no_record(UNPLAYED))
    }

    /// The records of an account's casual games, a page of them.
    pub(crate) async fn casual_records(
        &self,
        asked: proto::ListCasualRecordsRequest,
    ) -> Result<proto::ListCasualRecordsResponse, Problem> {
        let asked = ListCasualGamesRequest {
            account_id: asked.account_id,
            page_size: match asked.page_size {
                0 => MOST_RECORDS,
                size => size.min(MOST_RECORDS),
            },
            page_token: asked.page_token,
        };
        let told = self.pairing.clone().list_casual_games(asked).await;
        let told = told.map_err(|status| Problem::from_status(&status))?;
        let told = told.into_inner();
        let over = told.games.into_iter().filter(|game| game.over_at_ms > 0);
        let over: Vec<CasualGame> = over.collect();
        let records = stream::iter(over).map(|game| async move {
            let line = self.casual_line(&game).await?;
            let game_id = game.game_id;
            Ok::<_, Problem>(line.map(|ggf| proto::GameRecord { game_id, ggf }))
        });
        let records: Vec<Option<proto::GameRecord>> =
            records.buffered(AT_ONCE).try_collect().await?;
        Ok(proto::ListCasualRecordsResponse {
            records: records.into_iter().flatten().collect(),
            next_page_token: told.next_page_token,
        })
    }

    /// The line of a casual game; none where nobody made a move, and where play has nothing of it.
    async fn casual_line(&self, game: &CasualGame) -> Result<Option<String>, Problem> {
        let played = match self.played("", &game.game_id).await {
            Err(problem) if problem.code == "unknown_game" => None,
            played => played?,
        };
        Ok(played.and_then(|played| casual(game, &played)))
    }

    /// A game of a tournament, or of none, as it was played; none while it is not over, and where it was annulled.
    async fn played(
        &self,
        tournament_id: &str,
        game_id: &str,
    ) -> Result<Option<PlayedGame>, Problem> {
        let asked = ReadPlayedGamesRequest {
            tournament_id: tournament_id.to_owned(),
            only_game_id: game_id.to_owned(),
            ..ReadPlayedGamesRequest::default()
        };
        let told = self.play.clone().read_played_games(asked).await;
        let told = told.map_err(|status| Problem::from_status(&status))?;
        Ok(told.into_inner().games.into_iter().next())
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
