//! What a room knows and whom it tells: no commit twice, none left out, none out of order.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{
    registry::Held,
    rest::table::{Table, TableEntry, TablePhase},
    rooms::{Delivery, Ear, Room, presence::Presence},
    socket::{
        outbox::{About, Outbox},
        server_frame,
    },
    sockets::HeldSeat,
};

/// Entries kept for answers that commits overtake.
const RECENT: usize = 32;

struct Member {
    id: u64,
    outbox: Arc<Outbox>,
    account_id: Option<Arc<str>>,
    /// The last seq that went into its outbox.
    sent_seq: u64,
}

struct State {
    /// The table after the last commit that was told; none before the first answer.
    table: Option<Arc<Table>>,
    recent: VecDeque<TableEntry>,
    members: Vec<Member>,
    next_member: u64,
    /// By account: the ply it was to make, and when that was first written to a socket of it.
    delivered: BTreeMap<Arc<str>, (u32, i64)>,
    presence: Presence,
    expected: u64,
}

/// A room's state.
pub struct Hall {
    game: Arc<str>,
    state: Mutex<State>,
}

/// Whether a commit could be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taking {
    /// It was told, or was known.
    Taken,
    /// Commits before it are missing: they must be read from play.
    Gap,
}

/// Whether a member could join with the answer it brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joining {
    /// Under this number.
    Joined(u64),
    /// The room has gone further than the answer and no longer has what is between.
    Overtaken,
}

/// What a room looks after in its own time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outlook {
    /// The last commit that was told; none before the first answer.
    pub seq: Option<u64>,
    /// An acknowledged commit has not been told yet.
    pub behind: bool,
    /// Nothing more will happen.
    pub finished: bool,
}

