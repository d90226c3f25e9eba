//! Whatever a client makes of the server's pings, it gains no more than the published caps.

use outflank_othello::{
    Color, Command, Create, DefaultPolicy, Event, GameRules, LagCredit, Moment, PassMode, PerColor,
    Phase, RuleText, Stamps, TableState, TimeControl, decide, evolve,
};
use outflank_testbed::Dice;

const MOVES: u32 = 10_000;
const CAPS: LagCredit = LagCredit {
    per_move_ms: 1_000,
    per_game_ms: 7_000,
    covers_reading: true,
};
const MAIN_MS: i64 = 12 * 60 * 60 * 1_000;

fn ms(dice: &mut Dice, bound: usize) -> i64 {
    i64::try_from(dice.below(bound)).unwrap()
}

/// What forged, delayed or missing pongs may make of a round trip.
fn lag(dice: &mut Dice) -> Option<i64> {
    match dice.below(6) {
        0 => None,
        1 => Some(i64::MAX),
        2 => Some(i64::MIN),
        3 => Some(-ms(dice, 5_000)),
        4 => Some(9_000),
        _ => Some(ms(dice, 3_000)),
    }
}

fn apply(state: &mut TableState, command: &Command, moment: &Moment) -> Vec<Event> {
    let events = decide(state, command, moment).unwrap();
    for event in &events {
        *state = evolve(std::mem::take(state), moment.now_ms, event);
    }
    events
}

fn new_game(now_ms: i64) -> TableState {
    let mut game_rules = GameRules::new(
        TimeControl::SuddenDeath { main_ms: MAIN_MS },
        DefaultPolicy::Woc,
        PassMode::Automatic,
        RuleText::House,
    );
    game_rules.lag = CAPS;
    let create = Create {
        place: None,
        booked_at: None,
        entrants: PerColor::new("a".to_owned(), "b".to_owned()),
        accounts: PerColor::new(Some("a".to_owned()), Some("b".to_owned())),
        game_rules: Box::new(game_rules),
        starts_at_ms: now_ms,
    };
    let mut state = TableState::default();
    apply(&mut state, &Command::Create(create), &Moment::at(now_ms));
    apply(&mut state, &Command::Start, &Moment::at(now_ms));
    state
}

#[test]
fn ten_thousand_moves_with_forged_pongs_gain_no_more_than_the_caps() {
    let mut dice = Dice(11);
    let mut now_ms = 1_000_000;
    let mut state = new_game(now_ms);
    let mut gained = PerColor::new(0, 0);
    let mut most = 0;
    for _ in 0..MOVES {
        if state.phase() == Phase::Finished {
            state = new_game(now_ms);
            gained = PerColor::new(0, 0);
        }
        let turn = state.turn().unwrap();
        let thought_ms = ms(&mut dice, 6_000);
        now_ms += thought_ms;
        let moment = Moment {
            stamps: Some(Stamps {
                received_at_ms: now_ms,
                delivered_at_ms: None,
                lag_ms: lag(&mut dice),
                // Nothing was delivered: nothing was kept waiting either.
                unread_ms: ms(&mut dice, 9_000),
                seen_at_ms: None,
            }),
            ..Moment::at(now_ms)
        };
        let legal: Vec<_> = state.legal_moves().iter().collect();
        let choice = dice.below(64) % legal.len();
        let play = Command::Move {
            color: turn.color,
            ply: state.next_ply(),
            square: legal[choice],
            flip: None,
        };
        let before_ms = *state.remaining_ms().get(turn.color);
        apply(&mut state, &play, &moment);
        let charged_ms = before_ms - state.remaining_ms().get(turn.color);
        let gain_ms = thought_ms - charged_ms;
        assert!(
            (0..=CAPS.per_move_ms).contains(&gain_ms),
            "{gain_ms} ms in one move"
        );
        *gained.get_mut(turn.color) += gain_ms;
        for color in Color::BOTH {
            assert!(*gained.get(color) <= CAPS.per_game_ms, "{gained:?}");
            most = most.max(*gained.get(color));
        }
    }
    // The caps were reached: the test has tried.
    assert_eq!(most, CAPS.per_game_ms);
}
