//! First rounds: which pairs a policy wants, counted so that a director's conditions can be met all the
//! same. The count is the level `first_round` of the round's pairing, above all others.

use crate::pairing::FirstRound;
use crate::player_index::PlayerIndex;
use crate::table::ResultTable;

/// The policy of a first round, ready to be counted.
pub(crate) struct FirstRoundPolicy {
    policy: FirstRound,
    /// Members of group A, by player.
    group_a: Vec<bool>,
    /// Place by rating from 0 among those who are to play each other, by player.
    place: Vec<i64>,
    /// Number of those.
    players: i64,
    /// Who is to have the bye where the policy says so: the lowest by rating.
    bye: Option<PlayerIndex>,
}

impl FirstRoundPolicy {
    /// `order` are the players without a place by condition, as drawn; `no_bye` says who is not to have
    /// the bye. Players without a rating stand below all others, equal ratings as drawn.
    pub fn new(
        table: &ResultTable,
        policy: FirstRound,
        group_a: &[usize],
        order: &[PlayerIndex],
        no_bye: impl Fn(PlayerIndex) -> bool,
    ) -> Self {
        let mut members = vec![false; table.players.len()];
        for &player in group_a {
            if let Some(slot) = members.get_mut(player) {
                *slot = true;
            }
        }
        let mut rated = order.to_vec();
        rated.sort_by_key(|&player| {
            std::cmp::Reverse(table.players.get(player.0).and_then(|player| player.rating))
        });
        let mut bye = None;
        if !rated.len().is_multiple_of(2) && by_rating(policy) {
            bye = rated.iter().copied().rfind(|&player| !no_bye(player));
            rated.retain(|&player| Some(player) != bye);
        }
        let players = i64::try_from(rated.len()).unwrap_or(i64::MAX);
        let mut place = vec![players; table.players.len()];
        for (number, &player) in (0..).zip(&rated) {
            if let Some(slot) = place.get_mut(player.0) {
                *slot = number;
            }
        }
        Self {
            policy,
            group_a: members,
            place,
            players,
            bye,
        }
    }

    /// How far the pair is from what the policy wants; 0 for every pair of the policy's own pairing.
    ///
    /// Groups: pairs inside a group, whose fewest are the pairs left when one group is used up. By
    /// rating: by how many places the distance of the two is wrong.
    pub fn pair_cost(&self, one: PlayerIndex, two: PlayerIndex) -> i64 {
        let (a, b) = (self.place_of(one), self.place_of(two));
        match self.policy {
            FirstRound::Random | FirstRound::Manual => 0,
            FirstRound::WocGroups => i64::from(self.in_group_a(one) == self.in_group_a(two)),
            FirstRound::RatedSlide => ((a - b).abs() - self.players / 2).abs(),
            FirstRound::RatedFold => (a + b + 1 - self.players).abs(),
            FirstRound::RatedAdjacent => (a - b).abs() - 1 + (a.min(b) & 1),
        }
    }

    /// The same for the bye of that player.
    pub fn bye_cost(&self, player: PlayerIndex) -> i64 {
        match self.bye {
            Some(chosen) if chosen != player => self.players.saturating_mul(self.players),
            _ => 0,
        }
    }

    /// Which of the pair is of group A, where the policy gives colours by group.
    pub fn one_of_group_a(&self, one: PlayerIndex, two: PlayerIndex) -> Option<PlayerIndex> {
        if self.policy != FirstRound::WocGroups {
            return None;
        }
        match (self.in_group_a(one), self.in_group_a(two)) {
            (true, false) => Some(one),
            (false, true) => Some(two),
            _ => None,
        }
    }

    fn in_group_a(&self, player: PlayerIndex) -> bool {
        self.group_a.get(player.0).copied().unwrap_or(false)
    }

    fn place_of(&self, player: PlayerIndex) -> i64 {
        self.place.get(player.0).copied().unwrap_or(self.players)
    }
}

fn by_rating(policy: FirstRound) -> bool {
    matches!(
        policy,
        FirstRound::RatedSlide | FirstRound::RatedFold | FirstRound::RatedAdjacent
    )
}
