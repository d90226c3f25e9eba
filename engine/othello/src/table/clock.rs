use serde::{Deserialize, Serialize};

use crate::table::clock_reading::Overtime;
use crate::table::command::{MAX_COMMAND_AGE_MS, Moment};
use crate::table::confirmation::ConfirmationStatus;
use crate::table::event::PauseCause;
use crate::table::stage::{Phase, Stage};
use crate::table::state::TableState;
use crate::table::turn::{Charge, Turn, latest_start_ms};
use crate::{Color, PerColor};

/// When somebody must look at a table, though no command came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadline {
    /// What is due.
    pub kind: DeadlineKind,
    /// When it is due, ms of cluster time. A flag's deadline leaves the player the longest
    /// delivery.
    pub at_ms: i64,
    /// The first instant at which [`Start`](crate::Command::Start),
    /// [`SettleFlag`](crate::Command::SettleFlag) or, for all other kinds,
    /// [`SettleDeadline`](crate::Command::SettleDeadline) can succeed if the clock's uncertainty is
    /// 0; add the uncertainty.
    pub look_at_ms: i64,
}

/// What a [`Deadline`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeadlineKind {
    /// The appointed start.
    Start,
    /// The running clock's flag.
    Flag,
    /// The no-show limit.
    Absence,
    /// The end of a pause that a call for the director made.
    Call,
    /// The end of any other pause.
    Pause,
    /// The announced time of the adjournment.
    Adjournment,
    /// The confirmation of the result by silence.
    Confirmation,
}

/// Both clocks, for a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// Time until the flag falls, all overtime included, ms, never below 0.
    pub remaining_ms: PerColor<i64>,
    /// The overtime in it, as it shows now; absent where the control has none.
    #[serde(default)]
    pub overtime: PerColor<Option<Overtime>>,
    /// Whose clock runs.
    pub running: Option<Color>,
    /// The running clock shows 0 and its flag is not settled yet.
    pub flag_pending: bool,
}

/// When the sweeper must look next: whatever of a table falls due first. A finished game waits
/// for its confirmation alone.
#[must_use]
pub fn deadline(state: &TableState) -> Option<Deadline> {
    if state.away().is_some() {
        return None;
    }
    deadlines(state).min_by_key(|deadline| deadline.look_at_ms)
}

/// Everything that will fall due if no command comes.
pub(crate) fn deadlines(state: &TableState) -> impl Iterator<Item = Deadline> {
    let pause = state.pause();
    let starts = state
        .game_rules()
        .is_some_and(|game_rules| !game_rules.over_the_board);
    let start = (starts && state.phase() == Phase::Waiting)
        .then(|| state.starts_at_ms())
        .flatten();
    let end = pause.and_then(|pause| Some((pause.cause, pause.until_ms?)));
    let fall = fell_before_pause_ms(state);
    let after_fall_ms = fall.map(|at_ms| Deadline::doubtful(DeadlineKind::Flag, at_ms).look_at_ms);
    let adjourned = state
        .stage()
        .announced()
        .filter(|announced| !announced.sealing);
    let silence = state
        .signatures()
        .filter(|confirmation| matches!(confirmation.status(), ConfirmationStatus::Pending { .. }));
    [
        start.map(|at_ms| Deadline::exact(DeadlineKind::Start, at_ms)),
        flag_deadline_ms(state).map(|at_ms| Deadline::doubtful(DeadlineKind::Flag, at_ms)),
        absence_ms(state).map(|at_ms| Deadline::doubtful(DeadlineKind::Absence, at_ms)),
        end.map(|(cause, at_ms)| {
            let kind = match cause {
                PauseCause::Call => DeadlineKind::Call,
                PauseCause::Official | PauseCause::ServerFault | PauseCause::Transfer => {
                    DeadlineKind::Pause
                }
            };
            Deadline {
                look_at_ms: after_fall_ms.map_or(at_ms, |after_ms| after_ms.max(at_ms)),
                ..Deadline::exact(kind, at_ms)
            }
        }),
        adjourned.map(|announced| Deadline::exact(DeadlineKind::Adjournment, announced.at_ms)),
        silence.map(|silence| Deadline::exact(DeadlineKind::Confirmation, silence.due_ms)),
    ]
    .into_iter()
    .flatten()
}

/// The running flag, or, in a pause, one that may have fallen before it.
fn flag_deadline_ms(state: &TableState) -> Option<i64> {
    match state.turn() {
        Some(turn) => Some(latest_flag_ms(state, turn)),
        None => fell_before_pause_ms(state),
    }
}

