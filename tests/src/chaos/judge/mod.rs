//! The independent checker: what clients were acknowledged and what the journal holds, compared by rules of the tests'
//! own.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    journal::Row,
    ledger::{Act, GameLog, Mark},
};
use crate::othello::Board;

mod clocks;

/// Findings of one kind that are told in full.
const TOLD: usize = 20;

/// What is wrong, by its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrong {
    /// Acknowledged, and not in the journal.
    Lost,
    /// In the journal more than once.
    Duplicated,
    /// Not in the order of acknowledgement, or not where the acknowledgement said.
    Reordered,
    /// Not what was played, or another result than the tests' own replay has.
    Replay,
    /// A row whose hash is not that of its contents and of the rows before it.
    Chain,
    /// A clock that does not add up, or time given back twice for one fault.
    Sum,
    /// A game at no board of any round that clients know of.
    Stranger,
    /// A clock that no sending and receiving of the clients' explains.
    Clock,
    /// A game without its end.
    Unfinished,
}

impl Wrong {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Lost,
        Self::Duplicated,
        Self::Reordered,
        Self::Replay,
        Self::Chain,
        Self::Sum,
        Self::Stranger,
        Self::Clock,
        Self::Unfinished,
    ];
    /// What no stall of the machine explains: the journal's own word against what clients were told.
    pub const BREACHES: [Self; 6] = [
        Self::Lost,
        Self::Duplicated,
        Self::Reordered,
        Self::Replay,
        Self::Chain,
        Self::Sum,
    ];
}

/// What a run is found to be.
#[derive(Debug, Default)]
pub struct Verdict {
    /// Games judged.
    pub games: usize,
    /// Acknowledgements looked up.
    pub acknowledged: usize,
    /// Rows read.
    pub rows: usize,
    /// Plies whose clock was judged from below and from above.
    pub clocked: usize,
    /// By kind.
    pub wrong: BTreeMap<Wrong, usize>,
    /// The first of each in words.
    pub findings: BTreeMap<Wrong, Vec<String>>,
    /// What plies cost beyond their maker's own thought, credits taken off, in ms.
    pub overpaid_ms: Vec<i64>,
    /// Time given back, in ms.
    pub credited_ms: i64,
}

impl Verdict {
    /// How many of a kind.
    #[must_use]
    pub fn count(&self, wrong: Wrong) -> usize {
        self.wrong.get(&wrong).copied().unwrap_or(0)
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.wrong.is_empty()
    }

    /// What is wrong of these kinds, in words.
    #[must_use]
    pub fn told(&self, kinds: &[Wrong]) -> Vec<&str> {
        let told = kinds.iter().filter_map(|kind| self.findings.get(kind));
        told.flatten().map(String::as_str).collect()
    }

