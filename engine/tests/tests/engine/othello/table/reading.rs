//! What a client gains by reading slowly: what the rule set credits for lag, both together, and no more.

use outflank_othello::{
    CallRules, Color, Command, DefaultPolicy, Event, GameRules, LagCredit, Moment, Stamps,
    TimeControl,
};
use outflank_testbed::Dice;

use crate::othello::table::scene::{Scene, game_rules, kinds};

const MAIN_MS: i64 = 600_000;

fn scene(lag: LagCredit) -> Scene {
    Scene::live_under(GameRules {
        lag,
        director_call: CallRules {
            stops_clocks: true,
            ..CallRules::default()
        },
        ..game_rules(
            TimeControl::SuddenDeath { main_ms: MAIN_MS },
            DefaultPolicy::Woc,
        )
    })
}

/// As every preset has it.
const CAPS: LagCredit = LagCredit {
    per_move_ms: 1_000,
    per_game_ms: 10_000,
    covers_reading: true,
};
/// As games had it before.
const UNCAPPED: LagCredit = LagCredit {
    covers_reading: false,
    ..CAPS
};

/// What the gateway saw: received, delivered and seen, so long after the turn was given, and how long before the
/// delivery the socket was not read.
#[derive(Clone, Copy)]
struct Saw {
    received: i64,
    delivered: Option<i64>,
    unread: i64,
    seen: Option<i64>,
    lag: Option<i64>,
}

fn moment(scene: &Scene, saw: Saw) -> Moment {
    let from_ms = scene.state.turn().unwrap().from_ms;
    let received_at_ms = from_ms + saw.received;
    Moment {
        now_ms: received_at_ms,
        uncertainty_ms: 0,
        stamps: Some(Stamps {
            lag_ms: saw.lag,
            unread_ms: saw.unread,
            seen_at_ms: saw.seen.map(|ms| from_ms + ms),
            ..Stamps::at(received_at_ms, saw.delivered.map(|ms| from_ms + ms))
        }),
    }
}

/// What a ply was charged, and credited for lag and for reading.
fn charged(events: &[Event]) -> (i64, i64, i64) {
    match events.last() {
        Some(Event::Moved {
            charged_ms,
            lag_credit_ms,
            reading_credit_ms,
            ..
        }) => (*charged_ms, *lag_credit_ms, *reading_credit_ms),
        _ => panic!("{events:?}"),
    }
}

/// Black thinks over an unread socket for so many of his plies and reads it as he moves; white moves at once. What
/// black's clock shows more than he took.
fn gained_ms(lag: LagCredit, plies: i64, saw: Saw) -> i64 {
    let mut scene = scene(lag);
    for _ in 0..plies {
        let moment = moment(&scene, saw);
        scene.accept_at(&scene.any_ply(), &moment);
        scene.accept(&scene.any_ply(), scene.now_ms);
    }
    scene.state.reading(Color::Black).remaining_ms - (MAIN_MS - plies * saw.received)
}

const UNREAD: Saw = Saw {
    received: 1_955,
    delivered: Some(1_952),
    unread: 1_950,
    seen: None,
    lag: None,
};

#[test]
fn an_unread_socket_gains_what_lag_may_and_gained_two_seconds_a_ply() {
    // Six plies, the attack as it was; then the same with every pong held back as well.
    assert_eq!(gained_ms(UNCAPPED, 6, UNREAD), 6 * 1_952);
    assert!(gained_ms(UNCAPPED, 6, UNREAD) > 10_000);
    assert_eq!(gained_ms(CAPS, 6, UNREAD), 6 * (1_000 + 2));
    let pongs_too = Saw {
        lag: Some(9_000),
        ..UNREAD
    };
    assert_eq!(gained_ms(CAPS, 6, pongs_too), 6 * (1_000 + 2));
    // A whole game: 2 ms of each ply are the server's own, which are free.
    for saw in [UNREAD, pongs_too] {
        assert_eq!(gained_ms(CAPS, 25, saw), 10_000 + 25 * 2);
        assert!(gained_ms(UNCAPPED, 25, saw) >= 25 * 1_952);
    }
    // Whoever watches over another face has the position.
    let watching = Saw {
        seen: Some(5),
        ..UNREAD
    };
    assert_eq!(gained_ms(CAPS, 6, watching), 6 * (2 + 3));
    assert_eq!(gained_ms(UNCAPPED, 6, watching), 6 * 5);
    // Where the rule set credits nothing, nothing is gained.
    let none = LagCredit {
        covers_reading: true,
        ..LagCredit::default()
    };
    assert_eq!(gained_ms(none, 6, UNREAD), 6 * 2);
}

