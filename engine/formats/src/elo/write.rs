use super::canonical::{self, ADDED_LABEL, PLAYER_HEADING};
use super::file_name::FileName;
use super::{ListedPlayer, Outcome};
use crate::date::CivilDate;
use crate::fold::fold_ascii;

/// Everything a strict rating file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// Full name of the tournament.
    pub tournament: String,
    /// Country, an English name.
    pub country: String,
    /// First day played.
    pub first_day: CivilDate,
    /// Tells apart tournaments that began on one day: `a`, `b`, ...
    pub same_day_letter: Option<char>,
    /// Who sends the results.
    pub sender: String,
    /// The program, see [`creator_line`].
    pub creator: String,
    /// When the file is made.
    pub created: CreationTime,
    /// The players in the order of the final list.
    pub players: Vec<SubmittedPlayer>,
    /// The rounds from 1 on, each with all its results.
    pub rounds: Vec<Vec<TableResult>>,
    /// Finals and play-offs, in the order they were played.
    pub added: Vec<TableResult>,
}

/// A day and a minute, in the time the director's clock shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreationTime {
    /// Day.
    pub day: CivilDate,
    /// Hour, 0 to 23.
    pub hour: u8,
    /// Minute, 0 to 59.
    pub minute: u8,
}

/// A player of the final list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmittedPlayer {
    /// Federation number, 1 to 999999.
    pub id: u32,
    /// New to the rating list: marked `+`.
    pub is_new: bool,
    /// Surname, any script that folds to ASCII.
    pub surname: String,
    /// First names.
    pub first_names: String,
    /// Country code of three letters.
    pub country: String,
    /// Score in half-points.
    pub half_points: u32,
    /// Disc total in half-discs, bye discs included.
    pub half_discs: u32,
    /// Rating on the official list, if any.
    pub rating: Option<i32>,
}

/// What happened at a table, or to a player without one. Only a game becomes a line of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableResult {
    /// A game between two players who were there.
    Played(SubmittedGame),
    /// The odd player's free point.
    Bye {
        /// Federation number.
        player: u32,
    },
    /// A win against somebody who never made a move.
    Walkover {
        /// Who was there.
        winner: u32,
        /// Who was not.
        absent: u32,
    },
    /// A pairing for which nobody came.
    NeitherCame {
        /// One of the two.
        first: u32,
        /// The other.
        second: u32,
    },
}

/// A game that counts for the rating list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubmittedGame {
    /// Federation number of the player with the black discs.
    pub black: u32,
    /// Federation number of the player with the white discs.
    pub white: u32,
    /// Black's discs of 64, empties awarded.
    pub black_discs: u8,
    /// White's discs of 64, empties awarded.
    pub white_discs: u8,
    /// Result as seen from black ([`Outcome::FirstWon`]: black won); may differ from the discs only at 32-32.
    pub outcome: Outcome,
}

/// Why a submission cannot be written in the strict form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    /// A header value is empty.
    #[error(
        "the {0} is empty; the file's first four lines need tournament, country, date and sender"
    )]
    EmptyHeader(&'static str),
    /// A name has characters without an ASCII form.
    #[error("\"{text}\" of {whose} has no ASCII form; give it in Latin letters")]
    NoAsciiForm {
        /// Whose name, or which header.
        whose: String,
        /// The text.
        text: String,
    },
    /// A federation number is 0, above 999999 or used twice.
    #[error(
        "{0} is no usable federation number: it must be 1 to 999999 and stand once in the list"
    )]
    Number(u32),
    /// A game names somebody who is not in the list.
    #[error("round {round}: player {id} is not in the player list")]
    Unlisted {
        /// Round from 1; 0 for added results.
        round: usize,
        /// Federation number.
        id: u32,
    },
    /// A player is paired with himself.
    #[error("round {round}: player {id} is paired with himself")]
    SelfGame {
        /// Round from 1; 0 for added results.
        round: usize,
        /// Federation number.
        id: u32,
    },
    /// Discs that do not sum to 64, or contradict the result.
    #[error(
        "round {round}: {black_discs}-{white_discs} between {black} and {white} is no final score for that result; empties go to the winner and the sum is 64"
    )]
    Score {
        /// Round from 1; 0 for added results.
        round: usize,
        /// Federation number.
        black: u32,
        /// Federation number.
        white: u32,
        /// Discs.
        black_discs: u8,
        /// Discs.
        white_discs: u8,
    },
    /// The time of creation is no time of day.
    #[error("{hour}:{minute} is no time of day")]
    Time {
        /// Hour.
        hour: u8,
        /// Minute.
        minute: u8,
    },
}

/// The creator's name in files written by this program, for example `Outflank 0.1.0`.
#[must_use]
pub fn creator_line(version: &str) -> String {
    format!("Outflank {version}")
}

impl Submission {
    /// The file's name by the federation's rule.
    #[must_use]
    pub fn file_name(&self) -> String {
        FileName::for_tournament(self.first_day, self.same_day_letter, &self.tournament).to_string()
    }
}

