//! The time default (G7), every branch, and how games end without one.

use outflank_othello::{Color, EndReason, Event};

use crate::othello::table::scene::{GRANT_MS, MAIN_MS, Scene, kinds, resign};

pub const BLACK_AHEAD: &str = "c4e3f6c6d6c5b7f5d3b4b5c2f3g3b3a6b6a7g2a4a2c8a8d7c7d8f4c3d1b8e6a3h2h1e2g5b2d2h5h6h7g6e8h3f7e1f1e7g7a1f2b1a5g8h8g4h4g1c1f8";
pub const WHITE_AHEAD: &str = "c4c5d6e3f4g5e2c7f6d3g3f2e6c3b3d2h6b5b4h4h2e7f5a3a2b2g1a1c6b7d1f3e1h3g6h1d7c1b1b6f7d8a5a4c8b8a7g8e8a8h5g4c2h7a6f8g7f1g2h8";
/// Ends with two empties and 31 discs each.
pub const DRAW: &str = "d3c5e6f3f4f7b6e3g3h2h3g2f1c3f2h1d6e2e1d7g4g1b2f5c8a7c6d8f6b5f8b3d2g5h6b8b4d1a6e7a8h4g7a5a4h8g6h7c1c2e8b7c7h5a3a1c4b1";
pub const BLACK_WIPES: &str = "e6f4e3f6g5d6e7f5c5";
pub const WHITE_WIPES: &str = "e6f4e3f6f5d6f3f2c4b4";

