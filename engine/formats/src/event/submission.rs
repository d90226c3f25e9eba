use outflank_tournament::{Colour, GameResult, Standing};

use super::{ToldEvent, ToldGame};
use crate::date::CivilDate;
use crate::elo::{CreationTime, Outcome, Submission, SubmittedGame, SubmittedPlayer, TableResult};

/// What a rating file says beside the event's own facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmissionHeading {
    /// Country, an English name.
    pub country: String,
    /// The first day.
    pub first_day: CivilDate,
    /// Who sends the results.
    pub sender: String,
    /// The program.
    pub creator: String,
    /// When the file is made.
    pub created: CreationTime,
}

impl ToldEvent {
    /// The event as a rating file has it: the players in the order of `list`, the rounds that are over, and the games that
    /// belong to none. A game without a result is left out.
    #[must_use]
    pub fn submission(&self, heading: SubmissionHeading, list: &[Standing]) -> Submission {
        let players = list.iter().filter_map(|line| {
            let entrant = self.entrants.get(line.player)?;
            let count = |number: i64| u32::try_from(number).unwrap_or(0);
            Some(SubmittedPlayer {
                id: entrant.number,
                is_new: entrant.is_new,
                surname: entrant.surname.clone(),
                first_names: entrant.first_names.clone(),
                country: entrant.country.clone().unwrap_or_default(),
                half_points: count(line.half_points.0),
                half_discs: count(line.discs.saturating_mul(2)),
                rating: entrant.rating,
            })
        });
        let results = |games: &[ToldGame]| games.iter().filter_map(result).collect();
        let over = self.rounds.iter().filter(|round| round.over);
        Submission {
            tournament: self.name.clone(),
            country: heading.country,
            first_day: heading.first_day,
            same_day_letter: None,
            sender: heading.sender,
            creator: heading.creator,
            created: heading.created,
            players: players.collect(),
            rounds: over.map(|round| results(&round.games)).collect(),
            added: results(&self.added),
        }
    }
}

fn result(game: &ToldGame) -> Option<TableResult> {
    let (black, white) = (game.black, game.white);
    let result = game.result?;
    if result.counts().game_line {
        let discs = |discs: u32| u8::try_from(discs).unwrap_or(u8::MAX);
        return Some(TableResult::Played(SubmittedGame {
            black,
            white,
            black_discs: discs(result.black_discs),
            white_discs: discs(result.white_discs),
            outcome: outcome(&result),
        }));
    }
    Some(match result.winner {
        Some(Colour::Black) => TableResult::Walkover {
            winner: black,
            absent: white,
        },
        Some(Colour::White) => TableResult::Walkover {
            winner: white,
            absent: black,
        },
        None => TableResult::NeitherCame {
            first: black,
            second: white,
        },
    })
}

fn outcome(result: &GameResult) -> Outcome {
    match result.winner {
        Some(Colour::Black) => Outcome::FirstWon,
        Some(Colour::White) => Outcome::SecondWon,
        None => Outcome::Drawn,
    }
}
