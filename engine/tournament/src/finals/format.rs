//! What is played after the qualification, as data of a rule set.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::refusals::{Refusal, RuleSetRefusal};

/// How long before a game's start its colour is announced at the latest (WOC IV.9), in ms.
const CHOICE_NOTICE_MS: i64 = 5 * 60_000;
const LONGEST_CHOICE_NOTICE_MS: i64 = 24 * 3_600_000;
const MOST_MATCH_GAMES: u32 = 3;
const MOST_SIDE_ROUNDS: u32 = 16;

/// What follows the qualification. Without a final nothing of the open event follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct FinalsFormat {
    /// One-game playoffs for the last places in the finals where points are equal: with four who
    /// qualify 4-5, 3-6, 2-7 and 1-8 (WOC II.3.2); `None`: the list decides.
    #[serde(default)]
    pub playoffs: Option<MatchFormat>,
    /// Semi-finals 1-4 and 2-3 (WOC III.2, EGP II.5); `None`: 1 and 2 of the list are in the final.
    #[serde(default)]
    pub semi_finals: Option<MatchFormat>,
    /// The final (WOC III.4, EGP III.1).
    #[serde(default)]
    pub final_match: Option<MatchFormat>,
    /// The match for third place, which starts with game 1 of the final (WOC III.3, EGP III.2).
    #[serde(default)]
    pub third_place: Option<MatchFormat>,
    /// The women's title (WOC II.5, III.5).
    #[serde(default)]
    pub women: Option<WomensFinals>,
    /// Swiss rounds of those who did not qualify, while the semi-finals are played (EGP II.2, 9-10).
    #[serde(default)]
    pub side_swiss: Option<SideSwiss>,
    /// Players who tie may play for the better place, if time allows and both agree (AGA).
    #[serde(default)]
    pub tie_playoffs: Option<MatchFormat>,
    /// Latest announcement of a colour before the start of its game, in ms (WOC IV.9).
    #[serde(default = "choice_notice_ms")]
    pub choice_notice_ms: i64,
}

/// One match: up to three games between the same two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchFormat {
    /// Games, 1 to 3. A lead that cannot be caught up ends the match: 2-0 in the best of three.
    pub games: u32,
    /// What the better-ranked player may choose in game 1. Game 2 reverses the colours; the colour of
    /// game 3 is chosen by the player with more discs so far, then by the better-ranked (WOC III.1).
    pub first_game: FirstGameRight,
}

/// How the colours of a match's first game come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstGameRight {
    /// The better-ranked player chooses his colour; a draw is half a point each (WOC III.1).
    Colour,
    /// The better-ranked player chooses his colour or the win of a draw (WOC IV.9).
    ColourOrDrawWin,
    /// By lot.
    Lots,
}

/// The women's title (WOC II.5, III.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WomensFinals {
    /// Playoffs 2-3 and 1-4 where points are equal, with game 1 of the semi-finals; `None`: the list
    /// decides.
    #[serde(default)]
    pub playoffs: Option<MatchFormat>,
    /// The final of the two best women, with game 2 of the final.
    pub final_match: MatchFormat,
}

/// The Swiss rounds beside the semi-finals (EGP II.2, 9-10 players).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideSwiss {
    /// Rounds; round n starts with game n of the semi-finals.
    pub rounds: u32,
}

impl MatchFormat {
    /// Games with free choice of colour.
    #[must_use]
    pub fn of_games(games: u32) -> Self {
        Self {
            games,
            first_game: FirstGameRight::Colour,
        }
    }

    /// One game with choice of colour or draw-win (WOC IV.9).
    #[must_use]
    pub fn single_game() -> Self {
        Self {
            games: 1,
            first_game: FirstGameRight::ColourOrDrawWin,
        }
    }
}

impl FinalsFormat {
    /// The qualification's list is the final ranking.
    #[must_use]
    pub fn none() -> Self {
        Self {
            playoffs: None,
            semi_finals: None,
            final_match: None,
            third_place: None,
            women: None,
            side_swiss: None,
            tie_playoffs: None,
            choice_notice_ms: CHOICE_NOTICE_MS,
        }
    }

    /// A best-of-three final of 1 and 2 and one game for third place of 3 and 4 (EGP II.1, III).
    #[must_use]
    pub fn final_and_third_place() -> Self {
        Self {
            final_match: Some(MatchFormat::of_games(3)),
            third_place: Some(MatchFormat::single_game()),
            ..Self::none()
        }
    }

    /// Two-game semi-finals beside two Swiss rounds of the rest, then final and game for third place
    /// (EGP II.2 for 9 and 10 players, II.5).
    #[must_use]
    pub fn egp_with_semi_finals() -> Self {
        Self {
            semi_finals: Some(MatchFormat::of_games(2)),
            side_swiss: Some(SideSwiss { rounds: 2 }),
            ..Self::final_and_third_place()
        }
    }

    /// Playoffs, best-of-three semi-finals and final, one game for third place and the women's title
    /// (WOC II.3, II.5, III).
    #[must_use]
    pub fn woc() -> Self {
        Self {
            playoffs: Some(MatchFormat::single_game()),
            semi_finals: Some(MatchFormat::of_games(3)),
            women: Some(WomensFinals {
                playoffs: Some(MatchFormat::single_game()),
                final_match: MatchFormat::single_game(),
            }),
            ..Self::final_and_third_place()
        }
    }

