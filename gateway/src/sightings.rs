//! Whom this gateway showed which positions lately. Where a player's own line was left unread, officials are told that
//! somebody else at the same address had been shown the position: a hint, by which no clock goes.
//!
//! No address is kept and none is told. What stands for it, for an account and for a program is a digest under a key that
//! only gateways have, another for each game: two at one game can be compared, and nothing else is said by it.

use std::{
    collections::{BTreeMap, VecDeque, btree_map::Entry},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use ed25519_dalek::{Signer as _, SigningKey};
use outflank_access::identifier::{derived_number, hex};
use outflank_live::{Received, SharedLive, topic};
use outflank_proto::play::v1::{self as play, connection_report::Observed};
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;

use crate::{sockets::Sockets, source::Source};

/// Sightings that are kept, some 100 bytes each; the oldest go first.
const KEPT: usize = 65_536;
/// How long they are kept, in ms: longer than any line is left unread before it is ended.
const LIFE_MS: i64 = 60_000;
/// A line that was unread for less gains nothing to speak of, and a position that was shown less before says nothing.
pub const LEAST_MS: i64 = 100;
const SUBSCRIBE_AGAIN: Duration = Duration::from_secs(1);
/// Nothing else that the service key signs begins like this.
const CONTEXT: &[u8] = b"outflank sightings v1\0";

/// Somebody at one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Their account; 0 for none.
    account: u64,
    network: u64,
    /// Their program; 0 for one without a name.
    program: u64,
}

/// A player's line took a turn that had waited for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftUnread {
    gateway: String,
    game_id: String,
    account_id: String,
    ply: u32,
    /// The commit that gave the turn.
    seq: u64,
    /// From then on the player had it, cluster time in ms.
    had_at_ms: i64,
    line: Mark,
    /// The accounts that play.
    players: Vec<u64>,
}

/// A turn of a player's, as their line took it.
#[derive(Debug, Clone, Copy)]
pub struct TakenTurn<'a> {
    pub account_id: &'a str,
    pub ply: u32,
    pub seq: u64,
    /// From when on they had it.
    pub had_at_ms: i64,
    /// Of the line.
    pub line: Mark,
}

/// One sighting: whoever looks again from there sees nothing new.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    network: u64,
    seq: u64,
    account: u64,
}

#[derive(Debug, Clone, Copy)]
struct Look {
    at_ms: i64,
    program: u64,
}

#[derive(Debug, Default)]
struct Kept {
    looks: BTreeMap<Place, Look>,
    /// Oldest first.
    order: VecDeque<Place>,
}

/// Whom this gateway showed which positions lately.
pub struct Sightings {
    key: String,
    gateway_id: String,
    live: SharedLive,
    sockets: Arc<Sockets>,
    kept: Mutex<Kept>,
}

impl std::fmt::Debug for Sightings {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Sightings").finish_non_exhaustive()
    }
}

