//! What is tried in a state: every act at every instant that a rule tells apart.

use outflank_othello::{
    Authority, Command, CreditCause, DeadlineKind, Moment, OfficialAct, Overtime, PauseCause,
    PerColor, TableState, Turn, deadline,
};

use super::oracle::{GRANT_MS, latest_due_ms};
use super::{Node, Stood};

/// The first instant after a fall at which no command from before it can still come.
pub const PAST_DOUBT_MS: i64 = 2_001;
/// How long a pause lasts that has an end.
const BREAK_MS: i64 = 3_000;

fn credit() -> Command {
    Command::CreditTime {
        color: None,
        ms: 700,
        cause: CreditCause::ServerFault,
        fault_id: "fault".into(),
        until_ms: None,
    }
}

fn officiate(act: OfficialAct) -> Command {
    Command::Officiate {
        act,
        authority: Authority {
            official: "account-9".into(),
            paragraph: Some("WOC IV.7".into()),
            reason_id: None,
            ..Authority::default()
        },
    }
}

/// What an official can do in every pause once nothing is in doubt.
pub fn set_clocks() -> Command {
    officiate(OfficialAct::SetClocks {
        remaining_ms: PerColor::new(60_000, 60_000),
    })
}

pub fn acts(node: &Node) -> Vec<(Command, Moment)> {
    match (&node.stood, node.state.turn()) {
        (Some(stood), _) => in_pause(node, stood),
        (None, Some(turn)) => {
            let mut acts = in_turn(node, turn);
            if node.pauses_left > 0 {
                acts.extend(pauses(node, turn));
            }
            acts
        }
        (None, None) => Vec::new(),
    }
}

/// While a clock runs.
fn in_turn(node: &Node, turn: Turn) -> Vec<(Command, Moment)> {
    let state = &node.state;
    let seat = turn.seat();
    let flag_ms = turn.from_ms + state.reading(seat).remaining_ms;
    let mut acts = Vec::new();
    for at_ms in instants(node, turn) {
        let plain = Moment::at(at_ms);
        let mut moments = vec![plain];
        if (flag_ms - 1..=flag_ms).contains(&at_ms) {
            moments.push(Moment::at(at_ms + 1_999).stamped(at_ms, None));
        }
        // A delivery later than the longest moves the flag by just that.
        if (flag_ms + 1_999..=flag_ms + 2_000).contains(&at_ms) {
            moments = vec![plain.stamped(at_ms, Some(turn.from_ms + 2_500))];
        }
        for moment in moments {
            acts.extend(plays(state, turn).into_iter().map(|play| (play, moment)));
        }
        for color in [seat, seat.opponent()] {
            acts.push((Command::Resign { color }, plain));
        }
    }
    for at_ms in [node.now_ms, look_ms(node), look_ms(node) + GRANT_MS] {
        acts.push((Command::SettleFlag, Moment::at(at_ms.max(node.now_ms))));
    }
    acts.push((credit(), Moment::at(node.now_ms)));
    acts
}

/// Two of the squares that are legal, and a pass.
fn plays(state: &TableState, turn: Turn) -> Vec<Command> {
    let (color, ply) = (turn.seat(), state.next_ply());
    let squares = state.board().legal_moves(state.position()).iter().take(2);
    squares
        .map(|square| Command::Move {
            color,
            ply,
            square,
            flip: None,
        })
        .chain([Command::Pass { color, ply }])
        .collect()
}

fn instants(node: &Node, turn: Turn) -> Vec<i64> {
    let reading = node.state.reading(turn.seat());
    let flag_ms = turn.from_ms + reading.remaining_ms;
    let mut instants = vec![
        node.now_ms,
        flag_ms - 1,
        flag_ms,
        flag_ms + 1_999,
        flag_ms + 2_000,
        flag_ms + GRANT_MS - 1,
        flag_ms + GRANT_MS,
    ];
    if let Some(
        Overtime::Byoyomi {
            period_left_ms: edge_ms,
            ..
        }
        | Overtime::Canadian {
            block_left_ms: edge_ms,
            ..
        },
    ) = reading.overtime
    {
        instants.extend([
            turn.from_ms + reading.main_ms(),
            turn.from_ms + reading.main_ms() + edge_ms - 1,
        ]);
    }
    from(node.now_ms, instants)
}

/// The instants that are not over, in order.
fn from(now_ms: i64, mut instants: Vec<i64>) -> Vec<i64> {
    instants.retain(|at_ms| *at_ms >= now_ms);
    instants.sort_unstable();
    instants.dedup();
    instants
}

