//! What callers see of a tournament: state and names put together.

use std::collections::BTreeMap;

use outflank_proto::pairing::v1 as proto;
use outflank_runtime::identifier;
use outflank_tournament::{
    Absence, Board, Colour, EntrantState, OfficialRole, PairingLevel, PlanRow, PlannedStage,
    ResultRecord, Round, RuleSet, StagePlan, plan_table,
};

use crate::{
    app::{LoadedTournament, game_id, index_row, kind_name},
    records::{EntrantName, IndexRow, ListedPlayer},
};

pub(super) fn tournament(
    tournament: &LoadedTournament,
    names: &BTreeMap<String, EntrantName>,
    director_name: String,
) -> proto::Tournament {
    let state = &tournament.state;
    let rules = state.rule_set.as_ref();
    let mut departures = state.departures.clone();
    let plan = tournament.plan();
    if let (None, Ok(plan)) = (&state.plan, &plan) {
        // Not on record before round 1 fixes the format, but known now.
        departures.extend(plan.departures.iter().cloned());
    }
    proto::Tournament {
        summary: Some(summary(index_row(tournament))),
        entrants: state
            .entrants
            .iter()
            .map(|known| entrant(known, names.get(known.id.as_str())))
            .collect(),
        rounds: state
            .rounds
            .iter()
            .map(|known| round(tournament, known))
            .collect(),
        officials: state
            .officials
            .iter()
            .map(|(account, role)| proto::Official {
                account_id: account.0.clone(),
                role: match role {
                    OfficialRole::HeadDirector => "head_director".to_owned(),
                    OfficialRole::Assistant => "assistant_director".to_owned(),
                    OfficialRole::TableJudge => "table_judge".to_owned(),
                    OfficialRole::Organiser => "organiser".to_owned(),
                    OfficialRole::HeadArbiter => "head_arbiter".to_owned(),
                },
            })
            .collect(),
        format: match &plan {
            Ok(plan) => plan_sentence(plan),
            Err(refusal) => refusal.detail.clone(),
        },
        main_time_ms: rules.map_or(0, |rules| rules.time_controls.qualification.main_ms()),
        departures: departures
            .into_iter()
            .map(|departure| proto::Departure {
                what: departure.detail,
                rule: departure.rule.unwrap_or_default(),
            })
            .collect(),
        draw_anchor: tournament
            .draw_anchor
            .map(|anchor| anchor.to_hex())
            .unwrap_or_default(),
        revealed_seeds: tournament
            .revealed
            .iter()
            .map(|seed| identifier::hex(&seed.0))
            .collect(),
        rule_set_json: rules
            .and_then(|rules| serde_json::to_string(rules).ok())
            .unwrap_or_default(),
        director_name,
    }
}

pub(super) fn summary(row: IndexRow) -> proto::TournamentSummary {
    proto::TournamentSummary {
        id: row.tournament_id,
        name: row.name,
        country: row.country,
        date: row.date,
        rule_set: row.rule_set,
        phase: row.phase,
        entrants: row.entrants,
        round: row.round,
        rounds: row.rounds,
        seq: row.seq,
    }
}

fn entrant(known: &EntrantState, name: Option<&EntrantName>) -> proto::Entrant {
    proto::Entrant {
        id: known.id.0.clone(),
        surname: name.map(|name| name.surname.clone()).unwrap_or_default(),
        given_names: name
            .map(|name| name.given_names.clone())
            .unwrap_or_default(),
        country: known.country.clone().unwrap_or_default(),
        rating: known.rating.unwrap_or(0),
        federation_number: name.map_or(0, |name| name.federation_number),
        computer: known.computer,
        seated: known.account.is_some(),
        withdrawn_from_round: known.withdrawn_from.unwrap_or(0),
        new_player: name.is_some_and(|name| name.new_player),
    }
}

pub(super) fn round(tournament: &LoadedTournament, round: &Round) -> proto::Round {
    let plan = tournament.state.plan.as_ref();
    let stage = plan.and_then(|plan| plan.stage_of(round.number));
    let published = usize::try_from(round.number.saturating_sub(1))
        .ok()
        .and_then(|index| tournament.published_at_ms.get(index));
    proto::Round {
        number: round.number,
        stage: stage
            .map(|(_, stage, _)| stage_name(stage).to_owned())
            .unwrap_or_default(),
        published_at_ms: published.copied().unwrap_or(0),
        starts_at_ms: round.starts_at_ms,
        boards: round
            .boards
            .iter()
            .map(|known| board(tournament, round, known))
            .collect(),
        bye_entrant_ids: round.byes.iter().map(|entrant| entrant.0.clone()).collect(),
        cost: costs(tournament, round),
        finished: round.finished,
    }
}

/// In the order of the rule set's levels.
fn costs(tournament: &LoadedTournament, round: &Round) -> Vec<proto::CostLevel> {
    let levels = tournament.state.rule_set.as_ref();
    let levels: &[PairingLevel] = levels.map_or(&[], |rules| rules.levels(false));
    levels
        .iter()
        .filter_map(|level| {
            let value = *round.cost.get(level)?;
            let name = serde_json::to_value(level).ok()?.as_str()?.to_owned();
            Some(proto::CostLevel { name, value })
        })
        .collect()
}

fn board(tournament: &LoadedTournament, round: &Round, board: &Board) -> proto::Board {
    proto::Board {
        table: board.pairing.table,
        black_entrant_id: board.pairing.black.0.clone(),
        white_entrant_id: board.pairing.white.0.clone(),
        game_id: game_id(&tournament.id, round, board),
        result: board
            .result()
            .map(|record| result(record, kind_name(round, board.pairing.table))),
    }
}

fn result(record: &ResultRecord, kind: &str) -> proto::Result {
    let winner = match record.winner {
        Some(Colour::Black) => proto::Winner::Black,
        Some(Colour::White) => proto::Winner::White,
        None => proto::Winner::None,
    };
    proto::Result {
        black_discs: record.black_discs,
        white_discs: record.white_discs,
        winner: i32::from(winner),
        kind: kind.to_owned(),
        black_absent: matches!(record.absent, Absence::Black | Absence::Both),
        white_absent: matches!(record.absent, Absence::White | Absence::Both),
    }
}

pub(super) fn listed_player(player: ListedPlayer) -> proto::ListedPlayer {
    proto::ListedPlayer {
        federation_number: player.federation_number,
        surname: player.surname,
        given_names: player.given_names,
        country: player.country,
        rating: player.rating,
    }
}

/// The presets, for whoever is about to create a tournament.
pub(super) fn rule_sets() -> Vec<proto::RuleSetSummary> {
    RuleSet::preset_names()
        .into_iter()
        .filter_map(|name| RuleSet::preset(name).ok())
        .map(|rules| proto::RuleSetSummary {
            main_time_ms: rules.time_controls.qualification.main_ms(),
            title: RuleSet::preset_title(&rules.name)
                .unwrap_or_default()
                .to_owned(),
            formats: plan_table(&rules).into_iter().map(format_row).collect(),
            name: rules.name,
        })
        .collect()
}

fn format_row(row: PlanRow) -> proto::FormatRow {
    proto::FormatRow {
        entrants_from: row.from,
        entrants_to: row.to.unwrap_or(0),
        available: true,
        format: row.text,
        rule: row.rule,
    }
}

fn stage_name(stage: &PlannedStage) -> &'static str {
    match stage {
        PlannedStage::RoundRobin { .. } => "round_robin",
        PlannedStage::Swiss { .. } => "swiss",
    }
}

fn plan_sentence(plan: &StagePlan) -> String {
    plan.describe().join(" ")
}
