//! Results, and what they come to between two players.

use outflank_formats::elo;

use crate::month::{ACTIVE_MONTHS, Month, weight};

/// Who won a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The first-named player.
    FirstWon,
    /// Neither.
    Drawn,
    /// The second-named player.
    SecondWon,
}

/// A result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Game {
    /// When it was played.
    pub month: Month,
    /// Federation number of a player.
    pub first: u32,
    /// Federation number of the other.
    pub second: u32,
    /// Who won.
    pub outcome: Outcome,
}

impl Game {
    /// A game of a rating file whose event began in that month.
    #[must_use]
    pub const fn of(month: Month, game: &elo::Game) -> Self {
        Self {
            month,
            first: game.first,
            second: game.second,
            outcome: match game.outcome {
                elo::Outcome::FirstWon => Outcome::FirstWon,
                elo::Outcome::Drawn => Outcome::Drawn,
                elo::Outcome::SecondWon => Outcome::SecondWon,
            },
        }
    }
}

/// All games of two players, by their places among the players: a win is twice the weight of its game, a draw the
/// weight to each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pair {
    pub first: usize,
    pub second: usize,
    pub first_won: f64,
    pub second_won: f64,
}

/// Somebody who played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Player {
    pub id: u32,
    pub games: u32,
    pub active: bool,
}

/// Everybody who played, by number, and what they played against each other, by the numbers of both.
#[derive(Debug, Default)]
pub(crate) struct Results {
    pub players: Vec<Player>,
    pub pairs: Vec<Pair>,
}

impl Results {
    /// What was played until a month. Games of somebody against himself are none.
    pub fn until(games: impl IntoIterator<Item = Game>, reference: Month) -> Self {
        let mut meetings: Vec<Meeting> = games
            .into_iter()
            .filter(|game| game.first != game.second)
            .filter_map(|game| Meeting::of(game, reference))
            .collect();
        // Numbers are added up as whole ones, so that their order says nothing.
        meetings.sort_unstable_by_key(|meeting| meeting.who);
        meetings.dedup_by(|next, sum| {
            let same = next.who == sum.who;
            if same {
                sum.add(next);
            }
            same
        });
        let mut ids: Vec<u32> = meetings.iter().flat_map(Meeting::ids).collect();
        ids.sort_unstable();
        ids.dedup();
        let mut players: Vec<Player> = ids
            .iter()
            .map(|id| Player {
                id: *id,
                games: 0,
                active: false,
            })
            .collect();
        let place = |id| ids.binary_search(&id).unwrap_or_default();
        let mut pairs: Vec<Pair> = Vec::with_capacity(meetings.len());
        for meeting in &meetings {
            let [lower, higher] = meeting.ids();
            let (first, second) = match pairs.last() {
                Some(last) if ids[last.first] == lower => (last.first, place(higher)),
                _ => (place(lower), place(higher)),
            };
            for player in [first, second] {
                players[player].games = players[player].games.saturating_add(meeting.games);
                players[player].active |= meeting.recent;
            }
            pairs.push(Pair {
                first,
                second,
                first_won: real(meeting.lower_won),
                second_won: real(meeting.higher_won),
            });
        }
        Self { players, pairs }
    }
}

/// One or more games of two players, with their weights.
struct Meeting {
    /// The lower number, then the higher.
    who: u64,
    games: u32,
    recent: bool,
    lower_won: u64,
    higher_won: u64,
}

impl Meeting {
    fn of(game: Game, reference: Month) -> Option<Self> {
        let age = reference.since(game.month)?;
        let weight = u64::from(weight(age));
        let (first_won, second_won) = match game.outcome {
            Outcome::FirstWon => (2 * weight, 0),
            Outcome::Drawn => (weight, weight),
            Outcome::SecondWon => (0, 2 * weight),
        };
        let (lower_won, higher_won) = if game.first > game.second {
            (second_won, first_won)
        } else {
            (first_won, second_won)
        };
        let lower = u64::from(game.first.min(game.second));
        let higher = u64::from(game.first.max(game.second));
        Some(Self {
            who: lower << 32 | higher,
            games: 1,
            recent: age < ACTIVE_MONTHS,
            lower_won,
            higher_won,
        })
    }

    fn add(&mut self, other: &Self) {
        self.games = self.games.saturating_add(other.games);
        self.recent |= other.recent;
        self.lower_won = self.lower_won.saturating_add(other.lower_won);
        self.higher_won = self.higher_won.saturating_add(other.higher_won);
    }

    #[expect(clippy::cast_possible_truncation, reason = "halves of 64 bits")]
    fn ids(&self) -> [u32; 2] {
        [(self.who >> 32) as u32, self.who as u32]
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "sums of weights are far below 2^53"
)]
fn real(weight: u64) -> f64 {
    weight as f64
}
