//! Pictures of boards and standings. They are drawn of what anybody may see: whose token a request bears is not looked at,
//! so that a picture that is passed on shows nobody more than they would see themselves.

use axum::response::Response;
use http::{HeaderMap, header};
use outflank_access::{Kind, Problem, problem};
use outflank_picture::{Language, Style, Theme};
use outflank_proto::{
    contract, gateway::v1 as gateway, pairing::v1 as pairing, play::v1 as play,
    standings::v1 as standings,
};

use crate::{
    pictures::{
        Drawing, Shows,
        facts::{self, Holds},
    },
    problem::ApiProblem,
    programs::call::{self, Call},
    request::client_address,
    rest::{
        answer::{is_known, tagged},
        route::RouteRequest,
    },
};

/// A game's board, as it stands or after so many plies.
pub async fn get_game_picture(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let wanted: gateway::GetGamePictureRequest = asked.message()?;
    let style = style(wanted.theme(), wanted.lang());
    of_game(&asked, wanted.game_id, wanted.ply, style).await
}

/// The board at a table of the round that was published last.
pub async fn get_table_picture(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let wanted: gateway::GetTablePictureRequest = asked.message()?;
    let style = style(wanted.theme(), wanted.lang());
    let tournament = tournament(&asked, wanted.tournament_id).await?;
    let round = tournament.rounds.last();
    let round = round
        .ok_or_else(|| Problem::new(Kind::NotFound, "unknown_round", "No round is published."))?;
    let board = round.boards.iter().find(|one| one.table == wanted.table);
    let board = board.ok_or_else(|| {
        problem!(
            Kind::NotFound,
            "unknown_table",
            "Round {round} has no table {table}; its tables go from 1 to {tables}.",
            round = round.number,
            table = wanted.table,
            tables = round.boards.len(),
        )
    })?;
    of_game(&asked, board.game_id.clone(), None, style).await
}

/// The first lines of an event's standings.
pub async fn get_standings_picture(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let wanted: gateway::GetStandingsPictureRequest = asked.message()?;
    let style = style(wanted.theme(), wanted.lang());
    let tournament = tournament(&asked, wanted.tournament_id.clone()).await?;
    let request = standings::GetStandingsRequest {
        tournament_id: wanted.tournament_id,
        ..standings::GetStandingsRequest::default()
    };
    let path = "/outflank.standings.v1.StandingsService/GetStandings";
    let list: standings::GetStandingsResponse = as_nobody(&asked, path, &request).await?;
    let list = list.standings.unwrap_or_default();
    let (shown, holds) = facts::of_standings(&list, &tournament);
    answer(&asked, Shows::Standings(shown), style, holds).await
}

fn style(theme: gateway::PictureTheme, language: gateway::PictureLanguage) -> Style {
    use gateway::{PictureLanguage, PictureTheme};
    Style {
        theme: match theme {
            PictureTheme::Unspecified | PictureTheme::Light => Theme::Light,
            PictureTheme::Dark => Theme::Dark,
        },
        language: match language {
            PictureLanguage::Unspecified | PictureLanguage::En => Language::English,
            PictureLanguage::Fr => Language::French,
            PictureLanguage::Ja => Language::Japanese,
        },
    }
}

async fn of_game(
    asked: &RouteRequest,
    game_id: String,
    ply: Option<u32>,
    style: Style,
) -> Result<Response, ApiProblem> {
    let request = play::GetTableRequest {
        game_id: game_id.clone(),
        ..play::GetTableRequest::default()
    };
    let path = "/outflank.play.v1.PlayService/GetTable";
    let table: play::GetTableResponse = as_nobody(asked, path, &request).await?;
    let table = table.table.unwrap_or_default();
    let tournament = tournament(asked, table.tournament_id.clone()).await?;
    let (mut shown, mut holds) = facts::of_table(&table, &tournament)?;
    // A board that is hidden has no positions to turn to.
    if let Some(ply) = ply.filter(|_| shown.lay.is_some()) {
        let request = play::GetReplayRequest {
            game_id,
            ..play::GetReplayRequest::default()
        };
        let path = "/outflank.play.v1.PlayService/GetReplay";
        let replay: play::GetReplayResponse = as_nobody(asked, path, &request).await?;
        let positions = (replay.positions.as_slice(), ply);
        if let Some(earlier) = facts::of_position(&shown, &table, positions)? {
            shown = earlier;
        }
    }
    if shown.lay.is_none() {
        holds = Holds::ForNow;
    }
    answer(asked, Shows::Board(shown.into()), style, holds).await
}

async fn tournament(asked: &RouteRequest, id: String) -> Result<pairing::Tournament, ApiProblem> {
    let request = pairing::GetTournamentRequest { tournament_id: id };
    let path = "/outflank.pairing.v1.PairingService/GetTournament";
    let answer: pairing::GetTournamentResponse = as_nobody(asked, path, &request).await?;
    Ok(answer.tournament.unwrap_or_default())
}

/// Has a service answer as it answers whoever bears no token.
async fn as_nobody<M: prost::Message + Default>(
    asked: &RouteRequest,
    path: &str,
    message: &impl prost::Message,
) -> Result<M, ApiProblem> {
    let method = contract::method(path);
    let mut headers = HeaderMap::new();
    if let Some(agent) = asked.head.headers.get(header::USER_AGENT) {
        headers.insert(header::USER_AGENT, agent.clone());
    }
    let call = Call {
        method: method.ok_or_else(|| Problem::internal("the contracts have no such method"))?,
        headers,
        person: None,
        address: client_address(&asked.head.extensions),
        message: message.encode_to_vec().into(),
    };
    let answer = call::ask(&asked.shared, call).await?;
    Ok(M::decode(answer).map_err(Problem::internal)?)
}

async fn answer(
    asked: &RouteRequest,
    shows: Shows,
    style: Style,
    holds: Holds,
) -> Result<Response, ApiProblem> {
    let drawing = Drawing::of(shows, style);
    let tag = format!("\"{}\"", drawing.tag());
    let cache = match holds {
        Holds::ForNow => "public, max-age=5",
        Holds::UntilCorrected => "public, max-age=60",
        Holds::ForGood => "public, max-age=86400",
    };
    let address = client_address(&asked.head.extensions);
    let whole = if is_known(&asked.head.headers, &tag) {
        None
    } else {
        let png = asked.shared.pictures.of(address, drawing).await?;
        Some(([(header::CONTENT_TYPE, "image/png")], png))
    };
    Ok(tagged(tag, cache, whole))
}
