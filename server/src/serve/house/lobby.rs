//! Who waits alone, as the lobby shows it.

use outflank_access::identifier::house_bot;
use outflank_client::{ANYBODY, CasualTerms};
use serde::Deserialize;

/// Whoever waits for so long is met by a bot, in ms.
const ALONE_MS: i64 = 8_000;
/// Two who seek the same and are not brought together by then do not fit, in ms: after 20 s anybody will do.
const SETTLED_MS: i64 = 22_000;
/// Whoever waits for so long is met whoever else seeks the same, in ms, so that nobody keeps bots from him by seeking anew.
const WAITED_MS: i64 = 30_000;
/// A player's longest time for a game that a bot plays, in ms, so that none is occupied for long.
const LONGEST_MS: i64 = 20 * 60_000;
/// As much is added to a player's main time in a game.
const INCREMENTS: i64 = 40;

/// The lobby, as far as the house looks at it.
#[derive(Debug, Deserialize)]
pub struct Lobby {
    /// Seeks of no contest, the oldest first.
    pub seeks: Vec<OpenSeek>,
}

/// Somebody seeks a game.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct OpenSeek {
    /// Who.
    pub player: Player,
    /// What.
    pub terms: CasualTerms,
    /// The lowest live rating of an opponent; `None` = any.
    pub lowest: Option<i64>,
    /// The highest.
    pub highest: Option<i64>,
    /// Since when, cluster time in ms.
    pub since_ms: i64,
}

/// Whose account seeks.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Player {
    /// It.
    pub account_id: String,
    /// Who operates it, where it is a program's.
    pub operator_account_id: Option<String>,
    /// A program seeks in its name.
    pub by_key: bool,
}

/// What tells one seek from another: the account, and since when it seeks.
pub type SeekKey = (String, i64);

impl OpenSeek {
    /// What tells it from others.
    pub fn key(&self) -> SeekKey {
        (self.player.account_id.clone(), self.since_ms)
    }

    /// The house bot that seeks.
    pub fn house_bot(&self) -> Option<u32> {
        house_bot(&self.player.account_id)
    }

    fn is_of_person(&self) -> bool {
        let player = &self.player;
        player.operator_account_id.is_none() && !player.by_key && self.house_bot().is_none()
    }

    /// Whether every opponent's rating fits: nobody knows whose does otherwise.
    fn takes_anybody(&self) -> bool {
        self.highest.is_none() && self.lowest.is_none_or(|lowest| lowest <= ANYBODY)
    }

    fn is_short(&self) -> bool {
        let added_ms = self.terms.increment_ms.saturating_mul(INCREMENTS);
        self.terms.main_ms.saturating_add(added_ms) <= LONGEST_MS
    }

    /// For how long, in ms of cluster time.
    pub const fn waited_ms(&self, now_ms: i64) -> i64 {
        now_ms.saturating_sub(self.since_ms)
    }

    /// Whether a bot may come to it where nobody else does.
    fn is_met(&self, now_ms: i64) -> bool {
        self.is_of_person()
            && self.takes_anybody()
            && self.is_short()
            && self.waited_ms(now_ms) >= ALONE_MS
    }

    /// Whether somebody else may still be brought together with it.
    fn has_company(&self, other: &Self, now_ms: i64) -> bool {
        other.terms == self.terms
            && other.player.account_id != self.player.account_id
            && other.takes_anybody()
            && self.waited_ms(now_ms) < WAITED_MS
            && other.waited_ms(now_ms) < SETTLED_MS
    }

    /// Whether a bot is there already, for this seek or another of the account.
    fn is_visited(&self, seeks: &[Self]) -> bool {
        let own = |seek: &&Self| seek.player.account_id == self.player.account_id;
        seeks.iter().filter(own).any(|own| {
            let visits = |bot: &Self| bot.terms == own.terms && bot.house_bot().is_some();
            seeks.iter().any(visits)
        })
    }
}

/// The seeks of people who wait alone.
pub fn alone(seeks: &[OpenSeek], now_ms: i64) -> impl Iterator<Item = &OpenSeek> {
    seeks.iter().filter(move |seek| {
        seek.is_met(now_ms)
            && !seek.is_visited(seeks)
            && !seeks.iter().any(|other| seek.has_company(other, now_ms))
    })
}