#[test]
fn what_is_the_servers_is_free_and_what_is_the_clients_is_credited() {
    let saw = |received, delivered, unread| Saw {
        received,
        delivered,
        unread,
        seen: None,
        lag: None,
    };
    let with = |saw: Saw, seen, lag| Saw { seen, lag, ..saw };
    let rows = [
        // Late for the server's own reasons alone.
        (saw(3_000, Some(1_500), 0), (1_500, 0, 0)),
        // Partly: the server was late for 1,100, the client for 400.
        (saw(3_000, Some(1_500), 400), (1_500, 0, 400)),
        (saw(3_000, Some(1_500), 1_400), (1_900, 0, 1_000)),
        // More than two seconds are nobody's delivery.
        (saw(3_000, Some(2_900), 0), (1_000, 0, 0)),
        (saw(3_000, Some(2_900), 400), (1_000, 0, 0)),
        (saw(3_000, Some(2_900), 1_500), (1_000, 0, 600)),
        (saw(3_000, Some(2_900), 9_000), (2_000, 0, 1_000)),
        // No socket was open; what is said of reading then says nothing.
        (saw(3_000, None, 2_000), (3_000, 0, 0)),
        (with(saw(3_000, None, 0), Some(500), None), (3_000, 0, 0)),
        // Seen before: what was not read since was nothing to wait for.
        (
            with(saw(3_000, Some(1_500), 1_400), Some(300), None),
            (2_700, 0, 200),
        ),
        (
            with(saw(3_000, Some(1_500), 1_400), Some(60), None),
            (2_940, 0, 0),
        ),
        (
            with(saw(3_000, Some(1_500), 1_400), Some(-900), None),
            (3_000, 0, 0),
        ),
        (
            with(saw(3_000, Some(1_500), 1_400), Some(1_900), None),
            (1_900, 0, 1_000),
        ),
        // Lag first, and reading with what that leaves.
        (
            with(saw(3_000, Some(1_500), 900), None, Some(300)),
            (1_400, 300, 700),
        ),
        (
            with(saw(3_000, Some(1_500), 900), None, Some(2_000)),
            (1_400, 1_000, 0),
        ),
        // Moved before it was delivered: no more than it took.
        (saw(200, Some(900), 800), (0, 0, 100)),
        (with(saw(200, Some(900), 800), None, Some(300)), (0, 0, 100)),
        (saw(50, Some(900), 800), (0, 0, 0)),
        // Stamps that make no sense.
        (saw(3_000, Some(1_500), -400), (1_500, 0, 0)),
        (saw(3_000, Some(1_500), i64::MAX), (2_000, 0, 1_000)),
        (saw(3_000, Some(-700), 400), (3_000, 0, 0)),
    ];
    for (row, (saw, expected)) in rows.into_iter().enumerate() {
        let mut scene = scene(CAPS);
        let moment = moment(&scene, saw);
        let events = scene.accept_at(&scene.any_ply(), &moment);
        assert_eq!(charged(&events), expected, "row {row}");
        let (_, lag, reading) = expected;
        assert_eq!(scene.state.lag_credited_ms().black, lag + reading);
    }
}

