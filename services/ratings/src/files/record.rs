//! `event.json` and `event.ndjson`: everything that pairing tells of the event, as one document and a thing a line.
//!
//! Both are made of the same parts. Keys stand in a fixed order, numbers are whole, times are the journal's.

mod board;
mod entrant;
mod event;
mod game;
mod people;
mod rules;

use outflank_proto::pairing::v1::Round;
use serde::Serialize;

use self::{
    board::{BoardPart, RoundPart, RoundWithBoards},
    entrant::{EntrantPart, RankingPart},
    event::EventPart,
};
use super::Event;

/// The first words of the document, and of the first line.
const FORMAT: &str = "outflank event record 1";

#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    event: EventPart<'a>,
    entrants: Vec<EntrantPart<'a>>,
    rounds: Vec<RoundWithBoards<'a>>,
    /// Rounds that count as if they had never been published.
    annulled_rounds: Vec<RoundWithBoards<'a>>,
    ranking: Vec<RankingPart<'a>>,
}

/// The document.
pub(super) fn document(event: &Event<'_>) -> Result<Vec<u8>, String> {
    let tournament = event.tournament();
    let document = Document {
        event: EventPart::of(event),
        entrants: tournament.entrants.iter().map(EntrantPart::of).collect(),
        rounds: with_boards(event, &tournament.rounds),
        annulled_rounds: with_boards(event, &tournament.annulled_rounds),
        ranking: ranking(event),
    };
    let mut text = serde_json::to_vec(&document).map_err(|error| error.to_string())?;
    text.push(b'\n');
    Ok(text)
}

fn with_boards<'a>(event: &Event<'a>, rounds: &'a [Round]) -> Vec<RoundWithBoards<'a>> {
    let rounds = rounds.iter();
    rounds
        .map(|round| RoundWithBoards::of(event, round))
        .collect()
}

/// The lines: the event first, then entrants, each round with its boards behind it, and the ranking.
pub(super) fn lines(event: &Event<'_>) -> Result<Vec<u8>, String> {
    let tournament = event.tournament();
    let mut lines = Lines::default();
    lines.add("event", &EventPart::of(event))?;
    for entrant in &tournament.entrants {
        lines.add("entrant", &EntrantPart::of(entrant))?;
    }
    for (rounds, round_type, board_type) in [
        (&tournament.rounds, "round", "board"),
        (
            &tournament.annulled_rounds,
            "annulled_round",
            "annulled_board",
        ),
    ] {
        for round in rounds {
            lines.add(round_type, &RoundPart::of(round))?;
            for board in &round.boards {
                lines.add(board_type, &BoardPart::of(event, round.number, board))?;
            }
        }
    }
    for line in ranking(event) {
        lines.add("ranking", &line)?;
    }
    Ok(lines.text)
}

fn ranking<'a>(event: &Event<'a>) -> Vec<RankingPart<'a>> {
    event.ranking.iter().map(RankingPart::of).collect()
}

#[derive(Default)]
struct Lines {
    text: Vec<u8>,
}

/// A thing under what it is.
#[derive(Serialize)]
struct Line<'a, T> {
    r#type: &'static str,
    #[serde(flatten)]
    told: &'a T,
}

impl Lines {
    fn add<T: Serialize>(&mut self, r#type: &'static str, told: &T) -> Result<(), String> {
        let line = Line { r#type, told };
        serde_json::to_writer(&mut self.text, &line).map_err(|error| error.to_string())?;
        self.text.push(b'\n');
        Ok(())
    }
}

/// What stands for a text that may be missing.
fn told(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}
