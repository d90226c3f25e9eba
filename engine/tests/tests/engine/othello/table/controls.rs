//! Every time control: what a clock shows after each ply, and when it falls.

use outflank_othello::{
    ClockReading, Color, Command, DefaultPolicy, Event, GameRules, Moment, Overtime, PassMode,
    PerColor, TimeControl, clocks, deadline,
};

use crate::othello::table::scene::{Scene, game_rules, kinds};

/// What a clock shows: main time and overtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Main(i64),
    /// Main time, periods, what is left of the running one.
    Periods(i64, u32, i64),
    /// Main time, plies and time left in the block.
    Block(i64, u32, i64),
}
use Shown::{Block, Main, Periods};

fn shown(reading: ClockReading) -> Shown {
    match reading.overtime {
        None => Main(reading.remaining_ms),
        Some(Overtime::Byoyomi {
            periods_left,
            period_left_ms,
            ..
        }) => Periods(reading.main_ms(), periods_left, period_left_ms),
        Some(Overtime::Canadian {
            moves_left,
            block_left_ms,
            ..
        }) => Block(reading.main_ms(), moves_left, block_left_ms),
    }
}

/// A control, and plies of one player: time spent, what the clock shows then; `None` is the fall.
type Row = (TimeControl, &'static [(i64, Option<Shown>)]);

const SUDDEN: TimeControl = TimeControl::SuddenDeath { main_ms: 10_000 };
const FISCHER: TimeControl = TimeControl::Fischer {
    main_ms: 10_000,
    increment_ms: 2_000,
};
const BRONSTEIN: TimeControl = TimeControl::Bronstein {
    main_ms: 10_000,
    delay_ms: 3_000,
};
const BYOYOMI: TimeControl = TimeControl::Byoyomi {
    main_ms: 10_000,
    periods: 3,
    period_ms: 5_000,
};
const PERIODS_ALONE: TimeControl = TimeControl::Byoyomi {
    main_ms: 0,
    periods: 2,
    period_ms: 5_000,
};
const CANADIAN: TimeControl = TimeControl::Canadian {
    main_ms: 10_000,
    moves: 3,
    block_ms: 6_000,
};
const BLOCKS_ALONE: TimeControl = TimeControl::Canadian {
    main_ms: 0,
    moves: 1,
    block_ms: 6_000,
};

const ROWS: &[Row] = &[
    (
        SUDDEN,
        &[
            (3_000, Some(Main(7_000))),
            (0, Some(Main(7_000))),
            (6_999, Some(Main(1))),
            (1, None),
        ],
    ),
    (SUDDEN, &[(9_999, Some(Main(1)))]),
    (SUDDEN, &[(10_000, None)]),
    (SUDDEN, &[(10_001, None)]),
    (
        FISCHER,
        &[
            (3_000, Some(Main(9_000))),
            (0, Some(Main(11_000))),
            (10_999, Some(Main(2_001))),
            (2_001, None),
        ],
    ),
    (FISCHER, &[(2_000, Some(Main(10_000))), (10_000, None)]),
    (
        BRONSTEIN,
        &[
            (0, Some(Main(10_000))),
            (2_999, Some(Main(10_000))),
            (3_000, Some(Main(10_000))),
            (3_001, Some(Main(9_999))),
        ],
    ),
    (BRONSTEIN, &[(9_999, Some(Main(3_001))), (3_001, None)]),
    (
        BRONSTEIN,
        &[
            (9_000, Some(Main(4_000))),
            (3_999, Some(Main(3_001))),
            (3_000, Some(Main(3_001))),
        ],
    ),
    // A ply within the main time; the rest of it to the ms; periods that cost nothing, one, two.
    (
        BYOYOMI,
        &[
            (4_000, Some(Periods(6_000, 3, 5_000))),
            (6_000, Some(Periods(0, 3, 5_000))),
            (4_999, Some(Periods(0, 3, 5_000))),
            (5_000, Some(Periods(0, 2, 5_000))),
            (4_999, Some(Periods(0, 2, 5_000))),
            (9_999, Some(Periods(0, 1, 5_000))),
            (4_999, Some(Periods(0, 1, 5_000))),
            (5_000, None),
        ],
    ),
    (BYOYOMI, &[(14_999, Some(Periods(0, 3, 5_000)))]),
    (BYOYOMI, &[(15_000, Some(Periods(0, 2, 5_000)))]),
    (BYOYOMI, &[(20_000, Some(Periods(0, 1, 5_000)))]),
    (BYOYOMI, &[(24_999, Some(Periods(0, 1, 5_000)))]),
    (BYOYOMI, &[(25_000, None)]),
    (
        PERIODS_ALONE,
        &[
            (4_999, Some(Periods(0, 2, 5_000))),
            (9_999, Some(Periods(0, 1, 5_000))),
            (0, Some(Periods(0, 1, 5_000))),
            (5_000, None),
        ],
    ),
    (PERIODS_ALONE, &[(10_000, None)]),
    // The ply during which the main time ends is the first of the block, also to the ms.
    (
        CANADIAN,
        &[
            (4_000, Some(Block(6_000, 3, 6_000))),
            (7_000, Some(Block(0, 2, 5_000))),
            (2_000, Some(Block(0, 1, 3_000))),
            (2_999, Some(Block(0, 3, 6_000))),
            (5_999, Some(Block(0, 2, 1))),
            (1, None),
        ],
    ),
    (CANADIAN, &[(10_000, Some(Block(0, 2, 6_000)))]),
    (
        CANADIAN,
        &[
            (9_999, Some(Block(1, 3, 6_000))),
            (6_000, Some(Block(0, 2, 1))),
        ],
    ),
    (CANADIAN, &[(15_999, Some(Block(0, 2, 1)))]),
    (CANADIAN, &[(16_000, None)]),
    (
        BLOCKS_ALONE,
        &[
            (5_999, Some(Block(0, 1, 6_000))),
            (0, Some(Block(0, 1, 6_000))),
            (6_000, None),
        ],
    ),
];

/// Lets `color` spend these times, the opponent none.
fn check(color: Color, (control, spends): &Row) {
    let mut scene = Scene::live_under(game_rules(*control, DefaultPolicy::LossOfAllDiscs));
    let untouched = scene.state.reading(color.opponent());
    if color == Color::White {
        scene.accept(&scene.any_ply(), scene.now_ms);
    }
    for (spent_ms, reading) in *spends {
        let before = scene.state.reading(color);
        let turn = scene.state.turn().unwrap();
        assert_eq!(turn.seat(), color);
        assert_eq!(
            deadline(&scene.state).unwrap().at_ms,
            turn.from_ms + 2_000 + before.remaining_ms
        );
        let events = scene.accept(&scene.any_ply(), turn.from_ms + spent_ms);
        let Some(reading) = reading else {
            assert_eq!(
                kinds(&events),
                ["flag_fell", "finished"],
                "{control:?} {color} {spent_ms}"
            );
            return;
        };
        assert_eq!(kinds(&events), ["moved"], "{control:?} {color} {spent_ms}");
        assert_eq!(
            shown(scene.state.reading(color)),
            *reading,
            "{control:?} {color} {spent_ms}"
        );
        scene.accept(&scene.any_ply(), scene.now_ms);
    }
    let plain = matches!(
        control,
        TimeControl::SuddenDeath { .. }
            | TimeControl::Bronstein { .. }
            | TimeControl::Byoyomi { main_ms: 1.., .. }
    );
    if plain {
        assert_eq!(scene.state.reading(color.opponent()), untouched);
    }
}

#[test]
fn every_control_shows_what_its_rule_says() {
    for row in ROWS {
        for color in Color::BOTH {
            check(color, row);
        }
    }
}

#[test]
fn a_running_clock_shows_the_period_or_block_it_is_in() {
    let rows: &[(TimeControl, i64, Shown)] = &[
        (BYOYOMI, 9_000, Periods(1_000, 3, 5_000)),
        (BYOYOMI, 12_000, Periods(0, 3, 3_000)),
        (BYOYOMI, 15_000, Periods(0, 2, 5_000)),
        (BYOYOMI, 24_000, Periods(0, 1, 1_000)),
        (BYOYOMI, 25_000, Periods(0, 0, 0)),
        (CANADIAN, 12_000, Block(0, 3, 4_000)),
        (CANADIAN, 99_000, Block(0, 3, 0)),
        (FISCHER, 4_000, Main(6_000)),
    ];
    for (control, after_ms, reading) in rows {
        let scene = Scene::live_under(game_rules(*control, DefaultPolicy::Woc));
        let seen = clocks(&scene.state, scene.now_ms + after_ms);
        let black = ClockReading {
            remaining_ms: seen.remaining_ms.black,
            overtime: seen.overtime.black,
        };
        assert_eq!(shown(black), *reading, "{control:?} {after_ms}");
        assert_eq!(seen.flag_pending, black.remaining_ms == 0);
        assert_eq!(seen.running, Some(Color::Black));
        assert_eq!(
            seen.overtime.white,
            scene.state.reading(Color::White).overtime
        );
    }
}

/// A game in which the side on the move must pass, nobody having spent time.
fn forced_pass(game_rules: GameRules) -> Scene {
    let mut scene = Scene::live_under(game_rules);
    while !scene.state.turn().unwrap().must_pass {
        scene.accept(&scene.any_ply(), scene.now_ms);
    }
    scene
}

#[test]
fn a_pressed_pass_is_a_ply_for_increments_periods_and_blocks() {
    for control in [FISCHER, BRONSTEIN, PERIODS_ALONE, BLOCKS_ALONE, CANADIAN] {
        let mut scene = forced_pass(game_rules(control, DefaultPolicy::Woc));
        let color = scene.state.turn().unwrap().color;
        let before = scene.state.reading(color);
        let expected = before.spend(1_000).completed(Some(&control), 1_000);
        scene.accept(&scene.any_ply(), scene.now_ms + 1_000);
        assert_eq!(scene.state.reading(color), expected, "{control:?}");
    }
    let two = TimeControl::Canadian {
        main_ms: 0,
        moves: 40,
        block_ms: 6_000,
    };
    let mut scene = forced_pass(game_rules(two, DefaultPolicy::Woc));
    let color = scene.state.turn().unwrap().color;
    let Block(0, before, 6_000) = shown(scene.state.reading(color)) else {
        panic!()
    };
    scene.accept(&scene.any_ply(), scene.now_ms);
    assert_eq!(
        shown(scene.state.reading(color)),
        Block(0, before - 1, 6_000)
    );
}

#[test]
fn an_automatic_pass_leaves_the_clock_as_it_is() {
    for control in [FISCHER, CANADIAN, PERIODS_ALONE] {
        let automatic = GameRules {
            pass_mode: PassMode::Automatic,
            ..game_rules(control, DefaultPolicy::Woc)
        };
        let mut scene = Scene::live_under(automatic);
        loop {
            let other = scene.state.turn().unwrap().color.opponent();
            let before = scene.state.reading(other);
            let events = scene.accept(&scene.any_ply(), scene.now_ms);
            if events.iter().any(|event| {
                matches!(
                    event,
                    Event::Passed {
                        automatic: true,
                        ..
                    }
                )
            }) {
                assert_eq!(scene.state.reading(other), before);
                break;
            }
        }
    }
}

#[test]
fn seats_may_have_their_own_controls_and_extra_time() {
    let unequal = GameRules {
        individual: PerColor::new(None, Some(BYOYOMI)),
        extra_ms: PerColor::new(300_000, 0),
        ..game_rules(SUDDEN, DefaultPolicy::Woc)
    };
    let mut scene = Scene::live_under(unequal);
    assert_eq!(shown(scene.state.reading(Color::Black)), Main(310_000));
    assert_eq!(
        shown(scene.state.reading(Color::White)),
        Periods(10_000, 3, 5_000)
    );
    scene.accept(&scene.any_ply(), scene.now_ms + 20_000);
    assert_eq!(shown(scene.state.reading(Color::Black)), Main(290_000));
    scene.accept(&scene.any_ply(), scene.now_ms + 20_000);
    assert_eq!(
        shown(scene.state.reading(Color::White)),
        Periods(0, 1, 5_000)
    );
}

#[test]
fn credits_go_to_the_main_time_or_the_running_block() {
    let credit = |ms| Command::CreditTime {
        color: None,
        ms,
        cause: outflank_othello::CreditCause::ServerFault,
        fault_id: "fault-1".into(),
        until_ms: None,
    };
    let rows: &[(TimeControl, Shown)] = &[
        (SUDDEN, Main(11_000)),
        (BYOYOMI, Periods(11_000, 3, 5_000)),
        (PERIODS_ALONE, Periods(1_000, 2, 5_000)),
        (CANADIAN, Block(11_000, 3, 6_000)),
        (BLOCKS_ALONE, Block(0, 1, 7_000)),
    ];
    for (control, reading) in rows {
        let mut scene = Scene::live_under(game_rules(*control, DefaultPolicy::Woc));
        let until = deadline(&scene.state).unwrap().at_ms;
        scene.accept(&credit(1_000), scene.now_ms);
        assert_eq!(
            shown(scene.state.reading(Color::Black)),
            *reading,
            "{control:?}"
        );
        assert_eq!(deadline(&scene.state).unwrap().at_ms, until + 1_000);
    }
}

#[test]
fn a_clock_is_set_from_the_main_time_first() {
    let rows: &[(TimeControl, i64, Shown)] = &[
        (BYOYOMI, 30_000, Periods(15_000, 3, 5_000)),
        (BYOYOMI, 20_000, Periods(5_000, 3, 5_000)),
        (BYOYOMI, 12_000, Periods(0, 3, 2_000)),
        (BYOYOMI, 4_000, Periods(0, 1, 4_000)),
        (CANADIAN, 4_000, Block(0, 3, 4_000)),
        (SUDDEN, 0, Main(0)),
        (SUDDEN, -5, Main(0)),
    ];
    for (control, remaining_ms, reading) in rows {
        let set = ClockReading::initial(control, 0).set_to(*remaining_ms);
        assert_eq!(shown(set), *reading, "{control:?} {remaining_ms}");
        assert_eq!(set.remaining_ms, (*remaining_ms).max(0));
    }
}

#[test]
fn terms_out_of_range_are_refused() {
    let base = || game_rules(SUDDEN, DefaultPolicy::Woc);
    let controlled = |time_control| GameRules {
        time_control,
        ..base()
    };
    let byoyomi = |main_ms, periods, period_ms| {
        controlled(TimeControl::Byoyomi {
            main_ms,
            periods,
            period_ms,
        })
    };
    let canadian = |main_ms, moves, block_ms| {
        controlled(TimeControl::Canadian {
            main_ms,
            moves,
            block_ms,
        })
    };
    let day = 24 * 60 * 60 * 1_000;
    let bad = [
        controlled(TimeControl::SuddenDeath { main_ms: 0 }),
        controlled(TimeControl::SuddenDeath { main_ms: day + 1 }),
        controlled(TimeControl::SuddenDeath { main_ms: i64::MIN }),
        controlled(TimeControl::Fischer {
            main_ms: 0,
            increment_ms: 5,
        }),
        controlled(TimeControl::Fischer {
            main_ms: 9,
            increment_ms: -1,
        }),
        controlled(TimeControl::Bronstein {
            main_ms: 9,
            delay_ms: i64::MAX,
        }),
        byoyomi(0, 0, 5_000),
        byoyomi(9, 0, 5_000),
        byoyomi(9, 3, 0),
        byoyomi(-1, 3, 5),
        byoyomi(9, u32::MAX, i64::MAX),
        canadian(0, 0, 5),
        canadian(9, 0, 5),
        canadian(9, 5, -5),
        GameRules {
            individual: PerColor::new(None, Some(TimeControl::SuddenDeath { main_ms: 0 })),
            ..base()
        },
        GameRules {
            extra_ms: PerColor::new(-1, 0),
            ..base()
        },
        GameRules {
            extra_ms: PerColor::new(0, day),
            ..base()
        },
        GameRules {
            lag: outflank_othello::LagCredit {
                per_move_ms: -1,
                per_game_ms: 0,
                covers_reading: false,
            },
            ..base()
        },
        GameRules {
            absence_limit_ms: Some(0),
            ..base()
        },
        GameRules {
            confirm_within_ms: -1,
            ..base()
        },
    ];
    for game_rules in bad {
        let what = format!("{game_rules:?}");
        let create = Command::Create(crate::othello::table::scene::create_under(game_rules));
        let refusal = Scene::empty().decide(&create, &Moment::at(0)).unwrap_err();
        assert_eq!(refusal.code, outflank_othello::Code::InvalidTerms, "{what}");
    }
}

/// GameRules as they were written before there was a choice are written and read to the byte.
#[test]
fn older_terms_keep_their_bytes() {
    let written = r#"{"time_control":{"kind":"sudden_death","main_ms":10000},"default_policy":{"kind":"woc"},"pass_mode":"explicit","text":"woc"}"#;
    let read: GameRules = serde_json::from_str(written).unwrap();
    assert_eq!(read, game_rules(SUDDEN, DefaultPolicy::Woc));
    assert_eq!(serde_json::to_string(&read).unwrap(), written);
    let scene = Scene::live_under(read);
    let events = scene
        .decide(&scene.any_ply(), &Moment::at(scene.now_ms + 7))
        .unwrap();
    let moved = serde_json::to_value(&events[0]).unwrap();
    let keys: Vec<&str> = moved
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        keys,
        [
            "charged_ms",
            "color",
            "flipped",
            "next",
            "ply",
            "remaining_ms",
            "square",
            "type"
        ]
    );
}
