//! What callers see of a tournament: state and names put together.

use std::collections::BTreeMap;

use outflank_access::identifier;
use outflank_proto::{
    pairing::v1 as proto,
    sentence::v1::{Parameter, Sentence},
};
use outflank_tournament::{
    Absence, Approval, Board, BoardPurpose, Colour, EntrantState, FormatSentence, LEAST_ENTRANTS,
    LapseCause, ListClaim, Nation, NationKind, PairingLevel, PlanRow, PlannedStage, Registration,
    Release, ResultRecord, Round, RuleSet, StagePlan, TournamentState, Variant, plan_table,
};

use super::{
    clocks, description, early_end, library, officials, people, permissions, rules, timetable,
    view_course,
};
use crate::{
    app::{LoadedTournament, game_id, index_row, refused},
    records::{BoardNotes, EntrantName, ListedPlayer},
};

/// What is shown of a tournament beside its stream.
#[derive(Debug)]
pub(crate) struct Beside {
    /// By their entrants.
    pub names: BTreeMap<String, EntrantName>,
    /// By games.
    pub notes: BTreeMap<String, BoardNotes>,
    /// What was written, by its id.
    pub texts: BTreeMap<String, String>,
    pub director_name: String,
}

/// A tournament as it is now, with what may be done at `now_ms` (cluster time, ms since 1970).
pub(crate) fn shown(known: &LoadedTournament, beside: &Beside, now_ms: i64) -> proto::Tournament {
    proto::Tournament {
        acts: permissions::acts(&known.state, now_ms, &beside.names),
        description: description::shown(&known.state, &beside.texts),
        ..tournament(known, beside)
    }
}

/// A tournament as it was or is.
pub(super) fn tournament(tournament: &LoadedTournament, beside: &Beside) -> proto::Tournament {
    let (names, notes) = (&beside.names, &beside.notes);
    let state = &tournament.state;
    let rules = state.rule_set.as_ref();
    let mut deviations = state.deviations.clone();
    let plan = tournament.plan();
    if let (None, Ok(plan)) = (&state.plan, &plan) {
        // Not on record before round 1 fixes the format, but known now.
        deviations.extend(plan.deviations.iter().cloned());
    }
    let departures_none = deviations.is_empty();
    let registered = u32::try_from(state.entrants.len()).unwrap_or(u32::MAX);
    let entrants_needed = match &plan {
        Ok(_) => 0,
        Err(_) => LEAST_ENTRANTS.saturating_sub(registered),
    };
    proto::Tournament {
        summary: Some(index_row(tournament).summary()),
        entrants: state
            .entrants
            .iter()
            .map(|known| entrant(known, names.get(known.id.as_str())))
            .collect(),
        rounds: state
            .rounds
            .iter()
            .map(|known| round(tournament, known, notes))
            .collect(),
        officials: officials::shown(state),
        appeals_committee: officials::committee(state),
        announcements: state.announcements.last(),
        timetable: Some(timetable::shown(&state.timetable_in_force())),
        timetable_set: state.timetable.is_some(),
        rules_of_rounds: (1..)
            .zip(&state.rule_versions)
            .map(|(version, known)| proto::RulesOfRounds {
                version,
                from_round: known.from_round,
                rule_set: known.rule_set.name.clone(),
            })
            .collect(),
        format: plan.as_ref().map(plan_sentence).unwrap_or_default(),
        entrants_needed,
        format_refusal: plan
            .as_ref()
            .err()
            .filter(|_| entrants_needed == 0)
            .map(|refusal| refused(refusal).into()),
        main_time_ms: rules.map_or(0, |rules| rules.time_controls.qualification.main_ms()),
        deviations: deviations
            .into_iter()
            .map(|one| rules::deviation_by_name(one, names))
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
        draws: state.lots.draws.iter().map(view_course::draw).collect(),
        rule_set_json: rules
            .and_then(|rules| serde_json::to_string(rules).ok())
            .unwrap_or_default(),
        rule_set_origin: state
            .rule_set_origins
            .in_force
            .as_ref()
            .map(library::origin),
        director_name: beside.director_name.clone(),
        description: None,
        description_changes: description::changes(state),
        next: view_course::next(state, names),
        stages: plan.as_ref().map(StagePlan::describe).unwrap_or_default(),
        stage_sentences: plan
            .as_ref()
            .map(StagePlan::sentences)
            .unwrap_or_default()
            .into_iter()
            .map(sentence)
            .collect(),
        announced: state
            .finals
            .announced
            .as_ref()
            .zip(plan.as_ref().ok())
            .map(|(known, plan)| view_course::announced((known, &plan.finals), names)),
        waiting: state
            .entry
            .waiting
            .iter()
            .map(|known| waiting(known, names.get(known.entrant.as_str())))
            .collect(),
        nations: state.teams.nations.iter().map(nation).collect(),
        late_changes_permitted: state
            .teams
            .late_changes
            .iter()
            .map(|permitted| permitted.permission.country.clone())
            .collect(),
        late_changes: people::late_changes(state, None),
        group_a: group_a(state),
        check_ins: state
            .presence
            .check_ins
            .iter()
            .map(|(round, list)| proto::CheckInState {
                round: *round,
                open: list.open,
                entrant_ids: list.checked_in.iter().map(|id| id.0.clone()).collect(),
            })
            .collect(),
        conformant: departures_none,
        ranking_version: u32::try_from(state.ranking_versions.len()).unwrap_or(u32::MAX),
        titles: view_course::titles(state),
        early_ends: state
            .early_ends
            .acts
            .iter()
            .map(|known| early_end::shown(known, &beside.texts))
            .collect(),
        annulled_rounds: state
            .early_ends
            .annulled
            .iter()
            .map(|known| round(tournament, &known.round, notes))
            .collect(),
        acts: Vec::new(),
        rated: state.rated(),
        variant_unrated: state.variant_unrated(),
        variant: variant(state.variant()),
        approval: state.approval_in_force().map(|approval| proto::Approval {
            account_id: approval.by.0.clone(),
            at_ms: approval.at_ms,
            federation: approval.federation.clone().unwrap_or_default(),
        }),
        rating_state: state
            .rating_standing()
            .map(|standing| standing.name().to_owned())
            .unwrap_or_default(),
        released: state.office.release.as_ref().map(released),
        lapsed_approval: state.approval.as_ref().and_then(lapsed),
        away: state.away.is_some(),
        results_without_game: state
            .results_without_game()
            .map(|(round, board)| proto::ResultWithoutGame {
                round,
                table: board.pairing.table,
                over_the_board: board.over_the_board,
            })
            .collect(),
    }
}

