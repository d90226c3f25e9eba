//! Connections outlive seats and offices: who hears a game as a player or an official, or a tournament as its
//! director, is asked of play again and again, and at once where play says that it changed.

use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use outflank_proto::play::v1 as play;
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::state::Shared;

/// As many games or tournaments as play takes in one question.
const AT_ONCE: usize = 256;
/// So many questions are open at a time: one that is answered late keeps no other waiting.
const SIDE_BY_SIDE: usize = 16;
/// What takes longer is asked again with the next look.
const ANSWER_WITHIN: Duration = Duration::from_millis(1_500);

/// What one question is about.
enum Asked<'a> {
    Games(&'a [play::GameListeners]),
    Tournaments(&'a [play::TournamentListeners]),
}

/// Has nobody hear for longer than `every` and an answer what is no longer for them, until the gateway is to stop.
pub async fn keep_current(shared: &Shared, every: Duration) {
    let mut looks = interval(every);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let games = tokio::select! {
            () = shared.stop.cancelled() => return,
            () = shared.rooms.changed().wanted() => Some(shared.rooms.changed().take()),
            _ = looks.tick() => None,
        };
        let at_tables = shared.rooms.listeners(games.as_ref());
        let alerted = match games {
            Some(_) => Vec::new(),
            None => shared.tournaments.listeners(),
        };
        let at_tables = at_tables.chunks(AT_ONCE).map(Asked::Games);
        let alerted = alerted.chunks(AT_ONCE).map(Asked::Tournaments);
        stream::iter(at_tables.chain(alerted))
            .for_each_concurrent(SIDE_BY_SIDE, async |asked| match asked {
                Asked::Games(listeners) => check_games(shared, listeners).await,
                Asked::Tournaments(listeners) => check_tournaments(shared, listeners).await,
            })
            .await;
    }
}

async fn check_games(shared: &Shared, asked: &[play::GameListeners]) {
    let request = play::ReadViewersRequest {
        games: asked.to_vec(),
        ..play::ReadViewersRequest::default()
    };
    let Some(answer) = ask(shared, request).await else {
        return;
    };
    for now in &answer.games {
        let asked = asked.iter().find(|of| of.game_id == now.game_id);
        // An answer that leaves somebody out says nothing.
        if let Some(asked) = asked.filter(|of| of.account_ids.len() == now.viewers.len()) {
            shared.rooms.keep_only(asked, now);
        }
    }
}

async fn check_tournaments(shared: &Shared, asked: &[play::TournamentListeners]) {
    let request = play::ReadViewersRequest {
        tournaments: asked.to_vec(),
        ..play::ReadViewersRequest::default()
    };
    let Some(answer) = ask(shared, request).await else {
        return;
    };
    for now in &answer.tournaments {
        let asked = asked.iter();
        let mut asked = asked.filter(|of| of.tournament_id == now.tournament_id);
        if let Some(asked) = asked.next() {
            shared.tournaments.keep_only(asked, now);
        }
    }
}

/// Play's answer. While there is none, nobody learns more than play tells, and everybody stays what they were.
async fn ask(
    shared: &Shared,
    request: play::ReadViewersRequest,
) -> Option<play::ReadViewersResponse> {
    let mut play = shared.services.play();
    match timeout(ANSWER_WITHIN, play.read_viewers(request)).await {
        Ok(Ok(answer)) => Some(answer.into_inner()),
        Ok(Err(status)) => {
            tracing::debug!(%status, "who listens is not known now");
            None
        }
        Err(_) => {
            tracing::debug!("play did not say in time who listens");
            None
        }
    }
}
