//! Exhaustive small-step exploration: from positions near the end, and from the start, every order of moves,
//! passes, late moves, resignations, settled flags and credits at every instant that a rule tells apart. No
//! state is stuck, none contradicts itself, every result is the rule's.

use std::collections::HashSet;

use outflank_othello::{
    Color, Command, CreditCause, DeadlineKind, DefaultPolicy, EndReason, Event, Goal, Moment,
    Opening, Overtime, PerColor, Phase, Refusal, Square, TableState, Terms, TimeControl, clocks,
    deadline, decide, fold,
};

use crate::defaults::{BLACK_AHEAD, BLACK_WIPES, DRAW, WHITE_AHEAD, WHITE_WIPES};
use crate::explore_oracle::{End, Ended, GRANT_MS, due_ms, result};
use crate::scene::{Scene, terms};

type Decide = fn(&TableState, &Command, &Moment) -> Result<Vec<Event>, Refusal>;

/// A part of the game to explore.
struct World {
    terms: Terms,
    /// Plies of a line that are played before.
    line: (&'static str, usize),
    /// Plies explored beyond them.
    depth: u32,
}

#[derive(Default, Debug)]
struct Seen {
    states: usize,
    steps: usize,
    ended: usize,
}

/// A state, and when its last entry was written.
struct Node {
    state: TableState,
    now_ms: i64,
    /// Whether the one fault of these games was credited.
    credited: bool,
}

fn wrong<T>(what: &str, node: &Node, detail: impl std::fmt::Debug) -> Result<T, String> {
    Err(format!("{what}: {detail:?} at {}", key(node)))
}

fn board(squares: u64, square: Square) -> u64 {
    squares | 1 << square.index()
}

/// Everything that a decision can depend on, with time counted from the turn.
fn key(node: &Node) -> String {
    let state = &node.state;
    let from_ms = state.turn().map_or(node.now_ms, |turn| turn.from_ms);
    let turn = state.turn().map(|turn| {
        (
            turn.color,
            turn.must_pass,
            turn.until_delivered,
            turn.seat,
            turn.spent_ms,
        )
    });
    let moved = moved(state);
    format!(
        "{:?}",
        (
            (
                state.position().discs(Color::Black).iter().fold(0, board),
                state.position().discs(Color::White).iter().fold(0, board)
            ),
            (turn, node.now_ms - from_ms),
            (state.face(Color::Black), state.face(Color::White)),
            (
                state.defaulter(),
                state.plays_both(),
                state.finished(),
                state.next_ply()
            ),
            (moved.black, moved.white, node.credited),
        )
    )
}

fn moved(state: &TableState) -> PerColor<bool> {
    let by = |color| state.record().iter().any(|played| played.seat() == color);
    PerColor::new(by(Color::Black), by(Color::White))
}

fn credit() -> Command {
    Command::CreditTime {
        color: None,
        ms: 700,
        cause: CreditCause::ServerFault,
        fault_id: "fault".into(),
    }
}

/// Explores a world under a way of deciding; an error is the first contradiction.
fn explore(world: &World, decide: Decide) -> Result<Seen, String> {
    let mut scene = Scene::live_under(world.terms.clone());
    let (line, plies) = world.line;
    scene.play_line(&line[..2 * plies]);
    let last_ply = scene.state.next_ply() + world.depth;
    let first = Node {
        state: scene.state,
        now_ms: scene.now_ms,
        credited: false,
    };
    let mut known = HashSet::from([key(&first)]);
    let mut open = vec![first];
    let mut seen = Seen::default();
    while let Some(node) = open.pop() {
        seen.states += 1;
        if node.state.phase() == Phase::Finished {
            seen.ended += 1;
            check_end(&node, decide)?;
            continue;
        }
        check_live(&node, decide)?;
        if node.state.next_ply() >= last_ply {
            continue;
        }
        for (command, moment) in acts(&node) {
            let after = step(world, &node, (&command, &moment), decide)?;
            seen.steps += 1;
            if let Some(after) = after.filter(|after| known.insert(key(after))) {
                open.push(after);
            }
        }
    }
    Ok(seen)
}

/// Every act at every instant that a rule tells apart.
fn acts(node: &Node) -> Vec<(Command, Moment)> {
    let state = &node.state;
    let Some(turn) = state.turn() else {
        return Vec::new();
    };
    let (seat, ply) = (turn.seat(), state.next_ply());
    let face = state.face(seat);
    let flag_ms = turn.from_ms + face.remaining_ms;
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
    ) = face.overtime
    {
        instants.extend([
            turn.from_ms + face.main_ms(),
            turn.from_ms + face.main_ms() + edge_ms - 1,
        ]);
    }
    instants.retain(|at_ms| *at_ms >= node.now_ms);
    instants.sort_unstable();
    instants.dedup();
    let mut acts = Vec::new();
    for at_ms in instants {
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
            for square in state.legal_moves().iter().take(2) {
                acts.push((
                    Command::Move {
                        color: seat,
                        ply,
                        square,
                    },
                    moment,
                ));
            }
            acts.push((Command::Pass { color: seat, ply }, moment));
        }
        acts.push((Command::Resign { color: seat }, plain));
        acts.push((
            Command::Resign {
                color: seat.opponent(),
            },
            plain,
        ));
    }
    for at_ms in [node.now_ms, look_ms(node), look_ms(node) + GRANT_MS] {
        acts.push((Command::SettleFlag, Moment::at(at_ms.max(node.now_ms))));
    }
    acts.push((credit(), Moment::at(node.now_ms)));
    acts
}

