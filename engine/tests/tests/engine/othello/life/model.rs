//! What holds for any commands in any order at any time.

use crate::refusals::assert_declared_at_tables;
use outflank_othello::{
    Color, Command, DeadlineKind, DefaultPolicy, Entry, Event, Moment, PassMode, Phase, Spectators,
    TableState, TimeControl, clocks, deadline, decide, evolve, fold, visible_seq,
};

use crate::othello::life::random::Random;
use crate::othello::life::scene::{LIMIT_MS, Scene, game_rules};

fn start(random: &mut Random) -> Scene {
    let mut game_rules = game_rules();
    game_rules.absence_limit_ms = random.one_in(2).then_some(LIMIT_MS);
    game_rules.pass_mode = if random.one_in(2) {
        PassMode::Automatic
    } else {
        PassMode::Explicit
    };
    game_rules.time_control = match random.below(3) {
        0 => TimeControl::Byoyomi {
            main_ms: 200_000,
            periods: 3,
            period_ms: 30_000,
        },
        1 => TimeControl::Fischer {
            main_ms: 200_000,
            increment_ms: 3_000,
        },
        _ => TimeControl::SuddenDeath { main_ms: 300_000 },
    };
    game_rules.default_policy = match random.below(4) {
        0 => DefaultPolicy::WinnerPlaysOn,
        1 => DefaultPolicy::LossOnBoard,
        _ => DefaultPolicy::Woc,
    };
    Scene::with(game_rules)
}

fn sweeper(kind: DeadlineKind) -> Command {
    match kind {
        DeadlineKind::Start => Command::Start,
        DeadlineKind::Flag => Command::SettleFlag,
        _ => Command::SettleDeadline,
    }
}

/// Whatever is due is settled by the command it names, and not one ms before.
fn check_deadline(state: &TableState) {
    let Some(due) = deadline(state) else { return };
    let command = sweeper(due.kind);
    let settled = decide(state, &command, &Moment::at(due.look_at_ms));
    let events = settled.unwrap_or_else(|refusal| panic!("{due:?}: {refusal}"));
    let after = fold(state.clone(), due.look_at_ms, &events);
    assert_ne!(&after, state, "{due:?} changed nothing");
    assert!(
        decide(state, &command, &Moment::at(due.look_at_ms - 1)).is_err(),
        "{due:?}"
    );
}

fn check_state(state: &TableState, now_ms: i64) {
    let phase = state.phase();
    let shown = clocks(state, now_ms);
    assert_eq!(shown.running.is_some(), phase == Phase::Live, "{phase:?}");
    assert_eq!(shown.running, state.turn().map(|turn| turn.seat()));
    assert_eq!(state.finished().is_some(), phase == Phase::Finished);
    if phase == Phase::Live {
        assert!(!state.board().is_over(state.position()));
        assert!(
            deadline(state).is_some(),
            "a running clock without a deadline"
        );
    }
    for color in Color::BOTH {
        assert!(*state.remaining_ms().get(color) >= 0);
        assert!(*shown.remaining_ms.get(color) >= 0);
    }
}

/// Clocks gain by what an event says, and by nothing else.
fn check_clocks(before: &TableState, event: &Event, after: &TableState) {
    let gives = matches!(
        event,
        Event::Created(_)
            | Event::TimeCredited { .. }
            | Event::FlagFell { .. }
            | Event::ClocksSet { .. }
            | Event::TimeAdjusted { .. }
            | Event::DefaultUndone { .. }
            | Event::TakenBack(_)
            | Event::TranscriptEntered { .. }
            | Event::Reopened(_)
            | Event::ReplaySet { .. }
            // The turn is taken up where it was sealed.
            | Event::SealRevealed { .. }
    );
    let heard_in_pause = before.pause().is_some() && matches!(event, Event::Resigned { .. });
    let played = heard_in_pause || matches!(event, Event::Moved { .. } | Event::Passed { .. });
    for color in Color::BOTH {
        let (had, has) = (
            *before.remaining_ms().get(color),
            *after.remaining_ms().get(color),
        );
        // An increment, a period made whole again, or a command from before the pause.
        let allowed = if played { 3_000_000 } else { 0 };
        assert!(
            gives || has <= had + allowed,
            "{event:?}: {color} {had} -> {has}"
        );
    }
    if let (Event::Moved { charged_ms, .. } | Event::Passed { charged_ms, .. }, None) =
        (event, before.pause())
    {
        assert!(*charged_ms >= 0);
        if let Some(TimeControl::SuddenDeath { .. }) = before
            .game_rules()
            .map(|game_rules| &game_rules.time_control)
        {
            let sum = |state: &TableState| state.remaining_ms().black + state.remaining_ms().white;
            assert_eq!(sum(before) - sum(after), *charged_ms, "{event:?}");
        }
    }
}

struct Watch {
    policy: Spectators,
    seq: u64,
}

