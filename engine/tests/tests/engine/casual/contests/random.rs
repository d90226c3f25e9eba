//! Contests in which anything happens in any order, as time goes by.

mod checks;

use outflank_casual::{
    ArenaRules, Contest, ContestCommand, ContestEvent, ContestGame, ContestRules, Form, Founding,
    LadderRules, Taking,
};
use outflank_othello::{Color, PerColor};
use proptest::prelude::*;

use self::checks::{assert_evolved, assert_sound, won_by};
use super::{FOUNDER, HOUR_MS, MINUTE_MS, MODERATOR, Stream, founding, rule_set};
use crate::casual::support::NOON_MS;

/// Few accounts, so that they meet again and again.
const ACCOUNTS: u8 = 7;

/// What happens in a contest next.
#[derive(Debug, Clone)]
enum Doing {
    Take(ContestCommand),
    /// Somebody waits for the game of his challenge.
    Come(String),
    /// He and whom he has to meet are about to be booked.
    Meet(String),
    /// A game is over: of these two, or of the two of one of the challenges that stand; of that challenge, or of one so
    /// long before it.
    Play(ContestGame, Option<(prop::sample::Index, i64)>),
}

fn any_account() -> impl Strategy<Value = String> {
    (0..ACCOUNTS).prop_map(|number| number.to_string())
}

fn any_color() -> impl Strategy<Value = Color> {
    any::<bool>().prop_map(|black| if black { Color::Black } else { Color::White })
}

fn any_game() -> impl Strategy<Value = ContestGame> {
    let players = (0..ACCOUNTS, 1..ACCOUNTS);
    let winner = prop::option::weighted(0.8, any_color());
    let by_key = (prop::bool::weighted(0.2), prop::bool::weighted(0.2));
    let begun = prop::bool::weighted(0.8);
    (players, 0..=64_u8, winner, begun, by_key).prop_map(
        |((black, apart), discs, winner, begun, (black_by_key, white_by_key))| ContestGame {
            game: "game".to_owned(),
            players: PerColor::new(black.to_string(), ((black + apart) % ACCOUNTS).to_string()),
            discs: PerColor::new(discs, 64 - discs),
            winner,
            begun,
            by_key: PerColor::new(black_by_key, white_by_key),
            challenged_at_ms: None,
        },
    )
}

fn any_director() -> impl Strategy<Value = (&'static str, bool)> {
    prop_oneof![
        Just(FOUNDER),
        Just(MODERATOR),
        Just(("1", false)),
        Just(("2", true)),
    ]
}

fn any_command() -> impl Strategy<Value = ContestCommand> {
    let removes = (any_account(), any_director());
    let challenges = (any_account(), any_account());
    prop_oneof![
        12 => (any_account(), prop::bool::weighted(0.1), prop::bool::weighted(0.1)).prop_map(
            |(account, is_program, by_key)| {
                // One who may have been removed himself.
                let operator = is_program.then(|| (ACCOUNTS - 1).to_string());
                ContestCommand::Join { account, operator, by_key }
            },
        ),
        3 => any_account().prop_map(|account| ContestCommand::Leave { account }),
        1 => removes.prop_map(|(account, by)| super::remove(&account, by)),
        12 => challenges.prop_map(|(one, other)| super::challenge(&one, &other)),
        2 => any_account().prop_map(|challenger| ContestCommand::Withdraw { challenger }),
        2 => any_account().prop_map(|challenged| ContestCommand::Yield { challenged }),
    ]
}

fn any_doing() -> impl Strategy<Value = Doing> {
    let before_ms = prop_oneof![4 => Just(0_i64), 1 => 1..HOUR_MS];
    let of_challenge = prop::option::weighted(0.6, (any::<prop::sample::Index>(), before_ms));
    prop_oneof![
        120 => any_command().prop_map(Doing::Take),
        1 => any_director().prop_map(|by| Doing::Take(super::end(by))),
        40 => any_account().prop_map(Doing::Come),
        20 => any_account().prop_map(Doing::Meet),
        60 => (any_game(), of_challenge).prop_map(|(game, of)| Doing::Play(game, of)),
    ]
}