    /// No finals, but a game between players who tie where both agree and time allows (AGA).
    #[must_use]
    pub fn tie_playoffs_only() -> Self {
        Self {
            tie_playoffs: Some(MatchFormat {
                games: 1,
                first_game: FirstGameRight::Lots,
            }),
            ..Self::none()
        }
    }

    /// Whether nothing follows the qualification by itself (ties may still be played off).
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.final_match.is_none() && self.women.is_none()
    }

    /// How many players of the list qualify for the finals: 0, 2 or 4.
    #[must_use]
    pub fn qualifiers(&self) -> u32 {
        match self.final_match {
            None => 0,
            Some(_) if self.semi_finals.is_some() || self.third_place.is_some() => 4,
            Some(_) => 2,
        }
    }

    fn matches(&self) -> impl Iterator<Item = MatchFormat> {
        [
            self.playoffs,
            self.semi_finals,
            self.final_match,
            self.third_place,
            self.women.and_then(|women| women.playoffs),
            self.women.map(|women| women.final_match),
            self.tie_playoffs,
        ]
        .into_iter()
        .flatten()
    }
}

/// Checks that a format of finals holds together.
///
/// # Errors
/// `finals_out_of_range` for a number of games, side rounds or a notice outside its range, or
/// `finals_incomplete` where something leads to a final that is not played.
pub fn check_finals_format(format: &FinalsFormat) -> Result<(), Refusal> {
    if let Some(odd) = format
        .matches()
        .find(|one| !(1..=MOST_MATCH_GAMES).contains(&one.games))
    {
        return Err(RuleSetRefusal::MatchGamesOutOfRange {
            games: odd.games,
            most: MOST_MATCH_GAMES,
        }
        .into());
    }
    if let Some(side) = format.side_swiss
        && !(1..=MOST_SIDE_ROUNDS).contains(&side.rounds)
    {
        return Err(RuleSetRefusal::SideRoundsOutOfRange {
            rounds: side.rounds,
            most: MOST_SIDE_ROUNDS,
        }
        .into());
    }
    if !(0..=LONGEST_CHOICE_NOTICE_MS).contains(&format.choice_notice_ms) {
        return Err(RuleSetRefusal::ChoiceNoticeOutOfRange.into());
    }
    let leads_to_final = format.playoffs.is_some()
        || format.semi_finals.is_some()
        || format.third_place.is_some()
        || format.side_swiss.is_some();
    if leads_to_final && format.final_match.is_none() {
        return Err(RuleSetRefusal::FinalMissing.into());
    }
    if format.side_swiss.is_some() && format.semi_finals.is_none() {
        return Err(RuleSetRefusal::SemiFinalsMissing.into());
    }
    Ok(())
}

/// The source paragraphs of the parts of the EGP's finals, by field of the rule set.
#[must_use]
pub fn egp_finals_sources() -> &'static [(&'static str, &'static str)] {
    &[
        ("finals", "EGP II.1"),
        ("finals.semi_finals", "EGP II.5"),
        ("finals.final_match", "EGP III.1"),
        ("finals.third_place", "EGP III.2"),
        ("finals.side_swiss", "EGP II.2"),
        ("finals.choice", "EGP IV.9"),
        ("finals.ranking", "EGP II.3"),
        ("finals.withdrawals", "EGP II.6"),
    ]
}

/// The source paragraphs of the parts of the WOC's finals, by field of the rule set.
#[must_use]
pub fn woc_finals_sources() -> &'static [(&'static str, &'static str)] {
    &[
        ("finals", "WOC II.1"),
        ("finals.playoffs", "WOC II.3.2"),
        ("finals.semi_finals", "WOC III.2"),
        ("finals.final_match", "WOC III.4"),
        ("finals.matches", "WOC III.1"),
        ("finals.third_place", "WOC III.3"),
        ("finals.women.playoffs", "WOC II.5.2"),
        ("finals.women", "WOC III.5"),
        ("finals.women.ranking", "WOC II.5.3"),
        ("finals.choice", "WOC IV.9"),
        ("finals.ranking", "WOC II.3.3"),
        ("finals.withdrawals", "WOC II.7"),
    ]
}

fn choice_notice_ms() -> i64 {
    CHOICE_NOTICE_MS
}

impl Serialize for FinalsFormat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

/// Reads the struct, and the two words that earlier rule sets wrote.
impl<'de> Deserialize<'de> for FinalsFormat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Stored;

        impl<'de> Visitor<'de> for Stored {
            type Value = FinalsFormat;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a format of finals")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<FinalsFormat, E> {
                match word {
                    "none" => Ok(FinalsFormat::none()),
                    "final_and_third_place" => Ok(FinalsFormat::final_and_third_place()),
                    other => Err(E::custom(format!("unknown format of finals {other:?}"))),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<FinalsFormat, A::Error> {
                FinalsFormat::deserialize(MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_any(Stored)
    }
}
