//! Withdrawals at every point of the finals (WOC II.7, EGP II.6).

use outflank_tournament::*;

use crate::tournament::finals::world::*;

const SEVEN: [i64; 7] = [20, 19, 18, 17, 16, 15, 14];

#[test]
fn before_the_finals_the_next_still_in_moves_up() {
    let mut world = World::egp(&SEVEN);
    world.withdraw(1);
    world.withdraw(3);
    assert_eq!(
        world.due_names(),
        [["final 1: p2-p4", "match for third place 1: p5-p6"]]
    );
    world.play_match(&MatchId::Final, &[40, 40]);
    world.play(&MatchId::ThirdPlace, 40);
    assert_eq!(
        final_ranks(&world),
        ["1:p2", "2:p4", "3:p5", "4:p6", "5:p1", "6:p3", "7:p7"],
        "the withdrawn keep their place in the list behind the four"
    );
}

#[test]
fn after_publication_it_is_a_walkover() {
    for (leaver, expected) in [
        (1, ["1:p2", "2:p1", "3:p3", "4:p4"]),
        (2, ["1:p1", "2:p2", "3:p3", "4:p4"]),
        (3, ["1:p1", "2:p2", "3:p4", "4:p3"]),
        (4, ["1:p1", "2:p2", "3:p3", "4:p4"]),
        (5, ["1:p1", "2:p2", "3:p3", "4:p4"]),
    ] {
        let mut world = World::egp(&SEVEN);
        world.publish_all();
        world.leave(leaver);
        let by = |match_id| world.decision(&match_id).map(|decision| decision.by);
        if leaver <= 2 {
            // Game 1 is lost on the board, the rest by walkover.
            let decision = world.decision(&MatchId::Final).unwrap();
            assert_eq!(decision.by, DecidedBy::Walkover);
            assert_eq!(decision.loser, id(leaver));
            assert_eq!(decision.rule.as_deref(), Some("EGP II.6"));
        } else if leaver <= 4 {
            assert_eq!(by(MatchId::ThirdPlace), Some(DecidedBy::Points));
            assert_eq!(by(MatchId::Final), None);
        }
        for game in &mut world.games {
            game.result.get_or_insert(GameResult::played(40));
        }
        if world.decision(&MatchId::Final).is_none() {
            world.play(&MatchId::Final, 40);
        }
        assert_eq!(final_ranks(&world)[..4], expected, "p{leaver} leaves");
        assert_eq!(world.progress().final_ranking.unwrap().len(), 7);
    }
}

#[test]
fn a_withdrawal_after_the_decision_changes_nothing() {
    let mut world = World::egp(&SEVEN);
    world.play_match(&MatchId::Final, &[40, 40]);
    world.play(&MatchId::ThirdPlace, 40);
    let before = final_ranks(&world);
    for leaver in 1..=7 {
        world.withdraw(leaver);
        assert_eq!(final_ranks(&world), before);
    }
}

#[test]
fn both_withdraw_in_one_match() {
    let mut world = World::egp(&SEVEN);
    world.play(&MatchId::Final, 20);
    world.play(&MatchId::ThirdPlace, 40);
    world.withdraw(1);
    world.withdraw(2);
    let decision = world.decision(&MatchId::Final).unwrap();
    assert_eq!((decision.winner, decision.by), (id(1), DecidedBy::Rank));
    assert_eq!(
        decision.detail,
        "p1 and p2 both withdrew from the final; p1 is the higher-ranked."
    );
}

#[test]
fn playoff_pairs_are_made_of_those_still_in() {
    let mut world = World::woc(&[20, 19, 18, 17, 16, 16, 15]);
    assert_eq!(world.due_names()[0][0], "semi-final 1 1: p1-p4");
    world.withdraw(2);
    // p5 and p6 are now fourth and fifth, and equal.
    assert_eq!(world.due_names(), [["playoff 4-5 1: p5-p6"]]);
    world.play(&playoff(4, 5), 20);
    assert_eq!(
        world.due_names(),
        [["semi-final 1 1: p1-p6", "semi-final 2 1: p3-p4"]]
    );
    assert_eq!(
        ranks(world.progress().ifrl.as_ref()),
        ["1:p1", "2:p3", "3:p4", "4:p6", "5:p2", "6:p5", "7:p7"]
    );
}

