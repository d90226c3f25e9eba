//! Rankings beside the individual one: teams, categories, prizes.

use std::collections::BTreeMap;

use outflank_access::{Kind, Problem, problem};
use outflank_proto::standings::v1 as proto;
use outflank_tournament::{
    Category, CategoryMember, EntrantState, FinalRank, FinalsProgress, IndividualLine,
    PrizeRemainder, PrizeRules, TeamMember, TiedBy, TournamentState, category_list, split_prizes,
    team_list,
};

use crate::list::{entrant_id, signed};
use crate::projection::Folded;

/// Most prizes that are split at once.
const MOST_PRIZES: usize = 1024;
/// The greatest sum of prizes, in the smallest unit of the currency: JSON holds it exactly.
const MOST_TO_SPLIT: u64 = outflank_proto::json::GREATEST.unsigned_abs();

/// The team final ranking list, by country.
pub(crate) fn teams(folded: &Folded) -> Result<proto::GetTeamStandingsResponse, Problem> {
    let state = &folded.state;
    let members: Vec<TeamMember> = state
        .entrants
        .iter()
        .enumerate()
        .filter_map(|(player, entrant)| {
            Some(TeamMember {
                player,
                team: entrant.country.clone()?,
                additional: entrant.additional,
            })
        })
        .collect();
    let rules = state
        .rule_set
        .as_ref()
        .ok_or_else(|| Problem::internal("a tournament without rules"))?;
    let lines = team_list(
        &members,
        &list_of_finals(state, |progress| progress.ifrl.as_ref())?,
        &state.result_table(),
        &rules.team_list,
    );
    Ok(proto::GetTeamStandingsResponse {
        version: folded.version,
        rows: lines
            .into_iter()
            .map(|line| proto::TeamRow {
                rank: line.rank,
                team: line.team,
                half_points: signed(line.half_points.0),
                internal_games: line.internal_games,
                explanation: line.explanation,
                decided_by: line
                    .decided_by
                    .map_or_else(String::new, |decided| decided.name().to_owned()),
                members: line
                    .members
                    .iter()
                    .map(|member| proto::TeamMember {
                        entrant_id: entrant_id(state, member.player),
                        half_points: signed(member.half_points.0),
                        counts: member.counts,
                        left_out: member.left_out,
                    })
                    .collect(),
            })
            .collect(),
    })
}

/// A list of women, juniors, seniors or one nation.
pub(crate) fn category(
    folded: &Folded,
    asked: &proto::GetCategoryStandingsRequest,
) -> Result<proto::GetCategoryStandingsResponse, Problem> {
    let state = &folded.state;
    let members: Vec<CategoryMember> = state.entrants.iter().enumerate().map(member).collect();
    let category = asked_category(asked)?;
    let main = individual_lines(state)?;
    // A list of the women's own knows no ranks among all.
    let ranks: BTreeMap<usize, u32> = main.iter().map(|line| (line.player, line.rank)).collect();
    let list = if category == Category::Women {
        // With a women's final the women's own ranking counts, not their order among all.
        list_of_finals(state, |progress| {
            progress.womens_ranking.as_ref().or(progress.wfrl.as_ref())
        })?
    } else {
        main
    };
    let lines = category_list(&list, &members, &category);
    Ok(proto::GetCategoryStandingsResponse {
        version: folded.version,
        rows: lines
            .into_iter()
            .map(|line| proto::CategoryRow {
                rank: line.rank,
                entrant_id: entrant_id(state, line.player),
                main_rank: ranks.get(&line.player).copied().unwrap_or(line.main_rank),
                half_points: signed(line.half_points.0),
            })
            .collect(),
    })
}

