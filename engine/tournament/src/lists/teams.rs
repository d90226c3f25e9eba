//! The team final ranking list (TFRL; WOC II.4).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::IndividualLine;
use crate::half_points::HalfPoints;
use crate::table::ResultTable;

/// How teams are ranked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamListRules {
    /// How many of a team's best results are added; 0: all of them.
    pub counted_results: u32,
    /// The host's additional player is left out of a team that has this many members without him; 0: he
    /// always counts.
    pub additional_left_out_from: u32,
    /// What decides a tie for first place, first to last; teams tied below it are equal.
    pub first_place_ties: Vec<TeamTieBreak>,
}

/// What decides a tie for first place among teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TeamTieBreak {
    /// Most games between the team's own members, those whose points are not added included.
    InternalGames,
    /// The best member higher in the individual list, separated by its criteria but not by lots.
    BestMember,
    /// The second member higher in the individual list.
    SecondMember,
}

impl TeamTieBreak {
    /// Its name in the contract.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::InternalGames => "internal_games",
            Self::BestMember => "best_member",
            Self::SecondMember => "second_member",
        }
    }
}

impl TeamListRules {
    /// World Othello Championship: the three best results, the additional player left out of a team of
    /// three, three steps for the title (WOC II.4).
    #[must_use]
    pub fn world_championship() -> Self {
        Self {
            counted_results: 3,
            additional_left_out_from: 3,
            first_place_ties: vec![
                TeamTieBreak::InternalGames,
                TeamTieBreak::BestMember,
                TeamTieBreak::SecondMember,
            ],
        }
    }

    /// PAPP's list: all results are added, equal sums are equal ranks in the order of the teams' codes.
    #[must_use]
    pub fn papp() -> Self {
        Self {
            counted_results: 0,
            additional_left_out_from: 0,
            first_place_ties: Vec::new(),
        }
    }
}

impl Default for TeamListRules {
    fn default() -> Self {
        Self::world_championship()
    }
}

/// A player's membership of a team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamMember {
    /// Index of the player in the table.
    pub player: usize,
    /// The team's code; letter case does not matter.
    pub team: String,
    /// The host's additional player, entered against an odd number (WOC II.2).
    pub additional: bool,
}

/// What one member brought to his team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberResult {
    /// Index of the player in the table.
    pub player: usize,
    /// His points; a withdrawn player's stand (WOC II.7).
    pub half_points: HalfPoints,
    /// Among the results that are added.
    pub counts: bool,
    /// The host's additional player, left out of a full team.
    pub left_out: bool,
}

/// One line of the team list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamLine {
    /// The team's code, in capitals.
    pub team: String,
    /// Rank; equal ranks are equal teams, listed by code.
    pub rank: u32,
    /// The sum of the results that count.
    pub half_points: HalfPoints,
    /// The members in the order of the individual list.
    pub members: Vec<MemberResult>,
    /// Games played between the team's own members.
    pub internal_games: u32,
    /// What decided among the teams with as much as the first; `None` below them, and where nothing did.
    pub decided_by: Option<TeamTieBreak>,
    /// One sentence: the sum, and what decided the place among teams with as much.
    pub explanation: String,
}

/// Ranks the teams on the individual final ranking list. A player named twice stays in the team named
/// first; a member who is not on the list has no points.
#[must_use]
pub fn team_list(
    members: &[TeamMember],
    list: &[IndividualLine],
    table: &ResultTable,
    rules: &TeamListRules,
) -> Vec<TeamLine> {
    let mut teams = teams(members, list, table, rules);
    teams.sort_by(|a, b| (Reverse(a.half_points), &a.team).cmp(&(Reverse(b.half_points), &b.team)));
    let tied = teams
        .iter()
        .take_while(|team| Some(team.half_points) == teams.first().map(|first| first.half_points))
        .count();
    let (decided, winners) = champions(&teams[..tied], rules);
    teams[..tied].sort_by_key(|team| !winners.contains(&team.team));
    let explanations: Vec<String> = (0..teams.len())
        .map(|index| explain(&teams, index, tied, winners.len(), decided))
        .collect();
    let mut lines: Vec<TeamLine> = Vec::with_capacity(teams.len());
    for (index, (team, explanation)) in teams.into_iter().zip(explanations).enumerate() {
        let rank = lines
            .last()
            .filter(|last| last.half_points == team.half_points && index != winners.len())
            .map_or_else(
                || u32::try_from(index + 1).unwrap_or(u32::MAX),
                |last| last.rank,
            );
        lines.push(TeamLine {
            team: team.team,
            rank,
            half_points: team.half_points,
            members: team.members,
            internal_games: team.internal_games,
            decided_by: decided.filter(|_| index < tied),
            explanation,
        });
    }
    lines
}

struct Team {
    team: String,
    half_points: HalfPoints,
    members: Vec<MemberResult>,
    /// Rank and separators of the members who are not left out, best first.
    standing: Vec<(Reverse<u32>, Vec<i64>)>,
    internal_games: u32,
}

/// What a tie-break compares; more is better, and a member is better than none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TieValue<'a> {
    Games(u32),
    Member(Option<&'a (Reverse<u32>, Vec<i64>)>),
}

impl Team {
    fn value(&self, tie_break: TeamTieBreak) -> TieValue<'_> {
        match tie_break {
            TeamTieBreak::InternalGames => TieValue::Games(self.internal_games),
            TeamTieBreak::BestMember => TieValue::Member(self.standing.first()),
            TeamTieBreak::SecondMember => TieValue::Member(self.standing.get(1)),
        }
    }
}

