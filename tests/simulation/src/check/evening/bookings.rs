//! The streams of bookings, folded by rules of the tests' own.

use std::collections::BTreeMap;

use outflank_access::identifier::casual_game_id;
use outflank_casual::LiveRating;
use outflank_journal::{Entry, StreamId};
use outflank_othello::{Color, PerColor};
use serde_json::Value;

use super::Findings;
use crate::{evening::BOOKINGS, wiring::Wiring};

/// What everybody's rating is at first, in points.
const FIRST_POINTS: i64 = 1_500;

/// A game that was booked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Booking {
    pub game: String,
    /// Black and white.
    pub players: [String; 2],
    /// The accounts of those who answer for them.
    pub persons: [String; 2],
    /// The seeks that it ended.
    pub seeks: [Option<String>; 2],
    pub variant: String,
    pub main_ms: i64,
    pub increment_ms: i64,
    /// How they came together, and by which challenge or after which game.
    pub origin: (String, String),
    /// The time of its entry, by the clock of who decided.
    pub at_ms: i64,
    /// When the entry was written.
    pub ms: i64,
    pub freed: Option<Freed>,
    /// The contest that it is a game of.
    pub contest: Option<String>,
}

/// The players of a game are free again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Freed {
    pub at_ms: i64,
    pub ms: i64,
    /// Discs of both sides, the winner, and whether it counts.
    pub outcome: ((u64, u64), Option<Color>, bool),
    /// Both ratings afterwards; none where it is not rated.
    pub ratings: Option<[LiveRating; 2]>,
}

/// All games in the order of their entries.
#[derive(Debug, Default)]
pub struct Bookings {
    pub all: Vec<Booking>,
    /// The places among them of those that are over, in the order in which their players were free.
    pub over: Vec<usize>,
}

/// Where a game was booked: stream, entry, and place in it.
type Place = (u64, u64, u64);

impl Bookings {
    /// Reads them; nobody is in two games at once, and every game has an id of its own and frees its players once.
    pub fn read(wiring: &Wiring, findings: &mut Findings) -> Self {
        let mut streams = wiring.pairing_memory.streams(BOOKINGS);
        streams.sort_by_key(number);
        let mut fold = Fold::default();
        for stream in streams {
            let mut last_ms = i64::MIN;
            for stored in wiring.pairing_memory.stored(&stream) {
                let entry = stored.entry;
                let at = format!("entry {} of {stream}", entry.seq);
                if entry.at_ms < last_ms {
                    findings.push(format!("{at} is earlier than the one before"));
                }
                last_ms = entry.at_ms;
                let seen = &wiring.world.seen;
                let Some(ms) = seen.committed_ms(&stream, &entry.command_id) else {
                    findings.push(format!("nobody wrote {at}"));
                    continue;
                };
                let wrong = fold.take_in(&entry, ms);
                findings.extend(wrong.into_iter().map(|wrong| format!("{at}: {wrong}")));
            }
        }
        Self {
            all: fold.all,
            over: fold.over,
        }
    }

    /// What an account's rating was at that time, in points.
    pub fn points(&self, account: &str, variant: &str, ms: i64) -> i64 {
        let mut points = FIRST_POINTS;
        for booking in self.all.iter().filter(|booking| booking.variant == variant) {
            let side = booking.players.iter().position(|player| player == account);
            let Some(freed) = booking.freed.as_ref().filter(|freed| freed.ms <= ms) else {
                continue;
            };
            if let (Some(side), Some(ratings)) = (side, freed.ratings) {
                points = (ratings[side].rating + 50) / 100;
            }
        }
        points
    }

    /// How often two had been booked with each other by that time.
    pub fn met(&self, one: &str, other: &str, ms: i64) -> i64 {
        let theirs = self.all.iter().filter(|booking| {
            let players = booking.players.each_ref().map(String::as_str);
            booking.ms <= ms && (players == [one, other] || players == [other, one])
        });
        i64::try_from(theirs.count()).unwrap_or(i64::MAX)
    }

    /// From when to when an account was free, with the latter's time as pairing has it.
    pub fn free(&self, account: &str) -> Vec<(i64, i64, i64)> {
        let (mut from_ms, mut freed_at_ms) = (i64::MIN, i64::MIN);
        let mut free = Vec::new();
        let own = |booking: &&Booking| booking.players.iter().any(|player| player == account);
        for booking in self.all.iter().filter(own) {
            free.push((from_ms, booking.ms, freed_at_ms));
            let freed = booking.freed.as_ref();
            from_ms = freed.map_or(i64::MAX, |freed| freed.ms);
            freed_at_ms = freed.map_or(i64::MAX, |freed| freed.at_ms);
        }
        free.push((from_ms, i64::MAX, freed_at_ms));
        free
    }
}