fn look_ms(node: &Node) -> i64 {
    deadline(&node.state).map_or(i64::MIN, |due| due.look_at_ms)
}

/// One act: what it led to, held against the rules; `None` if it was refused.
fn step(
    world: &World,
    node: &Node,
    (command, moment): (&Command, &Moment),
    decide: Decide,
) -> Result<Option<Node>, String> {
    let state = &node.state;
    let Some(turn) = state.turn() else {
        return Ok(None);
    };
    let due_ms = due_ms(turn, state.face(turn.seat()).remaining_ms, moment);
    let in_time = moment.received_ms() < due_ms;
    let decided = decide(state, command, moment);
    let possible = match command {
        Command::Move { .. } => !turn.must_pass,
        Command::Pass { .. } => turn.must_pass,
        Command::Resign { color } => *color == turn.seat() || in_time,
        Command::SettleFlag => moment.now_ms >= look_ms(node),
        _ => !node.credited,
    };
    let Ok(events) = decided else {
        if possible {
            return wrong("a possible act was refused", node, (command, moment));
        }
        return Ok(None);
    };
    if !possible || events.is_empty() {
        return wrong("an impossible act was accepted", node, (command, moment));
    }
    let mover_acts = matches!(command, Command::Move { .. } | Command::Pass { .. })
        || *command == Command::Resign { color: turn.seat() };
    let fell = matches!(events[0], Event::FlagFell { .. });
    if mover_acts && fell == in_time {
        return wrong(
            "late and in time are mixed up",
            node,
            (command, moment, &events),
        );
    }
    if let (true, Event::FlagFell { deadline_ms, .. }) = (mover_acts, &events[0])
        && *deadline_ms != due_ms
    {
        return wrong(
            "the fall has the wrong instant",
            node,
            (command, moment, &events),
        );
    }
    let mut state = state.clone();
    for event in &events {
        let before = Node {
            state,
            now_ms: moment.now_ms,
            credited: node.credited,
        };
        state = fold(before.state.clone(), moment.now_ms, [event]);
        check_event(world, &before, event, &state)?;
    }
    Ok(Some(Node {
        state,
        now_ms: moment.now_ms,
        credited: node.credited || matches!(command, Command::CreditTime { .. }),
    }))
}

