//! The clock sheet: for every ply when it was delivered, received and committed, what it was charged, and what
//! every clock got or lost besides, and by whose fault. All of it is read from the journal.

use outflank_access::Problem;
use outflank_othello::{Color, CreditCause, Event, PerColor, Square, TableState, evolve};
use serde::Serialize;

use super::{Onlooker, PAGE, Play, game::events_of, refusal, tables::stream};

/// One ply with every instant that its charge rests on, in ms of cluster time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct SheetPly {
    pub ply: u32,
    pub color: Color,
    /// `None` is a pass, or a sealed move.
    pub square: Option<Square>,
    pub seq: u64,
    /// The entry that gave the turn.
    pub given_at_ms: Option<i64>,
    pub committed_at_ms: i64,
    /// What a gateway saw of the command; `None` for one that came without a gateway.
    pub seen: Option<Seen>,
    pub charged_ms: i64,
    /// Time that was not charged, because the network had it.
    pub lag_credit_ms: i64,
    /// Time that was not charged, because the client had not read.
    pub reading_credit_ms: i64,
    /// What of both may still be credited in the game.
    pub credit_left_ms: i64,
    /// What the time control gave for the ply.
    pub control_ms: i64,
    pub flag_fell_at_ms: Option<i64>,
    pub remaining_ms: i64,
    /// Who else was shown the position while it was left unread, and when: for officials, and in no document.
    #[serde(skip)]
    pub onlooker: Option<(i64, Onlooker)>,
}

/// What a gateway saw of a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Seen {
    pub received_at_ms: i64,
    pub delivered_at_ms: Option<i64>,
    pub lag_ms: Option<i64>,
    /// How long before the delivery the socket could not be written, because its client did not read.
    pub unread_ms: i64,
    /// When the account was shown the position elsewhere.
    pub seen_at_ms: Option<i64>,
    pub queued_ms: i64,
    pub gateway: String,
    /// The command came by an API key: a program gave it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub by_key: bool,
}

/// Why a clock got time, or lost it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Cause {
    /// The server or a gateway did not run.
    ServerFault,
    /// The server took too long for one command.
    Delay,
    /// Extra time after a flag's fall (`WOC IV.6`).
    Grant,
    /// An official's act.
    Ruling,
}

impl Cause {
    pub const fn name(self) -> &'static str {
        match self {
            Self::ServerFault => "server_fault",
            Self::Delay => "delay",
            Self::Grant => "grant",
            Self::Ruling => "ruling",
        }
    }
}

/// Time that one clock got, or lost by an official's act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct SheetCredit {
    pub color: Color,
    /// Negative when it was taken.
    pub ms: i64,
    pub cause: Cause,
    /// "server", "gateway" or "nobody".
    pub fault: &'static str,
    /// The fault's id; of a grant or ruling the kind of event.
    pub fault_id: String,
    pub at_ms: i64,
    pub seq: u64,
    /// The ply that was waited for.
    pub ply: u32,
    pub remaining_ms: i64,
}

/// What adds up for one clock: initial - charged + control + credits + grants + rulings = remaining.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Sums {
    pub initial_ms: i64,
    pub charged_ms: i64,
    pub control_ms: i64,
    pub credits_ms: i64,
    pub grants_ms: i64,
    pub rulings_ms: i64,
    /// After the last entry; a running clock has spent more since.
    pub remaining_ms: i64,
    /// What was left out of the charges for lag.
    pub lag_credit_ms: i64,
    /// What was left out of them because the client had not read.
    pub reading_credit_ms: i64,
    /// What of both may still be credited.
    pub credit_left_ms: i64,
    /// What delays gave, of the credits.
    pub delays_ms: i64,
}

/// A game's clock sheet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct ClockSheet {
    pub plies: Vec<SheetPly>,
    pub credits: Vec<SheetCredit>,
    pub sums: PerColor<Sums>,
}

/// What one event did to one clock.
#[derive(Debug, Clone, Copy, Default)]
struct Effect {
    charged_ms: i64,
    lag_credit_ms: i64,
    reading_credit_ms: i64,
    credit_ms: i64,
    grant_ms: i64,
    /// Whether what is left over was an official's doing, or else the time control's.
    by_official: bool,
}

impl Effect {
    fn charged(&mut self, charged_ms: i64, (lag_credit_ms, reading_credit_ms): (i64, i64)) {
        self.charged_ms = charged_ms;
        self.lag_credit_ms = lag_credit_ms;
        self.reading_credit_ms = reading_credit_ms;
    }
}

/// Writes a sheet, entry by entry.
#[derive(Debug, Default)]
pub(crate) struct SheetWriter {
    state: TableState,
    sheet: ClockSheet,
    fell_at_ms: Option<i64>,
}