/// The seeks of people to whom a bot has come.
pub fn visited(seeks: &[OpenSeek]) -> impl Iterator<Item = &OpenSeek> {
    let by_people = seeks.iter().filter(|seek| seek.is_of_person());
    by_people.filter(|seek| seek.is_visited(seeks))
}

/// Some seek, for tests.
#[cfg(test)]
pub fn sought(account_id: &str, minutes: i64, since_ms: i64) -> OpenSeek {
    OpenSeek {
        player: Player {
            account_id: account_id.to_owned(),
            operator_account_id: None,
            by_key: false,
        },
        terms: CasualTerms::minutes(minutes),
        lowest: None,
        highest: None,
        since_ms,
    }
}

#[cfg(test)]
mod tests {
    use outflank_access::identifier::house_account;

    use super::*;

    const NOW_MS: i64 = 1_784_361_600_000;

    fn seek(account_id: &str, minutes: i64, waited_ms: i64) -> OpenSeek {
        sought(account_id, minutes, NOW_MS - waited_ms)
    }

    fn met(seeks: &[OpenSeek]) -> Vec<&str> {
        let alone = alone(seeks, NOW_MS);
        alone.map(|seek| &*seek.player.account_id).collect()
    }

    #[test]
    fn whoever_waits_alone_is_met_after_a_while() {
        assert_eq!(met(&[seek("anna", 5, 7_999)]), [""; 0]);
        assert_eq!(met(&[seek("anna", 5, 8_000)]), ["anna"]);
        let others = [seek("anna", 5, 9_000), seek("berit", 3, 9_000)];
        assert_eq!(met(&others), ["anna", "berit"], "they seek otherwise");
    }

    #[test]
    fn nobody_is_met_where_two_people_may_fit_until_he_has_waited_long() {
        let late = seek("berit", 5, 100);
        assert_eq!(met(&[seek("anna", 5, 29_999), late.clone()]), [""; 0]);
        assert_eq!(met(&[seek("anna", 5, 30_000), late.clone()]), ["anna"]);
        let mut choosy = late;
        choosy.lowest = Some(2_400);
        assert_eq!(met(&[seek("anna", 5, 9_000), choosy]), ["anna"]);
        // They would be at a table by now.
        let apart = [seek("anna", 5, 22_000), seek("berit", 5, 22_000)];
        assert_eq!(met(&apart), ["anna", "berit"]);
    }

    type Change = fn(&mut OpenSeek);

    #[test]
    fn no_bot_comes_to_slow_games_nor_to_whom_it_may_not_fit() {
        let with = |change: Change| {
            let mut seek = seek("anna", 20, 60_000);
            change(&mut seek);
            met(&[seek]).len()
        };
        let changes: [(Change, usize); 7] = [
            (|_| (), 1),
            (|seek| seek.terms.main_ms += 1, 0),
            (|seek| seek.terms.increment_ms = 1, 0),
            (
                |seek| {
                    (seek.terms.main_ms, seek.terms.increment_ms) = (600_000, 15_000);
                },
                1,
            ),
            (|seek| seek.lowest = Some(1), 1),
            (|seek| seek.lowest = Some(2), 0),
            (|seek| seek.highest = Some(9_999), 0),
        ];
        for (place, (change, expected)) in changes.into_iter().enumerate() {
            assert_eq!(with(change), expected, "{place}");
        }
    }

    #[test]
    fn one_bot_comes_to_an_account_at_a_time() {
        let bot = seek(&house_account(1_024), 5, 100);
        let other = seek("anna", 3, 60_000);
        assert_eq!(met(&[seek("anna", 5, 60_000), other, bot]), [""; 0]);
    }

    #[test]
    fn no_bot_comes_to_programs_nor_to_another() {
        // Who operates it may not be known yet.
        let bot = seek(&house_account(1_024), 5, 60_000);
        let (mut by_key, mut program) = (seek("pat", 3, 60_000), seek("edge", 4, 60_000));
        by_key.player.by_key = true;
        program.player.operator_account_id = Some("pat".to_owned());
        assert_eq!(met(&[bot, by_key, program]), [""; 0]);
    }
}
