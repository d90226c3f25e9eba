//! Entrants, and their lines in the ranking.

use outflank_proto::pairing::v1::Entrant;
use outflank_tournament::{RankingLine, Title};
use serde::Serialize;

use super::told;

#[derive(Serialize)]
pub(super) struct EntrantPart<'a> {
    entrant_id: &'a str,
    number: u32,
    new: bool,
    surname: &'a str,
    given_names: &'a str,
    country: &'a str,
    rating: Option<i32>,
    /// Number and rating are the entrant's own claim, where nobody confirmed them.
    claimed: bool,
    confirmed_by: Option<&'a str>,
    categories: Vec<&'static str>,
    computer: bool,
    /// The host's additional player.
    additional: bool,
    /// The first round of a late entrant; null = from the start.
    from_round: Option<u32>,
    absent_rounds: &'a [u32],
    withdrawn_from_round: Option<u32>,
}

impl<'a> EntrantPart<'a> {
    pub(super) fn of(entrant: &'a Entrant) -> Self {
        let categories = entrant.categories.unwrap_or_default();
        let among = [
            (categories.woman, "woman"),
            (categories.junior, "junior"),
            (categories.senior, "senior"),
        ];
        let given = |round: u32| (round > 0).then_some(round);
        Self {
            entrant_id: &entrant.id,
            number: entrant.federation_number,
            new: entrant.new_player,
            surname: &entrant.surname,
            given_names: &entrant.given_names,
            country: &entrant.country,
            rating: (entrant.rating > 0).then_some(entrant.rating),
            claimed: entrant.claimed,
            confirmed_by: told(&entrant.confirmed_by),
            categories: among
                .into_iter()
                .filter_map(|(is, name)| is.then_some(name))
                .collect(),
            computer: entrant.computer,
            additional: entrant.additional,
            from_round: given(entrant.from_round),
            absent_rounds: &entrant.absent_rounds,
            withdrawn_from_round: given(entrant.withdrawn_from_round),
        }
    }
}

#[derive(Serialize)]
pub(super) struct RankingPart<'a> {
    place: u32,
    /// The same for those whom nothing tells apart.
    rank: u32,
    entrant_id: &'a str,
    half_points: i64,
    /// Brightwell Quotient, in half-units.
    bq_half_units: i64,
    discs: i64,
    titles: &'a [Title],
}

impl<'a> RankingPart<'a> {
    pub(super) fn of(line: &'a RankingLine) -> Self {
        Self {
            place: line.place,
            rank: line.rank,
            entrant_id: line.entrant.as_str(),
            half_points: line.half_points.0,
            bq_half_units: line.bq_halves,
            discs: line.discs,
            titles: &line.titles,
        }
    }
}
