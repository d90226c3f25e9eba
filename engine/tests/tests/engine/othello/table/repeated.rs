//! A game gone through once more: what its entries tell comes out again, and what is changed in them does not.

use outflank_othello::{
    Code, Color, Command, Event, LagCredit, Moment, PassMode, Square, Squares, Stamps, TableEntry,
    decide, evolve, repeat_game,
};
use outflank_testbed::Dice;

use super::scene::{START_MS, Scene, create};

const UNCERTAINTY_MS: i64 = 50;

/// The stamps as a service keeps them, behind what it decided.
fn stamped(color: Color, ply: u32, stamps: Stamps) -> Event {
    Event::Stamped {
        ply,
        color,
        received_at_ms: stamps.received_at_ms,
        delivered_at_ms: stamps.delivered_at_ms,
        lag_ms: stamps.lag_ms,
        unread_ms: stamps.unread_ms,
        seen_at_ms: stamps.seen_at_ms,
        queued_ms: 0,
        gateway: "gateway-1".to_owned(),
        by_key: false,
    }
}

/// A game with clocks of some minutes under every stamp there may be: flags fall, some players come late, some give up.
fn game(seed: u64) -> Vec<(i64, Vec<Event>)> {
    let mut dice = Dice(seed);
    let mut asked = create(PassMode::Explicit);
    asked.game_rules.lag = LagCredit {
        per_move_ms: 200,
        per_game_ms: 2_000,
        covers_reading: seed.is_multiple_of(2),
    };
    let mut scene = Scene::empty();
    scene.accept(&Command::Create(asked), 0);
    scene.accept(&Command::Start, START_MS);
    let mut number = |bound: usize| i64::try_from(dice.below(bound)).unwrap();
    let mut at_ms = START_MS;
    while scene.state.finished().is_none() {
        let turn = scene.state.turn().unwrap();
        let (color, ply) = (turn.seat(), scene.state.next_ply());
        let thought = if number(12) == 0 { 600_000 } else { 30_000 };
        let received_at_ms = at_ms + number(300) + number(thought);
        let stamps = Stamps {
            received_at_ms,
            delivered_at_ms: (number(5) > 0).then(|| at_ms + number(300)),
            lag_ms: (number(3) > 0).then(|| number(400)),
            unread_ms: number(100),
            seen_at_ms: (number(4) == 0).then(|| at_ms + number(200)),
        };
        let now_ms = received_at_ms + number(1_500);
        let moment = Moment {
            now_ms,
            uncertainty_ms: UNCERTAINTY_MS,
            stamps: (number(8) > 0).then_some(stamps),
        };
        let command = match number(150) {
            0 => Command::Resign { color },
            _ => any_ply(&scene, &mut number),
        };
        // Who has not come yet comes with the first command; the others came before it.
        let arrive = Command::Arrive { color };
        let comes = seed.is_multiple_of(3) && !scene.state.has_arrived(color);
        let arrival = comes.then(|| decide(&scene.state, &arrive, &Moment::at(now_ms)));
        let arrival = arrival.map_or_else(Vec::new, |arrival| arrival.unwrap());
        let mut arrived = scene.state.clone();
        for event in &arrival {
            arrived = evolve(arrived, now_ms, event);
        }
        let mut events = match decide(&arrived, &command, &moment) {
            Ok(events) => [arrival, events].concat(),
            Err(refused) => {
                // A fall is due that is not settled: the sweeper comes once it is past doubt.
                assert_eq!(refused.code, Code::FlagPending, "{refused}");
                let later = Moment {
                    now_ms: now_ms + 10_000,
                    uncertainty_ms: UNCERTAINTY_MS,
                    stamps: None,
                };
                at_ms = later.now_ms;
                let events = decide(&scene.state, &Command::SettleFlag, &later).unwrap();
                take(&mut scene, at_ms, events);
                continue;
            }
        };
        if let Some(stamps) = moment.stamps {
            events.push(stamped(color, ply, stamps));
        }
        at_ms = now_ms;
        take(&mut scene, at_ms, events);
    }
    scene.journal
}

