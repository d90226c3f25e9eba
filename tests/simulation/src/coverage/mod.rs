//! What a run covered: which kinds of fault struck during which command, and where in a command's life its process
//! died. Nothing here is drawn by lot, so that a seed's history is the same whether anybody looks or not.

mod kinds;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::{Mutex, MutexGuard, PoisonError},
};

use outflank_journal::StreamId;
use prost::Message;

use kinds::{BESIDE_THE_ROUNDS, IN_ARENAS};
pub use kinds::{
    BOOK_AND_FREE, CASUAL, COMMANDS, COUNT_A_GAME, Fault, OF_THEMSELVES, Point, VARIETIES,
};

use crate::evening::{BOOKINGS, CONTEST};

/// A command, or what else somebody does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Doing {
    /// The command's id, by which it is known everywhere.
    pub id: Option<String>,
    /// Its kind.
    pub kind: String,
}

impl Doing {
    /// Something without an id.
    #[must_use]
    pub fn other(kind: &str) -> Self {
        Self {
            id: None,
            kind: kind.to_owned(),
        }
    }

    /// Whether it is a command beside the rounds, or in an arena, of which an event or an evening has one or two, and many
    /// none.
    #[must_use]
    pub fn is_seldom(&self) -> bool {
        let kind = self.kind.as_str();
        BESIDE_THE_ROUNDS.contains(&kind) || IN_ARENAS.contains(&kind)
    }
}

/// One thing that a run covered: a fault struck something, a process died somewhere in a command's life, or both in
/// the life of one command.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// The kind of fault.
    pub fault: Option<Fault>,
    /// What was under way.
    pub during: String,
    /// Where in its life the process died.
    pub point: Option<Point>,
}

impl fmt::Display for Case {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?} x ", self.during)?;
        match (self.fault, self.point) {
            (Some(fault), Some(point)) => write!(formatter, "{fault:?} x {point:?}"),
            (Some(fault), None) => write!(formatter, "{fault:?}"),
            (None, Some(point)) => write!(formatter, "{point:?}"),
            (None, None) => Ok(()),
        }
    }
}

/// What was covered so far.
#[derive(Debug, Default)]
pub struct Coverage(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// Commands by the ids they are sent and written under.
    commands: BTreeMap<String, Doing>,
    /// What struck a command so far.
    struck: BTreeMap<String, BTreeSet<Fault>>,
    cases: BTreeSet<Case>,
}

/// As much of a request as all commands have in common.
#[derive(Message)]
struct Commanding {
    #[prost(string, tag = "1")]
    command_id: String,
}

/// Before its message, a call's body says how long that is.
const FRAME_HEAD: usize = 5;

impl Coverage {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody gives a command.
    pub fn given(&self, command_id: &str, kind: &str) {
        let doing = Doing {
            id: Some(command_id.to_owned()),
            kind: kind.to_owned(),
        };
        self.known().commands.insert(command_id.to_owned(), doing);
    }

    /// A service writes a command under another id.
    pub fn written_as(&self, command_id: &str, written_as: &str) {
        let mut known = self.known();
        if let Some(doing) = known.commands.get(command_id).cloned() {
            known.commands.insert(written_as.to_owned(), doing);
        }
    }

    /// What a call does.
    #[must_use]
    pub fn called(&self, path: &str, body: &[u8]) -> Doing {
        let message = body.get(FRAME_HEAD..).unwrap_or_default();
        let command_id = Commanding::decode(message).map(|message| message.command_id);
        let command = command_id
            .ok()
            .and_then(|id| self.known().commands.get(&id).cloned());
        command.unwrap_or_else(|| Doing::other(path.rsplit('/').next().unwrap_or(path)))
    }

    /// What an entry comes from.
    #[must_use]
    pub fn writes(&self, stream: &StreamId, command_id: &str) -> Doing {
        let given = self.known().commands.get(command_id).cloned();
        given.unwrap_or_else(|| Doing {
            id: Some(format!("{stream}/{command_id}")),
            kind: own(&stream.kind, command_id).to_owned(),
        })
    }

    /// What a command is.
    #[must_use]
    pub fn command(&self, command_id: &str) -> Doing {
        let given = self.known().commands.get(command_id).cloned();
        given.unwrap_or_else(|| Doing::other("something else"))
    }

    /// A fault strikes.
    pub fn struck<'a>(&self, fault: Fault, during: impl IntoIterator<Item = &'a Doing>) {
        let mut known = self.known();
        for doing in during {
            if let Some(id) = &doing.id {
                known.struck.entry(id.clone()).or_default().insert(fault);
            }
            known.cases.insert(Case {
                fault: Some(fault),
                during: doing.kind.clone(),
                point: None,
            });
        }
    }

    /// A process dies at this point of a command's life, with all that struck the command before.
    pub fn died(&self, point: Point, doing: &Doing) {
        let mut known = self.known();
        let before = doing
            .id
            .as_ref()
            .and_then(|id| known.struck.get(id).cloned());
        let faults = before.unwrap_or_default().into_iter().map(Some);
        for fault in faults.chain([None]) {
            known.cases.insert(Case {
                fault,
                during: doing.kind.clone(),
                point: Some(point),
            });
        }
    }

    /// Everything so far.
    #[must_use]
    pub fn cases(&self) -> BTreeSet<Case> {
        self.known().cases.clone()
    }
}

/// What a service does of itself, told by the id that it writes it under.
fn own(stream_kind: &str, command_id: &str) -> &'static str {
    let kinds = [
        ("arrive-", "arrive"),
        ("start-", "start"),
        ("flag-", "flag"),
        ("due-", "due"),
        ("countersign-", "countersign"),
        ("server-", "credit"),
        ("gateway-", "credit"),
        ("tournament/", "hear of pairing"),
    ];
    if stream_kind == BOOKINGS {
        return BOOK_AND_FREE;
    }
    if stream_kind == CONTEST {
        return COUNT_A_GAME;
    }
    if stream_kind != "game" {
        return "hear of play";
    }
    let known = kinds
        .iter()
        .find(|(begins, _)| command_id.starts_with(begins));
    known.map_or("something else", |(_, kind)| kind)
}
