//! Lists of women, juniors, seniors and nations: the main list's order, ranks numbered anew.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::IndividualLine;
use crate::half_points::HalfPoints;

/// The categories that an entrant belongs to, besides the open one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Categories {
    /// A woman.
    pub woman: bool,
    /// By year of birth a junior.
    pub junior: bool,
    /// By year of birth a senior.
    pub senior: bool,
}

/// A part of the field with a list of its own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Category {
    /// Women (WOC II.5).
    Women,
    /// Juniors, as they are registered: the texts set no age.
    Junior,
    /// Seniors, as they are registered.
    Senior,
    /// The players of one country.
    Nation {
        /// Country code; letter case does not matter.
        country: String,
    },
}

/// What places a player in categories.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CategoryMember {
    /// Index of the player in the table.
    pub player: usize,
    /// Woman, junior, senior.
    pub categories: Categories,
    /// Country code.
    pub country: Option<String>,
}

impl CategoryMember {
    /// True when the player is of that category.
    #[must_use]
    pub fn belongs_to(&self, category: &Category) -> bool {
        match category {
            Category::Nation { country } => self
                .country
                .as_ref()
                .is_some_and(|own| own.eq_ignore_ascii_case(country)),
            Category::Women => self.categories.woman,
            Category::Junior => self.categories.junior,
            Category::Senior => self.categories.senior,
        }
    }
}

/// One line of a category's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CategoryLine {
    /// Index of the player in the table.
    pub player: usize,
    /// Place in the order of the list, from 1, no two alike.
    pub place: u32,
    /// Rank within the category; equal where the main list has equal ranks.
    pub rank: u32,
    /// Rank in the main list.
    pub main_rank: u32,
    /// Points.
    pub half_points: HalfPoints,
}

/// The list of one category: the main list's players of that category in its order, ranked anew from 1,
/// equal where they are equal there (WOC II.5). From the provisional list it is the women's provisional
/// list; from the final ranking, where women in the semi-finals stand by their finish, it is the final
/// list of women.
#[must_use]
pub fn category_list(
    list: &[IndividualLine],
    members: &[CategoryMember],
    category: &Category,
) -> Vec<CategoryLine> {
    let selected: BTreeSet<usize> = members
        .iter()
        .filter(|member| member.belongs_to(category))
        .map(|member| member.player)
        .collect();
    let mut lines: Vec<CategoryLine> = Vec::new();
    for (place, line) in (1_u32..).zip(list.iter().filter(|line| selected.contains(&line.player))) {
        let rank = lines
            .last()
            .filter(|last| last.main_rank == line.rank)
            .map_or(place, |last| last.rank);
        lines.push(CategoryLine {
            player: line.player,
            place,
            rank,
            main_rank: line.rank,
            half_points: line.half_points,
        });
    }
    lines
}

/// The nations present, in the order of their codes, for one list each.
#[must_use]
pub fn nations(members: &[CategoryMember]) -> Vec<Category> {
    let countries: BTreeSet<String> = members
        .iter()
        .filter_map(|member| member.country.as_ref())
        .map(|country| country.to_ascii_uppercase())
        .collect();
    countries
        .into_iter()
        .map(|country| Category::Nation { country })
        .collect()
}