impl SheetWriter {
    /// Takes in one entry.
    pub fn entry(&mut self, seq: u64, at_ms: i64, events: &[Event]) {
        let first = self.sheet.plies.len();
        for event in events {
            self.event((seq, at_ms), event);
        }
        let seen = events.iter().find_map(seen);
        if let Some((color, seen)) = seen {
            let new = self.sheet.plies.iter_mut().skip(first);
            if let Some(ply) = new.into_iter().find(|ply| ply.color == color) {
                ply.seen = Some(seen);
            }
        }
    }

    /// The sheet of all that was taken in.
    pub fn finish(mut self) -> ClockSheet {
        for color in Color::BOTH {
            let remaining_ms = *self.state.remaining_ms().get(color);
            let credit_left_ms = self.credit_left_ms(color);
            let sums = self.sheet.sums.get_mut(color);
            sums.remaining_ms = remaining_ms;
            sums.credit_left_ms = credit_left_ms;
        }
        self.sheet
    }

    /// What lag and reading may still be credited to a seat.
    fn credit_left_ms(&self, color: Color) -> i64 {
        let most_ms = self.state.game_rules().map_or(0, |of| of.lag.per_game_ms);
        let credited_ms = *self.state.lag_credited_ms().get(color);
        most_ms.saturating_sub(credited_ms).max(0)
    }

    fn event(&mut self, (seq, at_ms): (u64, i64), event: &Event) {
        let before = self.state.clone();
        let state = std::mem::take(&mut self.state);
        self.state = evolve(state, at_ms, event);
        let left = self.state.remaining_ms();
        if matches!(event, Event::Created(_)) {
            for color in Color::BOTH {
                self.sheet.sums.get_mut(color).initial_ms = *left.get(color);
            }
            return;
        }
        if let Event::FlagFell { deadline_ms, .. } = event {
            self.fell_at_ms = Some(*deadline_ms);
        }
        let mut control = PerColor::new(0, 0);
        for color in Color::BOTH {
            let effect = effect(event, color, &before);
            let changed_ms = left
                .get(color)
                .saturating_sub(*before.remaining_ms().get(color));
            let told_ms = effect
                .credit_ms
                .saturating_add(effect.grant_ms)
                .saturating_sub(effect.charged_ms);
            let rest_ms = changed_ms.saturating_sub(told_ms);
            let sums = self.sheet.sums.get_mut(color);
            add(&mut sums.charged_ms, effect.charged_ms);
            add(&mut sums.lag_credit_ms, effect.lag_credit_ms);
            add(&mut sums.reading_credit_ms, effect.reading_credit_ms);
            add(&mut sums.credits_ms, effect.credit_ms);
            add(&mut sums.grants_ms, effect.grant_ms);
            let ruled_ms = if effect.by_official { rest_ms } else { 0 };
            add(&mut sums.rulings_ms, ruled_ms);
            *control.get_mut(color) = rest_ms.saturating_sub(ruled_ms);
            add(&mut sums.control_ms, *control.get(color));
            let place = (seq, at_ms, before.next_ply(), *left.get(color));
            self.credits(event, color, (effect, ruled_ms), place);
        }
        self.ply((seq, at_ms), event, (&before, control));
    }

    fn credits(
        &mut self,
        event: &Event,
        color: Color,
        (effect, ruled_ms): (Effect, i64),
        (seq, at_ms, ply, remaining_ms): (u64, i64, u32, i64),
    ) {
        let (cause, fault, fault_id) = match event {
            Event::TimeCredited {
                cause, fault_id, ..
            } => {
                let at_gateway = fault_id.starts_with("gateway-");
                let fault = if at_gateway { "gateway" } else { "server" };
                let cause = match cause {
                    CreditCause::Delay => Cause::Delay,
                    CreditCause::ServerFault => Cause::ServerFault,
                };
                (cause, fault, fault_id.clone())
            }
            Event::FlagFell { .. } => (Cause::Grant, "nobody", event.kind().to_owned()),
            _ => (Cause::Ruling, "nobody", event.kind().to_owned()),
        };
        let ms = effect
            .credit_ms
            .saturating_add(effect.grant_ms)
            .saturating_add(ruled_ms);
        if ms == 0 {
            return;
        }
        if cause == Cause::Delay {
            add(&mut self.sheet.sums.get_mut(color).delays_ms, ms);
        }
        self.sheet.credits.push(SheetCredit {
            color,
            ms,
            cause,
            fault,
            fault_id,
            at_ms,
            seq,
            ply,
            remaining_ms,
        });
    }

