//! What other services are told.

use outflank_access::Problem;
use outflank_journal::NewFact;
use outflank_othello::{BookedAt, Color, ConfirmedBy, EndReason, Event, Finished, PerColor, Place};
use serde::Serialize;

use super::game::Game;

/// Where a fact's game belongs.
#[derive(Serialize)]
struct Header<'a> {
    game_id: &'a str,
    tournament_id: &'a str,
    round: u32,
    table: u32,
    /// Game of a match at that table, from 1.
    game_number: u32,
}

/// A tournament game is over.
#[derive(Serialize)]
struct GameFinished<'a> {
    #[serde(flatten)]
    header: Header<'a>,
    black_discs: u8,
    white_discs: u8,
    /// `null` for a draw.
    winner: Option<Color>,
    kind: &'static str,
    /// Who lost without having made a move: "nobody", "black", "white", "both".
    absent: &'static str,
    /// No player began it: an official put on record what there is of it. Absent where one did.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unplayed: bool,
}

/// A casual game is over.
#[derive(Serialize)]
struct CasualGameOver<'a> {
    game_id: &'a str,
    booked_at: BookedAt,
    black_discs: u8,
    white_discs: u8,
    /// `null` for a draw.
    winner: Option<Color>,
    kind: &'static str,
    /// Both sides had moved: without that it was aborted.
    begun: bool,
    /// Plies on the record.
    plies: usize,
    /// Sides of which commands came by an API key.
    by_key: PerColor<bool>,
}

/// A game that was over goes on, or counts for nothing.
#[derive(Serialize)]
struct GameReopened<'a> {
    #[serde(flatten)]
    header: Header<'a>,
    /// The act that did it: "reopen", "take_back", "annul", ...
    act: &'static str,
    /// The official's account.
    official: &'a str,
}

/// A player does not agree with a result.
#[derive(Serialize)]
struct ResultDisputed<'a> {
    #[serde(flatten)]
    header: Header<'a>,
    color: Color,
    entrant_id: &'a str,
    reason_id: &'a str,
}

/// A result is confirmed.
#[derive(Serialize)]
struct ResultConfirmed<'a> {
    #[serde(flatten)]
    header: Header<'a>,
    by: ConfirmedBy,
    digest: &'a str,
}

/// A player calls for the director.
#[derive(Serialize)]
struct DirectorCalled<'a> {
    #[serde(flatten)]
    header: Header<'a>,
    color: Color,
    entrant_id: &'a str,
    /// Beyond the calls that stop the clocks.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    excessive: bool,
}

/// An official's act at a table used consents up.
#[derive(Serialize)]
struct ConsentsUsed<'a> {
    #[serde(flatten)]
    header: Header<'a>,
    consents: &'a [String],
}

/// A call for the director was answered, fell with the game, or the clocks stood for it as long as they may.
#[derive(Serialize)]
struct DirectorCallEnded<'a> {
    #[serde(flatten)]
    header: Header<'a>,
}

/// How a result came about, in the words of tournament results.
pub(crate) fn result_kind(finished: &Finished) -> &'static str {
    match finished.reason {
        EndReason::Ruling => "ruling",
        EndReason::Absence => "absence",
        _ if finished.defaulter.is_some() => "time_default",
        EndReason::Flag => "time_default",
        EndReason::BoardComplete => "played",
        EndReason::Resignation => "resigned",
    }
}