/// When, in a pause, the flag fell before it. The clocks do not go on until that is settled.
pub(crate) fn fell_before_pause_ms(state: &TableState) -> Option<i64> {
    let pause = state.pause()?;
    let stopped = pause.open()?;
    let left_ms = stopped.before.get(stopped.turn.seat()).remaining_ms;
    let at_ms = latest_start_ms(stopped.turn)
        .saturating_add(left_ms)
        .saturating_add(lag_allowance_ms(state, stopped.turn));
    (at_ms <= pause.since_ms).then_some(at_ms)
}

/// When somebody counts as absent who is not here then, or does not make his first move until then.
pub(crate) fn absence_ms(state: &TableState) -> Option<i64> {
    [no_show_ms(state), first_move_ms(state)]
        .into_iter()
        .flatten()
        .min()
}

/// When the limit for the first move of who has the turn runs out, while it runs: once so much of his clock is gone, and
/// nothing counts that was given back.
pub(crate) fn first_move_ms(state: &TableState) -> Option<i64> {
    let game_rules = state.game_rules()?;
    let limit_ms = game_rules.first_move_limit_ms?;
    let turn = state.turn().filter(|turn| !state.has_moved(turn.seat()))?;
    let whole_ms = game_rules.initial_reading(turn.seat()).remaining_ms;
    let left_then_ms = whole_ms.saturating_sub(limit_ms);
    Some(latest_flag_ms(state, turn).saturating_sub(left_then_ms))
}

/// When the no-show limit runs out, while it runs: from the appointed start, pauses left out.
fn no_show_ms(state: &TableState) -> Option<i64> {
    let limit_ms = state.game_rules()?.absence_limit_ms?;
    let waits = matches!(state.stage(), Stage::Running(..));
    let somebody_missing = Color::BOTH
        .into_iter()
        .any(|color| !state.has_arrived(color));
    (waits && somebody_missing).then_some(())?;
    let appointed_ms = state.starts_at_ms()?;
    Some(
        appointed_ms
            .saturating_add(limit_ms)
            .saturating_add(state.interruptions.stood_ms),
    )
}

impl Deadline {
    /// Due at once: no player's command can matter any more.
    const fn exact(kind: DeadlineKind, at_ms: i64) -> Self {
        Self {
            kind,
            at_ms,
            look_at_ms: at_ms,
        }
    }

    /// Due when no command from before it can still come.
    const fn doubtful(kind: DeadlineKind, at_ms: i64) -> Self {
        Self {
            kind,
            at_ms,
            look_at_ms: at_ms.saturating_add(MAX_COMMAND_AGE_MS).saturating_add(1),
        }
    }

    /// Whether it can be settled at this moment. The uncertainty of the clock counts where a
    /// player's command could still come.
    pub(crate) fn is_due(&self, moment: &Moment) -> bool {
        let doubt_ms = match self.kind {
            DeadlineKind::Flag | DeadlineKind::Absence => moment.uncertainty_ms.max(0),
            _ => 0,
        };
        moment.now_ms >= self.look_at_ms.saturating_add(doubt_ms)
    }
}

/// What the clocks show at `now_ms` (cluster time).
#[must_use]
pub fn clocks(state: &TableState, now_ms: i64) -> Clocks {
    let mut remaining_ms = state.remaining_ms;
    let mut overtime = state.overtime;
    let mut flag_pending = false;
    if let Some(turn) = state.turn() {
        let seat = turn.seat();
        let spent_ms = now_ms.saturating_sub(turn.from_ms).max(0);
        let reading = state.reading(seat).spend(spent_ms);
        *remaining_ms.get_mut(seat) = reading.remaining_ms.max(0);
        *overtime.get_mut(seat) = reading.overtime;
        flag_pending = reading.remaining_ms <= 0;
    }
    Clocks {
        remaining_ms,
        overtime,
        running: state.turn().map(|turn| turn.seat()),
        flag_pending,
    }
}

/// When the mover could have the position, and when he had it: both within [`MAX_DELIVERY_MS`] of the
/// entry that gave the turn; that entry's own instant if no socket was open.
#[derive(Clone, Copy)]
struct Delivery {
    /// From here on it was the client that kept it waiting; the delivery itself where the terms do
    /// not ask whose doing that was.
    offered_ms: i64,
    delivered_ms: i64,
}

