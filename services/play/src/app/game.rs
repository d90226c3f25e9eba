//! One game as its stream tells it.

use std::collections::BTreeMap;

use outflank_access::Problem;
use outflank_journal::Entry;
use outflank_othello::{
    ActKind, Audience, Authority, Color, CreditCause, Event, PerColor, Square, Squares, TableState,
    evolve,
};

use super::delays::Given;

/// Version of the entries this service writes: a JSON list of events.
pub(crate) const SCHEMA_VERSION: u32 = 1;

/// An official's act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ruled {
    pub seq: u64,
    pub at_ms: i64,
    pub act: ActKind,
    pub authority: Authority,
    /// Of one that settled a dispute: the player was right.
    pub upheld: Option<bool>,
    /// Of one that changed a clock: whose, and how much was given, in ms.
    pub adjusted: Option<(Color, i64)>,
}

/// A game folded up to an entry, with what answers and views need beside the rules' state.
#[derive(Debug, Clone, Default)]
pub(crate) struct Game {
    pub id: String,
    /// The last entry taken in; 0 before the first.
    pub seq: u64,
    /// Cluster time of that entry.
    pub at_ms: i64,
    pub state: TableState,
    /// The entry of each ply, from ply 1.
    ply_seqs: Vec<u64>,
    resignation_seq: Option<u64>,
    /// Time that flags' falls charged to a ply, in ms.
    falls: BTreeMap<u32, i64>,
    /// The last disc placed, and what it turned over.
    pub last_disc: Option<(Square, Squares)>,
    /// Officials' acts so far, and what they rest on.
    pub rulings: Vec<Ruled>,
    /// The entry of each side's signature under the result.
    signature_seqs: PerColor<Option<u64>>,
    /// Up to when time credits have made good what went wrong, ms of cluster time.
    pub credited_until_ms: Option<i64>,
    /// What delays have given back.
    pub delays: Given,
    /// Sides of which commands came by an API key.
    pub by_key: PerColor<bool>,
}

impl Game {
    pub fn new(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            ..Self::default()
        }
    }

    /// The game after one more entry.
    pub fn after(mut self, seq: u64, at_ms: i64, events: &[Event]) -> Self {
        for event in events {
            match event {
                Event::Moved {
                    square, flipped, ..
                } => {
                    self.ply_seqs.push(seq);
                    self.last_disc = Some((*square, *flipped));
                }
                Event::Passed { .. } => self.ply_seqs.push(seq),
                Event::FlagFell {
                    ply, charged_ms, ..
                } => {
                    let charged = self.falls.entry(*ply).or_default();
                    *charged = charged.saturating_add(*charged_ms);
                }
                Event::Resigned { .. } => self.resignation_seq = Some(seq),
                Event::TimeCredited {
                    color,
                    ms,
                    cause,
                    until_ms,
                    ..
                } => {
                    let until_ms = until_ms.unwrap_or(at_ms);
                    self.credited_until_ms = Some(until_ms);
                    if *cause == CreditCause::Delay {
                        let ply = self.state.next_ply();
                        self.delays.add(*color, ply, *ms, until_ms);
                    }
                }
                Event::Ruled { act, authority } => self.rulings.push(Ruled {
                    seq,
                    at_ms,
                    act: *act,
                    authority: authority.clone(),
                    upheld: None,
                    adjusted: None,
                }),
                Event::DisputeSettled { upheld } => {
                    if let Some(ruled) = self.ruled_in(seq, ActKind::SettleDispute) {
                        ruled.upheld = Some(*upheld);
                    }
                }
                Event::TimeAdjusted { color, ms, .. } => {
                    if let Some(ruled) = self.ruled_in(seq, ActKind::AdjustTime) {
                        // The penalty itself comes first, what the opponent gets for it after it.
                        ruled.adjusted.get_or_insert((*color, *ms));
                    }
                }
                Event::TranscriptConfirmed { color, .. } => {
                    *self.signature_seqs.get_mut(*color) = Some(seq);
                }
                Event::Stamped {
                    color,
                    by_key: true,
                    ..
                } => *self.by_key.get_mut(*color) = true,
                Event::TakenBack(restored)
                | Event::Reopened(restored)
                | Event::ReplaySet { restored, .. } => self.go_back(restored.ply),
                Event::TranscriptEntered { plies, .. } => {
                    self.go_back(0);
                    self.ply_seqs = vec![seq; plies.len()];
                }
                _ => {}
            }
            self.state = evolve(self.state, at_ms, event);
        }
        self.seq = seq;
        self.at_ms = self.at_ms.max(at_ms);
        self
    }

    /// The act of that kind that made an entry, as long as it is the last one.
    fn ruled_in(&mut self, seq: u64, act: ActKind) -> Option<&mut Ruled> {
        let last = self.rulings.last_mut();
        last.filter(|ruled| ruled.seq == seq && ruled.act == act)
    }

    /// Forgets what was kept of plies after one.
    fn go_back(&mut self, ply: u32) {
        self.ply_seqs
            .truncate(usize::try_from(ply).unwrap_or(usize::MAX));
        self.falls.retain(|fallen, _| *fallen <= ply);
        self.resignation_seq = None;
        self.signature_seqs = PerColor::default();
        self.last_disc = None;
    }

    /// The entry of a side's signature under the result.
    pub fn signature_seq(&self, color: Color) -> Option<u64> {
        *self.signature_seqs.get(color)
    }

    /// The entry that a ply stands in.
    pub fn ply_seq(&self, ply: u32) -> Option<u64> {
        let index = usize::try_from(ply.checked_sub(1)?).ok()?;
        self.ply_seqs.get(index).copied()
    }

    /// The entry of the resignation, if somebody resigned.
    pub fn resignation_seq(&self) -> Option<u64> {
        self.resignation_seq
    }

    /// Time charged by flags that fell before a ply, in ms; `None` if none did.
    pub fn fell_before(&self, ply: u32) -> Option<i64> {
        self.falls.get(&ply).copied()
    }

    /// How many of the first plies stand as they stood in an earlier state of the game.
    pub fn plies_kept(&self, before: &Self) -> usize {
        let (was, is) = (before.state.record(), self.state.record());
        let kept = self.falls == before.falls && is.starts_with(was);
        if kept { was.len() } else { 0 }
    }

    /// Whether somebody wrote why an act was done or a result is disputed.
    pub fn has_reasons(&self) -> bool {
        let signed = self.state.signatures();
        !self.rulings.is_empty() || signed.is_some_and(|signed| signed.dispute.is_some())
    }

    /// The account in a seat.
    pub fn account(&self, color: Color) -> Option<&str> {
        self.state.seats()?.get(color).account.as_deref()
    }
}

/// What an entry holds.
pub(crate) fn events_of(entry: &Entry) -> Result<Vec<Event>, Problem> {
    let unreadable = |why: &str| {
        Problem::internal(format!(
            "entry {} of {} cannot be read: {why}",
            entry.seq, entry.stream
        ))
    };
    if entry.schema_version != SCHEMA_VERSION {
        return Err(unreadable("another release wrote it"));
    }
    serde_json::from_slice(&entry.body).map_err(|error| unreadable(&error.to_string()))
}

/// The events of an entry that a viewer may see, as the JSON list the journal holds.
pub(crate) fn visible_json(events: &[Event], viewer: Audience) -> Result<Vec<u8>, Problem> {
    let visible: Vec<&Event> = events
        .iter()
        .filter(|event| event.audience().admits(viewer))
        .collect();
    serde_json::to_vec(&visible).map_err(Problem::internal)
}
