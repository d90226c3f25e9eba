//! The list itself.

use std::collections::BTreeMap;

use crate::components::components;
use crate::games::{Game, Pair, Player, Results};
use crate::likelihood::{Edge, Likelihood};
use crate::month::{Month, weight};
use crate::newton::likeliest;
use crate::systems::Laplacian;

/// Players that a component has to have for a list.
pub const LEAST_COMPONENT: usize = 10;
/// Rating points of a natural unit of strength: 200 points are odds of three to one.
pub const POINTS_PER_UNIT: f64 = 182.047_845_325_367_2;
/// The mean of each component, every player counted as often as he played, weighted.
const MEAN: f64 = 1800.0;
/// The largest part of anybody's games that the gradient may still be for a list that is settled.
pub const SETTLED: f64 = 1e-8;

/// Somebody with a rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatedPlayer {
    /// Federation number.
    pub id: u32,
    /// Rating in points.
    pub rating: f64,
    /// Ours, in points: one standard deviation by what the player's own games tell, where a new one tells as much as one
    /// game and an old one less, and the ratings of the opponents are taken for certain.
    pub uncertainty: f64,
    /// Games, of any age.
    pub games: u32,
    /// Played within the last [`ACTIVE_MONTHS`](crate::ACTIVE_MONTHS) months.
    pub active: bool,
    /// Which component the player is in, from 0, the largest first: ratings of two are not comparable.
    pub component: u32,
}

/// A rating list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RatingList {
    /// Whoever has a rating, by number.
    pub players: Vec<RatedPlayer>,
    /// How many played and have none: who won or lost everything, and who is in a small component.
    pub unrated: u32,
    /// What is left of anybody's gradient at most, as a part of what he played: how near the ratings are to the
    /// likeliest. Above [`SETTLED`] they are not, and the results are such as no players make.
    pub gradient: f64,
}

impl RatingList {
    /// The ranks of the active players of the largest component, by number: who are the same to the tenth of a point share
    /// one.
    #[must_use]
    pub fn ranks(&self) -> BTreeMap<u32, u32> {
        let players = self.players.iter();
        let mut ranked: Vec<(f64, u32)> = players
            .filter(|player| player.active && player.component == 0)
            .map(|player| ((player.rating * 10.0).round(), player.id))
            .collect();
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
        let (mut rank, mut above) = (0, None);
        let places = (1..).zip(ranked);
        places
            .map(|(place, (tenths, id))| {
                if above != Some(tenths) {
                    (rank, above) = (place, Some(tenths));
                }
                (id, rank)
            })
            .collect()
    }
}

/// The rating list of a month, from every game that was played until then. The order of the games means nothing.
#[must_use]
pub fn rating_list(games: impl IntoIterator<Item = Game>, reference: Month) -> RatingList {
    let results = Results::until(games, reference);
    let of = components(results.players.len(), &results.pairs);
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); of.len()];
    for (player, component) in of.iter().enumerate() {
        members[*component].push(player);
    }
    members.retain(|own| own.len() >= LEAST_COMPONENT);
    members.sort_by_key(|own| (std::cmp::Reverse(own.len()), own[0]));
    let mut places = vec![None; results.players.len()];
    for (component, own) in members.iter().enumerate() {
        for (place, player) in (0..).zip(own) {
            places[*player] = Some((component, place));
        }
    }
    let mut list = RatingList::default();
    let likelihoods = likelihoods(&results.pairs, &places, &members);
    for (component, (own, likelihood)) in members.iter().zip(&likelihoods).enumerate() {
        let who = own.iter().map(|player| results.players[*player]);
        list.add(who, component, likelihood);
    }
    list.players.sort_by_key(|player| player.id);
    let without = results.players.len() - list.players.len();
    list.unrated = u32::try_from(without).unwrap_or(u32::MAX);
    list
}

/// The results inside each component. Those between two say nothing: there the one may be stronger by any amount.
fn likelihoods(
    pairs: &[Pair],
    places: &[Option<(usize, u32)>],
    members: &[Vec<usize>],
) -> Vec<Likelihood> {
    let mut likelihoods: Vec<_> = members
        .iter()
        .map(|own| Likelihood::of(own.len()))
        .collect();
    for pair in pairs {
        if let (Some((component, one)), Some((same, other))) =
            (places[pair.first], places[pair.second])
            && component == same
        {
            likelihoods[component].add(
                one as usize,
                Edge {
                    other,
                    won: pair.first_won,
                    lost: pair.second_won,
                },
            );
        }
    }
    likelihoods.iter_mut().for_each(Likelihood::finish);
    likelihoods
}

impl RatingList {
    /// Rates the players of a component.
    fn add(
        &mut self,
        players: impl Iterator<Item = Player>,
        component: usize,
        likelihood: &Likelihood,
    ) {
        let strengths = likeliest(likelihood);
        let played: f64 = likelihood.played.iter().sum();
        let weighted = strengths.iter().zip(&likelihood.played);
        let sum: f64 = weighted.map(|(strength, played)| strength * played).sum();
        let mean = sum / played;
        let slope = likelihood.at(&strengths);
        self.gradient = self.gradient.max(likelihood.part(&slope.gradient));
        let told = Laplacian::new(likelihood, &slope.curvature);
        // A new game counts twice its weight.
        let new = 2.0 * f64::from(weight(0));
        let rows = players.zip(&strengths).zip(told.diagonal());
        self.players
            .extend(rows.map(|((player, strength), told)| RatedPlayer {
                id: player.id,
                rating: MEAN + POINTS_PER_UNIT * (strength - mean),
                uncertainty: POINTS_PER_UNIT / (told / new).max(f64::MIN_POSITIVE).sqrt(),
                games: player.games,
                active: player.active,
                component: u32::try_from(component).unwrap_or(u32::MAX),
            }));
    }
}