fn delivery(state: &TableState, turn: Turn, moment: &Moment) -> Delivery {
    let stamps = moment.stamps.filter(|_| turn.until_delivered);
    let sent = stamps.and_then(|stamps| Some((stamps, stamps.delivered_at_ms?)));
    let Some((stamps, sent_ms)) = sent else {
        return Delivery {
            offered_ms: turn.from_ms,
            delivered_ms: turn.from_ms,
        };
    };
    let within = |at_ms: i64| at_ms.clamp(turn.from_ms, latest_start_ms(turn));
    let delivered_ms = within(
        stamps
            .seen_at_ms
            .map_or(sent_ms, |seen_ms| seen_ms.min(sent_ms)),
    );
    let writable_ms = sent_ms.saturating_sub(stamps.unread_ms.max(0));
    let covers_reading = state
        .game_rules()
        .is_some_and(|game_rules| game_rules.lag.covers_reading);
    Delivery {
        offered_ms: if covers_reading {
            within(writable_ms).min(delivered_ms)
        } else {
            delivered_ms
        },
        delivered_ms,
    }
}

/// The charge of the mover's command that is in time.
pub(crate) fn charge(state: &TableState, turn: Turn, moment: &Moment) -> Charge {
    let credits = credits(state, turn, moment);
    let elapsed_ms = moment.received_ms().saturating_sub(credits.from_ms).max(0);
    let reading_credit_ms = credits.reading_ms.min(elapsed_ms);
    let read_ms = elapsed_ms.saturating_sub(reading_credit_ms);
    let lag_credit_ms = credits.lag_ms.min(read_ms);
    Charge {
        charged_ms: read_ms.saturating_sub(lag_credit_ms),
        lag_credit_ms,
        reading_credit_ms,
    }
}

/// What the mover's command may be credited, and from when its time is reckoned.
#[derive(Clone, Copy)]
pub(crate) struct Credits {
    /// When the mover could have the position, ms of cluster time.
    from_ms: i64,
    /// The network time that is credited, ms: what was measured, under both caps.
    pub lag_ms: i64,
    /// The time for which the client did not read that is credited, ms: under what the lag leaves
    /// of both caps.
    pub reading_ms: i64,
}

pub(crate) fn credits(state: &TableState, turn: Turn, moment: &Moment) -> Credits {
    let delivery = delivery(state, turn, moment);
    let allowance_ms = lag_allowance_ms(state, turn);
    let measured_ms = moment.stamps.and_then(|stamps| stamps.lag_ms).unwrap_or(0);
    let lag_ms = measured_ms
        .saturating_sub(turn.lag_credited_ms)
        .clamp(0, allowance_ms);
    let unread_ms = delivery.delivered_ms.saturating_sub(delivery.offered_ms);
    Credits {
        from_ms: delivery.offered_ms,
        lag_ms,
        reading_ms: unread_ms.clamp(0, allowance_ms.saturating_sub(lag_ms)),
    }
}

/// The most that can still be credited in this turn, for the network and for reading together.
pub(crate) fn lag_allowance_ms(state: &TableState, turn: Turn) -> i64 {
    let Some(caps) = state.game_rules().map(|game_rules| game_rules.lag) else {
        return 0;
    };
    let in_game_ms = *state.lag_credited_ms.get(turn.seat());
    let ply_left_ms = caps.per_move_ms.saturating_sub(turn.lag_credited_ms);
    let game_left_ms = caps.per_game_ms.saturating_sub(in_game_ms);
    ply_left_ms.min(game_left_ms).max(0)
}

/// When the flag falls for the mover whose command has these credits: in time is what was received
/// strictly before.
pub(crate) fn flag_ms(state: &TableState, turn: Turn, credits: Credits) -> i64 {
    if is_empty(state, turn) {
        return turn.from_ms;
    }
    credits
        .from_ms
        .saturating_add(credits.reading_ms)
        .saturating_add(*state.remaining_ms.get(turn.seat()))
        .saturating_add(credits.lag_ms)
}

/// Whether a penalty left nothing on the clock: its flag falls as soon as it runs, whatever the line took.
fn is_empty(state: &TableState, turn: Turn) -> bool {
    *state.remaining_ms.get(turn.seat()) <= 0
}

/// The flag's fall, reckoned with the longest delivery and all the lag that may be credited.
pub(crate) fn latest_flag_ms(state: &TableState, turn: Turn) -> i64 {
    if is_empty(state, turn) {
        return turn.from_ms;
    }
    latest_start_ms(turn)
        .saturating_add(*state.remaining_ms.get(turn.seat()))
        .saturating_add(lag_allowance_ms(state, turn))
}

/// The flag's fall, reckoned with no delivery time at all.
pub(crate) fn earliest_flag_ms(state: &TableState, turn: Turn) -> i64 {
    turn.from_ms
        .saturating_add(*state.remaining_ms.get(turn.seat()))
}