/// Every team with its sum, in the order of codes.
fn teams(
    members: &[TeamMember],
    list: &[IndividualLine],
    table: &ResultTable,
    rules: &TeamListRules,
) -> Vec<Team> {
    let mut team_of: BTreeMap<usize, &TeamMember> = BTreeMap::new();
    for member in members {
        team_of.entry(member.player).or_insert(member);
    }
    let mut by_team: BTreeMap<String, Vec<&TeamMember>> = BTreeMap::new();
    for &member in team_of.values() {
        by_team
            .entry(member.team.to_uppercase())
            .or_default()
            .push(member);
    }
    let line_of: BTreeMap<usize, &IndividualLine> =
        list.iter().map(|line| (line.player, line)).collect();
    by_team
        .into_iter()
        .map(|(team, members)| sum_of_team(team, &members, &line_of, table, rules))
        .collect()
}

fn sum_of_team(
    team: String,
    members: &[&TeamMember],
    line_of: &BTreeMap<usize, &IndividualLine>,
    table: &ResultTable,
    rules: &TeamListRules,
) -> Team {
    let regular = members.iter().filter(|member| !member.additional).count();
    let full = rules.additional_left_out_from > 0
        && regular >= usize::try_from(rules.additional_left_out_from).unwrap_or(usize::MAX);
    let mut results: Vec<MemberResult> = members
        .iter()
        .map(|member| MemberResult {
            player: member.player,
            half_points: line_of
                .get(&member.player)
                .map_or(HalfPoints::ZERO, |line| line.half_points),
            counts: false,
            left_out: full && member.additional,
        })
        .collect();
    let standing = |player: usize| {
        line_of.get(&player).map_or_else(
            || (Reverse(u32::MAX), Vec::new()),
            |line| (Reverse(line.rank), line.separators.clone()),
        )
    };
    results.sort_by(|a, b| {
        (standing(b.player).cmp(&standing(a.player))).then(a.player.cmp(&b.player))
    });
    let mut best: Vec<usize> = (0..results.len())
        .filter(|&index| !results[index].left_out)
        .collect();
    best.sort_by_key(|&index| Reverse(results[index].half_points));
    if rules.counted_results > 0 {
        best.truncate(usize::try_from(rules.counted_results).unwrap_or(usize::MAX));
    }
    for &index in &best {
        results[index].counts = true;
    }
    let own: BTreeSet<usize> = playing(&results).map(|result| result.player).collect();
    Team {
        half_points: best.iter().map(|&index| results[index].half_points).sum(),
        standing: playing(&results)
            .map(|result| standing(result.player))
            .collect(),
        internal_games: internal_games(&own, table),
        team,
        members: results,
    }
}

fn playing(results: &[MemberResult]) -> impl Iterator<Item = &MemberResult> {
    results.iter().filter(|result| !result.left_out)
}

/// Games played between players of the set; a game for which a player did not come is none.
fn internal_games(own: &BTreeSet<usize>, table: &ResultTable) -> u32 {
    let games = table
        .rounds
        .iter()
        .flat_map(|round| &round.games)
        .filter(|game| own.contains(&game.black) && own.contains(&game.white))
        .filter(|game| game.result.is_some_and(|result| result.counts().meeting))
        .count();
    u32::try_from(games).unwrap_or(u32::MAX)
}

/// The first among teams of one sum and the tie-break that decided; several when none did.
fn champions(tied: &[Team], rules: &TeamListRules) -> (Option<TeamTieBreak>, BTreeSet<String>) {
    let mut left: Vec<&Team> = tied.iter().collect();
    let mut decided = None;
    for &tie_break in &rules.first_place_ties {
        if left.len() < 2 {
            break;
        }
        let best = left.iter().map(|team| team.value(tie_break)).max();
        let before = left.len();
        left.retain(|team| Some(team.value(tie_break)) == best);
        if left.len() < before {
            decided = Some(tie_break);
        }
    }
    (decided, left.iter().map(|team| team.team.clone()).collect())
}

fn explain(
    teams: &[Team],
    index: usize,
    tied: usize,
    winners: usize,
    decided: Option<TeamTieBreak>,
) -> String {
    let team = &teams[index];
    let with = |counts: bool| -> Vec<String> {
        playing(&team.members)
            .filter(|result| result.counts == counts)
            .map(|result| result.half_points.to_string())
            .collect()
    };
    let (added, not_added) = (with(true), with(false));
    let mut text = format!("{} = {}", added.join(" + "), team.half_points);
    if !not_added.is_empty() {
        text += &format!(
            ", the best {} ({} not added)",
            added.len(),
            not_added.join(", ")
        );
    }
    for result in team.members.iter().filter(|result| result.left_out) {
        text += &format!(", the additional player's {} left out", result.half_points);
    }
    let equal: Vec<&str> = teams
        .iter()
        .enumerate()
        .filter(|&(at, other)| {
            at != index
                && other.half_points == team.half_points
                && (at < winners) == (index < winners)
        })
        .map(|(_, other)| other.team.as_str())
        .collect();
    if let (true, Some(tie_break)) = (index < tied, decided) {
        let by = match tie_break {
            TeamTieBreak::InternalGames => {
                format!("games between own members ({})", team.internal_games)
            }
            TeamTieBreak::BestMember => "the best member's place".to_owned(),
            TeamTieBreak::SecondMember => "the second member's place".to_owned(),
        };
        let place = if index < winners {
            "first"
        } else {
            "behind the first"
        };
        text += &format!("; {place} of {tied} teams with as much by {by}");
    }
    if !equal.is_empty() {
        text += &format!("; equal to {}", equal.join(", "));
    }
    text + "."
}