fn any_form() -> impl Strategy<Value = Form> {
    prop_oneof![
        any_arena().prop_map(Form::Arena),
        any_ladder().prop_map(Form::Ladder),
    ]
}

fn any_arena() -> impl Strategy<Value = ArenaRules> {
    let points = (1..=10_u8, 0..=10_u8, 0..=10_u8);
    (points, 0..=4_u32, 10..=720_i64).prop_map(|((win, draw, loss), streak, minutes)| {
        let draw = draw.min(win);
        ArenaRules {
            length_ms: minutes * MINUTE_MS,
            win,
            draw,
            loss: loss.min(draw),
            streak,
        }
    })
}

fn any_ladder() -> impl Strategy<Value = LadderRules> {
    (1..=4_u32, 1..=48_i64, 0..=24_i64, any::<bool>()).prop_map(|(reach, within, rest, swaps)| {
        LadderRules {
            reach,
            play_within_ms: within * HOUR_MS,
            rest_ms: rest * HOUR_MS,
            taking: if swaps { Taking::Swap } else { Taking::Insert },
        }
    })
}

/// What happens, each so long after what was before it.
fn any_course() -> impl Strategy<Value = Vec<(i64, Doing)>> {
    let later_ms = prop_oneof![
        15 => 0..2 * MINUTE_MS,
        4 => 0..HOUR_MS,
        1 => 0..40 * HOUR_MS,
    ];
    prop::collection::vec((later_ms, any_doing()), 0..80)
}

/// Does it, if it may be done; answers with whether something was written.
fn act(stream: &mut Stream, at_ms: i64, doing: &Doing) -> bool {
    match doing {
        Doing::Take(command) => stream.take(at_ms, command).is_ok(),
        Doing::Come(account) => stream.come(at_ms, account),
        Doing::Meet(account) => stream.meet(at_ms, account),
        Doing::Play(game, of) => {
            let mut game = game.clone();
            let now = stream.state.clone().settled(at_ms);
            let standing = now.challenges();
            if let Some((of, before_ms)) = of
                && !standing.is_empty()
            {
                let of = standing[of.index(standing.len())];
                let own = Color::BOTH[usize::from(game.discs.black % 2)];
                game.players = PerColor::of(own, of.challenger.clone(), of.challenged.clone());
                game.challenged_at_ms = Some(of.at_ms - before_ms);
            }
            // Nobody else has ever been booked for one.
            let entered = |color| stream.state.entrant(game.players.get(color)).is_some();
            if !Color::BOTH.into_iter().all(entered) {
                return false;
            }
            stream.append(at_ms, ContestEvent::Played(game));
            true
        }
    }
}

/// A contest that is founded at noon and begins some time after it.
fn any_founding(form: impl Strategy<Value = Form>) -> impl Strategy<Value = Founding> {
    (form, any::<bool>(), 0..2 * HOUR_MS).prop_map(|(form, programs, ahead_ms)| Founding {
        rules: ContestRules {
            programs,
            ..rule_set(form.clone())
        },
        starts_at_ms: NOON_MS + ahead_ms,
        ..founding(form)
    })
}

/// Of a contest that was founded at noon; answers with it and when the last happened.
fn run(founding: Founding, course: &[(i64, Doing)]) -> (Stream, i64) {
    let mut stream = Stream::founded(founding);
    let mut at_ms = NOON_MS;
    for (later_ms, doing) in course {
        at_ms += later_ms;
        act(&mut stream, at_ms, doing);
    }
    (stream, at_ms)
}