/// Writes the strict form: the federation's rules, in the bytes PAPP writes.
///
/// # Errors
/// Every obstacle, if there is at least one; nothing is written then.
pub fn write(submission: &Submission) -> Result<String, Vec<Obstacle>> {
    let obstacles = obstacles(submission);
    if !obstacles.is_empty() {
        return Err(obstacles);
    }
    let mut out = headers(submission);
    for player in &submission.players {
        // Every part a player line needs is there, so there is always a line.
        if let Some(line) = canonical::player(&listed(player)) {
            out.push_str(&line);
            out.push('\n');
        }
    }
    out.push_str("\n\n");
    for (index, round) in submission.rounds.iter().enumerate() {
        let number = u32::try_from(index.saturating_add(1)).unwrap_or(u32::MAX);
        out.push_str(&format!("\n{}\n\n", canonical::round_label(number)));
        push_games(&mut out, round);
    }
    out.push_str(&format!("\n\n{ADDED_LABEL}\n"));
    push_games(&mut out, &submission.added);
    Ok(out)
}

fn headers(submission: &Submission) -> String {
    let CreationTime { day, hour, minute } = submission.created;
    format!(
        "%%Tournament: {}\n%%Country: {}\n%%Date: {}\n%%Sender: {}\n\n%%Creator: {}\n%%CreationDate: {:04}/{:02}/{:02} {hour:02}:{minute:02}\n\n{PLAYER_HEADING}\n",
        canonical::plain(&submission.tournament),
        canonical::plain(&submission.country),
        submission.first_day.with_slashes(),
        canonical::plain(&submission.sender),
        canonical::plain(&submission.creator),
        day.year(),
        day.month(),
        day.day(),
    )
}

fn push_games(out: &mut String, results: &[TableResult]) {
    for result in results {
        if let TableResult::Played(game) = result {
            let discs = (u16::from(game.black_discs), u16::from(game.white_discs));
            out.push_str(&canonical::scored_game(
                game.black,
                game.white,
                game.outcome,
                discs,
            ));
            out.push('\n');
        }
    }
}

fn listed(player: &SubmittedPlayer) -> ListedPlayer {
    ListedPlayer {
        line: 0,
        id: Some(player.id),
        is_new: player.is_new,
        surname: player.surname.clone(),
        first_names: player.first_names.clone(),
        country: Some(player.country.clone()),
        half_points: Some(player.half_points),
        half_discs: Some(player.half_discs),
        rating: player.rating,
    }
}

fn obstacles(submission: &Submission) -> Vec<Obstacle> {
    let mut found = Vec::new();
    let headers = [
        ("tournament", &submission.tournament),
        ("country", &submission.country),
        ("sender", &submission.sender),
    ];
    for (name, value) in headers {
        if canonical::plain(value).is_empty() {
            found.push(Obstacle::EmptyHeader(name));
        }
        no_ascii_form(name.to_owned(), value, &mut found);
    }
    no_ascii_form("creator".to_owned(), &submission.creator, &mut found);
    let CreationTime { hour, minute, .. } = submission.created;
    if hour > 23 || minute > 59 {
        found.push(Obstacle::Time { hour, minute });
    }
    let mut ids = Vec::new();
    for player in &submission.players {
        if player.id == 0 || player.id > 999_999 || ids.contains(&player.id) {
            found.push(Obstacle::Number(player.id));
        }
        ids.push(player.id);
        for text in [&player.surname, &player.first_names, &player.country] {
            no_ascii_form(format!("player {}", player.id), text, &mut found);
        }
    }
    ids.sort_unstable();
    for (index, round) in submission.rounds.iter().enumerate() {
        games_obstacles(index.saturating_add(1), round, &ids, &mut found);
    }
    games_obstacles(0, &submission.added, &ids, &mut found);
    found
}

fn no_ascii_form(whose: String, text: &str, found: &mut Vec<Obstacle>) {
    if !fold_ascii(text).lost.is_empty() {
        found.push(Obstacle::NoAsciiForm {
            whose,
            text: text.to_owned(),
        });
    }
}

fn games_obstacles(round: usize, results: &[TableResult], ids: &[u32], found: &mut Vec<Obstacle>) {
    for result in results {
        let TableResult::Played(game) = *result else {
            continue;
        };
        let SubmittedGame {
            black,
            white,
            black_discs,
            white_discs,
            outcome,
        } = game;
        for id in [black, white] {
            if ids.binary_search(&id).is_err() {
                found.push(Obstacle::Unlisted { round, id });
            }
        }
        if black == white {
            found.push(Obstacle::SelfGame { round, id: black });
        }
        let agrees = Outcome::of_discs(black_discs.into(), white_discs.into()) == outcome
            || black_discs == white_discs;
        if u16::from(black_discs) + u16::from(white_discs) != 64 || !agrees {
            found.push(Obstacle::Score {
                round,
                black,
                white,
                black_discs,
                white_discs,
            });
        }
    }
}
