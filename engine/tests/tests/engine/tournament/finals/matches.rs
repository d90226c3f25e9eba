//! Matches of one to three games (WOC III.1, EGP II.5, EGP III.1).

use outflank_tournament::*;

use crate::tournament::finals::world::*;

/// Discs of the better-ranked player game by game; the winner (1 or 2), why, and the paragraph's sentence.
struct Row {
    discs: &'static [u32],
    winner: usize,
    by: DecidedBy,
}

fn row(discs: &'static [u32], winner: usize, by: DecidedBy) -> Row {
    Row { discs, winner, by }
}

#[test]
fn best_of_three_by_points_then_discs_then_rank() {
    use DecidedBy::{Discs, Points, Rank};
    let table = [
        row(&[40, 40], 1, Points),
        row(&[0, 20], 2, Points),
        row(&[40, 20, 33], 1, Points),
        row(&[40, 20, 31], 2, Points),
        row(&[20, 40, 33], 1, Points),
        row(&[20, 40, 31], 2, Points),
        // A win and a draw leave the third game to be played: the other may still draw level.
        row(&[40, 32, 33], 1, Points),
        row(&[40, 32, 32], 1, Points),
        row(&[40, 32, 24], 1, Rank),
        row(&[40, 32, 23], 2, Discs),
        row(&[40, 32, 25], 1, Discs),
        row(&[32, 40, 25], 1, Discs),
        row(&[32, 20, 45], 1, Discs),
        row(&[32, 20, 44], 1, Rank),
        row(&[32, 20, 43], 2, Discs),
        row(&[24, 32, 32], 2, Points),
        row(&[32, 32, 32], 1, Rank),
        row(&[32, 32, 33], 1, Points),
        row(&[32, 32, 31], 2, Points),
        row(&[40, 24, 32], 1, Rank),
        row(&[41, 24, 32], 1, Discs),
        row(&[40, 23, 32], 2, Discs),
        row(&[64, 31, 31], 2, Points),
    ];
    for Row { discs, winner, by } in table {
        let mut world = World::egp(&[20, 18, 16, 14]);
        world.play(&MatchId::ThirdPlace, 40);
        world.play_match(&MatchId::Final, discs);
        let decision = world.decision(&MatchId::Final).unwrap();
        assert_eq!(
            (decision.winner, decision.by),
            (id(winner), by),
            "{discs:?}"
        );
        assert_eq!(decision.rule.as_deref(), Some("EGP III.1"));
        assert_eq!(decision.loser, id(3 - winner));
        let progress = world.progress();
        assert_eq!(progress.champion, Some(id(winner)));
        assert!(progress.due.is_empty() && progress.is_over());
    }
}

#[test]
fn two_game_semi_finals_by_points_then_discs_then_rank() {
    use DecidedBy::{Discs, Points, Rank};
    let table = [
        row(&[40, 40], 1, Points),
        row(&[40, 32], 1, Points),
        row(&[32, 31], 4, Points),
        row(&[20, 20], 4, Points),
        row(&[40, 25], 1, Discs),
        row(&[25, 40], 1, Discs),
        row(&[40, 23], 4, Discs),
        row(&[40, 24], 1, Rank),
        row(&[32, 32], 1, Rank),
        row(&[64, 0], 1, Rank),
    ];
    for Row { discs, winner, by } in table {
        let mut world = World::egp_nine_or_ten(&[18, 16, 14, 12, 10, 8, 6, 4, 2]);
        world.play_match(&semi_final(1), discs);
        let decision = world.decision(&semi_final(1)).unwrap();
        assert_eq!(
            (decision.winner, decision.by),
            (id(winner), by),
            "{discs:?}"
        );
        assert_eq!(decision.rule.as_deref(), Some("EGP II.5"));
    }
}

#[test]
fn a_decision_says_its_figures() {
    let mut world = World::egp(&[20, 18, 16, 14]);
    world.play_match(&MatchId::Final, &[40, 32, 23]);
    assert_eq!(
        world.decision(&MatchId::Final).unwrap().detail,
        "p2 and p1 are equal at 1.5-1.5 in the final; p2 has 97 discs, p1 95."
    );
    let mut world = World::woc(&[20, 18, 16, 14]);
    world.play_match(&semi_final(2), &[40, 20, 40]);
    let decision = world.decision(&semi_final(2)).unwrap();
    assert_eq!(decision.detail, "p2 won the semi-final 2 against p3 2-1.");
    assert_eq!(decision.rule.as_deref(), Some("WOC III.1"));
}