    fn ply(
        &mut self,
        (seq, at_ms): (u64, i64),
        event: &Event,
        (before, control): (&TableState, PerColor<i64>),
    ) {
        let (ply, color, square, charged_ms, credited) = match event {
            Event::Moved {
                ply,
                color,
                square,
                charged_ms,
                lag_credit_ms,
                reading_credit_ms,
                ..
            } => (
                *ply,
                *color,
                Some(*square),
                *charged_ms,
                (*lag_credit_ms, *reading_credit_ms),
            ),
            Event::Passed {
                ply,
                color,
                charged_ms,
                lag_credit_ms,
                reading_credit_ms,
                ..
            }
            | Event::MoveSealed {
                ply,
                color,
                charged_ms,
                lag_credit_ms,
                reading_credit_ms,
                ..
            } => (
                *ply,
                *color,
                None,
                *charged_ms,
                (*lag_credit_ms, *reading_credit_ms),
            ),
            _ => return,
        };
        let (lag_credit_ms, reading_credit_ms) = credited;
        let credit_left_ms = self.credit_left_ms(color);
        self.sheet.plies.push(SheetPly {
            ply,
            color,
            square,
            seq,
            given_at_ms: before.turn().map(|turn| turn.from_ms),
            committed_at_ms: at_ms,
            seen: None,
            charged_ms,
            lag_credit_ms,
            reading_credit_ms,
            credit_left_ms,
            control_ms: *control.get(color),
            flag_fell_at_ms: self.fell_at_ms.take(),
            remaining_ms: *self.state.remaining_ms().get(color),
            onlooker: None,
        });
    }
}

fn add(sum: &mut i64, ms: i64) {
    *sum = sum.saturating_add(ms);
}

/// What an event says it did to the clock of `of`.
fn effect(event: &Event, of: Color, before: &TableState) -> Effect {
    let mut effect = Effect::default();
    let runs = before.turn().is_some_and(|turn| turn.seat() == of);
    match event {
        Event::Moved {
            charged_ms,
            lag_credit_ms,
            reading_credit_ms,
            ..
        }
        | Event::Passed {
            charged_ms,
            lag_credit_ms,
            reading_credit_ms,
            ..
        }
        | Event::MoveSealed {
            charged_ms,
            lag_credit_ms,
            reading_credit_ms,
            ..
        }
        | Event::Paused {
            charged_ms,
            lag_credit_ms,
            reading_credit_ms,
            ..
        } => {
            if runs {
                effect.charged(*charged_ms, (*lag_credit_ms, *reading_credit_ms));
            }
        }
        Event::Resigned { charged_ms, .. } => {
            if runs {
                effect.charged(*charged_ms, (0, 0));
            }
        }
        Event::FlagFell {
            charged_ms,
            granted_ms,
            lag_credit_ms,
            reading_credit_ms,
            ..
        } => {
            effect.grant_ms = *granted_ms;
            if runs {
                effect.charged(*charged_ms, (*lag_credit_ms, *reading_credit_ms));
            }
        }
        Event::TimeCredited { color, ms, .. } => {
            if *color == of {
                effect.credit_ms = *ms;
            }
        }
        _ => effect.by_official = true,
    }
    effect
}

fn seen(event: &Event) -> Option<(Color, Seen)> {
    match event {
        Event::Stamped {
            color,
            received_at_ms,
            delivered_at_ms,
            lag_ms,
            unread_ms,
            seen_at_ms,
            queued_ms,
            gateway,
            by_key,
            ..
        } => Some((
            *color,
            Seen {
                received_at_ms: *received_at_ms,
                delivered_at_ms: *delivered_at_ms,
                lag_ms: *lag_ms,
                unread_ms: *unread_ms,
                seen_at_ms: *seen_at_ms,
                queued_ms: *queued_ms,
                gateway: gateway.clone(),
                by_key: *by_key,
            },
        )),
        _ => None,
    }
}

impl Play {
    /// A game's clock sheet.
    pub(crate) async fn clock_sheet(&self, game_id: &str) -> Result<ClockSheet, Problem> {
        let mut writer = SheetWriter::default();
        for (seq, at_ms, events) in self.entries_of(game_id).await? {
            writer.entry(seq, at_ms, &events);
        }
        Ok(writer.finish())
    }

    /// Every entry of a game with all its events: for the server's own eyes.
    pub(crate) async fn entries_of(
        &self,
        game_id: &str,
    ) -> Result<Vec<(u64, i64, Vec<Event>)>, Problem> {
        let stream = stream(game_id);
        let mut entries = Vec::new();
        let mut after_seq = 0;
        loop {
            let page = self.tables.journal.read(&stream, after_seq, PAGE).await;
            let page = page.map_err(|error| refusal::journal(&error))?;
            for entry in &page {
                after_seq = entry.seq;
                entries.push((entry.seq, entry.at_ms, events_of(entry)?));
            }
            if page.len() < PAGE as usize {
                return Ok(entries);
            }
        }
    }
}