fn number(stream: &StreamId) -> u64 {
    stream.id.parse().unwrap_or(0)
}

#[derive(Debug, Default)]
struct Fold {
    all: Vec<Booking>,
    over: Vec<usize>,
    /// Games that are not over: their places among all.
    open: BTreeMap<Place, usize>,
}

impl Fold {
    fn take_in(&mut self, entry: &Entry, ms: i64) -> Vec<String> {
        let body: Value = serde_json::from_slice(&entry.body).unwrap_or_default();
        let mut wrong = Vec::new();
        for event in body["events"].as_array().into_iter().flatten() {
            match event["type"].as_str() {
                Some("booked") => {
                    let bookings = event["bookings"].as_array().into_iter().flatten();
                    for (pair, booking) in (1..).zip(bookings) {
                        let place = (number(&entry.stream), entry.seq, pair);
                        wrong.extend(self.book(place, booking, (entry.at_ms, ms)));
                    }
                }
                Some("freed") => wrong.extend(self.free(event, (entry.at_ms, ms))),
                other => wrong.push(format!("nothing of the kind happens here: {other:?}")),
            }
        }
        wrong
    }

    fn book(&mut self, place: Place, booking: &Value, (at_ms, ms): (i64, i64)) -> Vec<String> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let players = ["black", "white"].map(|color| text(&booking["players"][color]["account"]));
        let persons = ["black", "white"].map(|color| {
            let player = &booking["players"][color];
            let operator = player["operator"].as_str();
            operator.map_or_else(|| text(&player["account"]), str::to_owned)
        });
        let seeks = ["black", "white"].map(|color| {
            let seek = booking["players"][color]["seek"].as_str();
            seek.map(str::to_owned)
        });
        let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let seed = booking["seed"].as_u64().unwrap_or_default();
        let (stream, pair) = (small(place.0), small(place.2));
        let game = casual_game_id(stream, place.1, pair, seed);
        let mut wrong = Vec::new();
        if players[0] == players[1] {
            wrong.push(format!("{} plays against himself", players[0]));
        }
        for (player, seek) in players.iter().zip(&seeks) {
            for at in self.open.values() {
                let other = &self.all[*at];
                if other.players.contains(player) {
                    let other = &other.game;
                    wrong.push(format!(
                        "{player} is booked twice: for {other} and for {game}"
                    ));
                }
            }
            let used = |booking: &Booking| seek.is_some() && booking.seeks.contains(seek);
            if self.all.iter().any(used) {
                wrong.push(format!("the seek {seek:?} of {player} has ended before"));
            }
        }
        if self.all.iter().any(|other| other.game == game) {
            wrong.push(format!("there was a game {game} before"));
        }
        let (terms, origin) = (&booking["terms"], &booking["origin"]);
        let of = ["id", "of"]
            .into_iter()
            .find_map(|key| origin[key].as_str());
        self.open.insert(place, self.all.len());
        self.all.push(Booking {
            game,
            players,
            persons,
            seeks,
            variant: text(&terms["variant"]),
            main_ms: terms["main_ms"].as_i64().unwrap_or_default(),
            increment_ms: terms["increment_ms"].as_i64().unwrap_or_default(),
            origin: (text(&origin["kind"]), of.unwrap_or_default().to_owned()),
            at_ms,
            ms,
            freed: None,
            contest: booking["contest"]["id"].as_str().map(str::to_owned),
        });
        wrong
    }

    fn free(&mut self, event: &Value, (at_ms, ms): (i64, i64)) -> Option<String> {
        let part = |name: &str| event["booked_at"][name].as_u64().unwrap_or_default();
        let place = (part("stream"), part("seq"), part("pair"));
        let Some(at) = self.open.remove(&place) else {
            return Some(format!("what was booked at {place:?} is not open"));
        };
        let outcome = &event["outcome"];
        let discs = |color: &str| outcome["discs"][color].as_u64().unwrap_or_default();
        let colors = [Color::Black, Color::White];
        let winner = outcome["winner"].as_str();
        let winner = winner.and_then(|name| colors.into_iter().find(|of| of.as_str() == name));
        let ratings = serde_json::from_value(event["ratings"].clone());
        let ratings: Result<Option<PerColor<LiveRating>>, _> = ratings;
        let unread = ratings.as_ref().err();
        let wrong = unread.map(|error| format!("its ratings cannot be read: {error}"));
        let ratings = ratings.ok().flatten();
        self.over.push(at);
        self.all[at].freed = Some(Freed {
            at_ms,
            ms,
            outcome: (
                (discs("black"), discs("white")),
                winner,
                outcome["counts"].as_bool().unwrap_or_default(),
            ),
            ratings: ratings.map(|ratings| [ratings.black, ratings.white]),
        });
        wrong
    }
}