enum Step {
    /// These moves, each in no time.
    Play(&'static str),
    /// The side on the move lets its flag fall.
    Flag,
    Resign(Color),
}
use Color::{Black, White};
use EndReason::{BoardComplete, Flag as ByFlag, Resignation};
use Step::{Flag, Play, Resign};

struct Row {
    name: &'static str,
    /// Moves before the steps.
    opening: &'static str,
    steps: &'static [Step],
    result: (u8, u8),
    reason: EndReason,
    defaulter: Option<Color>,
    absent: Option<Color>,
}

const fn row(
    name: &'static str,
    (opening, steps): (&'static str, &'static [Step]),
    result: (u8, u8),
    reason: EndReason,
    (defaulter, absent): (Option<Color>, Option<Color>),
) -> Row {
    Row {
        name,
        opening,
        steps,
        result,
        reason,
        defaulter,
        absent,
    }
}

const NOBODY: (Option<Color>, Option<Color>) = (None, None);
const BLACK: (Option<Color>, Option<Color>) = (Some(Black), None);
const WHITE: (Option<Color>, Option<Color>) = (Some(White), None);

const ROWS: &[Row] = &[
    row(
        "black ahead",
        (BLACK_AHEAD, &[]),
        (40, 24),
        BoardComplete,
        NOBODY,
    ),
    row(
        "white ahead",
        (WHITE_AHEAD, &[]),
        (24, 40),
        BoardComplete,
        NOBODY,
    ),
    row(
        "a draw with empties",
        (DRAW, &[]),
        (32, 32),
        BoardComplete,
        NOBODY,
    ),
    row(
        "black wipes white out",
        (BLACK_WIPES, &[]),
        (64, 0),
        BoardComplete,
        NOBODY,
    ),
    row(
        "white wipes black out",
        (WHITE_WIPES, &[]),
        (0, 64),
        BoardComplete,
        NOBODY,
    ),
    row(
        "black resigns on the move",
        ("", &[Resign(Black)]),
        (0, 64),
        Resignation,
        NOBODY,
    ),
    row(
        "white resigns on black's time",
        ("", &[Resign(White)]),
        (64, 0),
        Resignation,
        NOBODY,
    ),
    // Black is d, white is n.
    row(
        "d ahead",
        ("", &[Flag, Play(BLACK_AHEAD)]),
        (31, 33),
        BoardComplete,
        BLACK,
    ),
    row(
        "drawn board",
        ("", &[Flag, Play(DRAW)]),
        (31, 33),
        BoardComplete,
        BLACK,
    ),
    row(
        "n ahead",
        ("", &[Flag, Play(WHITE_AHEAD)]),
        (24, 40),
        BoardComplete,
        BLACK,
    ),
    row(
        "n wipes d out",
        ("", &[Flag, Play(WHITE_WIPES)]),
        (0, 64),
        BoardComplete,
        BLACK,
    ),
    row(
        "d wipes n out",
        ("", &[Flag, Play(BLACK_WIPES)]),
        (31, 33),
        BoardComplete,
        BLACK,
    ),
    row(
        "d falls twice without a move",
        ("", &[Flag, Flag]),
        (0, 64),
        ByFlag,
        (Some(Black), Some(Black)),
    ),
    row(
        "d falls twice in one turn",
        ("f5d6", &[Flag, Flag]),
        (0, 64),
        ByFlag,
        BLACK,
    ),
    row(
        "d falls again later",
        ("", &[Flag, Play("f5d6"), Flag]),
        (0, 64),
        ByFlag,
        BLACK,
    ),
    row(
        "d resigns on the move",
        ("", &[Flag, Resign(Black)]),
        (0, 64),
        Resignation,
        BLACK,
    ),
    row(
        "d resigns on n's time",
        ("", &[Flag, Play("f5"), Resign(Black)]),
        (0, 64),
        Resignation,
        BLACK,
    ),
    row(
        "n falls",
        ("", &[Flag, Play("f5"), Flag]),
        (31, 33),
        ByFlag,
        BLACK,
    ),
    row(
        "n stops playing",
        ("", &[Flag, Play("f5"), Resign(White)]),
        (31, 33),
        Resignation,
        BLACK,
    ),
    row(
        "n stops on d's time",
        ("", &[Flag, Resign(White)]),
        (31, 33),
        Resignation,
        BLACK,
    ),
    // White is d, black is n.
    row(
        "white d ahead",
        ("c4", &[Flag, Play(WHITE_AHEAD)]),
        (33, 31),
        BoardComplete,
        WHITE,
    ),
    row(
        "white d, drawn board",
        ("d3", &[Flag, Play(DRAW)]),
        (33, 31),
        BoardComplete,
        WHITE,
    ),
    row(
        "black n ahead",
        ("c4", &[Flag, Play(BLACK_AHEAD)]),
        (40, 24),
        BoardComplete,
        WHITE,
    ),
    row(
        "black n wipes d out",
        ("e6", &[Flag, Play(BLACK_WIPES)]),
        (64, 0),
        BoardComplete,
        WHITE,
    ),
    row(
        "white d wipes n out",
        ("e6", &[Flag, Play(WHITE_WIPES)]),
        (33, 31),
        BoardComplete,
        WHITE,
    ),
    row(
        "white absent",
        ("f5", &[Flag, Flag]),
        (64, 0),
        ByFlag,
        (Some(White), Some(White)),
    ),
    row(
        "white d falls again later",
        ("f5", &[Flag, Play("f5d6c3"), Flag]),
        (64, 0),
        ByFlag,
        WHITE,
    ),
    row(
        "white d resigns",
        ("f5", &[Flag, Resign(White)]),
        (64, 0),
        Resignation,
        WHITE,
    ),
    row(
        "black n falls",
        ("f5", &[Flag, Play("f5d6"), Flag]),
        (33, 31),
        ByFlag,
        WHITE,
    ),
    row(
        "black n stops playing",
        ("f5", &[Flag, Play("f5d6"), Resign(Black)]),
        (33, 31),
        Resignation,
        WHITE,
    ),
];

fn run(row: &Row) -> Scene {
    let mut scene = Scene::after(row.opening);
    for step in row.steps {
        match step {
            // A line is written from the first move; what was played already is skipped.
            Play(line) => {
                let played = 2 * scene.state.squares().count();
                scene.play_line(line.get(played..).unwrap());
            }
            Flag => drop(scene.flag()),
            Resign(color) => drop(scene.accept(&resign(*color), scene.now_ms)),
        }
    }
    scene
}

#[test]
fn every_branch_of_the_time_default() {
    for row in ROWS {
        let scene = run(row);
        let finished = scene
            .state
            .finished()
            .unwrap_or_else(|| panic!("{}: not over", row.name));
        assert_eq!(scene.result(), row.result, "{}", row.name);
        let winner = match row.result.0 {
            0..32 => Some(White),
            32 => None,
            _ => Some(Black),
        };
        assert_eq!(
            (finished.winner, finished.reason),
            (winner, row.reason),
            "{}",
            row.name
        );
        assert_eq!(
            (finished.defaulter, finished.absent),
            (row.defaulter, row.absent),
            "{}",
            row.name
        );
        assert_eq!(scene.state.turn(), None, "{}", row.name);
        assert_eq!(
            outflank_othello::deadline(&scene.state).map(|deadline| deadline.kind),
            Some(outflank_othello::DeadlineKind::Confirmation),
            "{}",
            row.name
        );
    }
}

#[test]
fn the_first_fall_grants_two_minutes_to_both_and_fixes_the_win() {
    let mut scene = Scene::live();
    let events = scene.flag();
    assert_eq!(kinds(&events), ["flag_fell"]);
    let Event::FlagFell {
        color,
        granted_ms,
        play_on,
        charged_ms,
        ..
    } = events[0]
    else {
        panic!("{events:?}")
    };
    assert_eq!(
        (color, granted_ms, play_on, charged_ms),
        (Black, GRANT_MS, true, MAIN_MS)
    );
    assert_eq!(scene.remaining(), (GRANT_MS, MAIN_MS + GRANT_MS));
    assert_eq!(scene.state.defaulter(), Some(Black));
    let turn = scene.state.turn().unwrap();
    assert_eq!((turn.color, turn.must_pass), (Black, false));
}

#[test]
fn a_fall_that_ends_the_game_grants_nothing() {
    let mut scene = Scene::live();
    scene.flag();
    let events = scene.flag();
    assert_eq!(kinds(&events), ["flag_fell", "finished"]);
    assert_eq!(scene.remaining(), (0, MAIN_MS + GRANT_MS));
}
