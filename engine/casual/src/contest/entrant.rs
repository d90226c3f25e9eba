use std::cmp::Reverse;

use outflank_othello::Color;

use super::ArenaRules;

/// Somebody in a contest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Entrant {
    /// Points of an arena.
    pub points: u32,
    /// Games won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
    /// Own discs in all games less the opponents'.
    pub discs: i64,
    /// Games won in a row just now.
    pub streak: u32,
    /// Games as black less games as white.
    pub black_over_white: i64,
    /// How often he has entered.
    pub entries: u32,
    /// Has entered by an API key, the last time that he did.
    pub entered_by_key: bool,
    /// Games that count in which moves of his came by an API key.
    pub games_by_key: u32,
    /// Has left, and may enter again.
    pub left: bool,
    /// Was removed for good.
    pub removed: bool,
}

/// How a game ended for one of its players.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side {
    pub color: Color,
    /// Own discs less the opponent's.
    pub discs: i64,
    pub winner: Option<Color>,
    /// Both had moved.
    pub begun: bool,
    /// Moves of it came by an API key.
    pub by_key: bool,
}

impl Entrant {
    /// Games that count.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins
            .saturating_add(self.draws)
            .saturating_add(self.losses)
    }

    /// Takes part: has neither left nor was removed.
    #[must_use]
    pub const fn is_in(&self) -> bool {
        !self.left && !self.removed
    }

    /// A program plays, whosever account it is: he has entered by an API key, or moved by one in a game that counts. Who comes
    /// back without a key is a person again, as long as no such game stands in his line.
    #[must_use]
    pub const fn is_by_key(&self) -> bool {
        self.entered_by_key || self.games_by_key > 0
    }

    pub(super) const fn joined(&mut self, by_key: bool) {
        self.left = false;
        self.entries = self.entries.saturating_add(1);
        self.entered_by_key = by_key;
    }

    /// What comes first in an arena's list: points, then wins, then discs.
    pub(super) fn order(&self) -> (bool, Reverse<(u32, u32, i64)>) {
        (self.removed, Reverse((self.points, self.wins, self.discs)))
    }

    pub(super) fn played(&mut self, side: Side, arena: Option<&ArenaRules>) {
        // A game that was never begun is won all the same, but makes no streak and has no part in one.
        let in_streak = |rules: &ArenaRules| rules.streak > 0 && self.streak >= rules.streak;
        let doubled = side.begun && arena.is_some_and(in_streak);
        let (count, points) = match side.winner {
            None => (&mut self.draws, arena.map(|rules| rules.draw)),
            Some(color) if color == side.color => (&mut self.wins, arena.map(|rules| rules.win)),
            Some(_) => (&mut self.losses, arena.map(|rules| rules.loss)),
        };
        *count = count.saturating_add(1);
        let by_key = u32::from(side.by_key);
        self.games_by_key = self.games_by_key.saturating_add(by_key);
        let points = u32::from(points.unwrap_or_default()) << u32::from(doubled);
        self.points = self.points.saturating_add(points);
        if side.winner != Some(side.color) {
            self.streak = 0;
        } else if side.begun {
            self.streak = self.streak.saturating_add(1);
        }
        self.discs = self.discs.saturating_add(side.discs);
        let black = if side.color == Color::Black { 1 } else { -1 };
        self.black_over_white = self.black_over_white.saturating_add(black);
    }
}