impl Hall {
    pub(super) fn new(game: &str) -> Self {
        Self {
            game: game.into(),
            state: Mutex::new(State {
                table: None,
                recent: VecDeque::new(),
                members: Vec::new(),
                next_member: 0,
                delivered: BTreeMap::new(),
                presence: Presence::default(),
                expected: 0,
            }),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells commits to everybody, each once.
    pub fn take(&self, held: &Arc<Held<Room>>, entries: Vec<TableEntry>, table: Table) -> Taking {
        let mut state = self.lock();
        self.take_locked(&mut state, held, entries, Arc::new(table))
    }

    fn take_locked(
        &self,
        state: &mut State,
        held: &Arc<Held<Room>>,
        mut entries: Vec<TableEntry>,
        table: Arc<Table>,
    ) -> Taking {
        let Some(known) = &state.table else {
            return Taking::Taken;
        };
        if table.seq <= known.seq {
            return Taking::Taken;
        }
        let from = known.seq;
        entries.retain(|entry| entry.seq > from);
        let follows = entries.first().is_some_and(|entry| entry.seq == from + 1)
            && entries.last().is_some_and(|entry| entry.seq == table.seq);
        if !follows {
            return Taking::Gap;
        }
        let turn = gave_turn(known, &table).then_some(table.ply);
        let entries: Arc<[TableEntry]> = entries.into();
        let shared = server_frame::table(&self.game, Arc::clone(&entries), &table);
        let game = &self.game;
        let metrics = &held.place.parts.metrics;
        state.members.retain_mut(|member| {
            if member.sent_seq >= table.seq {
                return true;
            }
            let frame = if member.sent_seq <= from {
                shared.clone()
            } else {
                let skip = entries.partition_point(|entry| entry.seq <= member.sent_seq);
                let rest = entries.get(skip..).unwrap_or_default();
                server_frame::table(game, rest.into(), &table)
            };
            member.sent_seq = table.seq;
            let delivery = turn
                .zip(member.account_id.clone())
                .map(|(ply, account_id)| Delivery {
                    room: Arc::clone(held),
                    account_id,
                    ply,
                });
            let keeps_up = member.outbox.table(game, frame, delivery);
            if !keeps_up {
                metrics.resyncs.add();
            }
            keeps_up
        });
        state.recent.extend(entries.iter().cloned());
        let over = state.recent.len().saturating_sub(RECENT);
        state.recent.drain(..over);
        state.table = Some(table);
        Taking::Taken
    }

    /// Sends a member the answer it brought, brought up to what the room has told, and counts it in.
    pub(super) fn join(
        &self,
        held: &Arc<Held<Room>>,
        ear: &Ear,
        mut entries: Vec<TableEntry>,
        table: Table,
    ) -> Joining {
        let mut table = Arc::new(table);
        let mut state = self.lock();
        let known = state.table.as_ref().map(|known| known.seq);
        match known {
            Some(seq) if seq > table.seq => {
                let after = table.seq;
                let missing = state.recent.iter().filter(|entry| entry.seq > after);
                let oldest = state.recent.front().map(|entry| entry.seq);
                if oldest.is_none_or(|oldest| oldest > after + 1) {
                    return Joining::Overtaken;
                }
                entries.extend(missing.cloned());
                table = match &state.table {
                    Some(known) => Arc::clone(known),
                    None => return Joining::Overtaken,
                };
            }
            Some(_) if state.members.is_empty() => {
                state.recent.clear();
                state.table = Some(Arc::clone(&table));
            }
            // What the bus has not brought yet, the others may hear now; a gap is read by the room's task.
            Some(seq) if seq < table.seq => {
                let newer = entries.clone();
                if self.take_locked(&mut state, held, newer, Arc::clone(&table)) == Taking::Gap {
                    state.expected = state.expected.max(table.seq);
                }
            }
            Some(_) => {}
            None => state.table = Some(Arc::clone(&table)),
        }
        let frame = server_frame::table(&self.game, entries.into(), &table);
        ear.outbox.watched(&self.game, frame);
        let id = state.next_member;
        state.next_member += 1;
        state.members.push(Member {
            id,
            outbox: Arc::clone(&ear.outbox),
            account_id: ear.account_id.clone(),
            sent_seq: table.seq,
        });
        let (black, white) = state.presence.shown();
        let frame = server_frame::presence(&self.game, black, white);
        ear.outbox
            .latest(About::Presence(Arc::clone(&self.game)), frame);
        Joining::Joined(id)
    }

    /// A member left.
    pub(super) fn remove(&self, id: u64) {
        self.lock().members.retain(|member| member.id != id);
    }

    /// What the room's task looks after.
    pub fn outlook(&self) -> Outlook {
        let state = self.lock();
        let seq = state.table.as_ref().map(|table| table.seq);
        Outlook {
            seq,
            behind: seq.is_some_and(|seq| seq < state.expected),
            finished: state
                .table
                .as_ref()
                .is_some_and(|table| table.phase == TablePhase::Finished),
        }
    }

    pub(super) fn expect(&self, seq: u64) {
        let mut state = self.lock();
        state.expected = state.expected.max(seq);
    }

    pub(super) fn note_delivered(&self, account_id: &Arc<str>, ply: u32, at_ms: i64) {
        let mut state = self.lock();
        let noted = state
            .delivered
            .entry(Arc::clone(account_id))
            .or_insert((ply, at_ms));
        if noted.0 != ply {
            *noted = (ply, at_ms);
        }
    }

    pub(super) fn delivered_at_ms(&self, account_id: &str, ply: Option<u32>) -> Option<i64> {
        let state = self.lock();
        let ply = ply.or_else(|| state.table.as_ref().map(|table| table.ply))?;
        let (of, at_ms) = state.delivered.get(account_id)?;
        (*of == ply).then_some(*at_ms)
    }

    pub(super) fn has_seat_of(&self, seats: &[HeldSeat]) -> bool {
        let state = self.lock();
        state.table.as_ref().is_some_and(|table| {
            seats.iter().any(|seat| {
                seat.tournament_id == table.tournament_id
                    && (seat.entrant_id == table.black_entrant_id
                        || seat.entrant_id == table.white_entrant_id)
            })
        })
    }

    /// The seats of this game: tournament, black, white.
    pub fn seats(&self) -> Option<(String, String, String)> {
        let state = self.lock();
        state.table.as_ref().map(|table| {
            (
                table.tournament_id.clone(),
                table.black_entrant_id.clone(),
                table.white_entrant_id.clone(),
            )
        })
    }

    /// Changes what is known of who is here, and shows it to everybody if it looks different now.
    pub fn change_presence<R>(&self, change: impl FnOnce(&mut Presence) -> R) -> R {
        let mut state = self.lock();
        let before = state.presence.shown();
        let result = change(&mut state.presence);
        let (black, white) = state.presence.shown();
        if before != (black, white) {
            let frame = server_frame::presence(&self.game, black, white);
            for member in &state.members {
                member
                    .outbox
                    .latest(About::Presence(Arc::clone(&self.game)), frame.clone());
            }
        }
        result
    }
}

/// Whether the second table gives somebody a turn that they did not have on the first.
fn gave_turn(before: &Table, after: &Table) -> bool {
    after.phase == TablePhase::Live && (after.ply != before.ply || before.phase != TablePhase::Live)
}
