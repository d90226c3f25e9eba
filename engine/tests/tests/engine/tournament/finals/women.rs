//! The women's title (WOC II.5, III.5).

use outflank_tournament::*;

use crate::tournament::finals::world::*;

fn finish_open(world: &mut World) {
    for number in [1, 2] {
        world.play_match(&semi_final(number), &[40, 40]);
    }
    world.play(&MatchId::ThirdPlace, 40);
    world.play_match(&MatchId::Final, &[40, 40]);
}

/// Semi-finalists are p1 to p4; the women among them, and the women's order at the end after p1 beat p2 in
/// the final and p3 won against p4.
#[test]
fn with_women_in_the_semi_finals_they_rank_by_finish() {
    for (women, ranked) in [
        (vec![4, 6, 7], vec!["1:p4", "2:p6", "2:p7"]),
        (vec![2, 3, 8], vec!["1:p2", "2:p3", "3:p8"]),
        (vec![1, 2, 3], vec!["1:p1", "2:p2", "3:p3"]),
        (
            vec![1, 2, 3, 4, 5],
            vec!["1:p1", "2:p2", "3:p3", "4:p4", "5:p5"],
        ),
    ] {
        let mut world = World::woc(&[20, 19, 18, 17, 16, 15, 15, 14]).women(&women);
        assert_eq!(world.progress().remarks.len(), 1);
        finish_open(&mut world);
        let progress = world.progress();
        assert!(progress.is_over());
        assert_eq!(ranks(progress.womens_ranking.as_ref()), ranked, "{women:?}");
        assert_eq!(progress.womens_champion, Some(id(women[0])));
    }
}

#[test]
fn the_best_finish_makes_the_champion() {
    // p4 beats p1 and wins the final: she comes before p2, who was ahead of her in the list.
    let mut world = World::woc(&[20, 19, 18, 17, 16]).women(&[2, 4, 5]);
    world.play_match(&semi_final(1), &[20, 20]);
    world.play_match(&semi_final(2), &[40, 40]);
    world.play(&MatchId::ThirdPlace, 40);
    world.play_match(&MatchId::Final, &[20, 20]);
    let progress = world.progress();
    assert_eq!(
        ranks(progress.womens_ranking.as_ref()),
        ["1:p4", "2:p2", "3:p5"]
    );
    assert_eq!(progress.womens_champion, Some(id(4)));
    assert!(progress.find_match(&MatchId::WomensFinal).is_none());
}

#[test]
fn womens_playoffs_where_points_are_equal() {
    // Points of the women p5 to p8 (p9 follows with fewer).
    for (points, expected) in [
        ([14, 13, 12, 11], vec![]),
        ([14, 13, 13, 11], vec!["women's playoff 2-3 1: p6-p7"]),
        (
            [13, 13, 13, 13],
            vec![
                "women's playoff 2-3 1: p6-p7",
                "women's playoff 1-4 1: p5-p8",
            ],
        ),
        ([14, 14, 13, 13], vec![]),
        ([14, 13, 13, 13], vec!["women's playoff 2-3 1: p6-p7"]),
        ([14, 14, 14, 13], vec!["women's playoff 2-3 1: p6-p7"]),
    ] {
        let mut list = vec![20, 19, 18, 17];
        list.extend(points);
        list.push(2);
        let world = World::woc(&list).women(&[5, 6, 7, 8, 9]);
        let due = world.due_names();
        assert_eq!(due.len(), 1, "they start with game 1 of the semi-finals");
        assert_eq!(due[0][2..], expected, "{points:?}");
        for game in &world.progress().due[0].games[2..] {
            assert_eq!(game.right, ColourRight::BetterChoosesColourOrDrawWin);
            assert_eq!(game.rule.as_deref(), Some("WOC II.5.2"));
        }
        assert_eq!(
            world.progress().due[0].rule.as_deref(),
            Some(if expected.is_empty() {
                "WOC II.1"
            } else {
                "WOC II.5.2"
            })
        );
    }
}

#[test]
fn losers_of_womens_playoffs_are_third_and_the_final_makes_the_champion() {
    for (first, second, finalists, ranked) in [
        (40, 40, (5, 6), ["1:p6", "2:p5", "3:p7", "3:p8", "3:p9"]),
        (20, 40, (5, 7), ["1:p7", "2:p5", "3:p6", "3:p8", "3:p9"]),
        (40, 20, (6, 8), ["1:p8", "2:p6", "3:p5", "3:p7", "3:p9"]),
        (20, 20, (7, 8), ["1:p8", "2:p7", "3:p5", "3:p6", "3:p9"]),
    ] {
        let mut world = World::woc(&[20, 19, 18, 17, 13, 13, 13, 13, 13]).women(&[5, 6, 7, 8, 9]);
        world.play(&womens_playoff(2, 3), first);
        world.play(&womens_playoff(1, 4), second);
        let wfrl = world.progress().wfrl.unwrap();
        assert_eq!(
            (&wfrl[0].entrant, &wfrl[1].entrant),
            (&id(finalists.0), &id(finalists.1))
        );
        assert!(wfrl[2..].iter().all(|line| line.rank == 3));
        for number in [1, 2] {
            world.play_match(&semi_final(number), &[40, 40]);
        }
        world.play(&MatchId::Final, 40);
        assert_eq!(
            world.due(&MatchId::WomensFinal).right,
            ColourRight::BetterChoosesColourOrDrawWin
        );
        world.play(&MatchId::WomensFinal, 30);
        let progress = world.progress();
        assert_eq!(ranks(progress.womens_ranking.as_ref()), ranked);
        assert_eq!(progress.womens_champion, Some(id(finalists.1)));
        assert_eq!(
            world
                .decision(&MatchId::WomensFinal)
                .unwrap()
                .rule
                .as_deref(),
            Some("WOC III.5")
        );
    }
}

#[test]
fn one_woman_or_none() {
    let mut world = World::woc(&[20, 19, 18, 17, 16]).women(&[5]);
    finish_open(&mut world);
    let progress = world.progress();
    assert_eq!(progress.womens_champion, Some(id(5)));
    assert!(progress.is_over());
    let mut world = World::woc(&[20, 19, 18, 17, 16]);
    finish_open(&mut world);
    let progress = world.progress();
    assert_eq!(progress.womens_champion, None);
    assert_eq!(progress.womens_ranking, Some(Vec::new()));
    assert!(progress.is_over());
    assert_eq!(
        World::egp(&[9, 8]).women(&[1]).progress().womens_ranking,
        None
    );
}

#[test]
fn a_draw_of_the_womens_final_goes_to_who_has_it() {
    let mut world = World::woc(&[20, 19, 18, 17, 16, 15]).women(&[5, 6]);
    finish_open_until_womens_final(&mut world);
    world.play_draw_win(&MatchId::WomensFinal, 6);
    assert_eq!(world.progress().womens_champion, Some(id(6)));
}

fn finish_open_until_womens_final(world: &mut World) {
    for number in [1, 2] {
        world.play_match(&semi_final(number), &[40, 40]);
    }
    world.play(&MatchId::ThirdPlace, 40);
    world.play(&MatchId::Final, 40);
}