fn any_ply(scene: &Scene, number: &mut impl FnMut(usize) -> i64) -> Command {
    let turn = scene.state.turn().unwrap();
    let (color, ply) = (turn.seat(), scene.state.next_ply());
    let moves: Vec<Square> = scene.state.legal_moves().into_iter().collect();
    let Some(square) = moves.get(usize::try_from(number(moves.len())).unwrap()) else {
        return Command::Pass { color, ply };
    };
    Command::Move {
        color,
        ply,
        square: *square,
        flip: None,
    }
}

fn take(scene: &mut Scene, at_ms: i64, events: Vec<Event>) {
    for event in &events {
        scene.state = evolve(std::mem::take(&mut scene.state), at_ms, event);
    }
    scene.journal.push((at_ms, events));
}

fn repeated(journal: &[(i64, Vec<Event>)]) -> outflank_othello::RepeatedGame {
    let entries: Vec<TableEntry<'_>> = (1..)
        .zip(journal)
        .map(|(seq, (at_ms, events))| TableEntry {
            seq,
            at_ms: *at_ms,
            events,
        })
        .collect();
    repeat_game(&entries, UNCERTAINTY_MS)
}

#[test]
fn games_come_out_the_same_again() {
    let (mut falls, mut resigned, mut plies) = (0, 0, 0);
    for seed in 0..200 {
        let journal = game(seed);
        let again = repeated(&journal);
        assert_eq!(again.findings, [], "seed {seed}");
        // All entries but the first, which sets the game up.
        assert_eq!(again.decided, journal.len() - 1, "seed {seed}");
        let events = || journal.iter().flat_map(|(_, events)| events);
        let count = |of: fn(&Event) -> bool| events().filter(|event| of(event)).count();
        assert_eq!(
            again.plies,
            count(|event| matches!(event, Event::Moved { .. }))
        );
        falls += count(|event| matches!(event, Event::FlagFell { .. }));
        resigned += count(|event| matches!(event, Event::Resigned { .. }));
        plies += again.plies;
    }
    assert!(
        falls > 20 && resigned > 10 && plies > 5_000,
        "{falls} {resigned} {plies}"
    );
}

/// Every entry of some games, each changed in every way that would give somebody a second or a disc.
#[test]
fn whatever_is_changed_is_found_in_its_entry() {
    let mut changed = 0;
    for seed in 0..12 {
        let journal = game(seed);
        for place in 0..journal.len() {
            for event in 0..journal[place].1.len() {
                for way in 0..5 {
                    let mut forged = journal.clone();
                    if !forge(&mut forged[place].1[event], way) {
                        continue;
                    }
                    changed += 1;
                    let found = repeated(&forged).findings;
                    let seq = u64::try_from(place).unwrap() + 1;
                    let seqs: Vec<u64> = found.iter().map(|(seq, _)| *seq).collect();
                    let what = &journal[place].1[event];
                    assert!(
                        seqs.contains(&seq),
                        "seed {seed}, {seq}, way {way}: {what:?}: {found:?}"
                    );
                }
            }
        }
    }
    assert!(changed > 2_000, "{changed}");
}

/// False where that way changes nothing of that event.
fn forge(event: &mut Event, way: usize) -> bool {
    match (event, way) {
        (Event::Moved { charged_ms, .. } | Event::Passed { charged_ms, .. }, 0) => *charged_ms += 1,
        (Event::Moved { remaining_ms, .. } | Event::Passed { remaining_ms, .. }, 1) => {
            *remaining_ms += 1_000;
        }
        (Event::Moved { flipped, .. }, 2) => *flipped = Squares::EMPTY,
        (Event::Moved { lag_credit_ms, .. }, 3) => *lag_credit_ms += 1,
        (Event::FlagFell { deadline_ms, .. }, 0) => *deadline_ms -= 1,
        (Event::FlagFell { granted_ms, .. }, 1) => *granted_ms += 1_000,
        (Event::Finished(finished), 0) => finished.black_discs ^= 1,
        (Event::Finished(finished), 1) if finished.winner.is_some() => {
            finished.winner = finished.winner.map(Color::opponent);
        }
        (Event::Finished(finished), 2) if finished.winner.is_some() => finished.winner = None,
        _ => return false,
    }
    true
}