fn group_a(state: &TournamentState) -> Option<proto::GroupA> {
    let seeding = &state.seeding;
    let entrants = state.entrants.iter().map(|known| &known.id);
    seeding.group_a_named.then(|| proto::GroupA {
        entrant_ids: entrants
            .filter(|id| seeding.group_a.contains(*id))
            .map(|id| id.0.clone())
            .collect(),
    })
}

fn released(release: &Release) -> proto::ReleasedRatingFile {
    proto::ReleasedRatingFile {
        by_account_id: release.by.0.clone(),
        at_ms: release.at_ms,
        ranking_version: release.ranking_version,
        unlisted_entrant_ids: release.unlisted.iter().map(|id| id.0.clone()).collect(),
    }
}

fn lapsed(approval: &Approval) -> Option<proto::LapsedApproval> {
    let (cause, lapsed_at_ms) = approval.lapsed.as_ref()?;
    let (cause, entrant_id) = match cause {
        LapseCause::NumberChanged { entrant } => ("number_changed", entrant.0.clone()),
        LapseCause::Renamed { entrant } => ("renamed", entrant.0.clone()),
        LapseCause::ResultsSigned => ("results_signed", String::new()),
        LapseCause::Moved => ("moved", String::new()),
    };
    Some(proto::LapsedApproval {
        account_id: approval.by.0.clone(),
        at_ms: approval.at_ms,
        lapsed_at_ms: *lapsed_at_ms,
        cause: cause.to_owned(),
        entrant_id,
    })
}

fn waiting(known: &Registration, name: Option<&EntrantName>) -> proto::WaitingEntrant {
    proto::WaitingEntrant {
        id: known.entrant.0.clone(),
        surname: name.map(|name| name.surname.clone()).unwrap_or_default(),
        given_names: name
            .map(|name| name.given_names.clone())
            .unwrap_or_default(),
        country: known.country.clone().unwrap_or_default(),
        rating: known.rating.unwrap_or(0),
    }
}

fn nation(known: &Nation) -> proto::Nation {
    let application = known.application.as_ref();
    let decision = application.and_then(|one| one.decision.as_ref());
    proto::Nation {
        country: known.country.clone(),
        contact_person: known.kind == NationKind::ContactPerson,
        host: known.host,
        non_member: known.kind == NationKind::NonMember,
        applied_on: application
            .map(|one| one.applied_on.clone())
            .unwrap_or_default(),
        decided_on: decision
            .map(|one| one.decided_on.clone())
            .unwrap_or_default(),
        admitted: decision.is_some_and(|one| one.admitted),
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
        categories: Some(proto::Categories {
            woman: known.categories.woman,
            junior: known.categories.junior,
            senior: known.categories.senior,
        }),
        additional: known.additional,
        from_round: known.from_round,
        absent_rounds: known.absences.keys().copied().collect(),
        claimed: known.list_claim == ListClaim::Open,
        confirmed_by: match &known.list_claim {
            ListClaim::Confirmed { by } => by.0.clone(),
            ListClaim::None | ListClaim::Open => String::new(),
        },
    }
}

