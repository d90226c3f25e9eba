//! A rating list in the manner of the World Othello Federation, computed from all results since the beginning.
//!
//! There are no earlier ratings and no order of events: the ratings are those under which the results, weighted by
//! their age, are the likeliest, where A beats B with probability `1 / (1 + 3^((Rb - Ra) / 200))`. That is a weighted
//! Bradley-Terry model. Players are compared only where wins lead from each to each, so every strongly connected
//! component of the graph of wins and draws has a list of its own, with the mean 1800, and a small one has none.
//!
//! What the federation publishes is official and this is not: the archive of results is not the federation's own, and
//! how it reckons uncertainty is not known. [`RatedPlayer::uncertainty`] is ours.

mod components;
mod distance;
mod games;
mod likelihood;
mod list;
mod month;
mod newton;
mod systems;

pub use distance::Distance;
pub use games::{Game, Outcome};
pub use list::{LEAST_COMPONENT, POINTS_PER_UNIT, RatedPlayer, RatingList, SETTLED, rating_list};
pub use month::{ACTIVE_MONTHS, Month, weight};