/// Prizes of tied places, summed and split evenly.
pub(crate) fn prizes(
    folded: &Folded,
    asked: proto::SplitPrizesRequest,
) -> Result<proto::SplitPrizesResponse, Problem> {
    if asked.prizes.len() > MOST_PRIZES {
        return Err(problem!(
            Kind::Invalid,
            "too_many_prizes",
            "At most {most} prizes can be split; leave out those of 0.",
            most = MOST_PRIZES,
        ));
    }
    let sum = asked
        .prizes
        .iter()
        .try_fold(0_u64, |sum, prize| sum.checked_add(*prize));
    if sum.is_none_or(|sum| sum > MOST_TO_SPLIT) {
        return Err(problem!(
            Kind::Invalid,
            "prizes_too_great",
            "All prizes together are at most {most} of the smallest unit.",
            most = MOST_TO_SPLIT,
        ));
    }
    let state = &folded.state;
    let rules = PrizeRules {
        currency: String::new(),
        prizes: asked.prizes,
        tied_by: if asked.tied_by_points {
            TiedBy::Score
        } else {
            TiedBy::Rank
        },
        remainder: PrizeRemainder::FirstInList,
    };
    let split = split_prizes(&individual_lines(state)?, &rules);
    Ok(proto::SplitPrizesResponse {
        version: folded.version,
        kept: u64::try_from(split.kept).unwrap_or(u64::MAX),
        shares: split
            .shares
            .into_iter()
            .filter(|share| share.amount > 0)
            .map(|share| proto::PrizeShare {
                entrant_id: entrant_id(state, share.player),
                amount: share.amount,
                from_place: share.from_place,
                to_place: share.to_place,
            })
            .collect(),
    })
}

/// A list of the finals (WOC II.3.3, II.5.3); the individual list where there is none.
fn list_of_finals(
    state: &TournamentState,
    list: impl Fn(&FinalsProgress) -> Option<&Vec<FinalRank>>,
) -> Result<Vec<IndividualLine>, Problem> {
    let progress = state.finals_progress().map_err(Problem::internal)?;
    let ranks = progress
        .as_ref()
        .filter(|_| state.finals_begun())
        .and_then(list);
    match ranks {
        None => individual_lines(state),
        Some(ranks) => {
            let standings = state.standings().map_err(Problem::internal)?;
            Ok(IndividualLine::of_finals(
                ranks,
                &standings,
                &state.result_table(),
            ))
        }
    }
}

/// The individual list as the other lists read it: the standings now, or the confirmed ranking.
fn individual_lines(state: &TournamentState) -> Result<Vec<IndividualLine>, Problem> {
    let Some(ranking) = &state.ranking else {
        let list = state.standings().map_err(Problem::internal)?;
        return Ok(IndividualLine::of_standings(&list));
    };
    Ok(ranking
        .iter()
        .filter_map(|line| {
            let player = state
                .entrants
                .iter()
                .position(|entrant| entrant.id == line.entrant)?;
            Some(IndividualLine {
                player,
                rank: line.rank,
                half_points: line.half_points,
                separators: vec![line.bq_halves, line.discs],
            })
        })
        .collect())
}

fn member((player, entrant): (usize, &EntrantState)) -> CategoryMember {
    CategoryMember {
        player,
        categories: entrant.categories,
        country: entrant.country.clone(),
    }
}

/// The request without what makes no difference to its answer.
pub(crate) fn plain(
    mut asked: proto::GetCategoryStandingsRequest,
) -> Result<proto::GetCategoryStandingsRequest, Problem> {
    if !matches!(asked_category(&asked)?, Category::Nation { .. }) {
        asked.country.clear();
    }
    Ok(asked)
}

/// Whether anybody can be of the nation that is asked for, if one is.
pub(crate) fn lists_anybody(folded: &Folded, asked: &proto::GetCategoryStandingsRequest) -> bool {
    let mut entrants = folded.state.entrants.iter();
    asked.country.is_empty() || entrants.any(|one| one.country.as_deref() == Some(&*asked.country))
}

fn asked_category(asked: &proto::GetCategoryStandingsRequest) -> Result<Category, Problem> {
    let country = asked.country.as_bytes();
    let is_country = country.len() == 3 && country.iter().all(u8::is_ascii_uppercase);
    match asked.category.as_str() {
        _ if !is_country && !country.is_empty() => Err(unknown_category()),
        "women" => Ok(Category::Women),
        "junior" => Ok(Category::Junior),
        "senior" => Ok(Category::Senior),
        "nation" if is_country => Ok(Category::Nation {
            country: asked.country.clone(),
        }),
        _ => Err(unknown_category()),
    }
}

fn unknown_category() -> Problem {
    Problem::new(
        Kind::Invalid,
        "unknown_category",
        "A category is women, junior, senior, or nation with a country code.",
    )
}