    #[allow(
        clippy::needless_pass_by_value,
        reason = "every caller makes the text for this"
    )]
    fn find(&mut self, wrong: Wrong, what: String) {
        *self.wrong.entry(wrong).or_default() += 1;
        let told = self.findings.entry(wrong).or_default();
        if told.len() < TOLD {
            told.push(format!("{wrong:?}: {what}"));
        }
    }

    /// Judges one game: every row of its stream against what its players wrote down.
    pub fn game(&mut self, rows: &[Row], log: &GameLog) {
        self.games += 1;
        self.stream(&log.game, rows);
        self.plies(rows, log);
        self.acknowledgements(rows, log);
        self.clocks(rows, log);
        self.result(rows, log);
    }

    /// A game of a board that has no stream at all: lost where a player was told anything of it, and else not begun.
    pub fn missing(&mut self, log: &GameLog) {
        let marks = log.marks();
        let was_told = |mark: &Mark| mark.shown_us.is_some() || mark.acked_us.is_some();
        let kind = match marks.iter().any(was_told) || !log.results().is_empty() {
            true => Wrong::Lost,
            false => Wrong::Unfinished,
        };
        self.find(kind, format!("game {} is not there", log.game));
    }

    /// A game that nobody was told of.
    pub fn stranger(&mut self, game: &str) {
        let what = format!("game {game} is at no board of any round");
        self.find(Wrong::Stranger, what);
    }

    /// What directors of a tournament did, in the order of the acknowledgements: each stands once.
    pub fn acts(&mut self, tournament: &str, rows: &[Row], acknowledged: &[Act]) {
        let bodies = rows.iter().map(|row| {
            let body: Value = serde_json::from_str(&row.body).unwrap_or_default();
            (row.seq, body)
        });
        let bodies: Vec<(u64, Value)> = bodies.collect();
        let mut last = 0;
        for act in acknowledged {
            self.acknowledged += 1;
            let is_it = |event: &Value| event["type"] == act.event && event[act.field] == act.value;
            let mut standing = Vec::new();
            for (seq, body) in &bodies {
                let events = body["events"].as_array().into_iter().flatten();
                standing.extend(events.filter(|event| is_it(event)).map(|_| *seq));
            }
            let what = format!(
                "{tournament}: {} {} stands in {standing:?}, after {last}",
                act.event, act.value
            );
            match standing[..] {
                [] => self.find(Wrong::Lost, what),
                [seq] if seq > last => last = seq,
                [_] => self.find(Wrong::Reordered, what),
                _ => self.find(Wrong::Duplicated, what),
            }
        }
    }

    /// Judges a stream of any kind: the order of its rows, their hashes, and that no command stands twice.
    pub fn stream(&mut self, name: &str, rows: &[Row]) {
        self.rows += rows.len();
        let none = "0".repeat(64);
        let mut commands = BTreeMap::new();
        let mut before: Option<&Row> = None;
        for row in rows {
            let last = before.map_or(0, |row| row.seq);
            if row.seq == last {
                self.find(Wrong::Duplicated, format!("{name} has entry {last} twice"));
            } else if row.seq != last + 1 {
                let what = format!("{name}: entry {} follows {last}", row.seq);
                self.find(Wrong::Reordered, what);
            }
            let previous = before.map_or(none.as_str(), |row| row.hash.as_str());
            if row.previous_hash != previous || row.hash != row.reckoned {
                let what = format!("{name}: entry {} is not of this chain", row.seq);
                self.find(Wrong::Chain, what);
            }
            let command = (&row.actor, &row.command_id);
            if let Some(other) = commands.insert(command, row.seq) {
                let what = format!("{name}: {command:?} made {other} and {}", row.seq);
                self.find(Wrong::Duplicated, what);
            }
            before = Some(row);
        }
    }

    fn plies(&mut self, rows: &[Row], log: &GameLog) {
        let mut next = 1;
        for (seq, event) in plies_of(rows) {
            let ply = event["ply"].as_u64().unwrap_or(0);
            if ply < next {
                let what = format!("{}: entry {seq} makes ply {ply} again", log.game);
                self.find(Wrong::Duplicated, what);
                continue;
            }
            if ply > next {
                let what = format!("{}: entry {seq} makes ply {ply}, not {next}", log.game);
                self.find(Wrong::Reordered, what);
            }
            next = ply + 1;
            let scripted = script(log, ply);
            let is_scripted = scripted.is_some_and(|made| {
                event["square"].as_str().map(str::to_owned) == made.name()
                    && event["color"] == side(made.black)
            });
            if !is_scripted {
                let what = format!("{}: entry {seq} holds {event}", log.game);
                self.find(Wrong::Replay, what);
            }
        }
        let is_over = rows
            .iter()
            .flat_map(|row| &row.events)
            .any(|event| event["type"] == "finished");
        if is_over && next != log.script.len() as u64 + 1 {
            let what = format!(
                "{} is over after ply {}, not {}",
                log.game,
                next - 1,
                log.script.len()
            );
            self.find(Wrong::Replay, what);
        }
    }

    fn acknowledgements(&mut self, rows: &[Row], log: &GameLog) {
        let mut last = 0;
        for (ply, mark) in (0..).zip(log.marks()).skip(1) {
            let Some(seq) = mark.seq else {
                if mark.sent_us.is_some() && !log.results().is_empty() {
                    let what = format!("{}: ply {ply} was never acknowledged", log.game);
                    self.find(Wrong::Unfinished, what);
                }
                continue;
            };
            self.acknowledged += 1;
            if seq <= last {
                let what = format!("{}: ply {ply} as {seq} after {last}", log.game);
                self.find(Wrong::Reordered, what);
            }
            last = seq;
            let id = log.command_id(ply);
            let black = log.script[ply as usize - 1].black;
            let account = &log.accounts[usize::from(!black)];
            assert!(!account.is_empty(), "a player without an account");
            let is_it = |row: &&Row| {
                row.command_id == id
                    && row.actor.contains(account.as_str())
                    && plies_of(std::slice::from_ref(*row))
                        .any(|(_, event)| event["ply"] == u64::from(ply))
            };
            let standing: Vec<u64> = rows.iter().filter(is_it).map(|row| row.seq).collect();
            let what = format!(
                "{}: {id} was acknowledged as {seq} and stands in {standing:?}",
                log.game
            );
            match standing[..] {
                [] => self.find(Wrong::Lost, what),
                [only] if only == seq => {}
                [_] => self.find(Wrong::Reordered, what),
                _ => self.find(Wrong::Duplicated, what),
            }
        }
    }

    fn result(&mut self, rows: &[Row], log: &GameLog) {
        let ends: Vec<&Value> = rows
            .iter()
            .flat_map(|row| &row.events)
            .filter(|event| event["type"] == "finished")
            .collect();
        let mut board = Board::default();
        for ply in &log.script {
            if let Some(square) = ply.square {
                board.place(ply.black, square);
            }
        }
        let (black, white) = score(&board);
        match ends[..] {
            [] => self.find(Wrong::Unfinished, format!("{} has no end", log.game)),
            [end] if end["black_discs"] == black && end["white_discs"] == white => {}
            [end] => {
                let what = format!("{} ends {black}-{white}, the journal has {end}", log.game);
                self.find(Wrong::Replay, what);
            }
            _ => self.find(
                Wrong::Duplicated,
                format!("{} ends {} times", log.game, ends.len()),
            ),
        }
        for shown in log.results() {
            if (u64::from(shown.black_discs), u64::from(shown.white_discs)) != (black, white) {
                let what = format!("{} ends {black}-{white}, shown {shown:?}", log.game);
                self.find(Wrong::Replay, what);
            }
        }
    }
}

fn plies_of(rows: &[Row]) -> impl Iterator<Item = (u64, &Value)> {
    rows.iter()
        .flat_map(|row| row.events.iter().map(move |event| (row.seq, event)))
        .filter(|(_, event)| event["type"] == "moved" || event["type"] == "passed")
}

fn script(log: &GameLog, ply: u64) -> Option<&crate::othello::Ply> {
    let place = usize::try_from(ply).ok()?.checked_sub(1)?;
    log.script.get(place)
}

fn side(black: bool) -> &'static str {
    if black { "black" } else { "white" }
}

/// The discs of a finished board; whoever has more gets the empty squares, and a draw shares them.
pub(super) fn score(board: &Board) -> (u64, u64) {
    let text = board.text();
    let count = |wanted| text.chars().filter(|cell| *cell == wanted).count() as u64;
    let (black, white, empty) = (count('*'), count('O'), count('-'));
    match black.cmp(&white) {
        std::cmp::Ordering::Greater => (black + empty, white),
        std::cmp::Ordering::Less => (black, white + empty),
        std::cmp::Ordering::Equal => (32, 32),
    }
}