#[test]
fn a_flag_waits_for_what_may_be_credited_and_for_no_more() {
    let short = |received, unread| {
        let mut scene = scene(CAPS);
        // Black has a second left.
        scene.accept(&scene.any_ply(), scene.now_ms + MAIN_MS - 1_000);
        scene.accept(&scene.any_ply(), scene.now_ms);
        let saw = Saw {
            received,
            delivered: Some(1_500),
            unread,
            seen: None,
            lag: None,
        };
        let moment = moment(&scene, saw);
        (scene.accept_at(&scene.any_ply(), &moment), scene)
    };
    // Unread for 1,400 of which 1,000 count: the flag falls 1,000 after that.
    let (events, _) = short(100 + 1_000 + 999, 1_400);
    assert_eq!(
        (kinds(&events), charged(&events)),
        (vec!["moved"], (999, 0, 1_000))
    );
    let (events, scene) = short(100 + 1_000 + 1_000, 1_400);
    assert_eq!(kinds(&events), ["flag_fell", "moved"]);
    assert!(matches!(
        events[0],
        Event::FlagFell {
            reading_credit_ms: 1_000,
            ..
        }
    ));
    // The ply had its credit in the fall.
    assert_eq!(charged(&events), (0, 0, 0));
    assert_eq!(scene.state.lag_credited_ms().black, 1_000);
}

#[test]
fn a_call_for_the_director_is_credited_out_of_the_same_budget() {
    let mut scene = scene(CAPS);
    let moment = moment(
        &scene,
        Saw {
            received: 3_000,
            ..UNREAD
        },
    );
    let call = Command::CallDirector {
        color: Color::Black,
    };
    let events = scene.accept_at(&call, &moment);
    assert!(matches!(
        events[..],
        [
            Event::DirectorCalled { .. },
            Event::Paused {
                charged_ms: 1_998,
                reading_credit_ms: 1_000,
                ..
            }
        ]
    ));
    assert_eq!(scene.state.lag_credited_ms().black, 1_000);
}

/// However a client reads, whatever it makes of pings, and wherever it looks: a game gains no more than the caps.
#[test]
fn forged_stamps_gain_no_more_than_the_caps() {
    let mut dice = Dice(15);
    let mut roll = |bound| i64::try_from(dice.below(bound)).unwrap();
    let caps = LagCredit {
        per_move_ms: 300,
        per_game_ms: 2_000,
        covers_reading: true,
    };
    let (mut plies, mut most) = (0, 0);
    while plies < 10_000 {
        let mut scene = scene(caps);
        let mut free_ms = [0_i64; 2];
        while scene.state.turn().is_some() {
            let turn = scene.state.turn().unwrap();
            let delivered = roll(2_500);
            let unread = [0, roll(2_600), i64::MAX][usize::try_from(roll(3)).unwrap()];
            let saw = Saw {
                received: roll(4_000),
                delivered: (roll(5) > 0).then_some(delivered),
                unread,
                seen: (roll(3) == 0).then(|| roll(3_000) - 300),
                lag: (roll(2) == 0).then(|| roll(4_000)),
            };
            let moment = moment(&scene, saw);
            scene.accept_at(&scene.any_ply(), &moment);
            // What is the server's own: until the socket was there to be written, two seconds at most.
            let offered = saw.delivered.map(|ms| (ms - unread.min(ms)).min(2_000));
            free_ms[usize::from(turn.color == Color::White)] +=
                offered.unwrap_or(0).min(saw.received) - saw.received;
            plies += 1;
        }
        for (color, free_ms) in Color::BOTH.into_iter().zip(free_ms) {
            let gained_ms = scene.state.reading(color).remaining_ms - (MAIN_MS + free_ms);
            assert!(gained_ms <= caps.per_game_ms, "{color} gained {gained_ms}");
            most = most.max(*scene.state.lag_credited_ms().get(color));
        }
    }
    // The cap was reached: the test has tried.
    assert_eq!(most, caps.per_game_ms);
}
