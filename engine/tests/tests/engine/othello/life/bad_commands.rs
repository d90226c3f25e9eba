//! A million bad commands: none is taken that a second opinion would not take.

use outflank_othello::{
    Command, Event, Moment, Phase, Stamps, TableState, clocks, decide, transcript_digest,
};

use crate::othello::life::oracle::Board;
use crate::othello::life::random::Random;
use crate::othello::life::scene::{LIMIT_MS, START_MS, Scene, game_rules};

/// Tables in the midst of their lives.
fn tables(random: &mut Random, count: usize) -> Vec<(TableState, i64)> {
    let mut tables = Vec::new();
    while tables.len() < count {
        let mut game_rules = game_rules();
        game_rules.absence_limit_ms = random.one_in(8).then_some(LIMIT_MS);
        let mut scene = Scene::live_with(game_rules);
        scene.now_ms = START_MS;
        for _ in 0..random.below(90) {
            scene.now_ms += random.gap();
            let command = if random.one_in(12) {
                random.command(&scene.state, scene.now_ms)
            } else {
                random.good(&scene.state)
            };
            if scene.decide(&command).is_ok() {
                scene.accept(&command);
            }
        }
        tables.push((scene.state, scene.now_ms));
    }
    tables
}

/// A command of a cheat, a broken client or a network that repeats and reorders.
fn bad(random: &mut Random, state: &TableState, now_ms: i64) -> (Command, Moment) {
    let mut command = match random.below(5) {
        0 => random.good(state),
        _ => random.players(state),
    };
    if random.one_in(3)
        && let Some(played) = state
            .record()
            .get(usize::try_from(random.below(60)).unwrap())
    {
        // Replayed, whole or with another seat or square.
        let color = if random.one_in(3) {
            random.color()
        } else {
            played.color
        };
        command = match played.square {
            Some(square) => Command::Move {
                color,
                ply: played.ply,
                square,
                flip: None,
            },
            None => Command::Pass {
                color,
                ply: played.ply,
            },
        };
    }
    let now_ms = now_ms + random.ms(3_000);
    let received_at_ms = match random.below(6) {
        0 => i64::MIN,
        1 => i64::MAX,
        2 => now_ms - random.ms(4_000),
        3 => now_ms + random.ms(9_000),
        4 => 0,
        _ => now_ms,
    };
    let delivered_at_ms = match random.below(5) {
        0 => Some(i64::MAX),
        1 => Some(i64::MIN),
        2 => Some(now_ms - random.ms(9_000)),
        _ => None,
    };
    let lag_ms = random.one_in(2).then(|| random.ms(90_000));
    let stamps = Stamps {
        lag_ms,
        ..Stamps::at(received_at_ms, delivered_at_ms)
    };
    (
        command,
        Moment {
            now_ms,
            uncertainty_ms: 0,
            stamps: Some(stamps),
        },
    )
}

/// Whether the entry does what the player asked for; a fall that it brought to light is no such thing.
fn done(command: &Command, events: &[Event]) -> bool {
    events.iter().any(|event| match (command, event) {
        (
            Command::Move { ply, square, .. },
            Event::Moved {
                ply: at,
                square: on,
                ..
            },
        ) => ply == at && square == on,
        (
            Command::Pass { ply, .. },
            Event::Passed {
                ply: at, automatic, ..
            },
        ) => ply == at && !automatic,
        (Command::Resign { color }, Event::Resigned { color: who, .. }) => color == who,
        (Command::SealMove { ply, .. }, Event::MoveSealed { ply: at, .. }) => ply == at,
        (Command::CallDirector { color }, Event::DirectorCalled { color: who, .. }) => color == who,
        (Command::Arrive { color }, Event::Arrived { color: who }) => color == who,
        (
            Command::ConfirmTranscript { color, .. },
            Event::TranscriptConfirmed { color: who, .. },
        ) => color == who,
        (Command::DisputeResult { color, .. }, Event::ResultDisputed { color: who, .. }) => {
            color == who
        }
        _ => false,
    })
}

fn allowed(board: &Board, state: &TableState, command: &Command, moment: &Moment) -> bool {
    let over = state.phase() == Phase::Finished;
    match command {
        Command::CallDirector { .. } => {
            matches!(state.phase(), Phase::Live | Phase::Waiting | Phase::Paused)
        }
        Command::Arrive { color } => {
            !over
                && state.phase() != Phase::Annulled
                && !state.record().iter().any(|played| played.seat() == *color)
        }
        Command::ConfirmTranscript { digest, .. } => {
            over && state.signatures().is_some() && *digest == transcript_digest(state)
        }
        Command::DisputeResult { .. } => over && state.signatures().is_some(),
        play => board.allows(state, play, moment),
    }
}

fn run(seed: u64, count: u64) {
    let mut random = Random::new(seed);
    let tables = tables(&mut random, 400);
    let boards: Vec<Board> = tables.iter().map(|(state, _)| Board::of(state)).collect();
    let (mut taken, mut wrongly, mut needlessly) = (0_u64, 0_u64, 0_u64);
    for _ in 0..count {
        let pick = usize::try_from(random.below(400)).unwrap();
        let (state, now_ms) = &tables[pick];
        let (command, moment) = bad(&mut random, state, *now_ms);
        let decided = decide(state, &command, &moment);
        let did = decided.as_ref().is_ok_and(|events| done(&command, events));
        let may = allowed(&boards[pick], state, &command, &moment);
        taken += u64::from(did);
        if did && !may {
            wrongly += 1;
            eprintln!("taken wrongly: {command:?} at {moment:?}");
        }
        // What a second opinion allows on a clock with time is not refused either.
        let timely = state.phase() == Phase::Live
            && !clocks(state, moment.now_ms).flag_pending
            && state.expulsions().is_empty()
            && state
                .game_rules()
                .is_some_and(|game_rules| game_rules.absence_limit_ms.is_none())
            && matches!(command, Command::Move { .. } | Command::Pass { .. });
        if may && timely && !did {
            needlessly += 1;
            eprintln!("refused needlessly: {command:?} at {moment:?}: {decided:?}");
        }
    }
    println!("figure bad_commands {count}");
    println!("figure bad_commands_wrongly_accepted {wrongly}");
    println!("{taken} of them were good after all");
    assert_eq!((wrongly, needlessly), (0, 0));
    assert!(taken > 0 && taken < count / 4, "{taken}");
}

#[test]
fn a_million_bad_commands_are_refused() {
    run(12, 1_000_000);
}