/// Points of an account, counted over from all its games.
fn counted((rules, programs): (&ArenaRules, bool), stream: &Stream, account: &str) -> u32 {
    let mut results: Vec<(Option<bool>, bool)> = Vec::new();
    for (_, event) in &stream.events {
        if let ContestEvent::Played(game) = event
            && let Some(winner) = won_by(game, programs)
        {
            for color in Color::BOTH {
                if game.players.get(color) == account {
                    results.push((winner.map(|winner| winner == color), game.begun));
                }
            }
        }
    }
    let streak = usize::try_from(rules.streak).unwrap();
    let points = (0..results.len()).map(|number| {
        let (result, begun) = results[number];
        let before = results[..number].iter().rev();
        let in_a_row = before.take_while(|(result, _)| *result == Some(true));
        let wins = in_a_row.filter(|(_, begun)| *begun).count();
        let is_doubled = begun && streak > 0 && wins >= streak;
        let times = if is_doubled { 2 } else { 1 };
        let once = match result {
            Some(true) => rules.win,
            Some(false) => rules.loss,
            None => rules.draw,
        };
        times * u32::from(once)
    });
    points.sum()
}

proptest! {
    #![proptest_config(crate::property::cases(300))]

    #[test]
    fn contests_stay_sound_whatever_happens(
        founding in any_founding(any_form()),
        course in any_course(),
    ) {
        let mut stream = Stream::founded(founding);
        let mut at_ms = NOON_MS;
        for (later_ms, doing) in &course {
            at_ms += later_ms;
            let before = stream.state.clone();
            assert_sound(&before, at_ms)?;
            if act(&mut stream, at_ms, doing) {
                let (_, event) = stream.events.last().unwrap();
                assert_evolved(&before.settled(at_ms), event, &stream.state)?;
            } else {
                prop_assert_eq!(&before, &stream.state);
            }
            assert_sound(&stream.state, at_ms)?;
        }
    }

    /// Written and read again, one event after the other.
    #[test]
    fn the_fold_is_the_same_again(
        founding in any_founding(any_form()),
        course in any_course(),
    ) {
        let (stream, _) = run(founding, &course);
        let mut again = Contest::default();
        for (at_ms, event) in &stream.events {
            let stored = serde_json::to_vec(event).unwrap();
            let read: ContestEvent = serde_json::from_slice(&stored).unwrap();
            prop_assert_eq!(&read, event);
            again.evolve(*at_ms, &read);
        }
        prop_assert_eq!(again, stream.state);
    }

    /// It is the same whether anybody looked meanwhile, and how often.
    #[test]
    fn what_time_decides_it_decides_once(
        founding in any_founding(any_ladder().prop_map(Form::Ladder)),
        course in any_course(),
        (first_ms, second_ms) in (0..60 * HOUR_MS, 0..60 * HOUR_MS),
        next in any_doing(),
    ) {
        let (stream, last_ms) = run(founding, &course);
        let (one_ms, two_ms) = (last_ms + first_ms, last_ms + first_ms + second_ms);
        let (one, two) = (stream.state.clone().settled(one_ms), stream.state.clone().settled(two_ms));
        prop_assert_eq!(&one.clone().settled(one_ms), &one);
        prop_assert_eq!(&one.clone().settled(two_ms), &two);
        // What time has decided it does not take back.
        prop_assert_eq!(&two.clone().settled(one_ms), &two);
        prop_assert_eq!(stream.state.is_settled(one_ms), stream.state == one);
        prop_assert!(one.is_settled(one_ms));
        if let Doing::Take(command) = &next {
            let decided = stream.state.decide(command, two_ms);
            prop_assert_eq!(&one.decide(command, two_ms), &decided);
            prop_assert_eq!(&two.decide(command, two_ms), &decided);
        }
        let after = |state: Contest| {
            let mut stream = Stream { state, events: Vec::new() };
            act(&mut stream, two_ms, &next);
            stream.state.settled(two_ms)
        };
        let expected = after(two);
        prop_assert_eq!(&after(one), &expected);
    }

    #[test]
    fn points_are_those_of_all_games_counted_over(
        founding in any_founding(any_arena().prop_map(Form::Arena)),
        course in any_course(),
    ) {
        let (stream, _) = run(founding.clone(), &course);
        let rules = founding.rules.arena().unwrap();
        for number in 0..ACCOUNTS {
            let account = number.to_string();
            let points = stream.state.entrant(&account).map_or(0, |entrant| entrant.points);
            prop_assert_eq!(points, counted((rules, founding.rules.programs), &stream, &account), "{}", account);
        }
    }
}