fn check_event(
    world: &World,
    before: &Node,
    event: &Event,
    after: &TableState,
) -> Result<(), String> {
    let old = &before.state;
    if old.finished().is_some() {
        return wrong("something happened after the end", before, event);
    }
    let running = old.turn().map(|turn| turn.seat());
    for color in Color::BOTH {
        let (was, is) = (old.face(color), after.face(color));
        let grants = matches!(
            event,
            Event::FlagFell {
                play_on: true,
                winner_plays: false,
                ..
            }
        );
        let credits = matches!(event, Event::TimeCredited { .. });
        if running != Some(color) && !grants && was != is {
            return wrong("a clock that stood still changed", before, event);
        }
        if grants {
            let expected_ms = if running == Some(color) {
                0
            } else {
                was.remaining_ms
            } + GRANT_MS;
            if is.remaining_ms != expected_ms {
                return wrong("a grant is not two minutes", before, event);
            }
        }
        let flat = old.defaulter() == Some(color)
            || matches!(world.terms.control(color), TimeControl::SuddenDeath { .. });
        if flat && !grants && !credits && is.remaining_ms > was.remaining_ms {
            return wrong("time was made", before, event);
        }
    }
    match event {
        Event::FlagFell { color, play_on, .. } => {
            let goes_on = old.defaulter().is_none()
                && match world.terms.default_policy {
                    DefaultPolicy::Woc => true,
                    DefaultPolicy::WinnerPlaysOn => *moved(old).get(*color),
                    _ => false,
                };
            if *play_on != goes_on || running != Some(*color) {
                return wrong("play goes on, or not, against the policy", before, event);
            }
        }
        Event::Finished(finished) => {
            let end = match (old.turn(), finished.reason) {
                (_, EndReason::Resignation) => resigned(old).map(End::Resigned),
                (_, EndReason::Flag) => fallen(old, world).map(End::Fall),
                _ => Some(End::Board),
            };
            let Some(end) = end else {
                return wrong("nothing ended the game", before, event);
            };
            // Whose fall it was that ended the game is no default before the end.
            let first = old.defaulter().filter(|first| !matches!(end, End::Fall(color) if color == *first && !world.falls_twice(old)));
            let terms = &world.terms;
            let expected = result(&Ended {
                policy: &terms.default_policy,
                goal: terms.goal,
                draw_winner: terms.draw_winner,
                position: old.position(),
                first,
                end,
                moved: moved(old),
            });
            if expected
                != (
                    (finished.black_discs, finished.white_discs),
                    finished.winner,
                )
            {
                return wrong("the result is not the rule's", before, (expected, finished));
            }
        }
        _ => {}
    }
    Ok(())
}

impl World {
    /// Whether a first fall leaves the game going, so that the fall that ended it was a second one.
    fn falls_twice(&self, state: &TableState) -> bool {
        match self.terms.default_policy {
            DefaultPolicy::Woc => true,
            DefaultPolicy::WinnerPlaysOn => state.plays_both().is_some(),
            _ => false,
        }
    }
}

/// Who resigned, read from the state as it is written.
fn resigned(state: &TableState) -> Option<Color> {
    let written = serde_json::to_value(state).ok()?;
    serde_json::from_value(written.get("resigned")?.clone()).ok()
}

/// Whose clock is at 0 after the fall that ended the game. After a winner's fall both may be: then it is his.
fn fallen(state: &TableState, world: &World) -> Option<Color> {
    let at_zero = |color: Color| state.face(color).remaining_ms == 0;
    match state.defaulter() {
        Some(first) if world.falls_twice(state) && at_zero(first.opponent()) => {
            Some(first.opponent())
        }
        first => first.filter(|first| at_zero(*first)),
    }
}

/// A live game: one clock runs, one deadline is told, and the flag alone ends it in two falls at most.
fn check_live(node: &Node, decide: Decide) -> Result<(), String> {
    let state = &node.state;
    let (Some(turn), Some(due)) = (state.turn(), deadline(state)) else {
        return wrong("nothing is due and nobody is on the move", node, ());
    };
    let shown = clocks(state, node.now_ms);
    if due.kind != DeadlineKind::Flag
        || shown.running != Some(turn.seat())
        || state.phase() != Phase::Live
    {
        return wrong("the clocks do not agree with the turn", node, shown);
    }
    if turn.must_pass != state.position().must_pass() || state.position().is_over() {
        return wrong("the turn does not agree with the board", node, turn);
    }
    if decide(state, &Command::SettleFlag, &Moment::at(due.look_at_ms - 1)).is_ok() {
        return wrong("a flag falls before its deadline", node, due);
    }
    let mut state = state.clone();
    for _ in 0..2 {
        let look_ms = deadline(&state).map_or(0, |due| due.look_at_ms);
        let Ok(events) = decide(&state, &Command::SettleFlag, &Moment::at(look_ms)) else {
            return wrong(
                "stuck: the flag cannot be settled when it is due",
                node,
                look_ms,
            );
        };
        state = fold(state, look_ms, &events);
        if state.finished().is_some() {
            return Ok(());
        }
    }
    wrong("stuck: two falls do not end the game", node, ())
}

/// Whether a flag is waited for; what is due after the end, such as a confirmation, is none.
fn flag_is_due(state: &TableState) -> bool {
    deadline(state).is_some_and(|due| due.kind == DeadlineKind::Flag)
}

