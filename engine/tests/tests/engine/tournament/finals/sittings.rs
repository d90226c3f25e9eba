//! What starts together (WOC II.5.2, III.3, III.5; EGP III.2), and the whole course of events.

use outflank_tournament::*;

use crate::tournament::finals::world::*;

#[test]
fn the_whole_of_a_world_championship() {
    let mut world = World::woc(&[22, 20, 18, 18, 18, 16, 14, 14, 14, 12]).women(&[7, 8, 9, 10]);
    assert_eq!(world.due_names(), [["playoff 4-5 1: p4-p5"]]);
    world.play(&playoff(4, 5), 20);
    assert_eq!(
        world.due_names(),
        [[
            "semi-final 1 1: p1-p5",
            "semi-final 2 1: p2-p3",
            "women's playoff 2-3 1: p8-p9"
        ]]
    );
    world.play(&womens_playoff(2, 3), 20);
    world.play(&semi_final(1), 40);
    world.play(&semi_final(2), 40);
    assert_eq!(
        world.due_names(),
        [["semi-final 1 2: p1-p5", "semi-final 2 2: p2-p3"]]
    );
    world.play(&semi_final(1), 40);
    world.play(&semi_final(2), 20);
    assert_eq!(world.due_names(), [["semi-final 2 3: p2-p3"]]);
    world.play(&semi_final(2), 20);
    assert_eq!(
        world.due_names(),
        [["final 1: p1-p3", "match for third place 1: p2-p5"]]
    );
    assert_eq!(world.progress().due[0].rule.as_deref(), Some("WOC III.3"));
    world.play(&MatchId::Final, 30);
    world.play(&MatchId::ThirdPlace, 30);
    assert_eq!(
        world.due_names(),
        [["final 2: p1-p3", "women's final 1: p7-p9"]]
    );
    assert_eq!(world.progress().due[0].rule.as_deref(), Some("WOC III.5"));
    world.play(&MatchId::WomensFinal, 20);
    world.play(&MatchId::Final, 40);
    assert_eq!(world.due_names(), [["final 3: p1-p3"]]);
    world.play(&MatchId::Final, 40);
    assert_eq!(
        final_ranks(&world),
        [
            "1:p1", "2:p3", "3:p5", "4:p2", "5:p4", "6:p6", "7:p7", "7:p8", "7:p9", "10:p10"
        ]
    );
    let progress = world.progress();
    assert_eq!(progress.champion, Some(id(1)));
    assert_eq!(progress.womens_champion, Some(id(9)));
    assert_eq!(
        ranks(progress.womens_ranking.as_ref()),
        ["1:p9", "2:p7", "3:p8", "4:p10"]
    );
}

#[test]
fn the_finals_of_a_grand_prix() {
    let mut world = World::egp(&[20, 18, 16, 14, 14, 12, 12, 12]);
    assert_eq!(
        world.due_names(),
        [["final 1: p1-p2", "match for third place 1: p3-p4"]]
    );
    let progress = world.progress();
    assert_eq!(progress.due[0].rule.as_deref(), Some("EGP III.2"));
    let rights: Vec<&ColourRight> = progress.due[0].games.iter().map(|due| &due.right).collect();
    assert_eq!(
        rights,
        [
            &ColourRight::BetterChoosesColour,
            &ColourRight::BetterChoosesColourOrDrawWin
        ]
    );
    world.play(&MatchId::Final, 40);
    world.play(&MatchId::ThirdPlace, 20);
    assert!(world.progress().final_ranking.is_none());
    world.play(&MatchId::Final, 40);
    assert_eq!(
        final_ranks(&world),
        [
            "1:p1", "2:p2", "3:p4", "4:p3", "5:p5", "6:p6", "6:p7", "6:p8"
        ]
    );
}

#[test]
fn side_rounds_go_with_the_games_of_the_semi_finals() {
    for (players, side) in [(9, 5), (10, 6)] {
        let points: Vec<i64> = (0..players).map(|place| 18 - 2 * place).collect();
        let mut world = World::egp_nine_or_ten(&points);
        assert_eq!(
            world.due_names(),
            [[
                "semi-final 1 1: p1-p4".to_owned(),
                "semi-final 2 1: p2-p3".to_owned(),
                format!("side round 1 of {side}"),
            ]]
        );
        assert_eq!(world.progress().due[0].rule.as_deref(), Some("EGP II.2"));
        world.side = (1, 0);
        world.play(&semi_final(1), 40);
        world.play(&semi_final(2), 40);
        assert_eq!(
            world.due_names(),
            [["semi-final 1 2: p1-p4", "semi-final 2 2: p2-p3"]]
        );
        world.side = (1, 1);
        assert_eq!(world.due_names()[0][2], format!("side round 2 of {side}"));
        world.play(&semi_final(1), 40);
        world.play(&semi_final(2), 40);
        assert_eq!(
            world.due_names(),
            [
                vec![format!("side round 2 of {side}")],
                vec![
                    "final 1: p1-p2".to_owned(),
                    "match for third place 1: p3-p4".to_owned()
                ]
            ]
        );
    }
}

#[test]
fn a_womens_final_waits_for_game_two_of_the_final() {
    let mut world = World::woc(&[20, 19, 18, 17, 14, 12]).women(&[5, 6]);
    assert!(world.progress().wfrl.is_some());
    for number in [1, 2] {
        world.play_match(&semi_final(number), &[40, 40]);
    }
    assert_eq!(
        world.due_names(),
        [["final 1: p1-p2", "match for third place 1: p3-p4"]]
    );
    world.publish_all();
    assert!(world.due_names().is_empty());
    world.games.iter_mut().for_each(|game| {
        game.result.get_or_insert(GameResult::played(40));
    });
    assert_eq!(
        world.due_names(),
        [["final 2: p1-p2", "women's final 1: p5-p6"]]
    );
}

#[test]
fn game_two_of_the_final_waits_for_the_womens_playoffs() {
    let mut world = World::woc(&[20, 19, 18, 17, 14, 14, 14]).women(&[5, 6, 7]);
    let womens = world.publish(&womens_playoff(2, 3));
    for number in [1, 2] {
        world.play_match(&semi_final(number), &[40, 40]);
    }
    world.play(&MatchId::Final, 40);
    world.play(&MatchId::ThirdPlace, 40);
    assert!(world.due_names().is_empty(), "the playoff is still in play");
    world.games[womens].result = Some(GameResult::played(40));
    assert_eq!(
        world.due_names(),
        [["final 2: p1-p2", "women's final 1: p5-p6"]]
    );
}

#[test]
fn a_walkover_in_the_final_lets_the_womens_final_start() {
    let mut world = World::woc(&[20, 19, 18, 17, 14, 12]).women(&[5, 6]);
    for number in [1, 2] {
        world.play_match(&semi_final(number), &[40, 40]);
    }
    world.play(&MatchId::Final, 20);
    world.play(&MatchId::ThirdPlace, 40);
    world.withdraw(2);
    assert_eq!(world.progress().champion, Some(id(1)));
    assert_eq!(world.due_names(), [["women's final 1: p5-p6"]]);
}
