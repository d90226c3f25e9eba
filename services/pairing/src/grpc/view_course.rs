//! The course of an event in the contract's words: what comes next, announced finals, edits, titles.

use std::collections::BTreeMap;

use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{
    AnnouncedRound, BoardPurpose, BoundNonce, Choice, Cost, DueGame, FinalsFormat, FinalsSession,
    NextAct, PairingEdit, PairingLevel, RevealedDraw, Title, TournamentState,
};

use crate::{app::named, records::EntrantName};

pub(super) fn next(
    state: &TournamentState,
    names: &BTreeMap<String, EntrantName>,
) -> Option<proto::NextAct> {
    let shown = |kind: &str, round: u32| proto::NextAct {
        kind: kind.to_owned(),
        round,
        ..proto::NextAct::default()
    };
    let notice_ms = state.default_notice_ms().ok()?;
    Some(match state.next_act().ok()? {
        NextAct::Create | NextAct::Nothing => shown("nothing", 0),
        NextAct::NameGroupA => shown("name_group_a", 1),
        NextAct::PublishRound { round, .. } => proto::NextAct {
            notice_ms,
            ..shown("publish_round", round)
        },
        NextAct::AwaitResults { round, tables } => proto::NextAct {
            tables,
            ..shown("await_results", round)
        },
        NextAct::FinishRound { round } => shown("finish_round", round),
        NextAct::DrawLots => shown("draw_lots", 0),
        NextAct::AnnounceFinals { round, session } => proto::NextAct {
            games: games_in_words(&session, names),
            due_games: session
                .games
                .iter()
                .map(|due| due_game(due, names))
                .collect(),
            notice_ms,
            ..shown("announce_finals", round)
        },
        NextAct::Confirm => shown("confirm", 0),
    })
}

fn games_in_words(session: &FinalsSession, names: &BTreeMap<String, EntrantName>) -> Vec<String> {
    session
        .games
        .iter()
        .map(|due| format!("{}, game {}", title(due, names), due.game))
        .collect()
}

fn title(due: &DueGame, names: &BTreeMap<String, EntrantName>) -> String {
    named(&due.match_id.title(), names)
}

fn due_game(due: &DueGame, names: &BTreeMap<String, EntrantName>) -> proto::DueGame {
    proto::DueGame {
        match_id: due.match_id.name(),
        stage: due.match_id.stage().name().to_owned(),
        game: due.game,
        title: title(due, names),
        better_entrant_id: due.better.0.clone(),
        worse_entrant_id: due.worse.0.clone(),
    }
}

/// A draw with all that is needed to hold it again.
pub(super) fn draw(held: &RevealedDraw) -> proto::Draw {
    let nonce = |bound: &BoundNonce| proto::DrawNonce {
        entrant_id: bound.entrant.0.clone(),
        commitment: bound.commitment.to_hex(),
        nonce: bound.nonce.map(|nonce| nonce.to_hex()).unwrap_or_default(),
        given: bound.nonce.is_some(),
    };
    proto::Draw {
        index: held.index,
        purpose: held.purpose.clone(),
        seed: held.seed.to_hex(),
        nonces: held.nonces.iter().map(nonce).collect(),
        key: held.key.to_hex(),
    }
}

pub(super) fn announced(
    (known, format): (&AnnouncedRound, &FinalsFormat),
    names: &BTreeMap<String, EntrantName>,
) -> proto::AnnouncedRound {
    proto::AnnouncedRound {
        round: known.number,
        starts_at_ms: known.starts_at_ms,
        choice_until_ms: known.choice_until_ms(format),
        games: known
            .session
            .games
            .iter()
            .map(|due| announced_game(known, due, names))
            .collect(),
    }
}

fn announced_game(
    known: &AnnouncedRound,
    due: &DueGame,
    names: &BTreeMap<String, EntrantName>,
) -> proto::AnnouncedGame {
    let made = known.choices_of(due);
    proto::AnnouncedGame {
        match_id: due.match_id.name(),
        title: title(due, names),
        game: due.game,
        better_entrant_id: due.better.0.clone(),
        worse_entrant_id: due.worse.0.clone(),
        chooser_entrant_id: due
            .next_chooser(made)
            .map(|id| id.0.clone())
            .unwrap_or_default(),
        draw_win: due.has_draw_win(),
        choices: made
            .iter()
            .map(|made| proto::MadeChoice {
                entrant_id: made.player.0.clone(),
                choice: match made.choice {
                    Choice::Black => "black",
                    Choice::White => "white",
                    Choice::OpponentPicksColour => "opponent_picks_colour",
                }
                .to_owned(),
            })
            .collect(),
        rule: due.rule.clone().unwrap_or_default(),
    }
}

pub(super) fn purpose(purpose: &BoardPurpose) -> String {
    match purpose {
        BoardPurpose::Qualification => "qualification".to_owned(),
        BoardPurpose::SideSwiss => "side_swiss".to_owned(),
        BoardPurpose::ExtraRound => "extra_round".to_owned(),
        BoardPurpose::Match { match_id, .. } => match_id.name(),
    }
}

pub(super) fn edit(edit: &PairingEdit, levels: &[PairingLevel]) -> proto::PairingEdit {
    proto::PairingEdit {
        whole: edit.whole,
        unedited_cost: costs(&edit.unedited_cost, levels),
        difference: costs(&edit.difference, levels),
    }
}

/// In the order of the policy's levels.
pub(super) fn costs(cost: &Cost, levels: &[PairingLevel]) -> Vec<proto::CostLevel> {
    levels
        .iter()
        .filter_map(|level| {
            Some(proto::CostLevel {
                name: level.name().to_owned(),
                value: *cost.get(level)?,
            })
        })
        .collect()
}

pub(super) fn titles(state: &TournamentState) -> Vec<proto::Title> {
    let lines = state.ranking.iter().flatten();
    lines
        .flat_map(|line| {
            line.titles.iter().map(|title| proto::Title {
                title: match title {
                    Title::Champion => "champion",
                    Title::WomensChampion => "womens_champion",
                    Title::YouthChampion => "youth_champion",
                    Title::SeniorChampion => "senior_champion",
                }
                .to_owned(),
                entrant_id: line.entrant.0.clone(),
            })
        })
        .collect()
}