#[test]
fn a_playoff_is_won_by_absence_and_its_winner_replaced() {
    let mut world = World::woc(&[20, 19, 18, 17, 17, 17]);
    world.publish_all();
    world.withdraw(4);
    assert!(
        world.decision(&playoff(4, 5)).is_none(),
        "the game is in play"
    );
    world.leave(4);
    let decision = world.decision(&playoff(4, 5)).unwrap();
    assert_eq!((decision.winner, decision.by), (id(5), DecidedBy::Points));
    assert_eq!(world.due(&semi_final(1)).worse, id(5));
    world.withdraw(5);
    assert_eq!(
        world.due(&semi_final(1)).worse,
        id(6),
        "both have gone; the next still in moves up"
    );
}

#[test]
fn between_playoffs_and_semi_finals_the_next_still_in_moves_up() {
    let mut world = World::woc(&[20, 19, 18, 17, 17, 16]);
    world.play(&playoff(4, 5), 20);
    world.withdraw(1);
    assert_eq!(
        world.due_names(),
        [["semi-final 1 1: p2-p5", "semi-final 2 1: p3-p4"]],
        "the loser of the playoff is the next still in"
    );
}

#[test]
fn in_and_after_the_semi_finals() {
    // p1 withdraws in the semi-final: p4 is in the final, p1 is fourth.
    let mut world = World::woc(&SEVEN);
    world.publish_all();
    world.leave(1);
    let decision = world.decision(&semi_final(1)).unwrap();
    assert_eq!(
        (decision.by, decision.rule.as_deref()),
        (DecidedBy::Walkover, Some("WOC II.7"))
    );
    world.games[1].result = Some(GameResult::played(40));
    world.play(&semi_final(2), 40);
    assert_eq!(world.due_names(), [["final 1: p2-p4"]]);
    world.play_match(&MatchId::Final, &[40, 40]);
    assert_eq!(
        final_ranks(&world)[..5],
        ["1:p2", "2:p4", "3:p3", "4:p1", "5:p5"]
    );
    // p1 wins his semi-final and withdraws before the final is published: p4 moves up.
    let semi_finals_played = || {
        let mut world = World::woc(&SEVEN);
        for number in [1, 2] {
            world.play_match(&semi_final(number), &[40, 40]);
        }
        world
    };
    for (leavers, due, ranked) in [
        (
            vec![1],
            Some("final 1: p2-p4"),
            ["1:p2", "2:p4", "3:p3", "4:p1"],
        ),
        (
            vec![3],
            Some("final 1: p1-p2"),
            ["1:p1", "2:p2", "3:p4", "4:p3"],
        ),
        (
            vec![3, 4],
            Some("final 1: p1-p2"),
            ["1:p1", "2:p2", "3:p3", "4:p4"],
        ),
        (
            vec![1, 2],
            Some("final 1: p3-p4"),
            ["1:p3", "2:p4", "3:p1", "4:p2"],
        ),
        (
            vec![1, 4],
            Some("final 1: p2-p3"),
            ["1:p2", "2:p3", "3:p1", "4:p4"],
        ),
        (vec![1, 2, 3], None, ["1:p4", "2:p1", "3:p2", "4:p3"]),
        (vec![1, 2, 3, 4], None, ["1:p1", "2:p2", "3:p3", "4:p4"]),
    ] {
        let mut world = semi_finals_played();
        for &leaver in &leavers {
            world.withdraw(leaver);
        }
        match due {
            Some(due) => {
                assert_eq!(world.due_names(), [[due]], "{leavers:?}");
                world.play_match(&MatchId::Final, &[40, 40]);
            }
            None => assert!(world.due_names().is_empty()),
        }
        assert_eq!(final_ranks(&world)[..4], ranked, "{leavers:?}");
    }
}

