//! What must be true after an evening of casual play.

mod bookings;
mod contests;
mod counting;
mod ratings;
mod refusals;
mod standing;
mod together;

use std::sync::Arc;

use outflank_access::Role;
use outflank_othello::{Color, Event, PerColor};
use outflank_proto::pairing::v1::{
    FindBookingsRequest, pairing_service_client::PairingServiceClient,
};

use self::{
    bookings::{Booking, Bookings},
    contests::Contests,
};
use super::{Findings, GameEntry, Games, chains, commands, games, games_of};
use crate::{evening::Figures, wiring::Wiring};

/// Looks at everything; everybody has gone, and nothing goes wrong any more.
pub async fn check_evening(wiring: &Arc<Wiring>) -> (Findings, Figures) {
    let mut findings = wiring.world.log.complaints();
    chains(wiring, &mut findings);
    let played = games_of(wiring, &mut findings);
    commands::check(wiring, &played, &mut findings);
    for (id, entries) in &played {
        games::check(id, entries, true, &mut findings);
    }
    let bookings = Bookings::read(wiring, &mut findings);
    for booking in &bookings.all {
        booked_and_played(wiring, booking, &played, &mut findings);
    }
    for game in played.keys() {
        if !bookings.all.iter().any(|booking| booking.game == *game) {
            findings.push(format!("game {game} is played, and nobody booked it"));
        }
    }
    agreed_on(&bookings, &mut findings);
    told(wiring, &bookings, &mut findings);
    let standing = standing::Standing::of(wiring);
    standing.check(wiring, &bookings, &mut findings);
    let contests = Contests::read(wiring, &mut findings);
    let known = (&bookings, &contests, &standing);
    let (fitting, together_max_ms) = together::check(wiring, known, &mut findings);
    answers(wiring, &bookings, &mut findings).await;
    counting::check(wiring, known, &mut findings).await;
    refusals::check(wiring, &contests, &mut findings);
    ratings::check(wiring, &bookings, &mut findings).await;
    let count = |of: usize| u64::try_from(of).unwrap_or_default();
    let figures = Figures {
        guests: 0,
        seeks: count(wiring.world.seen.all_sought().len()),
        bookings: count(bookings.all.len()),
        fitting,
        together_max_ms,
        counted: count(contests.counted()),
    };
    (findings, figures)
}

/// What is booked is played by those two, and over before they are free, with the result that the game had.
fn booked_and_played(wiring: &Wiring, booking: &Booking, played: &Games, findings: &mut Findings) {
    let (id, mut wrong) = (&booking.game, Vec::new());
    let entries = played.get(id).map(Vec::as_slice).unwrap_or_default();
    let events = || entries.iter().flat_map(|entry| &entry.events);
    let created = events().find_map(|event| match event {
        Event::Created(created) => Some(created),
        _ => None,
    });
    let players = PerColor::new(booking.players[0].clone(), booking.players[1].clone());
    match created {
        None => wrong.push("is booked, and was never made".to_owned()),
        Some(created) if created.entrants != players => {
            wrong.push(format!("is played by {:?}", created.entrants));
        }
        Some(_) => {}
    }
    match (&booking.freed, end_of(entries)) {
        (None, _) => wrong.push("has players who are never free again".to_owned()),
        (Some(_), None) => wrong.push("frees its players, and is not over".to_owned()),
        (Some(freed), Some((over_ms, discs, winner))) => {
            let skew_ms = i64::try_from(wiring.world.fault_plan.skew_ms).unwrap_or(0);
            if freed.at_ms + 2 * skew_ms < over_ms {
                wrong.push(format!(
                    "frees at {}, and is over at {over_ms}",
                    freed.at_ms
                ));
            }
            let moved = |color| {
                let moves =
                    |event: &Event| matches!(event, Event::Moved { color: of, .. } if *of == color);
                events().any(moves)
            };
            let counts = moved(Color::Black) && moved(Color::White);
            let expected = (discs, winner, counts);
            if freed.outcome != expected {
                wrong.push(format!(
                    "ended {expected:?}, and frees with {:?}",
                    freed.outcome
                ));
            }
        }
    }
    let players = &booking.players;
    findings.extend(
        wrong
            .iter()
            .map(|wrong| format!("game {id} of {players:?} {wrong}")),
    );
}

type Discs = (u64, u64);

/// When a game was over, with its discs and winner.
fn end_of(entries: &[GameEntry]) -> Option<(i64, Discs, Option<Color>)> {
    entries.iter().rev().find_map(|entry| {
        let finished = entry.events.iter().find_map(|event| match event {
            Event::Finished(finished) => Some(finished),
            _ => None,
        })?;
        let discs = (finished.black_discs.into(), finished.white_discs.into());
        Some((entry.at_ms, discs, finished.winner))
    })
}

/// A challenge is good for one game, and so is the wish of two for another.
fn agreed_on(bookings: &Bookings, findings: &mut Findings) {
    let mut agreed = std::collections::BTreeMap::new();
    for booking in &bookings.all {
        let (kind, of) = &booking.origin;
        if kind == "seeks" {
            continue;
        }
        if let Some(other) = agreed.insert((kind, of), &booking.game) {
            let game = &booking.game;
            findings.push(format!(
                "of the {kind} {of} came game {other} and game {game}"
            ));
        }
        let before = bookings.all.iter().find(|other| other.game == *of);
        let same = |before: &Booking| {
            let mut players = before.players.clone();
            players.sort();
            let mut own = booking.players.clone();
            own.sort();
            players == own
                && before
                    .freed
                    .as_ref()
                    .is_some_and(|freed| freed.ms <= booking.ms)
        };
        if kind == "rematch" && !before.is_some_and(same) {
            let (game, players) = (&booking.game, &booking.players);
            findings.push(format!(
                "game {game} of {players:?} comes after game {of}, which was not over or not theirs"
            ));
        }
    }
}

/// Nobody is told of a game that is not his.
fn told(wiring: &Wiring, bookings: &Bookings, findings: &mut Findings) {
    for told in wiring.world.seen.all_told() {
        let players = if told.black {
            [&told.account, &told.opponent]
        } else {
            [&told.opponent, &told.account]
        };
        let known = |booking: &&Booking| booking.game == told.game;
        let booked = bookings.all.iter().find(known);
        if booked.is_none_or(|booking| booking.players.each_ref() != players) {
            findings.push(format!("{told:?}, and that is not booked"));
        }
    }
}

/// Every process of pairing knows that nobody is booked any more.
async fn answers(wiring: &Wiring, bookings: &Bookings, findings: &mut Findings) {
    let accounts = bookings
        .all
        .iter()
        .flat_map(|booking| booking.players.clone());
    let accounts: std::collections::BTreeSet<String> = accounts.collect();
    for index in wiring.pairing.serving() {
        let Some(running) = wiring.pairing.at(index) else {
            continue;
        };
        let transport = wiring.in_the_name_of(running.transport, Role::Gateway);
        let request = FindBookingsRequest {
            account_ids: accounts.iter().cloned().collect(),
            seeks: Vec::new(),
        };
        let found = PairingServiceClient::new(transport)
            .find_bookings(request)
            .await;
        match found.map(tonic::Response::into_inner) {
            Ok(found) if found.bookings.is_empty() => {}
            found => findings.push(format!("pairing {index} says of who is booked: {found:?}")),
        }
    }
}