#[test]
fn no_third_game_at_two_nil() {
    let mut world = World::woc(&[20, 18, 16, 14]);
    world.play(&semi_final(1), 40);
    world.play(&semi_final(1), 33);
    assert_eq!(world.due_names(), [["semi-final 2 1: p2-p3"]]);
    // A third game that was entered all the same changes nothing and is named.
    world.games.push(MatchGame {
        match_id: semi_final(1),
        game: 3,
        black: id(4),
        white: id(1),
        result: Some(GameResult::played(64)),
    });
    let progress = world.progress();
    assert_eq!(progress.strays.len(), 1);
    assert_eq!(world.decision(&semi_final(1)).unwrap().winner, id(1));
}

#[test]
fn colours_of_a_match() {
    let rights = |discs: &[u32]| -> Vec<ColourRight> {
        let mut world = World::egp(&[20, 18, 16, 14]);
        let mut rights = vec![world.due(&MatchId::Final).right];
        for &discs in discs {
            world.play(&MatchId::Final, discs);
            rights.push(world.due(&MatchId::Final).right);
        }
        rights
    };
    let reversed = ColourRight::Reversed { black: id(2) };
    let third = |number| ColourRight::ChooserOfThird { player: id(number) };
    let first = ColourRight::BetterChoosesColour;
    for (discs, chooser) in [
        ([40, 20], 2),
        ([20, 40], 2),
        ([20, 45], 1),
        ([40, 24], 1),
        ([40, 32], 1),
        ([24, 32], 2),
        ([32, 32], 1),
    ] {
        assert_eq!(
            rights(&discs),
            [first.clone(), reversed.clone(), third(chooser)],
            "{discs:?}"
        );
    }
}

#[test]
fn reversal_follows_the_colours_played() {
    let mut world = World::egp(&[20, 18]);
    world.games.push(MatchGame {
        match_id: MatchId::Final,
        game: 1,
        black: id(2),
        white: id(1),
        result: Some(GameResult::played(30)),
    });
    let due = world.due(&MatchId::Final);
    assert_eq!(
        (due.game, due.right),
        (2, ColourRight::Reversed { black: id(1) })
    );
    let played = world.progress();
    let played = played.find_match(&MatchId::Final).unwrap();
    assert_eq!(
        (played.better_half_points, played.better_discs),
        (HalfPoints(2), 34)
    );
}

#[test]
fn one_game_with_a_draw_win() {
    for winner in [3, 4] {
        let mut world = World::egp(&[20, 18, 16, 14]);
        world.play_draw_win(&MatchId::ThirdPlace, winner);
        let decision = world.decision(&MatchId::ThirdPlace).unwrap();
        assert_eq!(
            (decision.winner, decision.by),
            (id(winner), DecidedBy::Points)
        );
        assert_eq!(decision.rule.as_deref(), Some("EGP III.2"));
    }
    // A draw entered without its winner leaves points and discs equal.
    let mut world = World::egp(&[20, 18, 16, 14]);
    world.play(&MatchId::ThirdPlace, 32);
    let decision = world.decision(&MatchId::ThirdPlace).unwrap();
    assert_eq!((decision.winner, decision.by), (id(3), DecidedBy::Rank));
}

#[test]
fn a_game_for_which_nobody_came_scores_nothing() {
    let mut world = World::egp(&[20, 18, 16, 14]);
    world.play(&MatchId::Final, 20);
    let index = world.publish(&MatchId::Final);
    world.games[index].result = Some(GameResult {
        black_discs: 0,
        white_discs: 0,
        winner: None,
        kind: ResultKind::Played,
        black_absent: true,
        white_absent: true,
    });
    let progress = world.progress();
    let played = progress.find_match(&MatchId::Final).unwrap();
    assert_eq!(
        (played.better_half_points, played.worse_half_points),
        (HalfPoints(0), HalfPoints(2))
    );
    assert_eq!(world.due(&MatchId::Final).game, 3);
}

#[test]
fn a_game_in_play_is_not_due_again() {
    let mut world = World::woc(&[20, 18, 16, 14]);
    assert_eq!(
        world.due_names(),
        [["semi-final 1 1: p1-p4", "semi-final 2 1: p2-p3"]]
    );
    world.publish(&semi_final(1));
    assert_eq!(world.due_names(), [["semi-final 2 1: p2-p3"]]);
    world.publish(&semi_final(2));
    assert!(world.due_names().is_empty());
    assert!(!world.progress().is_over());
    world.games[0].result = Some(GameResult::played(40));
    assert_eq!(world.due_names(), [["semi-final 1 2: p1-p4"]]);
}
