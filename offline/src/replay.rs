//! `outflank replay FILE...`.

use std::path::Path;

use outflank_formats::ggf::{self, GgfGame};
use outflank_formats::{Problem, read_transcripts, wthor};
use outflank_othello::transcript::{self, IllegalReason, Outcome};
use outflank_othello::{Board, Square, score_on};
use serde::Serialize;

use super::progress::Progress;
use super::{exit::Exit, output};
use crate::arguments;

/// What replaying the games of one file gave.
#[derive(Debug, Default, Serialize)]
struct Counts {
    file: String,
    games: u64,
    finished: u64,
    unfinished: u64,
    illegal: u64,
    score_mismatches: u64,
    /// Parts of the file that are no game; each was named on stderr.
    #[serde(skip)]
    problems: u64,
}

pub fn run(args: &arguments::Replay) -> anyhow::Result<Exit> {
    let board = args.board.board();
    let mut progress = Progress::new("files", args.files.len());
    let mut all = Vec::with_capacity(args.files.len());
    for (index, path) in args.files.iter().enumerate() {
        let bytes = output::read(path)?;
        let mut file = File {
            path,
            board,
            counts: Counts {
                file: path.display().to_string(),
                ..Counts::default()
            },
        };
        file.replay(&bytes);
        all.push(file.counts);
        progress.at(index + 1);
    }
    drop(progress);
    let findings = all
        .iter()
        .any(|counts| counts.illegal + counts.score_mismatches + counts.problems > 0);
    args.answer.print(&all)?;
    Ok(Exit::of_findings(findings))
}

/// How the locations in a file are counted in messages.
#[derive(Clone, Copy)]
enum Location {
    Line(u32),
    Record(u32),
}

struct File<'a> {
    path: &'a Path,
    /// What transcripts were played on. GGF says it itself, and bases are of Othello.
    board: Board,
    counts: Counts,
}

impl File<'_> {
    fn replay(&mut self, bytes: &[u8]) {
        if is_wthor(self.path, bytes) {
            self.wthor(bytes);
        } else if ggf::looks_like_ggf(bytes) {
            let parsed = ggf::read_ggf(bytes);
            self.problems(&parsed.problems, Location::Line);
            for game in &parsed.value {
                self.ggf_game(game);
            }
        } else {
            let parsed = read_transcripts(bytes);
            self.problems(&parsed.problems, Location::Line);
            for game in &parsed.value {
                self.judge(
                    transcript::replay_on(&self.board, &game.tokens).outcome,
                    None,
                    Location::Line(game.line),
                );
            }
        }
    }

    fn wthor(&mut self, bytes: &[u8]) {
        let parsed = match wthor::read_games(bytes) {
            Ok(parsed) => parsed,
            Err(error) => {
                self.counts.problems += 1;
                output::note(&format!("{}: {error}", self.path.display()));
                return;
            }
        };
        self.problems(&parsed.problems, Location::Record);
        for (record, number) in parsed.value.records.iter().zip(1..) {
            let outcome = transcript::replay_squares(&record.moves).outcome;
            self.judge(outcome, Some(record.black_discs), Location::Record(number));
        }
    }

    fn problems(&mut self, problems: &[Problem], place: fn(u32) -> Location) {
        for problem in problems {
            self.counts.problems += 1;
            self.note(place(problem.line), &problem.what);
        }
    }

    fn note(&self, place: Location, what: &str) {
        let path = self.path.display();
        output::note(&match place {
            Location::Line(line) => format!("{path}:{line}: {what}"),
            Location::Record(number) => format!("{path}: game {number}: {what}"),
        });
    }

    /// Counts a game; a stored score is compared only where the moves are complete.
    fn judge(&mut self, outcome: Outcome, stored_black_discs: Option<u8>, place: Location) {
        self.counts.games += 1;
        match outcome {
            Outcome::Finished { discs } => {
                self.counts.finished += 1;
                if let Some(stored) = stored_black_discs.filter(|stored| *stored != discs.black) {
                    self.mismatch(place, i32::from(stored), i32::from(discs.black));
                }
            }
            Outcome::Unfinished { .. } => self.counts.unfinished += 1,
            Outcome::Illegal {
                number,
                square,
                reason,
                ..
            } => self.illegal(place, number, square, reason),
        }
    }

    fn mismatch(&mut self, place: Location, stored: i32, replayed: i32) {
        self.counts.score_mismatches += 1;
        self.note(
            place,
            &format!("black's score is stored as {stored}, but the moves give {replayed}"),
        );
    }

    fn illegal(
        &mut self,
        place: Location,
        number: u32,
        square: Option<Square>,
        reason: IllegalReason,
    ) {
        self.counts.illegal += 1;
        let played = square.map_or_else(|| "a pass".to_owned(), |square| square.to_string());
        self.note(
            place,
            &format!("move {number}, {played}, is illegal: {reason}"),
        );
    }

    /// A GGF game writes its passes and colours, and may begin elsewhere.
    fn ggf_game(&mut self, game: &GgfGame) {
        let place = Location::Line(game.line);
        self.counts.games += 1;
        let position = match game.played() {
            Ok(position) => position,
            Err(illegal) => {
                self.illegal(place, illegal.number, illegal.square, illegal.reason);
                return;
            }
        };
        let board = game.setup.board();
        if !board.is_over(&position) {
            self.counts.unfinished += 1;
            return;
        }
        self.counts.finished += 1;
        let result = game
            .result
            .filter(|result| result.on_the_board)
            .and_then(|result| result.disc_difference);
        let (score, discs) = (score_on(&position, board.size), position.disc_counts());
        let with_empties = i32::from(score.black) - i32::from(score.white);
        let without = i32::from(discs.black) - i32::from(discs.white);
        // Servers differ in whether empties count for the winner.
        if let Some(stored) = result.filter(|stored| *stored != with_empties && *stored != without)
        {
            self.mismatch(place, stored, with_empties);
        }
    }
}

/// By its name, or by a header that announces exactly the records that follow.
fn is_wthor(path: &Path, bytes: &[u8]) -> bool {
    if path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("wtb"))
    {
        return true;
    }
    bytes.contains(&0)
        && wthor::read_games(bytes)
            .is_ok_and(|parsed| parsed.problems.is_empty() && !parsed.value.records.is_empty())
}
