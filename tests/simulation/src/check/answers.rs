//! What the services answer is what a fold of the journal gives.

use std::collections::BTreeSet;

use outflank_access::Role;
use outflank_journal::records::query_scalar;
use outflank_othello::Event;
use outflank_proto::{
    pairing::v1::{self as pairing, pairing_service_client::PairingServiceClient},
    play::v1::{self as play, play_service_client::PlayServiceClient},
};

use super::{Findings, Games, games, results};
use crate::{player::is_over, wiring::Wiring};

pub async fn check(wiring: &Wiring, id: &str, games: &Games, findings: &mut Findings) {
    for index in wiring.play.serving() {
        let Some(running) = wiring.play.at(index) else {
            continue;
        };
        let client =
            PlayServiceClient::new(wiring.in_the_name_of(running.transport, Role::Pairing));
        for (game, entries) in games {
            let asked = play::GetTableRequest {
                game_id: game.clone(),
                ..Default::default()
            };
            let answer = client.clone().get_table(asked).await;
            let table = match answer {
                Ok(answer) => answer.into_inner().table.unwrap_or_default(),
                Err(status) => {
                    findings.push(format!("play {index} does not show game {game}: {status}"));
                    continue;
                }
            };
            if let Some(wrong) = table_differs(&table, game, entries) {
                findings.push(format!("play {index} shows game {game} wrongly: {wrong}"));
            }
        }
    }
    let tournament = results::tournament(wiring, id, findings);
    for index in wiring.pairing.serving() {
        let Some(running) = wiring.pairing.at(index) else {
            continue;
        };
        let transport = wiring.in_the_name_of(running.transport, Role::Play);
        let asked = pairing::GetTournamentRequest {
            tournament_id: id.to_owned(),
        };
        match PairingServiceClient::new(transport)
            .get_tournament(asked)
            .await
        {
            Ok(answer) => {
                let shown = answer.into_inner().tournament.unwrap_or_default();
                if let Some(wrong) = tournament_differs(&shown, &tournament) {
                    findings.push(format!(
                        "pairing {index} shows the tournament wrongly: {wrong}"
                    ));
                }
            }
            Err(status) => findings.push(format!("pairing {index} does not answer: {status}")),
        }
    }
    reasons(wiring, games, findings).await;
}

fn table_differs(table: &play::Table, game: &str, entries: &[super::GameEntry]) -> Option<String> {
    let replayed = games::replay(game, entries, &mut Vec::new());
    let seq = entries.last().map_or(0, |entry| entry.seq);
    if table.seq != seq {
        return Some(format!("it stands at entry {}, not {seq}", table.seq));
    }
    if table.board != replayed.board.text() {
        return Some(format!(
            "the board is {}, not {}",
            table.board,
            replayed.board.text()
        ));
    }
    if table.plies.len() != replayed.plies as usize {
        return Some(format!(
            "it has {} plies, not {}",
            table.plies.len(),
            replayed.plies
        ));
    }
    let shown = table
        .result
        .as_ref()
        .map(|result| (result.black_discs, result.white_discs));
    let ended = replayed
        .finished
        .map(|end| (u32::from(end.black_discs), u32::from(end.white_discs)));
    if shown != ended || is_over(table) != (ended.is_some() || replayed.called_off) {
        return Some(format!("its result is {shown:?}, not {ended:?}"));
    }
    None
}

fn tournament_differs(
    shown: &pairing::Tournament,
    tournament: &results::Tournament,
) -> Option<String> {
    let seq = shown.summary.as_ref().map_or(0, |summary| summary.seq);
    if seq != tournament.seq {
        return Some(format!("it stands at entry {seq}, not {}", tournament.seq));
    }
    for round in &shown.rounds {
        for board in &round.boards {
            let at = (round.number, board.table);
            if tournament.games.get(&at) != Some(&board.game_id) {
                return Some(format!("the game at {at:?} is {}", board.game_id));
            }
            let last = tournament
                .results
                .get(&at)
                .and_then(|results| results.last());
            let stands = last.map(|(result, ..)| (result.black_discs, result.white_discs));
            let result = board.result.as_ref();
            let told = result.map(|result| (result.black_discs, result.white_discs));
            if told != stands {
                return Some(format!("the result at {at:?} is {told:?}, not {stands:?}"));
            }
        }
    }
    None
}

/// Whatever an entry says was given as a reason can be read.
async fn reasons(wiring: &Wiring, games: &Games, findings: &mut Findings) {
    let all = query_scalar::<String>("SELECT reason_id FROM reasons");
    let kept: BTreeSet<String> = match all.fetch_all(wiring.play_records.read()).await {
        Ok(kept) => kept.into_iter().collect(),
        Err(error) => return findings.push(format!("the reasons cannot be read: {error}")),
    };
    for (game, entries) in games {
        for entry in entries {
            for event in &entry.events {
                let named = match event {
                    Event::Ruled { authority, .. } => authority.reason_id.as_ref(),
                    Event::ResultDisputed { reason_id, .. } => Some(reason_id),
                    _ => None,
                };
                // Reasons that came with pairing's facts are pairing's.
                let own = named.filter(|_| !entry.actor.starts_with("service:"));
                if let Some(reason) = own.filter(|reason| !kept.contains(*reason)) {
                    findings.push(format!(
                        "entry {} of game {game}: its reason {reason} is not kept",
                        entry.seq
                    ));
                }
            }
        }
    }
}
