//! Seeks and bookings for the tests.

use outflank_casual::{Booking, Bookings, Event, Player, Seek, Standing, Terms, Variant};
use outflank_othello::BookedAt;

pub const NOON_MS: i64 = 1_784_365_200_000;

pub const fn minutes(minutes: i64) -> Terms {
    Terms {
        variant: Variant::Othello,
        main_ms: minutes * 60_000,
        increment_ms: 0,
    }
}

/// A seek of five minutes by that account, which waits so long at noon.
pub fn seek(account: &str, waited_ms: i64) -> Seek {
    Seek {
        id: format!("seek of {account}"),
        account: account.to_owned(),
        terms: minutes(5),
        lowest: None,
        highest: None,
        color: None,
        since_ms: NOON_MS - waited_ms,
        operator: None,
        by_key: false,
        contest: None,
    }
}

/// The same by a program which that person operates, over a line that its key opened.
pub fn program_seek(account: &str, operator: &str, waited_ms: i64) -> Seek {
    Seek {
        operator: Some(operator.to_owned()),
        by_key: true,
        ..seek(account, waited_ms)
    }
}

/// A person who plays.
pub fn player(account: &str) -> Player {
    Player {
        account: account.to_owned(),
        ..Player::default()
    }
}

/// A stream of bookings as it is written.
#[derive(Debug, Default)]
pub struct Stream {
    pub state: Bookings,
    pub seq: u64,
}

impl Stream {
    pub fn append(&mut self, at_ms: i64, event: &Event) {
        self.seq += 1;
        self.state.evolve((1, self.seq, at_ms), event);
    }

    /// Books pairs in one entry; answers with where.
    pub fn book(&mut self, at_ms: i64, bookings: Vec<Booking>) -> Vec<BookedAt> {
        let pairs = u32::try_from(bookings.len()).unwrap();
        self.append(at_ms, &Event::Booked { bookings });
        let seq = self.seq;
        let at = |pair| BookedAt {
            stream: 1,
            seq,
            pair,
        };
        (1..=pairs).map(at).collect()
    }
}

/// Everybody has the first rating.
pub fn same(_: &Seek) -> Standing {
    rated(1_500)
}

/// Who has that rating, and is in no contest.
pub fn rated(points: i64) -> Standing {
    Standing {
        points,
        ..Standing::default()
    }
}

/// Who plays whom, each pair in the order of the alphabet.
pub fn pairs(bookings: &[Booking]) -> Vec<(String, String)> {
    let pair = |booking: &Booking| {
        let players = &booking.players;
        let (one, other) = (players.black.account.clone(), players.white.account.clone());
        if one < other {
            (one, other)
        } else {
            (other, one)
        }
    };
    bookings.iter().map(pair).collect()
}
