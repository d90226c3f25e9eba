//! Playoffs and who qualifies (WOC II.3.2, II.3.3).

use outflank_tournament::*;

use crate::tournament::finals::world::*;

/// All falling lists of points of that many players that differ by steps of 0 or 1 half-point.
fn patterns(players: u32) -> impl Iterator<Item = Vec<i64>> {
    (0..1_u32 << (players - 1)).map(move |bits| {
        let mut points = vec![20_i64];
        for step in 0..players - 1 {
            let last = points[points.len() - 1];
            points.push(last - i64::from(bits >> step & 1));
        }
        points
    })
}

#[test]
fn playoffs_where_points_are_equal() {
    for players in 1..=10 {
        for points in patterns(players) {
            let world = World::woc(&points);
            let expected: Vec<String> = [(4, 5), (3, 6), (2, 7), (1, 8)]
                .into_iter()
                .filter(|&(better, worse)| {
                    points.len() >= worse && points[better - 1] == points[worse - 1]
                })
                .map(|(better, worse)| format!("playoff {better}-{worse} 1: p{better}-p{worse}"))
                .collect();
            let due = world.due_names();
            if expected.is_empty() {
                assert!(!due.concat().iter().any(|name| name.starts_with("playoff")));
                assert!(world.progress().ifrl.is_some());
            } else {
                assert_eq!(due, [expected], "{points:?}");
                let progress = world.progress();
                assert!(progress.ifrl.is_none() && progress.wfrl.is_none());
                for due in &progress.due[0].games {
                    assert_eq!(due.right, ColourRight::BetterChoosesColourOrDrawWin);
                    assert_eq!(due.rule.as_deref(), Some("WOC II.3.2"));
                }
            }
        }
    }
}

#[test]
fn winners_qualify_in_list_order_and_the_rest_with_the_playoff_score_is_fifth() {
    for points in patterns(10) {
        let pairs: Vec<(u32, u32)> = [(4, 5), (3, 6), (2, 7), (1, 8)]
            .into_iter()
            .filter(|&(better, worse)| points[better as usize - 1] == points[worse as usize - 1])
            .collect();
        for outcome in 0..1_u32 << pairs.len() {
            let mut world = World::woc(&points);
            let mut qualified: Vec<u32> = (1..=4).collect();
            for (index, &(better, worse)) in pairs.iter().enumerate() {
                let upset = outcome >> index & 1 == 1;
                world.play(&playoff(better, worse), if upset { 20 } else { 40 });
                if upset {
                    qualified.retain(|&player| player != better);
                    qualified.push(worse);
                }
            }
            qualified.sort_unstable();
            let progress = world.progress();
            let ifrl = progress.ifrl.as_ref().unwrap();
            for (line, &player) in ifrl.iter().zip(&qualified) {
                assert_eq!(line.entrant, id(player as usize));
                assert_eq!(line.rank, line.place);
            }
            let rest = &ifrl[4..];
            for pair in rest.windows(2) {
                let number = |line: &FinalRank| line.entrant.as_str()[1..].parse::<u32>().unwrap();
                assert!(number(&pair[0]) < number(&pair[1]));
                assert_eq!(
                    pair[0].rank == pair[1].rank,
                    pair[0].half_points == pair[1].half_points
                );
            }
            if !pairs.is_empty() {
                for line in rest
                    .iter()
                    .filter(|line| line.half_points == HalfPoints(points[3]))
                {
                    assert_eq!(line.rank, 5, "{points:?}");
                }
            }
            for line in ifrl {
                let number: usize = line.entrant.as_str()[1..].parse().unwrap();
                assert_eq!(
                    line.half_points,
                    HalfPoints(points[number - 1]),
                    "no points change"
                );
            }
            assert_eq!(
                world.due_names()[0],
                [
                    format!("semi-final 1 1: p{}-p{}", qualified[0], qualified[3]),
                    format!("semi-final 2 1: p{}-p{}", qualified[1], qualified[2]),
                ]
            );
        }
    }
}

#[test]
fn a_drawn_playoff_goes_to_who_has_the_draw() {
    for winner in [4, 5] {
        let mut world = World::woc(&[20, 19, 18, 15, 15, 14]);
        world.play_draw_win(&playoff(4, 5), winner);
        assert_eq!(
            world.due(&semi_final(1)).worse,
            id(winner),
            "the draw is a win of {winner}"
        );
        assert_eq!(
            world.decision(&playoff(4, 5)).unwrap().rule.as_deref(),
            Some("WOC II.3.2")
        );
    }
}

#[test]
fn two_or_three_players_play_a_final_of_one_and_two() {
    for world in [World::woc(&[4, 4]), World::egp(&[4, 4])] {
        assert_eq!(world.due_names(), [["final 1: p1-p2"]]);
    }
    for mut world in [World::woc(&[6, 6, 6]), World::egp(&[6, 6, 6])] {
        assert_eq!(world.due_names(), [["final 1: p1-p2"]]);
        assert_eq!(world.progress().remarks.len(), 1);
        world.play_match(&MatchId::Final, &[20, 20]);
        assert_eq!(final_ranks(&world), ["1:p2", "2:p1", "3:p3"]);
    }
    let world = World::woc(&[0]);
    assert_eq!(final_ranks(&world), ["1:p1"]);
    assert_eq!(final_ranks(&World::woc(&[])), [""; 0]);
    assert_eq!(World::woc(&[]).progress().champion, None);
}

#[test]
fn playoffs_for_the_two_places_of_a_final() {
    let format = FinalsFormat {
        playoffs: Some(MatchFormat::single_game()),
        third_place: None,
        ..FinalsFormat::final_and_third_place()
    };
    assert_eq!(format.qualifiers(), 2);
    let mut world = World::new(format, &[], &[9, 9, 9, 9, 8]);
    assert_eq!(
        world.due_names(),
        [["playoff 2-3 1: p2-p3", "playoff 1-4 1: p1-p4"]]
    );
    world.play(&playoff(2, 3), 30);
    world.play(&playoff(1, 4), 30);
    assert_eq!(world.due_names(), [["final 1: p3-p4"]]);
    world.play_match(&MatchId::Final, &[64, 64]);
    assert_eq!(
        final_ranks(&world),
        ["1:p3", "2:p4", "3:p1", "3:p2", "5:p5"]
    );
}
