//! Who waits alone, as the lobby shows it.

use outflank_access::identifier::HOUSE;
use outflank_client::CasualTerms;
use serde::Deserialize;

/// Whoever waits for so long is met by a bot, in ms.
const ALONE_MS: i64 = 8_000;
/// Two who seek the same and are not brought together by then do not fit, in ms: after 20 s anybody will do.
const SETTLED_MS: i64 = 22_000;

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

    fn is_of_person(&self) -> bool {
        self.player.operator_account_id.is_none() && !self.player.by_key
    }

    fn is_of_house(&self) -> bool {
        self.player.operator_account_id.as_deref() == Some(HOUSE)
    }

    const fn waited_ms(&self, now_ms: i64) -> i64 {
        now_ms.saturating_sub(self.since_ms)
    }

    /// Whether somebody else may still be brought together with it, or a bot is there already.
    fn has_company(&self, other: &Self, now_ms: i64) -> bool {
        other.terms == self.terms
            && other.player.account_id != self.player.account_id
            && (other.is_of_house() || other.waited_ms(now_ms) < SETTLED_MS)
    }
}

/// The seeks of people who wait alone.
pub fn alone(seeks: &[OpenSeek], now_ms: i64) -> impl Iterator<Item = &OpenSeek> {
    seeks.iter().filter(move |seek| {
        seek.is_of_person()
            && seek.waited_ms(now_ms) >= ALONE_MS
            && !seeks.iter().any(|other| seek.has_company(other, now_ms))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW_MS: i64 = 1_784_361_600_000;

    fn seek(account_id: &str, minutes: i64, waited_ms: i64) -> OpenSeek {
        OpenSeek {
            player: Player {
                account_id: account_id.to_owned(),
                operator_account_id: None,
                by_key: false,
            },
            terms: CasualTerms::minutes(minutes),
            since_ms: NOW_MS - waited_ms,
        }
    }

    fn program(account_id: &str, operator: &str, waited_ms: i64) -> OpenSeek {
        let mut seek = seek(account_id, 5, waited_ms);
        seek.player.operator_account_id = Some(operator.to_owned());
        seek
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
    fn nobody_is_met_where_two_people_may_fit() {
        let (anna, late) = (seek("anna", 5, 60_000), seek("berit", 5, 100));
        assert_eq!(met(&[anna.clone(), late]), [""; 0]);
        // They would be at a table by now.
        let apart = [anna, seek("berit", 5, 22_000)];
        assert_eq!(met(&apart), ["anna", "berit"]);
    }

    #[test]
    fn one_bot_comes_at_a_time_and_none_to_programs() {
        let anna = seek("anna", 5, 60_000);
        let bot = program("bot", HOUSE, 60_000);
        assert_eq!(met(&[anna, bot]), [""; 0]);
        let mut by_key = seek("pat", 3, 60_000);
        by_key.player.by_key = true;
        assert_eq!(met(&[program("edge", "pat", 60_000), by_key]), [""; 0]);
    }
}