/// The facts of an entry with these events, which made `after` of `before`. A score that came from pairing
/// is none: pairing has it.
pub(crate) fn of_entry(
    before: &Game,
    after: &Game,
    events: &[Event],
) -> Result<Vec<NewFact>, Problem> {
    let Some(place) = after.state.place() else {
        return casual(after, events);
    };
    let mut facts = Vec::new();
    if let Some(reopened) = reopened(before, after, place, events) {
        facts.push(fact("game_reopened", &reopened)?);
    }
    let at_the_table = events
        .iter()
        .any(|event| matches!(event, Event::Ruled { .. }));
    for event in events {
        let header = header(after, place);
        match event {
            Event::Finished(finished) if at_the_table || finished.reason != EndReason::Ruling => {
                facts.push(fact("game_finished", &finish(header, finished, after))?);
            }
            Event::ResultDisputed { color, reason_id } => {
                let disputed = ResultDisputed {
                    header,
                    color: *color,
                    entrant_id: entrant(after, *color),
                    reason_id,
                };
                facts.push(fact("result_disputed", &disputed)?);
            }
            Event::ResultConfirmed { by, digest } => {
                let (by, digest) = (*by, digest.as_str());
                let confirmed = ResultConfirmed { header, by, digest };
                facts.push(fact("result_confirmed", &confirmed)?);
            }
            Event::DirectorCalled { color, excessive } => {
                let called = DirectorCalled {
                    header,
                    color: *color,
                    entrant_id: entrant(after, *color),
                    excessive: *excessive,
                };
                facts.push(fact("director_called", &called)?);
            }
            Event::Ruled { authority, .. } if !authority.consents.is_empty() => {
                let consents = authority.consents.as_slice();
                facts.push(fact("consents_used", &ConsentsUsed { header, consents })?);
            }
            _ => {}
        }
    }
    if call_ended(before, after) {
        let header = header(after, place);
        facts.push(fact("director_call_ended", &DirectorCallEnded { header })?);
    }
    Ok(facts)
}

/// The facts of an entry of a game of no event.
fn casual(after: &Game, events: &[Event]) -> Result<Vec<NewFact>, Problem> {
    let Some(booked_at) = after.state.booked_at() else {
        return Ok(Vec::new());
    };
    let finished = events.iter().filter_map(|event| match event {
        Event::Finished(finished) => Some(finished),
        _ => None,
    });
    let over = finished.map(|finished| {
        let begun = Color::BOTH
            .into_iter()
            .all(|color| after.state.has_moved(color));
        let over = CasualGameOver {
            game_id: &after.id,
            booked_at,
            black_discs: finished.black_discs,
            white_discs: finished.white_discs,
            winner: finished.winner,
            kind: result_kind(finished),
            begun,
            plies: after.state.record().len(),
            by_key: after.by_key,
        };
        fact("casual_game_over", &over)
    });
    over.collect()
}

/// A call ends when the director comes, or with the game. Clocks that go on by themselves leave it open.
fn call_ended(before: &Game, after: &Game) -> bool {
    let waits = |game: &Game| {
        let called = game.state.calls().open.is_some();
        called && game.state.finished().is_none()
    };
    waits(before) && !waits(after)
}

fn header<'a>(game: &'a Game, place: &'a Place) -> Header<'a> {
    Header {
        game_id: &game.id,
        tournament_id: &place.tournament,
        round: place.round,
        table: place.table,
        game_number: place.game,
    }
}

/// A game whose result other services have stands no longer as they have it.
fn reopened<'a>(
    before: &Game,
    after: &'a Game,
    place: &'a Place,
    events: &'a [Event],
) -> Option<GameReopened<'a>> {
    let told = before.state.finished()?;
    let again = after.state.finished().is_some_and(|now| now == told);
    let annulled = events.iter().any(|event| matches!(event, Event::Annulled));
    if again && !annulled {
        return None;
    }
    let ruled = events.iter().find_map(|event| match event {
        Event::Ruled { act, authority } => Some((act.as_str(), authority.official.as_str())),
        _ => None,
    });
    let (act, official) = ruled?;
    Some(GameReopened {
        header: header(after, place),
        act,
        official,
    })
}

fn finish<'a>(header: Header<'a>, finished: &Finished, game: &Game) -> GameFinished<'a> {
    GameFinished {
        header,
        black_discs: finished.black_discs,
        white_discs: finished.white_discs,
        winner: finished.winner,
        kind: result_kind(finished),
        absent: if finished.both_absent {
            "both"
        } else {
            finished.absent.map_or("nobody", Color::as_str)
        },
        unplayed: !game.state.players_began(),
    }
}

fn entrant(game: &Game, color: Color) -> &str {
    let seats = game.state.seats();
    seats.map_or("", |seats| seats.get(color).entrant.as_str())
}

fn fact(kind: &str, body: &impl Serialize) -> Result<NewFact, Problem> {
    Ok(NewFact {
        kind: kind.to_owned(),
        body: serde_json::to_vec(body).map_err(Problem::internal)?,
    })
}
