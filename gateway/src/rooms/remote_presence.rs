//! Seats whose sockets are open at other gateways, whether those gateways show the game or not: each gateway keeps
//! its own seats in live state, and what it keeps vanishes when it does not say so again.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use outflank_live::{Attendance, LiveError};
use tokio::time::MissedTickBehavior;

use crate::{
    holder::seat_name,
    registry::{Held, Registry},
    rooms::{
        presence::{Seat, Seats},
        room::{Room, RoomParts},
    },
};

/// How often seats are said and asked for.
const EVERY: Duration = Duration::from_secs(2);
/// The seats of a gateway that says nothing for so long have gone with it.
const LIFETIME: Duration = Duration::from_secs(8);

/// Says and asks until told to stop. While live state is away, what was known last is shown on.
pub(super) async fn run(parts: Arc<RoomParts>, rooms: Arc<Registry<Room>>) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut said = BTreeSet::new();
    loop {
        tokio::select! {
            () = parts.stop.cancelled() => return,
            _ = ticks.tick() => {}
        }
        if let Err(error) = say(&parts, &mut said).await {
            tracing::debug!(%error, "other gateways do not learn which seats are here");
        }
        if let Err(error) = ask(&parts, &rooms.all()).await {
            tracing::debug!(%error, "which seats are elsewhere is not known");
        }
    }
}

async fn say(parts: &RoomParts, said: &mut BTreeSet<String>) -> Result<(), LiveError> {
    let now = parts.sockets.open_seats();
    let news = Attendance {
        arrived: now.difference(said).cloned().collect(),
        left: said.difference(&now).cloned().collect(),
    };
    let here = &parts.gateway_id;
    if !parts.live.keep_presence(here, &news, LIFETIME).await? {
        let all = Attendance {
            arrived: now.iter().cloned().collect(),
            left: Vec::new(),
        };
        parts.live.keep_presence(here, &all, LIFETIME).await?;
    }
    *said = now;
    Ok(())
}

async fn ask(parts: &RoomParts, rooms: &[Arc<Held<Room>>]) -> Result<(), LiveError> {
    let seats = rooms.iter().filter_map(|held| {
        let (event, black, white) = held.value.entrants.get()?;
        Some((held, [seat_name(event, black), seat_name(event, white)]))
    });
    let seats: Vec<_> = seats.collect();
    if seats.is_empty() {
        return Ok(());
    }
    let who: Vec<String> = seats.iter().flat_map(|(_, pair)| pair.clone()).collect();
    let mut gateways = parts.live.whereabouts(&who).await?;
    gateways.remove(&parts.gateway_id);
    for (held, [black, white]) in seats {
        let anywhere = |seat| Seat {
            open: gateways.values().any(|seats| seats.contains(seat)),
            ..Seat::default()
        };
        let seats = Seats {
            black: anywhere(&black),
            white: anywhere(&white),
        };
        held.value
            .change_presence(|presence| presence.remote = seats);
    }
    Ok(())
}
