//! What a fall leads to under every policy, goal and control, and how draws are won.

use outflank_othello::{
    Code, Color, Command, DefaultPolicy, EndReason, Event, GameRules, Goal, Moment, TimeControl,
    clocks_without_default,
};

use crate::othello::table::defaults::{BLACK_AHEAD, BLACK_WIPES, DRAW, WHITE_AHEAD, WHITE_WIPES};
use crate::othello::table::scene::{GRANT_MS, Scene, game_rules, kinds, resign};

#[derive(Clone, Copy, Debug)]
enum Step {
    /// This line from where the game stands, each move in no time.
    Play(&'static str),
    Flag,
    Resign(Color),
}
use Color::{Black, White};
use DefaultPolicy::{LossOfAllDiscs, LossOnBoard, WinnerPlaysOn, Woc};
use EndReason::{BoardComplete, Flag as ByFlag, Resignation};
use Goal::{Fewest, Most};
use Step::{Flag, Play, Resign};

struct Row {
    policy: DefaultPolicy,
    goal: Goal,
    /// A line and how many plies of it are played first.
    opening: (&'static str, usize),
    steps: &'static [Step],
    discs: (u8, u8),
    winner: Option<Color>,
    reason: EndReason,
    defaulter: Option<Color>,
    absent: Option<Color>,
}

type End = (
    (u8, u8),
    Option<Color>,
    EndReason,
    Option<Color>,
    Option<Color>,
);

const fn row(
    (policy, goal): (DefaultPolicy, Goal),
    opening: (&'static str, usize),
    steps: &'static [Step],
    (discs, winner, reason, defaulter, absent): End,
) -> Row {
    Row {
        policy,
        goal,
        opening,
        steps,
        discs,
        winner,
        reason,
        defaulter,
        absent,
    }
}

const B: Option<Color> = Some(Black);
const W: Option<Color> = Some(White);
const BW: (&str, usize) = (BLACK_AHEAD, 2);
const WW: (&str, usize) = (WHITE_AHEAD, 2);

const ROWS: &[Row] = &[
    // Anti-Reversi without a default: the scores of the board, fewer discs win.
    row(
        (Woc, Fewest),
        BW,
        &[Play(BLACK_AHEAD)],
        ((40, 24), W, BoardComplete, None, None),
    ),
    row(
        (Woc, Fewest),
        WW,
        &[Play(WHITE_AHEAD)],
        ((24, 40), B, BoardComplete, None, None),
    ),
    row(
        (Woc, Fewest),
        (DRAW, 2),
        &[Play(DRAW)],
        ((32, 32), None, BoardComplete, None, None),
    ),
    row(
        (Woc, Fewest),
        (WHITE_WIPES, 2),
        &[Play(WHITE_WIPES)],
        ((0, 64), B, BoardComplete, None, None),
    ),
    row(
        (Woc, Fewest),
        BW,
        &[Resign(Black)],
        ((64, 0), W, Resignation, None, None),
    ),
    row(
        (Woc, Fewest),
        BW,
        &[Resign(White)],
        ((0, 64), B, Resignation, None, None),
    ),
    // The time default mirrored: white has won, with at most 31 discs.
    row(
        (Woc, Fewest),
        BW,
        &[Flag, Play(BLACK_AHEAD)],
        ((40, 24), W, BoardComplete, B, None),
    ),
    row(
        (Woc, Fewest),
        WW,
        &[Flag, Play(WHITE_AHEAD)],
        ((33, 31), W, BoardComplete, B, None),
    ),
    row(
        (Woc, Fewest),
        (DRAW, 2),
        &[Flag, Play(DRAW)],
        ((33, 31), W, BoardComplete, B, None),
    ),
    row(
        (Woc, Fewest),
        (BLACK_WIPES, 2),
        &[Flag, Play(BLACK_WIPES)],
        ((64, 0), W, BoardComplete, B, None),
    ),
    row(
        (Woc, Fewest),
        (WHITE_WIPES, 2),
        &[Flag, Play(WHITE_WIPES)],
        ((33, 31), W, BoardComplete, B, None),
    ),
    row(
        (Woc, Fewest),
        BW,
        &[Flag, Flag],
        ((64, 0), W, ByFlag, B, None),
    ),
    row(
        (Woc, Fewest),
        BW,
        &[Flag, Resign(Black)],
        ((64, 0), W, Resignation, B, None),
    ),
    row(
        (Woc, Fewest),
        BW,
        &[Flag, Resign(White)],
        ((33, 31), W, Resignation, B, None),
    ),
    // The other side of every branch: white falls first.
    row(
        (Woc, Most),
        (WHITE_AHEAD, 3),
        &[Flag, Play(WHITE_AHEAD)],
        ((33, 31), B, BoardComplete, W, None),
    ),
    row(
        (Woc, Most),
        (BLACK_AHEAD, 3),
        &[Flag, Play(BLACK_AHEAD)],
        ((40, 24), B, BoardComplete, W, None),
    ),
    row(
        (Woc, Most),
        (BLACK_AHEAD, 3),
        &[Flag, Flag],
        ((64, 0), B, ByFlag, W, None),
    ),
    row(
        (Woc, Most),
        (BLACK_AHEAD, 1),
        &[Flag, Flag],
        ((64, 0), B, ByFlag, W, W),
    ),
    row(
        (Woc, Most),
        (BLACK_AHEAD, 3),
        &[Flag, Resign(Black)],
        ((33, 31), B, Resignation, W, None),
    ),
    row(
        (Woc, Most),
        (BLACK_AHEAD, 3),
        &[Flag, Resign(White)],
        ((64, 0), B, Resignation, W, None),
    ),
    // The loss of all discs.
    row(
        (LossOfAllDiscs, Most),
        BW,
        &[Flag],
        ((0, 64), W, ByFlag, B, None),
    ),
    row(
        (LossOfAllDiscs, Most),
        (BLACK_AHEAD, 3),
        &[Flag],
        ((64, 0), B, ByFlag, W, None),
    ),
    row(
        (LossOfAllDiscs, Most),
        (BLACK_AHEAD, 0),
        &[Flag],
        ((0, 64), W, ByFlag, B, B),
    ),
    row(
        (LossOfAllDiscs, Fewest),
        BW,
        &[Flag],
        ((64, 0), W, ByFlag, B, None),
    ),
    row(
        (LossOfAllDiscs, Fewest),
        (BLACK_AHEAD, 3),
        &[Flag],
        ((0, 64), B, ByFlag, W, None),
    ),
    row(
        (LossOfAllDiscs, Fewest),
        (BLACK_AHEAD, 0),
        &[Flag],
        ((64, 0), W, ByFlag, B, B),
    ),
    row(
        (LossOfAllDiscs, Fewest),
        BW,
        &[Play(BLACK_AHEAD)],
        ((40, 24), W, BoardComplete, None, None),
    ),
    row(
        (LossOfAllDiscs, Most),
        BW,
        &[Play(BLACK_AHEAD)],
        ((40, 24), B, BoardComplete, None, None),
    ),
    row(
        (LossOfAllDiscs, Most),
        BW,
        &[Resign(Black)],
        ((0, 64), W, Resignation, None, None),
    ),
    // The board's score, at least 33-31; without a move the loser was absent.
    row(
        (LossOnBoard, Most),
        (BLACK_AHEAD, 2),
        &[Flag],
        ((31, 33), W, ByFlag, B, None),
    ),
    row(
        (LossOnBoard, Most),
        (BLACK_AHEAD, 0),
        &[Flag],
        ((0, 64), W, ByFlag, B, B),
    ),
    row(
        (LossOnBoard, Most),
        (BLACK_AHEAD, 1),
        &[Flag],
        ((64, 0), B, ByFlag, W, W),
    ),
    // After c4 e3 f6 black has 5 of 7 discs: 33-31 for white had he fallen, 62-2 against him.
    row(
        (LossOnBoard, Most),
        (BLACK_AHEAD, 3),
        &[Flag],
        ((62, 2), B, ByFlag, W, None),
    ),
    row(
        (LossOnBoard, Fewest),
        (BLACK_AHEAD, 3),
        &[Flag],
        ((31, 33), B, ByFlag, W, None),
    ),
    // The fewer discs on the board win, and who has won has at most 31.
    row(
        (LossOnBoard, Fewest),
        (BLACK_AHEAD, 2),
        &[Flag],
        ((33, 31), W, ByFlag, B, None),
    ),
    row(
        (LossOnBoard, Fewest),
        (BLACK_AHEAD, 0),
        &[Flag],
        ((64, 0), W, ByFlag, B, B),
    ),
    row(
        (LossOnBoard, Fewest),
        (BLACK_AHEAD, 1),
        &[Flag],
        ((0, 64), B, ByFlag, W, W),
    ),
    row(
        (LossOnBoard, Fewest),
        BW,
        &[Resign(White)],
        ((0, 64), B, Resignation, None, None),
    ),
    row(
        (LossOnBoard, Most),
        (WHITE_AHEAD, 59),
        &[Flag],
        ((33, 31), B, ByFlag, W, None),
    ),
    row(
        (LossOnBoard, Most),
        BW,
        &[Resign(White)],
        ((64, 0), B, Resignation, None, None),
    ),
    // The winner plays both colours to the end.
    row(
        (WinnerPlaysOn, Most),
        BW,
        &[Flag, Play(BLACK_AHEAD)],
        ((31, 33), W, BoardComplete, B, None),
    ),
    row(
        (WinnerPlaysOn, Most),
        WW,
        &[Flag, Play(WHITE_AHEAD)],
        ((24, 40), W, BoardComplete, B, None),
    ),
    row(
        (WinnerPlaysOn, Most),
        (DRAW, 2),
        &[Flag, Play(DRAW)],
        ((31, 33), W, BoardComplete, B, None),
    ),
    row(
        (WinnerPlaysOn, Most),
        (WHITE_WIPES, 2),
        &[Flag, Play(WHITE_WIPES)],
        ((0, 64), W, BoardComplete, B, None),
    ),
    row(
        (WinnerPlaysOn, Most),
        (BLACK_AHEAD, 3),
        &[Flag, Play(BLACK_AHEAD)],
        ((40, 24), B, BoardComplete, W, None),
    ),
    row(
        (WinnerPlaysOn, Fewest),
        BW,
        &[Flag, Play(BLACK_AHEAD)],
        ((40, 24), W, BoardComplete, B, None),
    ),
    row(
        (WinnerPlaysOn, Fewest),
        WW,
        &[Flag, Play(WHITE_AHEAD)],
        ((33, 31), W, BoardComplete, B, None),
    ),
    row(
        (WinnerPlaysOn, Fewest),
        (DRAW, 2),
        &[Flag, Play(DRAW)],
        ((33, 31), W, BoardComplete, B, None),
    ),
    row(
        (WinnerPlaysOn, Fewest),
        (BLACK_WIPES, 2),
        &[Flag, Play(BLACK_WIPES)],
        ((64, 0), W, BoardComplete, B, None),
    ),
    row(
        (WinnerPlaysOn, Fewest),
        BW,
        &[Flag, Flag],
        ((33, 31), W, ByFlag, B, None),
    ),
    row(
        (WinnerPlaysOn, Fewest),
        BW,
        &[Flag, Resign(White)],
        ((33, 31), W, Resignation, B, None),
    ),
    row(
        (WinnerPlaysOn, Fewest),
        BW,
        &[Flag, Resign(Black)],
        ((64, 0), W, Resignation, B, None),
    ),
    row(
        (WinnerPlaysOn, Most),
        BW,
        &[Flag, Flag],
        ((31, 33), W, ByFlag, B, None),
    ),
    row(
        (WinnerPlaysOn, Most),
        BW,
        &[Flag, Resign(White)],
        ((31, 33), W, Resignation, B, None),
    ),
    row(
        (WinnerPlaysOn, Most),
        BW,
        &[Flag, Resign(Black)],
        ((0, 64), W, Resignation, B, None),
    ),
    row(
        (WinnerPlaysOn, Most),
        (BLACK_AHEAD, 0),
        &[Flag],
        ((0, 64), W, ByFlag, B, B),
    ),
    row(
        (WinnerPlaysOn, Fewest),
        (BLACK_AHEAD, 1),
        &[Flag],
        ((0, 64), B, ByFlag, W, W),
    ),
];

fn run(row: &Row, draw_winner: Option<Color>) -> Scene {
    let control = TimeControl::SuddenDeath { main_ms: 60_000 };
    let mut scene = Scene::live_under(GameRules {
        goal: row.goal,
        draw_winner,
        ..game_rules(control, row.policy.clone())
    });
    let (line, plies) = row.opening;
    scene.play_line(&line[..2 * plies]);
    for step in row.steps {
        match step {
            Play(line) => {
                let played = 2 * scene.state.squares().count();
                scene.play_line(&line[played..]);
            }
            Flag => drop(scene.flag()),
            Resign(color) => drop(scene.accept(&resign(*color), scene.now_ms)),
        }
    }
    scene
}

#[test]
fn every_policy_gives_the_score_of_its_rule() {
    for (number, row) in ROWS.iter().enumerate() {
        // After a default the draw-win plays no part; without one a draw has its own test.
        let choices = if row.defaulter.is_some() {
            vec![None, B, W]
        } else {
            vec![None]
        };
        for draw_winner in choices {
            let scene = run(row, draw_winner);
            let finished = *scene
                .state
                .finished()
                .unwrap_or_else(|| panic!("row {number} is not over"));
            assert_eq!(
                (
                    (finished.black_discs, finished.white_discs),
                    finished.winner,
                    finished.reason,
                    finished.defaulter,
                    finished.absent
                ),
                (row.discs, row.winner, row.reason, row.defaulter, row.absent),
                "row {number}: {:?} {:?} {:?} {:?}",
                row.policy,
                row.goal,
                row.opening,
                row.steps
            );
            assert_eq!(scene.state.turn(), None);
        }
    }
}

#[test]
fn a_drawn_game_is_won_by_choice_and_stays_32_32() {
    for goal in [Most, Fewest] {
        for chosen in [None, B, W] {
            let steps = &[Play(DRAW)];
            let end = ((32, 32), chosen, BoardComplete, None, None);
            let scene = run(&row((Woc, goal), (DRAW, 2), steps, end), chosen);
            assert_eq!(scene.result(), (32, 32));
            assert_eq!(scene.state.finished().unwrap().winner, chosen);
            let end = ((40, 24), B, BoardComplete, None, None);
            let scene = run(&row((Woc, goal), BW, &[Play(BLACK_AHEAD)], end), chosen);
            let more = if goal == Most { B } else { W };
            assert_eq!(scene.state.finished().unwrap().winner, more);
        }
    }
}

fn controls() -> Vec<TimeControl> {
    let main_ms = 60_000;
    vec![
        TimeControl::SuddenDeath { main_ms },
        TimeControl::Fischer {
            main_ms,
            increment_ms: 3_000,
        },
        TimeControl::Bronstein {
            main_ms,
            delay_ms: 3_000,
        },
        TimeControl::Byoyomi {
            main_ms,
            periods: 2,
            period_ms: 20_000,
        },
        TimeControl::Canadian {
            main_ms,
            moves: 4,
            block_ms: 20_000,
        },
    ]
}

#[test]
fn under_any_control_the_defaulter_has_two_minutes_flat_and_the_other_his_control_plus_two() {
    for control in controls() {
        for defaulter in Color::BOTH {
            let mut scene = Scene::live_under(game_rules(control, Woc));
            scene.play_line(if defaulter == Black { "c4e3" } else { "c4e3f6" });
            let winner = scene.state.reading(defaulter.opponent());
            let events = scene.flag();
            assert!(matches!(
                events[..],
                [Event::FlagFell {
                    granted_ms: GRANT_MS,
                    play_on: true,
                    winner_plays: false,
                    ..
                }]
            ));
            assert_eq!(
                scene.state.reading(defaulter),
                outflank_othello::ClockReading::flat(GRANT_MS)
            );
            assert_eq!(
                scene.state.reading(defaulter.opponent()),
                winner.credited(GRANT_MS)
            );
            let fell_ms = scene.state.turn().unwrap().from_ms;
            scene.accept(&scene.any_ply(), fell_ms + 7_000);
            assert_eq!(
                scene.state.reading(defaulter).remaining_ms,
                GRANT_MS - 7_000,
                "{control:?}"
            );
            let before = scene.state.reading(defaulter.opponent());
            scene.accept(&scene.any_ply(), scene.now_ms + 1_000);
            let expected = before.spend(1_000).completed(Some(&control), 1_000);
            assert_eq!(
                scene.state.reading(defaulter.opponent()),
                expected,
                "{control:?}"
            );
        }
    }
}

#[test]
fn received_exactly_at_the_deadline_is_late_under_every_policy_and_control() {
    for control in controls() {
        for (policy, late) in [
            (Woc, vec!["flag_fell", "moved"]),
            (LossOfAllDiscs, vec!["flag_fell", "finished"]),
            (LossOnBoard, vec!["flag_fell", "finished"]),
            (WinnerPlaysOn, vec!["flag_fell"]),
        ] {
            for line in ["c4e3", "c4e3f6"] {
                let mut scene = Scene::live_under(game_rules(control, policy.clone()));
                scene.play_line(line);
                let turn = scene.state.turn().unwrap();
                let fall_ms = turn.from_ms + scene.state.reading(turn.color).remaining_ms;
                let decide =
                    |now| kinds(&scene.decide(&scene.any_ply(), &Moment::at(now)).unwrap());
                assert_eq!(decide(fall_ms - 1), ["moved"], "{control:?} {policy:?}");
                assert_eq!(decide(fall_ms), late, "{control:?} {policy:?}");
                let look_ms = outflank_othello::deadline(&scene.state).unwrap().look_at_ms;
                scene.refuse(
                    &Command::SettleFlag,
                    &Moment::at(look_ms - 1),
                    Code::FlagNotDue,
                );
                scene.flag();
            }
        }
    }
}

#[test]
fn a_winner_who_plays_on_moves_for_both_on_his_own_clock() {
    let control = TimeControl::Fischer {
        main_ms: 60_000,
        increment_ms: 2_000,
    };
    let mut scene = Scene::live_under(game_rules(control, WinnerPlaysOn));
    scene.play_line("c4e3");
    let events = scene.flag();
    assert!(matches!(
        events[..],
        [Event::FlagFell {
            color: Black,
            play_on: true,
            winner_plays: true,
            granted_ms: 0,
            ..
        }]
    ));
    assert_eq!(scene.state.plays_both(), Some(White));
    let turn = scene.state.turn().unwrap();
    // Black's disc, white's seat; his clock runs from when he learns of it.
    assert_eq!(
        (turn.color, turn.seat(), turn.from_ms, turn.until_delivered),
        (Black, White, scene.now_ms, true)
    );
    let ply = scene.state.next_ply();
    let square = crate::othello::table::scene::square("f6");
    let by = |color| Command::Move {
        color,
        ply,
        square,
        flip: None,
    };
    let refusal = scene.refuse(&by(Black), &Moment::at(scene.now_ms), Code::NotYourTurn);
    assert_eq!(refusal.rule(), Some("WOC IV.6"));
    let before = scene.state.remaining_ms();
    let events = scene.accept(&by(White), scene.now_ms + 5_000);
    assert!(matches!(
        events[..],
        [Event::Moved {
            color: Black,
            seat: Some(White),
            charged_ms: 5_000,
            ..
        }]
    ));
    assert_eq!(
        scene.state.remaining_ms().white,
        before.white - 5_000 + 2_000
    );
    assert_eq!(scene.state.remaining_ms().black, 0);
    scene.refuse(&by(White), &Moment::at(scene.now_ms), Code::Repeated);
    // His own ply is like any other.
    let turn = scene.state.turn().unwrap();
    assert_eq!((turn.color, turn.seat), (White, None));
    scene.accept(&scene.any_ply(), scene.now_ms);
    scene.flag();
    assert_eq!(scene.result(), (31, 33));
    assert_eq!(scene.state.finished().unwrap().defaulter, Some(Black));
}

#[test]
fn a_default_undone_leaves_both_clocks_without_their_grants() {
    for control in controls() {
        let mut scene = Scene::live_under(game_rules(control, Woc));
        scene.play_line("c4e3");
        assert_eq!(clocks_without_default(&scene.state), None);
        let white = scene.state.reading(White);
        scene.flag();
        let undone = clocks_without_default(&scene.state).unwrap();
        assert_eq!(undone.black.remaining_ms, 0);
        assert_eq!(undone.white.remaining_ms, white.remaining_ms, "{control:?}");
        assert_eq!(undone.white, white, "{control:?}");
    }
}
