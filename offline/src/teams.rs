//! `outflank teams FILE.ELO`: the list of teams, a player's team being his country.

use outflank_tournament::{IndividualLine, TeamMember, team_list};
use serde::Serialize;

use super::event_file::{EventFile, with_event};
use super::standings::{Scores, list};
use super::{
    exit::{Exit, misuse},
    output,
};
use crate::arguments;

#[derive(Serialize)]
struct TeamRow {
    rank: u32,
    team: String,
    points: serde_json::Number,
    members: Vec<Member>,
    internal_games: u32,
    explanation: String,
}

#[derive(Serialize)]
struct Member {
    id: u32,
    points: serde_json::Number,
    counts: bool,
}

pub fn run(args: &arguments::Teams) -> anyhow::Result<Exit> {
    with_event(&args.event, |event| rank(args, event))
}

fn rank(args: &arguments::Teams, event: &EventFile) -> anyhow::Result<Exit> {
    for id in &args.additional {
        if !event.entrants.iter().any(|entrant| entrant.id == *id) {
            return Err(misuse(format!("--additional: the file has no player {id}")));
        }
    }
    let members: Vec<TeamMember> = event
        .entrants
        .iter()
        .enumerate()
        .filter_map(|(player, entrant)| {
            Some(TeamMember {
                player,
                team: entrant.country.clone()?,
                additional: args.additional.contains(&entrant.id),
            })
        })
        .collect();
    let standings = list(event, &Scores::default())?;
    let individual = IndividualLine::of_standings(&standings);
    let teams = team_list(&members, &individual, &event.table, &event.rules.team_list);
    let lines: Vec<TeamRow> = teams
        .into_iter()
        .map(|team| TeamRow {
            rank: team.rank,
            team: team.team,
            points: output::halves(team.half_points.0),
            members: team
                .members
                .iter()
                .filter_map(|member| {
                    Some(Member {
                        id: event.entrants.get(member.player)?.id,
                        points: output::halves(member.half_points.0),
                        counts: member.counts,
                    })
                })
                .collect(),
            internal_games: team.internal_games,
            explanation: team.explanation,
        })
        .collect();
    args.answer.print_naming(&lines, &["id"], &event.names())?;
    Ok(Exit::of_findings(event.findings))
}
