//! `event.json`, the record that a server keeps beside an event's rating file, as an event.

use std::collections::BTreeMap;

use outflank_formats::CivilDate;
use outflank_formats::event::{ToldEntrant, ToldEvent, ToldGame, ToldRound};
use outflank_tournament::{Colour, GameResult, ResultKind, RuleSet};
use serde::Deserialize;

/// The first words of a record.
const FORMAT: &str = "outflank event record 1";

/// A record: the event, and the rules it is held under.
pub struct Record {
    pub event: ToldEvent,
    pub rules: RuleSet,
}

#[derive(Deserialize)]
struct Document {
    format: String,
    name: String,
    #[serde(default)]
    country: String,
    date: String,
    rules: Rules,
    entrants: Vec<Entrant>,
    rounds: Vec<Round>,
}

#[derive(Deserialize)]
struct Rules {
    document: RuleSet,
}

#[derive(Deserialize)]
struct Entrant {
    entrant_id: String,
    number: u32,
    new: bool,
    surname: String,
    given_names: String,
    country: String,
    rating: Option<i32>,
    withdrawn_from_round: Option<u32>,
}

#[derive(Deserialize)]
struct Round {
    finished: bool,
    bye_entrant_ids: Vec<String>,
    boards: Vec<Board>,
}

#[derive(Deserialize)]
struct Board {
    match_game: Option<u32>,
    black_entrant_id: String,
    white_entrant_id: String,
    result: Option<Result>,
}

#[derive(Deserialize)]
struct Result {
    winner: Option<Colour>,
    black_discs: u32,
    white_discs: u32,
    kind: ResultKind,
    black_absent: bool,
    white_absent: bool,
}

impl Record {
    /// Reads a record; the sentence why it is none.
    pub fn read(bytes: &[u8]) -> std::result::Result<Self, String> {
        let document: Document = serde_json::from_slice(bytes)
            .map_err(|error| format!("line {}: this is no event record: {error}", error.line()))?;
        if document.format != FORMAT {
            return Err(format!("line 1: this is no \"{FORMAT}\""));
        }
        let numbers: BTreeMap<&str, u32> = document
            .entrants
            .iter()
            .map(|entrant| (entrant.entrant_id.as_str(), entrant.number))
            .collect();
        let number = |id: &str| {
            let number = numbers.get(id).copied();
            number.ok_or_else(|| format!("line 1: a round names the unknown entrant {id}"))
        };
        let mut event = ToldEvent {
            name: document.name.clone(),
            country: Some(document.country.clone()).filter(|name| !name.is_empty()),
            first_day: CivilDate::from_hyphens(&document.date),
            entrants: document.entrants.iter().map(entrant).collect(),
            ..ToldEvent::default()
        };
        for round in &document.rounds {
            let mut told = ToldRound {
                over: round.finished,
                ..ToldRound::default()
            };
            for board in &round.boards {
                let game = ToldGame {
                    black: number(&board.black_entrant_id)?,
                    white: number(&board.white_entrant_id)?,
                    result: board.result.as_ref().map(result),
                    moves: Vec::new(),
                };
                match board.match_game {
                    Some(_) => event.added.push(game),
                    None => told.games.push(game),
                }
            }
            for id in &round.bye_entrant_ids {
                told.byes.push(number(id)?);
            }
            // A round of nothing but matches is none of the list.
            if !told.games.is_empty() || !told.byes.is_empty() {
                event.rounds.push(told);
            }
        }
        Ok(Self {
            event,
            rules: document.rules.document,
        })
    }
}

fn entrant(entrant: &Entrant) -> ToldEntrant {
    ToldEntrant {
        number: entrant.number,
        is_new: entrant.new,
        surname: entrant.surname.clone(),
        first_names: entrant.given_names.clone(),
        country: Some(entrant.country.clone()).filter(|code| !code.is_empty()),
        rating: entrant.rating,
        left: entrant.withdrawn_from_round.is_some(),
    }
}

fn result(result: &Result) -> GameResult {
    GameResult {
        black_discs: result.black_discs,
        white_discs: result.white_discs,
        winner: result.winner,
        kind: result.kind,
        black_absent: result.black_absent,
        white_absent: result.white_absent,
    }
}
