//! What those who hear a game as its players or officials are to it now.

use std::collections::{BTreeMap, BTreeSet};

use outflank_proto::play::v1 as play;

use crate::rooms::{RereadQueue, Rooms, subscriber::Viewer};

impl Rooms {
    /// Games whose players or officials may be others now, by play's word.
    pub fn changed(&self) -> &RereadQueue {
        &self.parts.changed
    }

    /// Who hears these games, or all, as one of their players or officials.
    pub fn listeners(&self, games: Option<&BTreeSet<String>>) -> Vec<play::GameListeners> {
        let rooms = match games {
            Some(games) => games
                .iter()
                .filter_map(|game| self.rooms.get(game))
                .collect(),
            None => self.rooms.all(),
        };
        let listeners = rooms.iter().map(|held| {
            let mut accounts = held.value.players.accounts();
            accounts.extend(held.value.officials.accounts());
            play::GameListeners {
                game_id: held.key.clone(),
                account_ids: accounts.iter().map(ToString::to_string).collect(),
            }
        });
        listeners.filter(|of| !of.account_ids.is_empty()).collect()
    }

    /// Play said what they are: whoever is another thing now hears nothing more as what they were.
    pub fn keep_only(&self, asked: &play::GameListeners, now: &play::GameViewers) {
        let Some(held) = self.rooms.get(&asked.game_id) else {
            return;
        };
        let viewers = now.viewers().map(Viewer::of);
        let accounts = asked.account_ids.iter().map(String::as_str);
        let viewers: BTreeMap<&str, Viewer> = accounts.zip(viewers).collect();
        held.value.officials.keep_only(&viewers);
        let gone = held.value.players.keep_only(&viewers);
        for (account_id, viewer) in &gone {
            if let Some(seat) = held.value.seat_of(*viewer) {
                self.parts.sockets.seat_lost(account_id, &seat);
            }
        }
        if !gone.is_empty() {
            held.value.show_presence(&held, false);
        }
    }
}