/// A finished game: nothing runs, nothing is due, nothing more happens.
fn check_end(node: &Node, decide: Decide) -> Result<(), String> {
    let state = &node.state;
    if state.turn().is_some() || flag_is_due(state) || clocks(state, node.now_ms).running.is_some()
    {
        return wrong("a clock runs after the end", node, deadline(state));
    }
    let (ply, later) = (state.next_ply(), Moment::at(node.now_ms + 1));
    for color in Color::BOTH {
        let square = "a1".parse().unwrap();
        let acts = [
            Command::Move { color, ply, square },
            Command::Pass { color, ply },
            Command::Resign { color },
            Command::SettleFlag,
            Command::Start,
        ];
        for command in acts {
            if decide(state, &command, &later).is_ok() {
                return wrong("an act was accepted after the end", node, command);
            }
        }
    }
    Ok(())
}

const LINES: [(&str, usize); 6] = [
    (BLACK_AHEAD, 57),
    (WHITE_AHEAD, 57),
    (DRAW, 55),
    (BLACK_WIPES, 7),
    (WHITE_WIPES, 8),
    ("", 0),
];

fn controls() -> [TimeControl; 5] {
    [
        TimeControl::SuddenDeath { main_ms: 5_000 },
        TimeControl::Fischer {
            main_ms: 5_000,
            increment_ms: 900,
        },
        TimeControl::Bronstein {
            main_ms: 5_000,
            delay_ms: 900,
        },
        TimeControl::Byoyomi {
            main_ms: 1_000,
            periods: 2,
            period_ms: 3_000,
        },
        TimeControl::Canadian {
            main_ms: 1_000,
            moves: 2,
            block_ms: 3_000,
        },
    ]
}

fn policies() -> [DefaultPolicy; 4] {
    [
        DefaultPolicy::Woc,
        DefaultPolicy::LossOfAllDiscs,
        DefaultPolicy::LossOnBoard,
        DefaultPolicy::WinnerPlaysOn,
    ]
}

fn explore_all(worlds: Vec<World>) -> Seen {
    let mut all = Seen::default();
    for world in worlds {
        let seen =
            explore(&world, decide).unwrap_or_else(|wrong| panic!("{:?}: {wrong}", world.terms));
        all.states += seen.states;
        all.steps += seen.steps;
        all.ended += seen.ended;
    }
    all
}

fn told(name: &str, seen: &Seen) {
    println!("figure {name}_states {}", seen.states);
    println!("figure {name}_steps {}", seen.steps);
    assert!(seen.ended > 0 && seen.steps > seen.states);
}

/// The procedure of the championships: every line and goal, and a drawn game with its choice.
fn default_procedure(depth: u32) -> Vec<World> {
    let mut worlds = Vec::new();
    for line in LINES {
        for goal in [Goal::Most, Goal::Fewest] {
            let drawn = (line.0 == DRAW).then_some(Some(Color::White));
            for draw_winner in [None].into_iter().chain(drawn) {
                let control = TimeControl::SuddenDeath { main_ms: 5_000 };
                let terms = Terms {
                    goal,
                    draw_winner,
                    ..terms(control, DefaultPolicy::Woc)
                };
                worlds.push(World { terms, line, depth });
            }
        }
    }
    worlds
}

/// Every policy under every control on every line; the last one begins with an empty board.
fn policies_and_controls(depth: u32) -> Vec<World> {
    let mut worlds = Vec::new();
    for line in LINES {
        for time_control in controls() {
            for policy in policies() {
                let terms = terms(time_control.clone(), policy);
                let opening = match line.1 {
                    0 => Opening::Placed1883,
                    _ => Opening::Standard,
                };
                worlds.push(World {
                    terms: Terms { opening, ..terms },
                    line,
                    depth,
                });
            }
        }
    }
    worlds
}

#[test]
fn the_default_procedure_is_never_stuck_and_never_contradicts_itself() {
    told("default_procedure", &explore_all(default_procedure(3)));
}

#[test]
fn every_policy_goes_with_every_control() {
    let worlds = policies_and_controls(2);
    told("policies_and_controls", &explore_all(worlds));
}

