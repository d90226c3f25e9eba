//! Made results, and what the tests ask of a list.

use outflank_rating_list::{Game, Month, Outcome, RatedPlayer, RatingList};

/// The month that made lists are of.
pub const NOW: (u16, u8) = (2020, 6);

pub fn month((year, month): (u16, u8)) -> Month {
    Month::new(year, month).unwrap()
}

/// So many whole months before the list.
pub fn before(months: u32) -> Month {
    let all = u32::from(NOW.0) * 12 + u32::from(NOW.1) - 1 - months;
    let year = u16::try_from(all / 12).unwrap();
    month((year, u8::try_from(all % 12 + 1).unwrap()))
}

pub fn game(age: u32, first: u32, outcome: Outcome, second: u32) -> Game {
    Game {
        month: before(age),
        first,
        second,
        outcome,
    }
}

/// A new game that the first-named won.
pub fn won(first: u32, second: u32) -> Game {
    game(0, first, Outcome::FirstWon, second)
}

/// A new game without a winner.
pub fn drawn(first: u32, second: u32) -> Game {
    game(0, first, Outcome::Drawn, second)
}

/// Everybody drew against everybody else.
pub fn all_drew(players: std::ops::Range<u32>) -> Vec<Game> {
    let pairs = players
        .clone()
        .flat_map(|one| (one + 1..players.end).map(move |other| (one, other)));
    pairs.map(|(one, other)| drawn(one, other)).collect()
}

pub fn rating_list(games: &[Game]) -> RatingList {
    outflank_rating_list::rating_list(games.iter().copied(), month(NOW))
}

pub fn player(list: &RatingList, id: u32) -> RatedPlayer {
    let found = list.players.iter().find(|player| player.id == id);
    *found.unwrap_or_else(|| panic!("{id} is not rated"))
}

pub fn rating(list: &RatingList, id: u32) -> f64 {
    player(list, id).rating
}

pub fn near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-6, "{found}, not {wanted}");
}

/// By how many points somebody leads whose chances are so many to one.
pub fn lead(odds: f64) -> f64 {
    200.0 * odds.ln() / 3_f64.ln()
}