impl Sightings {
    /// None. `signing_key` is the gateways' service key: what they tell each other can be compared.
    pub fn new(
        (gateway_id, signing_key): (&str, &SigningKey),
        live: SharedLive,
        sockets: Arc<Sockets>,
    ) -> Self {
        Self {
            key: hex(&signing_key.sign(CONTEXT).to_bytes()),
            gateway_id: gateway_id.to_owned(),
            live,
            sockets,
            kept: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn digest(&self, game: &str, kind: &str, text: &str) -> u64 {
        match text {
            "" => 0,
            text => derived_number(&[&self.key, game, kind, text]),
        }
    }

    /// What stands for somebody at a game.
    pub fn mark(&self, game: &str, account_id: Option<&str>, source: &Source) -> Mark {
        Mark {
            account: self.digest(game, "account", account_id.unwrap_or_default()),
            network: self.digest(game, "network", &source.network),
            program: self.digest(game, "program", &source.program),
        }
    }

    /// Somebody who does not play was shown the position after this commit.
    pub fn note(&self, mark: Mark, seq: u64, at_ms: i64) {
        let place = Place {
            network: mark.network,
            seq,
            account: mark.account,
        };
        let program = mark.program;
        let mut guard = self.lock();
        let kept = &mut *guard;
        kept.forget(at_ms.saturating_sub(LIFE_MS));
        if let Entry::Vacant(vacant) = kept.looks.entry(place) {
            vacant.insert(Look { at_ms, program });
            kept.order.push_back(place);
        }
    }

    /// A turn waited for a player's line, for longer than [`LEAST_MS`]. Whichever gateway showed the position to
    /// somebody else at the line's address tells play. `players`: who plays.
    pub fn left_unread<'a>(
        &self,
        game: &str,
        turn: TakenTurn<'_>,
        players: impl Iterator<Item = &'a str>,
    ) {
        let left = LeftUnread {
            gateway: self.gateway_id.clone(),
            game_id: game.to_owned(),
            account_id: turn.account_id.to_owned(),
            ply: turn.ply,
            seq: turn.seq,
            had_at_ms: turn.had_at_ms,
            line: turn.line,
            players: players
                .map(|account| self.digest(game, "account", account))
                .collect(),
        };
        self.answer(&left);
        let Ok(bytes) = serde_json::to_vec(&left) else {
            return;
        };
        let live = Arc::clone(&self.live);
        tokio::spawn(async move {
            if let Err(error) = live.publish(&topic::left_unread(), bytes.into()).await {
                tracing::debug!(%error, "what other gateways showed is not known");
            }
        });
    }

    /// Answers other gateways until told to stop. What is asked while the bus is down goes unanswered.
    pub async fn answer_others(&self, stop: &CancellationToken) {
        let mut asked = None;
        loop {
            if asked.is_none() {
                asked = self.live.subscribe(&topic::left_unread()).await.ok();
            }
            let heard = async {
                match &mut asked {
                    Some(asked) => asked.next().await,
                    None => {
                        tokio::time::sleep(SUBSCRIBE_AGAIN).await;
                        Received::Closed
                    }
                }
            };
            tokio::select! {
                () = stop.cancelled() => return,
                heard = heard => match heard {
                    Received::Message(message) => self.hear(&message),
                    Received::Missed(_) => {}
                    Received::Closed => asked = None,
                },
            }
        }
    }

    fn hear(&self, message: &Bytes) {
        match serde_json::from_slice::<LeftUnread>(message) {
            Ok(left) if left.gateway != self.gateway_id => self.answer(&left),
            _ => {}
        }
    }

    fn answer(&self, left: &LeftUnread) {
        let Some(look) = self.lock().before(left) else {
            return;
        };
        self.sockets.observed(play::ConnectionReport {
            account_id: left.account_id.clone(),
            socket_id: String::new(),
            at_ms: look.at_ms,
            observed: Some(Observed::Onlooker(play::Onlooker {
                game_id: left.game_id.clone(),
                ply: left.ply,
                seq: left.seq,
                before_ms: left.had_at_ms.saturating_sub(look.at_ms),
                same_program: look.is_with(left.line),
            })),
        });
    }
}

impl Look {
    /// Whether it was taken with a program that calls itself the same.
    fn is_with(self, mark: Mark) -> bool {
        self.program != 0 && self.program == mark.program
    }
}

impl Kept {
    /// Forgets what is older, and the oldest where there are too many.
    fn forget(&mut self, before_ms: i64) {
        while let Some(oldest) = self.order.front() {
            let look = self.looks.get(oldest);
            let over = self.order.len() >= KEPT;
            if !over && look.is_some_and(|look| look.at_ms >= before_ms) {
                return;
            }
            self.looks.remove(oldest);
            self.order.pop_front();
        }
    }

    /// The first look from the line's address at the position by somebody who does not play: with the line's program if
    /// there is one.
    fn before(&self, left: &LeftUnread) -> Option<Look> {
        let network = left.line.network;
        let from = |seq, account| Place {
            network,
            seq,
            account,
        };
        let looks = self
            .looks
            .range(from(left.seq, 0)..=from(u64::MAX, u64::MAX));
        let others = looks.filter(|(place, look)| {
            let plays = place.account != 0 && left.players.contains(&place.account);
            !plays && look.at_ms.saturating_add(LEAST_MS) <= left.had_at_ms
        });
        let first = others.min_by_key(|(_, look)| (!look.is_with(left.line), look.at_ms));
        first.map(|(_, look)| *look)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(network: u64) -> Mark {
        Mark {
            account: 0,
            network,
            program: 1,
        }
    }

    fn sightings() -> Sightings {
        let clock = Arc::new(outflank_transport::ClusterClock::new());
        let live: SharedLive = Arc::new(outflank_live::InProcess::new());
        let key = SigningKey::from_bytes(&[2; 32]);
        Sightings::new(("g1", &key), live, Arc::new(Sockets::new(clock)))
    }

    fn is_known(sightings: &Sightings, network: u64) -> bool {
        let left = LeftUnread {
            gateway: String::new(),
            game_id: String::new(),
            account_id: String::new(),
            ply: 1,
            seq: 1,
            had_at_ms: i64::MAX,
            line: mark(network),
            players: Vec::new(),
        };
        sightings.lock().before(&left).is_some()
    }

    #[test]
    fn sightings_are_few_and_short_lived() {
        let sightings = sightings();
        for network in 0..=KEPT as u64 {
            sightings.note(mark(network), 1, 0);
        }
        assert_eq!(sightings.lock().looks.len(), KEPT);
        assert!(!is_known(&sightings, 0) && is_known(&sightings, 1));
        sightings.note(mark(1), 2, LIFE_MS + 1);
        assert_eq!(sightings.lock().looks.len(), 1);
        assert_eq!(sightings.lock().order.len(), 1);
    }

    #[test]
    fn marks_of_two_games_cannot_be_compared() {
        let sightings = sightings();
        let source = Source {
            network: "192.0.2.1".into(),
            program: "a browser".into(),
        };
        let at = |game| sightings.mark(game, Some("anna"), &source);
        let (one, other) = (at("g"), at("h"));
        assert_eq!(one, at("g"));
        assert!(one.account != other.account && one.network != other.network);
        assert!(one.program != other.program);
        assert_eq!(sightings.mark("g", None, &Source::default()).program, 0);
    }
}
