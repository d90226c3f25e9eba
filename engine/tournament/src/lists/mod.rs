//! Lists that follow from the individual ranking: teams, categories, prizes, a season's table, and the
//! organiser's duties.
//!
//! | list | from | function |
//! |---|---|---|
//! | team final ranking list (TFRL) | WOC II.4 | [`team_list`] |
//! | women, juniors, seniors, nations | WOC II.5 | [`category_list`] |
//! | prizes of tied places | AGA | [`split_prizes`] |
//! | season table | EGP I.2.5, MSO | [`season_table`] |
//! | duties | EGP I.2.3, II.4.3, WOC I.2.3, AGA III | [`duty_checklist`] |

mod category;
mod duties;
mod fraction;
mod prizes;
mod season;
mod teams;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::finals::FinalRank;
use crate::half_points::HalfPoints;
use crate::standings::Standing;
use crate::table::ResultTable;

pub use category::{Categories, Category, CategoryLine, CategoryMember, category_list, nations};
pub use duties::{Duty, DutyClock, DutyDone, DutyLine, DutyTime, duty_checklist};
pub use fraction::Fraction;
pub use prizes::{PrizeRemainder, PrizeRules, PrizeShare, PrizeSplit, TiedBy, split_prizes};
pub use season::{
    SeasonEvent, SeasonLine, SeasonPlace, SeasonProblem, SeasonResult, SeasonRules, season_points,
    season_table,
};
pub use teams::{MemberResult, TeamLine, TeamListRules, TeamMember, TeamTieBreak, team_list};

/// One line of an individual list, best first, as the lists here read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndividualLine {
    /// Index of the player in the table.
    pub player: usize,
    /// Rank as printed; equal ranks are equal players.
    pub rank: u32,
    /// Points.
    pub half_points: HalfPoints,
    /// What separates players of equal rank, first to last, more is better: BQ in half-units, then discs.
    /// Lots are not among them.
    pub separators: Vec<i64>,
}

impl IndividualLine {
    /// The lines of a list by the Mixed Brightwell System: BQ, then discs, separate equal ranks.
    #[must_use]
    pub fn of_standings(list: &[Standing]) -> Vec<Self> {
        list.iter()
            .map(|standing| Self {
                player: standing.player,
                rank: standing.rank,
                half_points: standing.half_points,
                separators: vec![standing.bq_halves, standing.discs],
            })
            .collect()
    }

    /// The lines of a list of the finals (the IFRL after the playoffs, the final ranking): its order and
    /// ranks, the separators of the qualification. Entrants who are not in the table are left out.
    #[must_use]
    pub fn of_finals(list: &[FinalRank], standings: &[Standing], table: &ResultTable) -> Vec<Self> {
        let by_id: BTreeMap<&str, Self> = Self::of_standings(standings)
            .into_iter()
            .filter_map(|line| Some((table.players.get(line.player)?.id.as_str(), line)))
            .collect();
        list.iter()
            .filter_map(|rank| {
                let line = by_id.get(rank.entrant.as_str())?;
                Some(Self {
                    rank: rank.rank,
                    half_points: rank.half_points,
                    ..line.clone()
                })
            })
            .collect()
    }
}
