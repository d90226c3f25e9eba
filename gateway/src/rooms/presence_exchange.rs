//! What gateways that show one game tell each other of the sockets of its seats.

use std::sync::{Arc, atomic::Ordering};

use bytes::Bytes;
use outflank_live::topic;
use serde::{Deserialize, Serialize};

use crate::{
    registry::Held,
    rooms::{
        devices::Devices,
        presence::{Presence, Seat, Seats},
        room::Room,
        subscriber::{SubscriberInbox, Viewer},
    },
};

/// What gateways tell each other on a game's presence topic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    gateway: String,
    black: bool,
    white: bool,
    /// Where black shows the game.
    #[serde(default)]
    black_devices: Devices,
    #[serde(default)]
    white_devices: Devices,
    /// The others are asked to say it, too.
    #[serde(default)]
    ask: bool,
}

impl Room {
    /// What whoever has joined is told besides the table.
    pub fn greet(&self, held: &Arc<Held<Self>>, viewer: Viewer, inbox: &SubscriberInbox) {
        self.greet_with_presence(viewer, inbox);
        let first = !self.asked.swap(true, Ordering::Relaxed);
        self.show_presence(held, first);
        held.bell.notify_one();
    }

    /// Looks who is here, shows it, and tells other gateways if it changed or if they are asked.
    pub fn show_presence(&self, held: &Arc<Held<Room>>, ask: bool) {
        if let Some(message) = self.look(ask, false) {
            self.tell(held, &message);
        }
    }

    /// Says it again, for gateways that count silence.
    pub fn repeat_presence(&self, held: &Arc<Held<Room>>) {
        self.change_presence(Presence::expire);
        if let Some(message) = self.look(false, true) {
            self.tell(held, &message);
        }
    }

    /// What another gateway said.
    pub fn hear_presence(&self, held: &Arc<Held<Room>>, message: &Bytes) {
        if let Ok(shown) = serde_json::from_slice(message) {
            return self.hear_shown(&shown);
        }
        let Ok(message) = serde_json::from_slice::<Message>(message) else {
            return;
        };
        if message.gateway == self.parts.gateway_id {
            return;
        }
        let seats = Seats {
            black: Seat {
                open: message.black,
                devices: message.black_devices,
            },
            white: Seat {
                open: message.white,
                devices: message.white_devices,
            },
        };
        self.change_presence(|presence| presence.heard(message.gateway, seats));
        if message.ask
            && let Some(answer) = self.look(false, true)
        {
            self.tell(held, &answer);
        }
    }

    /// What there is to say: if it changed, if others are asked, or if somebody is here and `again`.
    fn look(&self, ask: bool, again: bool) -> Option<Message> {
        let (tournament, black, white) = self.entrants.get()?;
        let sockets = &self.parts.sockets;
        let seat = |entrant, viewer| Seat {
            open: sockets.is_open(tournament, entrant),
            devices: self.players.devices(viewer),
        };
        let now = Seats {
            black: seat(black, Viewer::Black),
            white: seat(white, Viewer::White),
        };
        let own = now.clone();
        let tells = self.change_presence(|presence| presence.take(own, again));
        let says = ask || tells;
        says.then(|| Message {
            gateway: self.parts.gateway_id.clone(),
            black: now.black.open,
            white: now.white.open,
            black_devices: now.black.devices,
            white_devices: now.white.devices,
            ask,
        })
    }

    fn tell(&self, held: &Arc<Held<Room>>, message: &Message) {
        let Ok(bytes) = serde_json::to_vec(message) else {
            return;
        };
        let (live, topic) = (Arc::clone(&self.parts.live), topic::presence(&held.key));
        tokio::spawn(async move {
            if let Err(error) = live.publish(&topic, Bytes::from(bytes)).await {
                tracing::debug!(%error, "other gateways were not told who is here");
            }
        });
    }
}
