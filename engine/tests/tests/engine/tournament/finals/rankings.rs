//! The rankings at the end (EGP II.2, II.3; WOC II.3.3), and playoffs of ties (AGA).

use outflank_tournament::*;

use crate::tournament::finals::world::*;

#[test]
fn without_finals_the_list_is_the_ranking() {
    let mut world = World::new(FinalsFormat::none(), &[], &[9, 8, 8, 7]);
    assert_eq!(final_ranks(&world), ["1:p1", "2:p2", "2:p3", "4:p4"]);
    world.share = false;
    world.withdraw(1);
    assert_eq!(final_ranks(&world), ["1:p1", "2:p2", "3:p3", "4:p4"]);
    assert_eq!(world.progress().champion, Some(id(1)));
}

#[test]
fn who_is_no_finalist_shares_a_rank_by_points() {
    let mut world = World::egp(&[20, 20, 20, 20, 20, 20, 18]);
    world.play_match(&MatchId::Final, &[40, 40]);
    world.play(&MatchId::ThirdPlace, 40);
    assert_eq!(
        final_ranks(&world),
        ["1:p1", "2:p2", "3:p3", "4:p4", "5:p5", "5:p6", "7:p7"]
    );
    world.share = false;
    assert_eq!(final_ranks(&world)[4..], ["5:p5", "6:p6", "7:p7"]);
}

#[test]
fn after_the_side_swiss_the_six_rank_by_total_points_behind_the_four() {
    let mut world = World::egp_nine_or_ten(&[18, 16, 14, 12, 10, 8, 6, 4, 2, 0]);
    for number in [1, 2] {
        world.play_match(&semi_final(number), &[20, 20]);
    }
    // p3 and p4 won their semi-finals and are in the final, p1 and p2 play for third place.
    world.play_match(&MatchId::Final, &[20, 40, 60]);
    world.play(&MatchId::ThirdPlace, 20);
    world.side = (2, 2);
    let side = [(6, 12), (5, 12), (1, 99), (7, 10), (9, 6), (8, 6), (10, 0)];
    world.side_list = side
        .iter()
        .map(|&(number, half_points)| (id(number), HalfPoints(half_points)))
        .collect();
    assert_eq!(
        final_ranks(&world),
        [
            "1:p3", "2:p4", "3:p2", "4:p1", "5:p6", "5:p5", "7:p7", "8:p9", "8:p8", "10:p10"
        ]
    );
    let list = world.progress().final_ranking.unwrap();
    assert_eq!(list[4].half_points, HalfPoints(12));
    assert_eq!(
        list[0].half_points,
        HalfPoints(14),
        "semi-finals count in no list"
    );
}

#[test]
fn the_ranking_waits_for_the_side_swiss() {
    let mut world = World::egp_nine_or_ten(&[18, 16, 14, 12, 10, 8, 6, 4, 2]);
    for number in [1, 2] {
        world.play_match(&semi_final(number), &[40, 40]);
    }
    world.play_match(&MatchId::Final, &[40, 40]);
    world.play(&MatchId::ThirdPlace, 40);
    for side in [(0, 0), (1, 0), (1, 1), (2, 1)] {
        world.side = side;
        assert!(world.progress().final_ranking.is_none(), "{side:?}");
        assert!(!world.progress().is_over());
    }
    world.side = (2, 2);
    assert!(world.progress().is_over());
}

#[test]
fn a_format_without_a_match_for_third_place() {
    let format = FinalsFormat {
        semi_finals: Some(MatchFormat::single_game()),
        third_place: None,
        ..FinalsFormat::final_and_third_place()
    };
    let mut world = World::new(format, &[], &[9, 8, 7, 6, 5]);
    world.play(&semi_final(1), 20);
    world.play(&semi_final(2), 40);
    world.play_match(&MatchId::Final, &[20, 20]);
    assert_eq!(
        final_ranks(&world),
        ["1:p4", "2:p2", "3:p1", "4:p3", "5:p5"]
    );
}

#[test]
fn a_tie_is_played_off_where_both_agreed() {
    let mut world = World::new(
        FinalsFormat::tie_playoffs_only(),
        &[("finals.tie_playoffs", "AGA")],
        &[9, 8, 8, 8, 7],
    );
    world.share = false;
    assert_eq!(
        final_ranks(&world),
        ["1:p1", "2:p2", "3:p3", "4:p4", "5:p5"]
    );
    // Unequal points, a player with himself and a stranger play nothing off.
    world.agreed = vec![
        (id(1), id(2)),
        (id(3), id(3)),
        (id(3), id(99)),
        (id(4), id(2)),
        (id(2), id(4)),
    ];
    let tie = MatchId::TiePlayoff {
        better: id(2),
        worse: id(4),
    };
    let due = world.due(&tie);
    assert_eq!(due.right, ColourRight::Lots);
    assert_eq!(due.rule.as_deref(), Some("AGA"));
    assert_eq!(world.due_names().concat().len(), 1);
    assert!(world.progress().final_ranking.is_none());
    let mut won = World::new(world.format, &[], &[9, 8, 8, 8, 7]);
    won.share = false;
    won.agreed.clone_from(&world.agreed);
    won.play(&tie, 20);
    assert_eq!(final_ranks(&won), ["1:p1", "2:p4", "3:p2", "4:p3", "5:p5"]);
    world.play(&tie, 32);
    assert_eq!(
        final_ranks(&world),
        ["1:p1", "2:p2", "3:p3", "4:p4", "5:p5"],
        "a draw leaves the list's order"
    );
}

#[test]
fn a_tie_playoff_needs_the_rule_and_two_who_are_in() {
    let mut world = World::new(FinalsFormat::none(), &[], &[8, 8]);
    world.agreed = vec![(id(1), id(2))];
    assert!(world.progress().is_over());
    world.format = FinalsFormat::tie_playoffs_only();
    assert_eq!(world.due_names().len(), 1);
    world.withdraw(1);
    assert!(world.progress().is_over());
    // Once published it is lost by absence.
    world.players[0].withdrawn = None;
    world.publish_all();
    world.leave(1);
    assert_eq!(final_ranks(&world)[0], "1:p2");
}
