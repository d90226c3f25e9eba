//! The opening of 1883, at a table and on paper.

use outflank_othello::transcript::{IllegalReason, Outcome, parse, replay, replay_on};
use outflank_othello::{
    Board, Code, Color, Command, DefaultPolicy, GameRules, Moment, Opening, Position, TimeControl,
    perft_on,
};

use crate::othello::table::scene::{Scene, game_rules, square};

const PLACED: Board = Board {
    opening: Opening::Placed1883,
    ..Board::OTHELLO
};

fn scene() -> Scene {
    let control = TimeControl::SuddenDeath { main_ms: 60_000 };
    Scene::live_under(GameRules {
        opening: Opening::Placed1883,
        ..game_rules(control, DefaultPolicy::Woc)
    })
}

#[test]
fn the_first_four_discs_are_placed_in_the_centre_without_flips() {
    let mut scene = scene();
    assert_eq!(scene.state.position(), &PLACED.start());
    for (name, color) in [
        ("d4", Color::Black),
        ("d5", Color::White),
        ("e4", Color::Black),
    ] {
        assert_eq!(scene.state.turn().unwrap().color, color);
        let outside = Command::Move {
            color,
            ply: scene.state.next_ply(),
            square: square("c4"),
            flip: None,
        };
        scene.refuse(&outside, &Moment::at(scene.now_ms), Code::IllegalMove);
        scene.play(name);
        let taken = Command::Move {
            color: color.opponent(),
            ply: scene.state.next_ply(),
            square: square(name),
            flip: None,
        };
        scene.refuse(&taken, &Moment::at(scene.now_ms), Code::SquareTaken);
    }
    scene.play("e5");
    // Side by side: black d4 e4 over white d5 e5, nothing turned over.
    let counts = scene.state.position().disc_counts();
    assert_eq!((counts.black, counts.white), (2, 2));
    assert_eq!(scene.state.turn().unwrap().color, Color::Black);
    assert_eq!(
        scene
            .state
            .legal_moves()
            .iter()
            .map(|square| square.to_string())
            .collect::<Vec<_>>(),
        ["c6", "d6", "e6", "f6"]
    );
    scene.play("d6");
    assert_eq!(scene.state.next_ply(), 6);
}

#[test]
fn the_tree_counts_the_placements() {
    // 4 * 3 * 2 * 1 orders, 6 centres: 4 have the colours side by side or crosswise with four moves each.
    let counts: Vec<u64> = (0..6)
        .map(|depth| perft_on(&PLACED, &PLACED.start(), depth).leaves)
        .collect();
    let slow = |depth: u32| slow_count(PLACED.start(), depth);
    assert_eq!(counts, (0..6).map(slow).collect::<Vec<_>>());
    assert_eq!(counts[..5], [1, 4, 12, 24, 24]);
}

fn slow_count(position: Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = PLACED.legal_moves(&position).iter();
    let moves = moves.filter_map(|square| PLACED.play(&position, square, None).ok());
    moves.map(|after| slow_count(after, depth - 1)).sum()
}

#[test]
fn a_transcript_is_replayed_from_its_opening() {
    let tokens = parse("d4d5e4e5d6").unwrap();
    let placed = replay_on(&PLACED, &tokens);
    assert_eq!(placed.plies, 5);
    assert_eq!(
        placed.outcome,
        Outcome::Unfinished {
            to_move: Color::White
        }
    );
    let standard = replay(&tokens).outcome;
    assert!(
        matches!(
            standard,
            Outcome::Illegal {
                ply: 1,
                reason: IllegalReason::SquareTaken,
                ..
            }
        ),
        "{standard:?}"
    );
    let crosswise = replay_on(&PLACED, &parse("e4d4d5e5").unwrap());
    assert_eq!(crosswise.position, Position::START);
    let outside = replay_on(&PLACED, &parse("d4f5").unwrap()).outcome;
    assert!(
        matches!(
            outside,
            Outcome::Illegal {
                ply: 2,
                reason: IllegalReason::OutsideCentre,
                ..
            }
        ),
        "{outside:?}"
    );
}
