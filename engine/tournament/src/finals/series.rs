//! One match: its games folded into points and discs, its decision, its next game (WOC III.1, EGP II.5,
//! III.1).

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::format::{FirstGameRight, MatchFormat};
use super::input::Bracket;
use super::match_id::{ColourRight, MatchGame, MatchId};
use crate::half_points::HalfPoints;
use crate::ids::EntrantId;
use crate::table::Colour;

/// A match of the finals, as far as it has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchProgress {
    /// The match.
    pub match_id: MatchId,
    /// The better-ranked player.
    pub better: EntrantId,
    /// The other.
    pub worse: EntrantId,
    /// Its format.
    pub format: MatchFormat,
    /// Published games in order, unfinished ones included.
    pub games: Vec<MatchGame>,
    /// Half-points of the better-ranked player in the match.
    pub better_half_points: HalfPoints,
    /// Half-points of the other.
    pub worse_half_points: HalfPoints,
    /// Discs of the better-ranked player in the match.
    pub better_discs: i64,
    /// Discs of the other.
    pub worse_discs: i64,
    /// Who won and why, once that is certain.
    pub decision: Option<MatchDecision>,
}

/// How a match was decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchDecision {
    /// The winner.
    pub winner: EntrantId,
    /// The loser.
    pub loser: EntrantId,
    /// What decided.
    pub by: DecidedBy,
    /// Both withdrew: the rank decides without a result.
    #[serde(default)]
    pub both_withdrew: bool,
    /// One sentence with the figures.
    pub detail: String,
    /// The paragraph, where the rule set names one.
    pub rule: Option<String>,
}

impl MatchDecision {
    /// What decided, as a word: `points`, `discs`, `rank`, `withdrawals` or `walkover`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self.by {
            DecidedBy::Points => "points",
            DecidedBy::Discs => "discs",
            DecidedBy::Rank if self.both_withdrew => "withdrawals",
            DecidedBy::Rank => "rank",
            DecidedBy::Walkover => "walkover",
        }
    }
}

/// What decides a match, first to last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// More points in the match.
    Points,
    /// Equal points, more discs in the match.
    Discs,
    /// Equal points and discs: the higher-ranked player.
    Rank,
    /// The other withdrew after the match was published.
    Walkover,
}

/// A game to be played now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DueGame {
    /// The match.
    pub match_id: MatchId,
    /// Number of the game in the match, from 1.
    pub game: u32,
    /// The better-ranked player.
    pub better: EntrantId,
    /// The other.
    pub worse: EntrantId,
    /// How its colours come about.
    pub right: ColourRight,
    /// The paragraph of the match, where the rule set names one.
    pub rule: Option<String>,
}

/// The two players of a match, `better` before `worse` in the list.
pub(super) struct Series {
    pub(super) match_id: MatchId,
    pub(super) better: usize,
    pub(super) worse: usize,
    pub(super) format: MatchFormat,
}

/// A folded match: its progress, its winner and loser, and the game that is due.
pub(super) struct Folded {
    pub(super) progress: MatchProgress,
    pub(super) order: Option<(usize, usize)>,
    pub(super) due: Option<DueGame>,
}

impl Series {
    pub(super) fn fold(&self, bracket: &Bracket<'_>) -> Folded {
        let mut progress = self.start(bracket);
        let mut in_play = false;
        let mut decided = None;
        for number in 1..=self.games() {
            let Some(game) = self.published(bracket, number) else {
                break;
            };
            progress.games.push(game.clone());
            if game.result.is_none() {
                in_play = true;
                break;
            }
            self.add(&mut progress, game);
            decided = self.decided(&progress, number);
            if decided.is_some() {
                break;
            }
        }
        let decided = match decided {
            None if !in_play => self.walkover(bracket, &progress),
            decided => decided,
        };
        let order = decided.map(|(better_wins, _)| {
            if better_wins {
                (self.better, self.worse)
            } else {
                (self.worse, self.better)
            }
        });
        progress.decision =
            decided.map(|(better_wins, by)| self.decision(bracket, &progress, better_wins, by));
        let due =
            (progress.decision.is_none() && !in_play).then(|| self.next_game(bracket, &progress));
        Folded {
            progress,
            order,
            due,
        }
    }

    fn games(&self) -> u32 {
        self.format.games.max(1)
    }

    fn start(&self, bracket: &Bracket<'_>) -> MatchProgress {
        MatchProgress {
            match_id: self.match_id.clone(),
            better: bracket.id(self.better),
            worse: bracket.id(self.worse),
            format: self.format,
            games: Vec::new(),
            better_half_points: HalfPoints::ZERO,
            worse_half_points: HalfPoints::ZERO,
            better_discs: 0,
            worse_discs: 0,
            decision: None,
        }
    }