impl Watch {
    /// What was seen stays seen.
    fn look(&mut self, journal: &[(i64, Vec<Event>)], now_ms: i64) {
        let entries = (1..).zip(journal).map(|(seq, (at_ms, events))| Entry {
            seq,
            at_ms: *at_ms,
            events,
        });
        let seen = visible_seq(self.policy, entries, now_ms);
        assert!(
            seen.seq >= self.seq,
            "{:?} sees less than before",
            self.policy
        );
        assert!(seen.look_again_ms.is_none_or(|again| again > now_ms));
        self.seq = seen.seq;
    }
}

fn run(seed: u64, steps: usize, seen: &mut [u64; 7]) -> usize {
    let mut random = Random::new(seed);
    let mut scene = start(&mut random);
    scene.now_ms = crate::othello::life::scene::START_MS - 3_000;
    let mut watches = [
        Watch {
            policy: Spectators::Off,
            seq: 0,
        },
        Watch {
            policy: Spectators::Delayed {
                plies: 2,
                ms: 5_000,
            },
            seq: 0,
        },
    ];
    let mut accepted = 0;
    for _ in 0..steps {
        scene.now_ms += random.gap();
        let mut command = random.command(&scene.state, scene.now_ms);
        if let Some(due) = deadline(&scene.state).filter(|_| random.one_in(12)) {
            scene.now_ms = scene.now_ms.max(due.look_at_ms);
            command = sweeper(due.kind);
        }
        let moment = random.moment(scene.now_ms, &scene.state);
        let decided = decide(&scene.state, &command, &moment);
        assert_eq!(decided, decide(&scene.state, &command, &moment));
        match decided {
            Ok(events) => {
                accepted += 1;
                assert!(!events.is_empty(), "{command:?}");
                take(&mut scene, events);
            }
            Err(refusal) => assert_declared_at_tables(&refusal),
        }
        check_state(&scene.state, scene.now_ms);
        check_deadline(&scene.state);
        seen[scene.state.phase() as usize] += 1;
        for watch in &mut watches {
            watch.look(&scene.journal, scene.now_ms);
        }
    }
    let written = serde_json::to_string(&scene.journal).unwrap();
    let journal: Vec<(i64, Vec<Event>)> = serde_json::from_str(&written).unwrap();
    let replayed = journal
        .iter()
        .fold(TableState::default(), |state, (at_ms, events)| {
            fold(state, *at_ms, events)
        });
    assert_eq!(replayed, scene.state, "seed {seed}");
    let snapshot = serde_json::to_string(&scene.state).unwrap();
    assert_eq!(
        serde_json::from_str::<TableState>(&snapshot).unwrap(),
        replayed
    );
    accepted
}

fn take(scene: &mut Scene, events: Vec<Event>) {
    let result = scene.state.finished().copied();
    let mut state = std::mem::take(&mut scene.state);
    for event in &events {
        let after = evolve(state.clone(), scene.now_ms, event);
        check_clocks(&state, event, &after);
        state = after;
    }
    let ruled = events
        .iter()
        .any(|event| matches!(event, Event::Ruled { .. }));
    assert!(
        result.is_none() || ruled || state.finished().copied() == result,
        "{events:?}"
    );
    scene.state = state;
    scene.journal.push((scene.now_ms, events));
}

#[test]
fn any_commands_keep_the_invariants() {
    let mut seen = [0_u64; 7];
    let mut accepted = 0;
    for seed in 1..=1_500 {
        accepted += run(seed, 120, &mut seen);
    }
    println!("{accepted} commands accepted; phases seen {seen:?}");
    for phase in [
        Phase::Waiting,
        Phase::Live,
        Phase::Paused,
        Phase::Adjourned,
        Phase::Finished,
        Phase::Annulled,
    ] {
        assert!(
            seen[phase as usize] > 100,
            "{phase:?} is hardly ever reached: {seen:?}"
        );
    }
    assert!(accepted > 40_000);
}

/// Instants and numbers at the ends of the line, and streams that no table could have written.
#[test]
fn nothing_panics() {
    let mut random = Random::new(77);
    let ends = [i64::MIN, -1, 0, 1, i64::MAX];
    for _ in 0..600 {
        let mut state = start(&mut random).state;
        for _ in 0..80 {
            let instant = ends[usize::try_from(random.below(5)).unwrap()];
            let now_ms = if random.one_in(3) {
                instant
            } else {
                1_000_000 + random.ms(900_000)
            };
            let command = random.command(&state, now_ms.clamp(-1_000_000_000, 1_000_000_000));
            let moment = Moment {
                now_ms,
                uncertainty_ms: instant,
                stamps: None,
            }
            .stamped(instant, Some(now_ms));
            if let Ok(events) = decide(&state, &command, &moment) {
                for event in events.iter().skip(usize::from(random.one_in(6))) {
                    state = evolve(state, now_ms, event);
                    if random.one_in(8) {
                        state = evolve(state, instant, event);
                    }
                }
            }
            let _ = (deadline(&state), clocks(&state, instant));
            let _ = outflank_othello::transcript_digest(&state);
        }
    }
}
