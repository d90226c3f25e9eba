//! Whose casual play is worth a moderator's look. It proves nothing: who reckons here has seen no game.

use std::collections::BTreeMap;

use outflank_othello::{Color, PerColor};

use crate::Variant;

/// What was played in such a time counts, ms: 30 days.
pub const CONDUCT_SPAN_MS: i64 = 30 * 24 * 3_600_000;
/// A game that is lost before this ply, and not on the board, was lost at once.
pub const QUICK_PLIES: u32 = 10;
/// Games in a row that were lost at once are worth a look.
pub const LONG_RUN: u32 = 3;
/// So many games that were never begun are, where they are a quarter of all.
pub const MANY_UNBEGUN: u32 = 3;
const UNBEGUN_OF: u32 = 4;
/// What a game lost at once within the longest run weighs, beside one that is anywhere.
const RUN_WEIGHT: u32 = 3;
/// How a game ends that is given up, and not lost on the board.
const GIVEN_UP: [&str; 3] = ["resigned", "absence", "time_default"];

/// A casual game that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedGame<'a> {
    /// What was played.
    pub variant: Variant,
    /// Who played it.
    pub players: PerColor<&'a str>,
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// It has a rating.
    pub rated: bool,
    /// How it ended, as play names it: `resigned`; empty where nobody knows.
    pub ending: &'a str,
    /// Plies that were played; `None` where nobody knows.
    pub plies: Option<u32>,
    /// Live ratings after it, hundredths of points; 0 where it is not rated.
    pub ratings: PerColor<i64>,
    /// When it was over, ms of cluster time.
    pub over_at_ms: i64,
}

/// How an account has played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conduct {
    /// Whose.
    pub account: String,
    /// Games.
    pub games: u32,
    /// Games that it never began.
    pub never_began: u32,
    /// Rated games that it lost at once.
    pub quick_losses: u32,
    /// The most of them in a row, in one variant.
    pub longest_run: u32,
    /// What its live rating lost in that run, hundredths of points.
    pub lost: i64,
    /// What was played in it.
    pub variant: Option<Variant>,
    /// The end of its last game, ms of cluster time.
    pub last_at_ms: i64,
}

impl PlayedGame<'_> {
    /// Whether it was lost by resigning, by absence or on time.
    fn is_given_up(&self) -> bool {
        GIVEN_UP.contains(&self.ending)
    }

    /// Whether that side made no move, in a game that has no rating.
    fn never_began(&self, color: Color) -> bool {
        let first = if self.variant.handicap().is_some() {
            Color::White
        } else {
            Color::Black
        };
        match self.plies {
            Some(0) => color == first,
            // Whoever moves first has moved; both have where the game is unrated for another reason.
            Some(1) => color == first.opponent(),
            _ => false,
        }
    }
}

impl Conduct {
    fn is_worth_a_look(&self) -> bool {
        let unbegun = self.never_began >= MANY_UNBEGUN
            && self.never_began.saturating_mul(UNBEGUN_OF) >= self.games;
        unbegun || self.longest_run >= LONG_RUN
    }

    fn weight(&self) -> u32 {
        let run = self.longest_run.saturating_mul(RUN_WEIGHT);
        let others = self.never_began.saturating_add(self.quick_losses);
        run.saturating_add(others)
    }
}

/// A run of games that are lost at once, in one variant.
#[derive(Debug, Clone, Copy, Default)]
struct Run {
    games: u32,
    /// The rating before it, as far as it is known.
    before: i64,
}

/// An account's games so far.
#[derive(Debug, Default)]
struct Reckoned {
    games: u32,
    never_began: u32,
    quick_losses: u32,
    longest: (u32, i64, Option<Variant>),
    last_at_ms: i64,
    runs: BTreeMap<Variant, Run>,
    /// The last rating in a variant, hundredths of points.
    ratings: BTreeMap<Variant, i64>,
}

impl Reckoned {
    fn take(&mut self, game: &PlayedGame<'_>, color: Color) {
        self.games = self.games.saturating_add(1);
        self.last_at_ms = self.last_at_ms.max(game.over_at_ms);
        let lost = game.winner == Some(color.opponent());
        if !game.rated {
            if lost && game.is_given_up() && game.never_began(color) {
                self.never_began = self.never_began.saturating_add(1);
            }
            return;
        }
        let after = *game.ratings.get(color);
        let known = self.ratings.insert(game.variant, after);
        let at_once = game.plies.is_some_and(|plies| plies < QUICK_PLIES);
        if !(lost && game.is_given_up() && at_once) {
            self.runs.remove(&game.variant);
            return;
        }
        self.quick_losses = self.quick_losses.saturating_add(1);
        let run = self.runs.entry(game.variant).or_insert(Run {
            games: 0,
            before: known.unwrap_or(after),
        });
        run.games = run.games.saturating_add(1);
        let lost = run.before.saturating_sub(after).max(0);
        if (run.games, lost) > (self.longest.0, self.longest.1) {
            self.longest = (run.games, lost, Some(game.variant));
        }
    }

    fn conduct(self, account: &str) -> Conduct {
        let (longest_run, lost, variant) = self.longest;
        Conduct {
            account: account.to_owned(),
            games: self.games,
            never_began: self.never_began,
            quick_losses: self.quick_losses,
            longest_run,
            lost,
            variant,
            last_at_ms: self.last_at_ms,
        }
    }
}

/// The accounts whose play is worth a look, the worst first; games in the order in which they were over.
#[must_use]
pub fn worth_a_look<'a>(games: impl IntoIterator<Item = PlayedGame<'a>>) -> Vec<Conduct> {
    let mut accounts: BTreeMap<&str, Reckoned> = BTreeMap::new();
    for game in games {
        for color in Color::BOTH {
            let account: &'a str = game.players.get(color);
            accounts.entry(account).or_default().take(&game, color);
        }
    }
    let reckoned = accounts.into_iter();
    let mut found: Vec<Conduct> = reckoned
        .map(|(account, reckoned)| reckoned.conduct(account))
        .filter(Conduct::is_worth_a_look)
        .collect();
    found.sort_by(|one, other| {
        let worse = other.weight().cmp(&one.weight());
        worse.then_with(|| one.account.cmp(&other.account))
    });
    found
}