/// Deeper: some minutes.
#[test]
#[ignore = "slow: explores millions of steps; `make slow` runs it"]
fn the_default_procedure_and_every_other_hold_deeper() {
    told("default_procedure_deep", &explore_all(default_procedure(4)));
    let worlds = policies_and_controls(3);
    told("policies_and_controls_deep", &explore_all(worlds));
}

/// Changes what was decided before the explorer sees it.
fn bent(
    (state, command, moment): (&TableState, &Command, &Moment),
    bend: impl Fn(&mut Event),
) -> Result<Vec<Event>, Refusal> {
    let mut events = decide(state, command, moment)?;
    events.iter_mut().for_each(bend);
    Ok(events)
}

/// The explorer's own teeth: each of these engines breaks one rule.
#[test]
fn a_broken_rule_is_caught() {
    let broken: [(&str, &str, Decide); 8] = [
        (
            "the winner's fall costs him everything",
            "the result is not the rule's",
            |state, command, moment| {
                bent((state, command, moment), |event| {
                    if let Event::Finished(finished) = event
                        && (finished.black_discs, finished.white_discs) == (31, 33)
                    {
                        (finished.black_discs, finished.white_discs) = (0, 64);
                    }
                })
            },
        ),
        (
            "the discs of a game that was played out change hands",
            "the result is not the rule's",
            |state, command, moment| {
                bent((state, command, moment), |event| {
                    if let Event::Finished(finished) = event
                        && finished.reason == EndReason::BoardComplete
                    {
                        core::mem::swap(&mut finished.black_discs, &mut finished.white_discs);
                    }
                })
            },
        ),
        (
            "in time at the deadline itself",
            "late and in time are mixed up",
            |state, command, moment| {
                let delivered = moment.stamps.and_then(|stamps| stamps.delivered_at_ms);
                let earlier = Moment {
                    now_ms: moment.now_ms - 1,
                    ..*moment
                }
                .stamped(moment.received_ms() - 1, delivered);
                decide(
                    state,
                    command,
                    if matches!(command, Command::SettleFlag) {
                        moment
                    } else {
                        &earlier
                    },
                )
            },
        ),
        (
            "two minutes for the defaulter alone",
            "a clock that stood still changed|a grant is not two minutes",
            |state, command, moment| {
                bent((state, command, moment), |event| {
                    if let Event::FlagFell {
                        color,
                        play_on: true,
                        remaining_ms,
                        ..
                    } = event
                    {
                        *remaining_ms.get_mut(color.opponent()) -= GRANT_MS;
                    }
                })
            },
        ),
        ("no second fall", "stuck", |state, command, moment| {
            if *command == Command::SettleFlag && state.defaulter().is_some() {
                return decide(&TableState::default(), command, moment);
            }
            decide(state, command, moment)
        }),
        (
            "a flag settled too early",
            "a flag falls before its deadline",
            |state, command, moment| {
                let later = Moment {
                    now_ms: moment.now_ms + 1,
                    ..*moment
                };
                decide(
                    state,
                    command,
                    if *command == Command::SettleFlag {
                        &later
                    } else {
                        moment
                    },
                )
            },
        ),
        (
            "an end that is not written",
            "stuck",
            |state, command, moment| {
                let events = decide(state, command, moment)?;
                Ok(events
                    .into_iter()
                    .filter(|event| !matches!(event, Event::Finished(_)))
                    .collect())
            },
        ),
        (
            "the first fall ends the game",
            "stuck",
            |state, command, moment| {
                bent((state, command, moment), |event| {
                    if let Event::FlagFell { play_on, .. } = event {
                        *play_on = false;
                    }
                })
            },
        ),
    ];
    for (name, caught_by, decide) in broken {
        let found = [(BLACK_AHEAD, 57), (WHITE_AHEAD, 56)]
            .into_iter()
            .find_map(|line| {
                let terms = terms(
                    TimeControl::SuddenDeath { main_ms: 5_000 },
                    DefaultPolicy::Woc,
                );
                explore(
                    &World {
                        terms,
                        line,
                        depth: 4,
                    },
                    decide,
                )
                .err()
            });
        let found = found.unwrap_or_else(|| panic!("not caught: {name}"));
        println!(
            "{name}: {}",
            found
                .split(" at ")
                .next()
                .unwrap_or_default()
                .chars()
                .take(160)
                .collect::<String>()
        );
        let caught = caught_by
            .split('|')
            .any(|what| found.starts_with(what) || found.contains(what));
        assert!(caught, "{name} was caught for another reason: {found}");
    }
}