    fn published<'a>(&self, bracket: &Bracket<'a>, number: u32) -> Option<&'a MatchGame> {
        let (better, worse) = (bracket.id(self.better), bracket.id(self.worse));
        bracket.input.games.iter().find(|game| {
            game.game == number
                && game.match_id == self.match_id
                && ((game.black == better && game.white == worse)
                    || (game.black == worse && game.white == better))
        })
    }

    /// One point for a win, half a point each for a draw, none where neither came.
    fn add(&self, progress: &mut MatchProgress, game: &MatchGame) {
        let Some(result) = game.result else { return };
        let better_black = game.black == progress.better;
        let (better_discs, worse_discs) = if better_black {
            (result.black_discs, result.white_discs)
        } else {
            (result.white_discs, result.black_discs)
        };
        progress.better_discs = progress.better_discs.saturating_add(better_discs.into());
        progress.worse_discs = progress.worse_discs.saturating_add(worse_discs.into());
        let colour = if better_black {
            Colour::Black
        } else {
            Colour::White
        };
        progress.better_half_points += result.half_points(colour);
        progress.worse_half_points += result.half_points(colour.other());
    }

    /// Whether the better-ranked player wins, and by what, once no game can change it.
    fn decided(&self, progress: &MatchProgress, finished: u32) -> Option<(bool, DecidedBy)> {
        let lead = (progress.better_half_points - progress.worse_half_points).0;
        let open = 2 * i64::from(self.games().saturating_sub(finished));
        if lead.abs() > open {
            return Some((lead > 0, DecidedBy::Points));
        }
        if finished < self.games() {
            return None;
        }
        Some(match progress.better_discs.cmp(&progress.worse_discs) {
            Ordering::Greater => (true, DecidedBy::Discs),
            Ordering::Less => (false, DecidedBy::Discs),
            Ordering::Equal => (true, DecidedBy::Rank),
        })
    }

    /// A match that is not over goes to the player still in; if both withdrew, to the higher-ranked. A
    /// game that was published keeps its own result.
    fn walkover(
        &self,
        bracket: &Bracket<'_>,
        progress: &MatchProgress,
    ) -> Option<(bool, DecidedBy)> {
        if progress.better == progress.worse {
            return None;
        }
        match (bracket.withdrew(self.better), bracket.withdrew(self.worse)) {
            (false, false) => None,
            (true, false) => Some((false, DecidedBy::Walkover)),
            (false, true) => Some((true, DecidedBy::Walkover)),
            (true, true) => Some((true, DecidedBy::Rank)),
        }
    }

    fn decision(
        &self,
        bracket: &Bracket<'_>,
        progress: &MatchProgress,
        better_wins: bool,
        by: DecidedBy,
    ) -> MatchDecision {
        let (winner, loser, points, other_points, discs, other_discs) = if better_wins {
            (
                &progress.better,
                &progress.worse,
                progress.better_half_points,
                progress.worse_half_points,
                progress.better_discs,
                progress.worse_discs,
            )
        } else {
            (
                &progress.worse,
                &progress.better,
                progress.worse_half_points,
                progress.better_half_points,
                progress.worse_discs,
                progress.better_discs,
            )
        };
        let title = self.match_id.title();
        let score = format!("{points}-{other_points}");
        let both_withdrew = bracket.withdrew(self.better) && bracket.withdrew(self.worse);
        let detail = match by {
            DecidedBy::Points => format!("{winner} won the {title} against {loser} {score}."),
            DecidedBy::Discs => format!(
                "{winner} and {loser} are equal at {score} in the {title}; {winner} has {discs} discs, \
                 {loser} {other_discs}."
            ),
            DecidedBy::Rank if both_withdrew => format!(
                "{winner} and {loser} both withdrew from the {title}; {winner} is the higher-ranked."
            ),
            DecidedBy::Rank => format!(
                "{winner} and {loser} are equal at {score} and {discs} discs each in the {title}; {winner} \
                 is the higher-ranked."
            ),
            DecidedBy::Walkover => format!(
                "{loser} withdrew after the {title} was published; {winner} wins it by walkover."
            ),
        };
        let rule = if by == DecidedBy::Walkover || (by == DecidedBy::Rank && both_withdrew) {
            bracket.rule(&["finals.withdrawals", "finals"])
        } else if self.games() > 1 {
            bracket.rule(&["finals.matches", self.field_name(), "finals"])
        } else {
            self.rule(bracket)
        };
        MatchDecision {
            winner: winner.clone(),
            loser: loser.clone(),
            by,
            both_withdrew,
            detail,
            rule,
        }
    }

    fn next_game(&self, bracket: &Bracket<'_>, progress: &MatchProgress) -> DueGame {
        let game = u32::try_from(progress.games.len()).map_or(u32::MAX, |played| played + 1);
        let right = match progress.games.last() {
            None => match self.format.first_game {
                FirstGameRight::Colour => ColourRight::BetterChoosesColour,
                FirstGameRight::ColourOrDrawWin => ColourRight::BetterChoosesColourOrDrawWin,
                FirstGameRight::Lots => ColourRight::Lots,
            },
            Some(last) if game.is_multiple_of(2) => ColourRight::Reversed {
                black: last.white.clone(),
            },
            Some(_) => ColourRight::ChooserOfThird {
                player: if progress.worse_discs > progress.better_discs {
                    progress.worse.clone()
                } else {
                    progress.better.clone()
                },
            },
        };
        DueGame {
            match_id: self.match_id.clone(),
            game,
            better: progress.better.clone(),
            worse: progress.worse.clone(),
            right,
            rule: self.rule(bracket),
        }
    }

    fn rule(&self, bracket: &Bracket<'_>) -> Option<String> {
        match self.match_id {
            MatchId::WomensPlayoff { .. } => {
                bracket.rule(&[self.field_name(), "finals.women", "finals"])
            }
            _ => bracket.rule(&[self.field_name(), "finals"]),
        }
    }

    fn field_name(&self) -> &'static str {
        match self.match_id {
            MatchId::Playoff { .. } => "finals.playoffs",
            MatchId::SemiFinal { .. } => "finals.semi_finals",
            MatchId::Final => "finals.final_match",
            MatchId::ThirdPlace => "finals.third_place",
            MatchId::WomensPlayoff { .. } => "finals.women.playoffs",
            MatchId::WomensFinal => "finals.women",
            MatchId::TiePlayoff { .. } => "finals.tie_playoffs",
        }
    }
}
