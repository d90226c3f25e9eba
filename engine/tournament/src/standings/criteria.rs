//! The value of each criterion for the players of a tied group.

use super::rules::{RankingRules, TieBreak};
use super::sheet::{PlayedGame, Sheet};
use crate::half_points::HalfPoints;

/// Fewest rounds in which the median says anything, and from how many it drops two (AGA).
const MEDIAN_ROUNDS: usize = 5;
const MEDIAN_DROPS_TWO_FROM: usize = 9;

/// The figures that the criteria are read from.
pub(super) struct Criteria<'a> {
    pub sheets: &'a [Sheet],
    pub ranking: &'a RankingRules,
    /// Rounds of the table.
    pub rounds: usize,
}

impl Criteria<'_> {
    /// The criterion depends on who is tied, not on the player alone.
    pub fn relative(&self, criterion: TieBreak) -> bool {
        match criterion {
            TieBreak::HeadToHead | TieBreak::ScoreAgainstCommonOpponents => true,
            TieBreak::Buchholz { .. } | TieBreak::SonnebornBerger => self.ranking.even_opponents,
            _ => false,
        }
    }

    /// The values of the group's players, in the group's order; `None` where lots are not drawn.
    pub fn values(&self, criterion: TieBreak, group: &[usize]) -> Vec<Option<i64>> {
        match criterion {
            TieBreak::HeadToHead => {
                let members = sorted(group);
                self.each(group, |sheet| {
                    total(among(sheet, &members).map(|game| game.half_points))
                })
            }
            TieBreak::ScoreAgainstCommonOpponents => {
                let common = self.common_opponents(group);
                self.each(group, |sheet| {
                    total(among(sheet, &common).map(|game| game.half_points - game.conceded))
                })
            }
            TieBreak::Buchholz { dropped_lowest } => {
                let dropped = usize::try_from(dropped_lowest).unwrap_or(usize::MAX);
                let most = self.compared_opponents(group);
                self.each(group, |sheet| {
                    let kept = sheet.games.len().min(most).saturating_sub(dropped);
                    opponents(sheet.games.iter().take(kept))
                })
            }
            TieBreak::SonnebornBerger => {
                let most = self.compared_opponents(group);
                self.each(group, |sheet| products(sheet.games.iter().take(most)))
            }
            TieBreak::Lots => group
                .iter()
                .map(|&player| self.sheets.get(player)?.lot.map(i64::from))
                .collect(),
            _ => self.each(group, |sheet| self.own(criterion, sheet)),
        }
    }

    /// The criteria that a player has by himself.
    fn own(&self, criterion: TieBreak, sheet: &Sheet) -> i64 {
        match criterion {
            TieBreak::Points => sheet.half_points.0,
            TieBreak::BrightwellQuotient => sheet.bq_halves,
            TieBreak::DiscCount => sheet.discs,
            TieBreak::Progressive | TieBreak::Cumulative => sheet.progressive.0,
            TieBreak::SumOfOpponentsScores => opponents(sheet.games.iter()),
            TieBreak::SumOfDefeatedOpponentsScores => products(sheet.games.iter()),
            TieBreak::Median => self.median(sheet),
            TieBreak::FewestTimeouts => sheet.timeouts,
            TieBreak::Lots
            | TieBreak::HeadToHead
            | TieBreak::ScoreAgainstCommonOpponents
            | TieBreak::Buchholz { .. }
            | TieBreak::SonnebornBerger => 0,
        }
    }

    fn median(&self, sheet: &Sheet) -> i64 {
        if self.rounds < MEDIAN_ROUNDS {
            return 0;
        }
        let dropped = if self.rounds < MEDIAN_DROPS_TWO_FROM {
            1
        } else {
            2
        };
        let kept = sheet.games.len().saturating_sub(2 * dropped);
        opponents(sheet.games.iter().skip(dropped).take(kept))
    }

    /// Who lost to another of the group, in the group's order.
    pub fn beaten(&self, group: &[usize]) -> Vec<bool> {
        let members = sorted(group);
        group
            .iter()
            .map(|&player| {
                self.sheets
                    .get(player)
                    .is_some_and(|sheet| among(sheet, &members).any(PlayedGame::lost))
            })
            .collect()
    }

    /// How many opponents of each are compared: as many as the one who met fewest has met.
    fn compared_opponents(&self, group: &[usize]) -> usize {
        if !self.ranking.even_opponents {
            return usize::MAX;
        }
        let met = group.iter().filter_map(|&player| self.sheets.get(player));
        met.map(|sheet| sheet.games.len()).min().unwrap_or(0)
    }

    /// The players whom everyone in the group has met, sorted.
    fn common_opponents(&self, group: &[usize]) -> Vec<usize> {
        let mut common: Option<Vec<usize>> = None;
        for sheet in group.iter().filter_map(|&player| self.sheets.get(player)) {
            let met = sorted_opponents(sheet);
            let left = match common {
                None => met,
                Some(common) => common
                    .into_iter()
                    .filter(|opponent| met.binary_search(opponent).is_ok())
                    .collect(),
            };
            if left.is_empty() {
                return left;
            }
            common = Some(left);
        }
        common.unwrap_or_default()
    }

    fn each(&self, group: &[usize], value: impl Fn(&Sheet) -> i64) -> Vec<Option<i64>> {
        group
            .iter()
            .map(|&player| self.sheets.get(player).map(&value))
            .collect()
    }
}

fn sorted(group: &[usize]) -> Vec<usize> {
    let mut members = group.to_vec();
    members.sort_unstable();
    members
}

fn sorted_opponents(sheet: &Sheet) -> Vec<usize> {
    let mut met: Vec<usize> = sheet.games.iter().map(|game| game.opponent).collect();
    met.sort_unstable();
    met.dedup();
    met
}

fn among<'a>(
    sheet: &'a Sheet,
    sorted_players: &'a [usize],
) -> impl Iterator<Item = &'a PlayedGame> {
    sheet
        .games
        .iter()
        .filter(|game| sorted_players.binary_search(&game.opponent).is_ok())
}

fn opponents<'a>(games: impl Iterator<Item = &'a PlayedGame>) -> i64 {
    total(games.map(|game| game.opponent_points))
}

fn total(scores: impl Iterator<Item = HalfPoints>) -> i64 {
    scores.sum::<HalfPoints>().0
}

fn products<'a>(games: impl Iterator<Item = &'a PlayedGame>) -> i64 {
    games.map(PlayedGame::product).fold(0, i64::saturating_add)
}