/// Clocks stopped before the flag, at it, after it and before it is settled, after that, and around the second
/// fall that would follow.
fn pauses(node: &Node, turn: Turn) -> Vec<(Command, Moment)> {
    let left_ms = node.state.reading(turn.seat()).remaining_ms;
    let flag_ms = turn.from_ms + left_ms;
    let due_ms = latest_due_ms(turn, left_ms);
    let instants = vec![
        node.now_ms,
        flag_ms - 1,
        flag_ms,
        due_ms - 1,
        due_ms,
        due_ms + PAST_DOUBT_MS - 1,
        due_ms + PAST_DOUBT_MS,
        due_ms + GRANT_MS,
        due_ms + GRANT_MS + PAST_DOUBT_MS - 1,
        due_ms + GRANT_MS + PAST_DOUBT_MS,
    ];
    let mut acts = Vec::new();
    for at_ms in from(node.now_ms, instants) {
        let pause = OfficialAct::Pause { until_ms: None };
        acts.push((officiate(pause), Moment::at(at_ms)));
    }
    for at_ms in from(node.now_ms, vec![node.now_ms, due_ms]) {
        let until_ms = Some(at_ms + BREAK_MS);
        let pause = OfficialAct::Pause { until_ms };
        acts.push((officiate(pause), Moment::at(at_ms)));
        acts.push((Command::Freeze { until_ms: None }, Moment::at(at_ms)));
    }
    acts
}

/// While the clocks stand: what was sent before and comes late, what is sent too late, and the pause's end.
fn in_pause(node: &Node, stood: &Stood) -> Vec<(Command, Moment)> {
    let pause = node.state.pause();
    let (until_ms, cause) = (
        pause.and_then(|pause| pause.until_ms),
        pause.map(|pause| pause.cause),
    );
    let fall_ms = stood
        .running
        .turn()
        .map(|turn| latest_due_ms(turn, stood.running.reading(turn.seat()).remaining_ms));
    let fall_ms = fall_ms.filter(|fall_ms| *fall_ms <= stood.since_ms);
    let look_ms = fall_ms.unwrap_or(stood.since_ms) + PAST_DOUBT_MS;
    let end = match cause {
        Some(PauseCause::ServerFault) => Command::Thaw { at_ms: None },
        _ => officiate(OfficialAct::Resume),
    };
    let mut acts = Vec::new();
    for at_ms in from(
        node.now_ms,
        vec![node.now_ms, look_ms, stood.since_ms + 60_000],
    ) {
        acts.push((end.clone(), Moment::at(at_ms)));
    }
    let looks = vec![node.now_ms, look_ms - 1, look_ms, look_ms + GRANT_MS];
    for at_ms in from(node.now_ms, looks) {
        acts.push((Command::SettleFlag, Moment::at(at_ms)));
    }
    for at_ms in until_ms.into_iter().flat_map(|end| [end - 1, end]) {
        let moment = Moment::at(at_ms.max(node.now_ms));
        acts.push((Command::SettleDeadline, moment));
    }
    acts.push((credit(), Moment::at(node.now_ms)));
    acts.extend(late_commands(node, stood));
    acts
}

/// Players' commands received before the pause and at it, heard at once, at the last moment, and too late.
fn late_commands(node: &Node, stood: &Stood) -> Vec<(Command, Moment)> {
    let Some(turn) = stood.running.turn() else {
        return Vec::new();
    };
    let left_ms = stood.running.reading(turn.seat()).remaining_ms;
    let due_ms = latest_due_ms(turn, left_ms);
    let flag_ms = turn.from_ms + left_ms;
    let mut received = from(
        stood.since_ms - 2_000,
        vec![
            stood.since_ms - 1,
            stood.since_ms,
            flag_ms - 1,
            flag_ms,
            due_ms - 1,
            due_ms,
        ],
    );
    received.retain(|at_ms| *at_ms <= stood.since_ms);
    let mut acts = Vec::new();
    for received_ms in received {
        let heard = vec![node.now_ms, received_ms + 1_999, received_ms + 2_000];
        for now_ms in from(node.now_ms, heard) {
            for delivered_ms in [None, Some(turn.from_ms + 2_500)] {
                let moment = Moment::at(now_ms).stamped(received_ms, delivered_ms);
                let plays = plays(&stood.running, turn);
                acts.extend(plays.into_iter().map(|play| (play, moment)));
            }
            for color in [turn.seat(), turn.seat().opponent()] {
                let moment = Moment::at(now_ms).stamped(received_ms, None);
                acts.push((Command::Resign { color }, moment));
            }
        }
    }
    acts
}

/// When the sweeper looks at the flag.
pub fn look_ms(node: &Node) -> i64 {
    let due = deadline(&node.state).filter(|due| due.kind == DeadlineKind::Flag);
    due.map_or(i64::MIN, |due| due.look_at_ms)
}
