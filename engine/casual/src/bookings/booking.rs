//! What the entries of a stream of bookings say.

use std::ops::Not;

use outflank_othello::{BookedAt, Color, DrawnOpening, GameRules, PerColor};
use serde::{Deserialize, Serialize};

use super::Meetings;
use crate::{HOUSE, LiveRating, Terms, judged_by};

/// Who is booked for a side.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The account.
    pub account: String,
    /// The seek that this ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seek: Option<String>,
    /// Of a program's account: the account of the person who operates it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<String>,
    /// It came by an API key: a program plays, whosever account it is.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub by_key: bool,
}

impl Player {
    /// The account of the person who answers for it.
    #[must_use]
    pub fn person(&self) -> &str {
        self.operator.as_deref().unwrap_or(&self.account)
    }

    /// The accounts by which it is judged.
    #[must_use]
    pub fn judged_by(&self) -> [&str; 2] {
        judged_by(&self.account, self.operator.as_deref())
    }
}

/// How two came together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Origin {
    /// Their seeks fitted.
    Seeks,
    /// One took up the other's challenge.
    Challenge {
        /// The challenge.
        id: String,
    },
    /// Both wanted another game.
    Rematch {
        /// The game before.
        of: String,
    },
}

/// Two players who are to play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Booking {
    /// Who.
    pub players: PerColor<Player>,
    /// What.
    pub terms: Terms,
    /// How they came together.
    pub origin: Origin,
    /// The arena or ladder that it is a game of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contest: Option<OfContest>,
    /// What the lot drew, where it draws openings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Drawn>,
    /// What a draw of this game follows from.
    pub seed: u64,
    /// When black's clock starts, ms of cluster time.
    pub starts_at_ms: i64,
}

impl Booking {
    /// The rules of the game.
    #[must_use]
    pub fn game_rules(&self) -> GameRules {
        GameRules {
            drawn_opening: self.drawn.map(|drawn| drawn.opening),
            ..self.terms.game_rules()
        }
    }

    /// The contest that it is a game of, by its id.
    #[must_use]
    pub fn contest_id(&self) -> Option<&str> {
        self.contest.as_ref().map(|of| of.id.as_str())
    }

    /// Whether it is the game of a challenge on a ladder.
    #[must_use]
    pub fn is_of_challenge(&self) -> bool {
        let of = self.contest.as_ref();
        of.is_some_and(|of| of.challenged_at_ms.is_some())
    }

    /// Whether one person answers for both sides: such a game is not rated.
    #[must_use]
    pub fn is_of_one_person(&self) -> bool {
        self.players.black.person() == self.players.white.person()
    }

    /// Whether a program of the server itself plays: such a game is not rated, for whoever knows the program knows what it
    /// will play.
    pub(super) fn is_with_house(&self) -> bool {
        let players = [&self.players.black, &self.players.white];
        players.iter().any(|player| player.person() == HOUSE)
    }

    /// Whether whoever has the corners of a handicap is the stronger by these live ratings: such a game is not rated, or
    /// corners would make ratings. They are compared in whole points, as where seeks give the corners to the weaker.
    pub(super) fn gives_corners_to_stronger(&self, ratings: &PerColor<LiveRating>) -> bool {
        let points = |color| ratings.get(color).points();
        let handicap = self.terms.variant.handicap();
        handicap.is_some_and(|handicap| points(handicap.to) > points(handicap.to.opponent()))
    }
}

/// The contest that a game is of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfContest {
    /// Its id.
    pub id: String,
    /// When the challenge was made that it plays, on a ladder, ms of cluster time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenged_at_ms: Option<i64>,
}

/// The opening that the lot drew for two games, colours changed between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    /// The opening.
    pub opening: DrawnOpening,
    /// This is the second of the two games.
    #[serde(default, skip_serializing_if = "is_first")]
    pub second: bool,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature serde calls"
)]
const fn is_first(second: &bool) -> bool {
    !*second
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Discs of each side.
    pub discs: PerColor<u8>,
    /// `None` for a draw.
    pub winner: Option<Color>,
    /// Both had moved. A game that one side never began is aborted, and not rated.
    pub counts: bool,
}

/// Booked players are free again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Released {
    /// Where they were booked.
    pub booked_at: BookedAt,
    /// How their game ended; `None` where there is none any more.
    pub outcome: Option<Outcome>,
    /// Their live ratings from now on; absent where the game is not rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<PerColor<LiveRating>>,
    /// Sides that were booked as a person's, and of which moves came by an API key all the same.
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub by_key: PerColor<bool>,
}

/// Neither side is one of those meant, and the journal leaves them out.
pub(crate) fn is_nobody(sides: &PerColor<bool>) -> bool {
    *sides == PerColor::default()
}

/// What a stream of bookings carries over from the one before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carried {
    /// Which stream this is, from 1.
    pub stream: u32,
    /// Games that are not over.
    pub open: Vec<(BookedAt, Booking)>,
    /// Who was free again, and when, within the last hour.
    pub freed: Vec<(String, i64)>,
    /// Who met whom within the last hour.
    pub meetings: Vec<(String, String, Meetings)>,
}

/// What happened in a stream of bookings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The stream goes on where the one before ended.
    Carried(Carried),
    /// Pairs are booked; the number of a pair counts from 1 within the entry.
    Booked {
        /// They.
        bookings: Vec<Booking>,
    },
    /// A game is over.
    Freed(Released),
    /// The stream is full: its successor carries what is open.
    Closed {
        /// Which stream that is.
        next: u32,
    },
}

/// What other services are told of an entry that books pairs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactBody {
    /// Of this form: 1.
    pub version: u32,
    /// The stream of bookings.
    pub stream: u32,
    /// The entry.
    pub seq: u64,
    /// Its time, ms of cluster time.
    pub at_ms: i64,
    /// The pairs, in their order.
    pub bookings: Vec<Booking>,
}

impl FactBody {
    /// Its pairs, each with where it is booked.
    pub fn booked(&self) -> impl Iterator<Item = (BookedAt, &Booking)> {
        (1..).zip(&self.bookings).map(|(pair, booking)| {
            let booked_at = BookedAt {
                stream: self.stream,
                seq: self.seq,
                pair,
            };
            (booked_at, booking)
        })
    }
}