#[test]
fn few_are_left() {
    for (leavers, due) in [
        (
            vec![1, 2, 3],
            vec!["semi-final 1 1: p4-p7", "semi-final 2 1: p5-p6"],
        ),
        (vec![1, 2, 3, 4], vec!["final 1: p5-p6"]),
        (vec![1, 2, 3, 4, 5], vec!["final 1: p6-p7"]),
        (vec![1, 2, 3, 4, 5, 6], vec![]),
        (vec![1, 2, 3, 4, 5, 6, 7], vec![]),
    ] {
        let mut world = World::woc(&SEVEN);
        for &leaver in &leavers {
            world.withdraw(leaver);
        }
        assert_eq!(world.due_names().concat(), due, "{leavers:?}");
        if due.is_empty() {
            let first = if leavers.len() == 6 { "1:p7" } else { "1:p1" };
            assert_eq!(final_ranks(&world)[0], first);
        } else if due.len() == 1 {
            // A finalist who leaves now loses: nobody else moves up any more.
            world.publish_all();
            let loser = world.due_names();
            assert!(loser.is_empty());
            world.leave(6);
            let decision = world.decision(&MatchId::Final).unwrap();
            assert_eq!(decision.by, DecidedBy::Walkover);
            assert_eq!(decision.loser, id(6));
        }
    }
}

#[test]
fn women_move_up_and_lose_by_walkover() {
    let women = |leavers: &[usize]| {
        let mut world = World::woc(&[20, 19, 18, 17, 14, 13, 12, 11]).women(&[5, 6, 7, 8]);
        for &leaver in leavers {
            world.withdraw(leaver);
        }
        for number in [1, 2] {
            world.play_match(&semi_final(number), &[40, 40]);
        }
        world.play(&MatchId::ThirdPlace, 40);
        world.play(&MatchId::Final, 40);
        world
    };
    assert_eq!(women(&[5]).due_names()[0][1], "women's final 1: p6-p7");
    let mut world = women(&[]);
    world.withdraw(6);
    assert_eq!(world.due_names()[0][1], "women's final 1: p5-p7");
    world.publish_all();
    world.leave(5);
    let decision = world.decision(&MatchId::WomensFinal).unwrap();
    assert_eq!(decision.winner, id(7));
    assert_eq!(
        ranks(world.progress().womens_ranking.as_ref()),
        ["1:p7", "2:p5", "3:p6", "4:p8"]
    );
    let world = women(&[5, 6, 7]);
    assert_eq!(world.progress().womens_champion, Some(id(8)));
    let world = women(&[5, 6, 7, 8]);
    assert_eq!(world.progress().womens_champion, None);
    assert_eq!(
        ranks(world.progress().womens_ranking.as_ref()),
        ["1:p5", "2:p6", "3:p7", "4:p8"]
    );
}

#[test]
fn a_woman_who_leaves_before_the_semi_finals_brings_back_the_womens_finals() {
    let mut world = World::woc(&[20, 19, 18, 17, 16, 15, 14]).women(&[4, 6, 7]);
    assert_eq!(world.due_names()[0].len(), 2);
    world.withdraw(4);
    assert_eq!(world.due(&semi_final(1)).worse, id(5));
    let wfrl = world.progress().wfrl;
    assert_eq!(ranks(wfrl.as_ref()), ["1:p6", "2:p7", "3:p4"]);
    // Had the semi-finals been published, she would have lost hers and been ranked by her finish.
    let mut world = World::woc(&[20, 19, 18, 17, 16, 15, 14]).women(&[4, 6, 7]);
    world.publish_all();
    world.withdraw(4);
    assert_eq!(
        ranks(world.progress().wfrl.as_ref()),
        ["1:p4", "2:p6", "3:p7"]
    );
}

#[test]
fn the_side_swiss_ends_when_fewer_than_two_are_left() {
    let mut world = World::egp_nine_or_ten(&[18, 16, 14, 12, 10, 8, 6]);
    world.side = (1, 1);
    world.withdraw(5);
    assert_eq!(world.due_names().last().unwrap(), &["side round 2 of 2"]);
    world.withdraw(6);
    assert!(
        world
            .progress()
            .due
            .iter()
            .all(|session| session.side_swiss.is_none())
    );
    for number in [1, 2] {
        world.play_match(&semi_final(number), &[40, 40]);
    }
    world.play_match(&MatchId::Final, &[40, 40]);
    world.play(&MatchId::ThirdPlace, 40);
    assert_eq!(final_ranks(&world).len(), 7);
}