pub(super) fn round(
    tournament: &LoadedTournament,
    round: &Round,
    notes: &BTreeMap<String, BoardNotes>,
) -> proto::Round {
    let stage = tournament.state.stage_of(round.number);
    let levels = levels(tournament, round.number);
    proto::Round {
        number: round.number,
        stage: stage
            .map_or("finals", |(_, stage, _)| stage_name(stage))
            .to_owned(),
        published_at_ms: round.published_at_ms,
        starts_at_ms: round.starts_at_ms,
        boards: round
            .boards
            .iter()
            .map(|known| board(tournament, round, known, notes))
            .collect(),
        bye_entrant_ids: round.byes.iter().map(|entrant| entrant.0.clone()).collect(),
        cost: view_course::costs(&round.cost, levels),
        finished: round.finished,
        edit: round
            .edit
            .as_ref()
            .map(|edit| view_course::edit(edit, levels)),
    }
}

/// The levels that a round's pairing goes by.
pub(super) fn levels(tournament: &LoadedTournament, round: u32) -> &[PairingLevel] {
    let stage = tournament.state.stage_of(round);
    let modified = matches!(
        stage,
        Some((_, PlannedStage::Swiss { modified: true, .. }, _))
    );
    let rules = tournament.state.rules_of_round(round);
    rules.map_or(&[], |rules| rules.levels(modified))
}

fn board(
    tournament: &LoadedTournament,
    round: &Round,
    board: &Board,
    notes: &BTreeMap<String, BoardNotes>,
) -> proto::Board {
    let game_id = game_id(&tournament.id, round, board);
    let notes = notes.get(&game_id).copied().unwrap_or_default();
    let pairing = &board.pairing;
    let control = pairing.time_control.or_else(|| {
        let rules = tournament.state.rules_of_round(round.number)?;
        Some(rules.time_controls.qualification)
    });
    let settled = board.results.last();
    proto::Board {
        table: pairing.table,
        black_entrant_id: pairing.black.0.clone(),
        white_entrant_id: pairing.white.0.clone(),
        game_id,
        result: board
            .result()
            .map(|record| result(record, settled.is_some_and(|last| last.reason.is_some()))),
        purpose: view_course::purpose(&pairing.purpose),
        game: match pairing.purpose {
            BoardPurpose::Match { game, .. } => game,
            _ => 0,
        },
        draw_winner_entrant_id: pairing
            .draw_winner
            .as_ref()
            .map(|id| id.0.clone())
            .unwrap_or_default(),
        main_time_ms: control.map_or(0, |control| control.main_ms()),
        disputed: board.dispute.is_some(),
        time_control: control.map(clocks::shown),
        black_clock: clocks::own(pairing.black_clock),
        white_clock: clocks::own(pairing.white_clock),
        handicap: pairing.handicap.as_ref().map(|handicap| proto::Handicap {
            entrant_id: handicap.entrant.0.clone(),
            discs: handicap.discs.into(),
        }),
        black_calls_since_ms: notes.black_called_at_ms,
        white_calls_since_ms: notes.white_called_at_ms,
        confirmed_at_ms: notes.confirmed_at_ms,
        // A result that an official set since then is the last word.
        game_reopened: settled.is_some_and(|last| last.at_ms <= notes.reopened_at_ms),
    }
}

/// What is played, where it is not Othello.
fn variant(variant: Variant) -> Option<proto::GameVariant> {
    (!variant.is_othello()).then(|| proto::GameVariant {
        goal: variant.goal.as_str().to_owned(),
        opening: variant.opening.as_str().to_owned(),
        board_size: variant.size.side().into(),
    })
}

fn result(record: &ResultRecord, corrected: bool) -> proto::Result {
    let winner = match record.winner {
        Some(Colour::Black) => proto::Winner::Black,
        Some(Colour::White) => proto::Winner::White,
        None => proto::Winner::None,
    };
    proto::Result {
        black_discs: record.black_discs,
        white_discs: record.white_discs,
        winner: i32::from(winner),
        kind: record.kind.name().to_owned(),
        black_absent: matches!(record.absent, Absence::Black | Absence::Both),
        white_absent: matches!(record.absent, Absence::White | Absence::Both),
        corrected,
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
pub(super) fn rule_set(rules: RuleSet) -> proto::RuleSetSummary {
    proto::RuleSetSummary {
        main_time_ms: rules.time_controls.qualification.main_ms(),
        title: RuleSet::preset_title(&rules.name)
            .unwrap_or_default()
            .to_owned(),
        formats: plan_table(&rules).into_iter().map(format_row).collect(),
        name: rules.name,
    }
}

pub(super) fn format_row(row: PlanRow) -> proto::FormatRow {
    proto::FormatRow {
        entrants_from: row.from,
        entrants_to: row.to.unwrap_or(0),
        available: true,
        format: texts(&row.sentences),
        rule: row.rule,
        sentences: row.sentences.into_iter().map(sentence).collect(),
    }
}

fn texts(sentences: &[FormatSentence]) -> String {
    let texts: Vec<&str> = sentences.iter().map(|one| one.text.as_str()).collect();
    texts.join(" ")
}

pub(super) fn sentence(one: FormatSentence) -> Sentence {
    Sentence {
        text: one.text,
        code: one.code.to_owned(),
        parameters: Parameter::all_of(&one.parameters),
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
