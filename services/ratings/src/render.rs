//! A confirmed tournament as a rating file in the strict form.

use std::collections::BTreeMap;

use outflank_formats::{
    CivilDate,
    elo::{
        CreationTime, FileName, Outcome, Submission, SubmittedGame, SubmittedPlayer, TableResult,
        creator_line, write,
    },
    papp,
};
use outflank_proto::pairing::v1::{Board, Entrant, Tournament, TournamentSummary, Winner};
use outflank_tournament::{RankingLine, ResultKind};
use time::OffsetDateTime;

/// A rendered rating file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RatingFile {
    pub name: FileName,
    pub content: String,
}

/// Why a tournament has no rating file in the strict form. Trying again does not help.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Unwritable(String);

/// What stands before the title of an event that does not count for ratings, in the file and in its name.
const UNRATED: &str = "UNRATED";

/// Renders the file: players in the order of the final ranking. The name is the one that the first
/// tournament of its day and title gets.
pub(crate) fn rating_file(
    tournament: &Tournament,
    summary: &TournamentSummary,
    ranking: &[RankingLine],
    at_ms: i64,
) -> Result<RatingFile, Unwritable> {
    let entrants: BTreeMap<&str, &Entrant> = tournament
        .entrants
        .iter()
        .map(|entrant| (entrant.id.as_str(), entrant))
        .collect();
    let submission = Submission {
        tournament: if tournament.rated {
            summary.name.clone()
        } else {
            format!("{UNRATED} {}", summary.name)
        },
        country: papp::country(&summary.country).map_or_else(
            || summary.country.clone(),
            |country| country.name.to_owned(),
        ),
        first_day: first_day(&summary.date)?,
        same_day_letter: None,
        sender: tournament.director_name.clone(),
        creator: creator_line(env!("CARGO_PKG_VERSION")),
        created: creation_time(at_ms)?,
        players: ranking
            .iter()
            .filter_map(|line| Some(player(entrants.get(line.entrant.as_str())?, line)))
            .collect(),
        rounds: listed_rounds(tournament, &entrants)?,
        added: added_results(tournament, &entrants)?,
    };
    let content = write(&submission).map_err(|obstacles| {
        let all: Vec<String> = obstacles.iter().map(ToString::to_string).collect();
        Unwritable(all.join("; "))
    })?;
    Ok(RatingFile {
        name: FileName::for_tournament(submission.first_day, None, &submission.tournament),
        content,
    })
}

fn first_day(date: &str) -> Result<CivilDate, Unwritable> {
    let mut parts = date.splitn(3, '-').map(str::parse::<u16>);
    match (parts.next(), parts.next(), parts.next()) {
        (Some(Ok(year)), Some(Ok(month)), Some(Ok(day))) => {
            let small = |part: u16| u8::try_from(part).unwrap_or(0);
            CivilDate::new(year, small(month), small(day))
        }
        _ => None,
    }
    .ok_or_else(|| Unwritable(format!("{date:?} is no date of the form YYYY-MM-DD")))
}

fn creation_time(at_ms: i64) -> Result<CreationTime, Unwritable> {
    let at = OffsetDateTime::from_unix_timestamp(at_ms.div_euclid(1000))
        .map_err(|error| Unwritable(error.to_string()))?;
    let year = u16::try_from(at.year()).unwrap_or(0);
    Ok(CreationTime {
        day: CivilDate::new(year, u8::from(at.month()), at.day())
            .ok_or_else(|| Unwritable("the day of its creation is in no calendar".to_owned()))?,
        hour: at.hour(),
        minute: at.minute(),
    })
}

fn player(entrant: &Entrant, line: &RankingLine) -> SubmittedPlayer {
    SubmittedPlayer {
        id: entrant.federation_number,
        is_new: entrant.new_player,
        surname: entrant.surname.clone(),
        first_names: entrant.given_names.clone(),
        country: entrant.country.clone(),
        half_points: u32::try_from(line.half_points.0).unwrap_or(0),
        half_discs: u32::try_from(line.discs.saturating_mul(2)).unwrap_or(0),
        rating: (entrant.rating > 0).then_some(entrant.rating),
    }
}

/// The rounds that count for the list. A round of finals keeps what was played beside its matches, and
/// is left out where there was nothing.
fn listed_rounds(
    tournament: &Tournament,
    entrants: &BTreeMap<&str, &Entrant>,
) -> Result<Vec<Vec<TableResult>>, Unwritable> {
    let mut rounds = Vec::new();
    for round in &tournament.rounds {
        let listed = round.boards.iter().filter(|board| !is_match_game(board));
        let mut results = results(listed, entrants)?;
        for bye in &round.bye_entrant_ids {
            results.push(TableResult::Bye {
                player: number(bye, entrants)?,
            });
        }
        if !results.is_empty() || !round.boards.iter().any(is_match_game) {
            rounds.push(results);
        }
    }
    Ok(rounds)
}

/// The games of matches, as they were played: they are rated, and no part of the list.
fn added_results(
    tournament: &Tournament,
    entrants: &BTreeMap<&str, &Entrant>,
) -> Result<Vec<TableResult>, Unwritable> {
    let boards = tournament.rounds.iter().flat_map(|round| &round.boards);
    results(boards.filter(|board| is_match_game(board)), entrants)
}

/// Games of a match are numbered; other boards are not.
fn is_match_game(board: &Board) -> bool {
    board.game > 0
}

fn number(id: &str, entrants: &BTreeMap<&str, &Entrant>) -> Result<u32, Unwritable> {
    entrants
        .get(id)
        .map(|entrant| entrant.federation_number)
        .ok_or_else(|| Unwritable(format!("a pairing names the unknown entrant {id}")))
}

fn results<'a>(
    boards: impl Iterator<Item = &'a Board>,
    entrants: &BTreeMap<&str, &Entrant>,
) -> Result<Vec<TableResult>, Unwritable> {
    boards
        .map(|board| {
            let black = number(&board.black_entrant_id, entrants)?;
            let white = number(&board.white_entrant_id, entrants)?;
            table_result(board, black, white)
        })
        .collect()
}

fn table_result(board: &Board, black: u32, white: u32) -> Result<TableResult, Unwritable> {
    let result = board.result.as_ref().ok_or_else(|| {
        Unwritable(format!(
            "table {} of a confirmed event has no result",
            board.table
        ))
    })?;
    let absent = result.black_absent || result.white_absent;
    // A kind of a later version is read by who was absent.
    let kind = ResultKind::named(&result.kind).unwrap_or_default();
    if !kind.with_absent(absent).counts().game_line {
        if result.winner() == Winner::None || (result.black_absent && result.white_absent) {
            return Ok(TableResult::NeitherCame {
                first: black,
                second: white,
            });
        }
        let (winner, absent) = if result.black_absent {
            (white, black)
        } else {
            (black, white)
        };
        return Ok(TableResult::Walkover { winner, absent });
    }
    let discs = |count: u32| u8::try_from(count).unwrap_or(u8::MAX);
    Ok(TableResult::Played(SubmittedGame {
        black,
        white,
        black_discs: discs(result.black_discs),
        white_discs: discs(result.white_discs),
        outcome: match result.winner() {
            Winner::Black => Outcome::FirstWon,
            Winner::White => Outcome::SecondWon,
            Winner::None | Winner::Unspecified => Outcome::Drawn,
        },
    }))
}
