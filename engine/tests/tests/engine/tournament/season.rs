//! The season's table (EGP I.2.5; MSO's shared series points).

use crate::tournament::support::*;
use outflank_tournament::*;

const POINTS: [u64; 10] = [200, 140, 90, 60, 40, 30, 20, 15, 10, 5];

fn egp() -> SeasonRules {
    SeasonRules::european_grand_prix()
}

/// A ranking of (player, rank); points fall with the ranks.
fn event(name: &str, ranking: &[(&str, u32)]) -> SeasonEvent {
    SeasonEvent {
        name: name.to_owned(),
        ranking: ranking
            .iter()
            .map(|&(player, rank)| SeasonPlace {
                player: player.to_owned(),
                rank,
                half_points: HalfPoints(100 - i64::from(rank)),
            })
            .collect(),
    }
}

/// A ranking of so many players named after their places, with those ranks.
fn ranked(ranks: &[u32]) -> SeasonEvent {
    let names: Vec<String> = (1..=ranks.len()).map(|place| format!("p{place}")).collect();
    let lines: Vec<(&str, u32)> = names
        .iter()
        .map(String::as_str)
        .zip(ranks.iter().copied())
        .collect();
    event("Sample", &lines)
}

fn texts(points: &[Fraction]) -> Vec<String> {
    points.iter().map(ToString::to_string).collect()
}

#[test]
fn points_by_final_rank() {
    let points = season_points(&ranked(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]), &egp()).unwrap();
    let expected: Vec<Fraction> = POINTS
        .into_iter()
        .chain([0, 0])
        .map(Fraction::whole)
        .collect();
    assert_eq!(points, expected);
}

/// From the fifth place down equal players have the average of the places they cover; those from the
/// eleventh count 0.
#[test]
fn equal_players_share_from_the_fifth_place_down() {
    let cases: &[(&[u32], &[&str])] = &[
        (&[1, 2, 3, 4, 5, 5], &["200", "140", "90", "60", "35", "35"]),
        (
            &[1, 2, 3, 4, 5, 5, 5, 8],
            &["200", "140", "90", "60", "30", "30", "30", "15"],
        ),
        (
            &[1, 2, 3, 4, 5, 6, 6, 8],
            &["200", "140", "90", "60", "40", "25", "25", "15"],
        ),
        (
            &[1, 2, 3, 4, 5, 6, 7, 7, 7],
            &["200", "140", "90", "60", "40", "30", "15", "15", "15"],
        ),
        (
            &[1, 2, 3, 4, 5, 6, 7, 8, 8],
            &["200", "140", "90", "60", "40", "30", "20", "12.5", "12.5"],
        ),
        // Places 9 to 12: 10 + 5 + 0 + 0 over four players.
        (
            &[1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9],
            &[
                "200", "140", "90", "60", "40", "30", "20", "15", "3 3/4", "3 3/4", "3 3/4",
                "3 3/4",
            ],
        ),
        // Places 10 to 12: 5 over three.
        (
            &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10],
            &[
                "200", "140", "90", "60", "40", "30", "20", "15", "10", "1 2/3", "1 2/3", "1 2/3",
            ],
        ),
    ];
    for (ranks, expected) in cases {
        let points = season_points(&ranked(ranks), &egp()).unwrap();
        assert_eq!(texts(&points), *expected, "{ranks:?}");
    }
}

/// Above the fifth place nothing is shared: the list's order stands.
#[test]
fn above_the_fifth_place_the_order_stands() {
    let points = season_points(&ranked(&[1, 2, 3, 3, 5]), &egp()).unwrap();
    assert_eq!(texts(&points), ["200", "140", "90", "60", "40"]);
}

/// MSO: the tie-break gives medals, series points are shared by all of one score.
#[test]
fn series_points_are_shared_whatever_broke_the_tie() {
    let mut tied = ranked(&[1, 2, 3, 4]);
    for (line, half_points) in tied.ranking.iter_mut().zip([10, 10, 10, 8]) {
        line.half_points = HalfPoints(half_points);
    }
    let rules = SeasonRules::shared(vec![100, 80, 60, 40]);
    assert_eq!(
        texts(&season_points(&tied, &rules).unwrap()),
        ["80", "80", "80", "40"]
    );
}

/// (player, rank, points).
fn lines(events: &[SeasonEvent], rules: &SeasonRules) -> Vec<(String, u32, String)> {
    season_table(events, rules)
        .unwrap()
        .into_iter()
        .map(|line| (line.player, line.rank, line.points.to_string()))
        .collect()
}

fn expected(lines: &[(&str, u32, &str)]) -> Vec<(String, u32, String)> {
    lines
        .iter()
        .map(|&(player, rank, points)| (player.to_owned(), rank, points.to_owned()))
        .collect()
}

/// The best three of four count; events not played are nothing.
#[test]
fn best_three_results_count() {
    let events = [
        event("One", &[("anna", 1), ("ben", 2), ("cleo", 3), ("dan", 4)]),
        event("Two", &[("ben", 1), ("anna", 2), ("dan", 3)]),
        event("Three", &[("anna", 1), ("ben", 2), ("cleo", 3)]),
        event("Four", &[("ben", 1), ("cleo", 2), ("anna", 3)]),
    ];
    // anna 200 + 200 + 140 (90 dropped); ben 200 + 200 + 140 (140 dropped): the fourth decides.
    assert_eq!(
        lines(&events, &egp()),
        expected(&[
            ("ben", 1, "540"),
            ("anna", 2, "540"),
            ("cleo", 3, "320"),
            ("dan", 4, "150"),
        ])
    );
    let table = season_table(&events, &egp()).unwrap();
    assert_eq!(
        table[0].explanation,
        "200 + 200 + 140 = 540, the best 3 of 4 results (140 left out); before anna on the best 4 results, \
         680 to 630."
    );
    assert_eq!(table[3].explanation, "90 + 60 = 150.");
    assert_eq!(table[0].tie_points, Fraction::whole(680));
    let dropped: Vec<usize> = table[1]
        .results
        .iter()
        .filter(|result| !result.counts)
        .map(|result| result.event)
        .collect();
    assert_eq!(dropped, [3]);
}

/// Still tied on the best four: equal, listed by id.
#[test]
fn equal_on_the_best_four_is_equal() {
    let events = [
        event("One", &[("ben", 1), ("anna", 2), ("cleo", 3)]),
        event("Two", &[("anna", 1), ("ben", 2), ("cleo", 3)]),
    ];
    assert_eq!(
        lines(&events, &egp()),
        expected(&[("anna", 1, "340"), ("ben", 1, "340"), ("cleo", 3, "180")])
    );
    let table = season_table(&events, &egp()).unwrap();
    assert_eq!(table[0].explanation, "200 + 140 = 340; equal to ben.");
    assert_eq!(table[2].explanation, "90 + 90 = 180.");

    // Eleven and more places: nobody who has 0 is told from the others.
    let places: Vec<u32> = (1..=15).collect();
    let table = season_table(&[ranked(&places)], &egp()).unwrap();
    assert_eq!(table[14].explanation, "0 = 0; equal to 4 others.");
    assert_eq!(table[14].rank, 11);
}

/// Shares are added exactly: three thirds of 5 are 5.
#[test]
fn thirds_add_up_to_a_whole() {
    let tied = |name: &str, others: usize| SeasonEvent {
        name: name.to_owned(),
        ranking: (1..=9)
            .map(|rank| (format!("{name}{rank}"), rank))
            .chain((0..others).map(|at| (format!("tied{at}"), 10)))
            .map(|(player, rank)| SeasonPlace {
                player,
                rank,
                half_points: HalfPoints(0),
            })
            .collect(),
    };
    let events = [tied("a", 3), tied("b", 3), tied("c", 3)];
    let table = season_table(&events, &egp()).unwrap();
    let line = table.iter().find(|line| line.player == "tied1").unwrap();
    assert_eq!(line.points, Fraction::whole(5));
}

#[test]
fn rankings_that_are_none_are_refused() {
    let jump = season_points(&ranked(&[1, 3]), &egp()).unwrap_err();
    assert_eq!(
        jump.to_string(),
        "Sample ranks p2 3 in place 2; equal players share the first one's place"
    );
    assert!(season_points(&ranked(&[2, 2]), &egp()).is_err());
    assert!(season_points(&ranked(&[0]), &egp()).is_err());
    let twice = event("Sample", &[("anna", 1), ("anna", 2)]);
    assert!(matches!(
        season_table(&[twice], &egp()),
        Err(SeasonProblem::RepeatedPlayer { .. })
    ));
}

/// What an event gives away is the table's points for its places, however many are equal; the order of
/// events and players changes nothing.
#[test]
fn season_points_conserve() {
    for run in 0..300 {
        let mut numbers = Numbers::new("season", run);
        let events: Vec<SeasonEvent> = (0..=numbers.below(5))
            .map(|number| random_event(&mut numbers, number))
            .collect();
        for event in &events {
            let points = season_points(event, &egp()).unwrap();
            let sum = points
                .iter()
                .try_fold(Fraction::ZERO, |sum, &share| sum.plus(share))
                .unwrap();
            let places = POINTS.iter().take(points.len()).sum();
            assert_eq!(sum, Fraction::whole(places), "run {run}");
        }
        let before = lines(&events, &egp());
        assert!(before.windows(2).all(|pair| pair[0].1 <= pair[1].1));
        let mut turned = events;
        numbers.shuffle(&mut turned);
        assert_eq!(before, lines(&turned, &egp()), "run {run}");
    }
}

fn random_event(numbers: &mut Numbers, number: u32) -> SeasonEvent {
    let mut players: Vec<String> = (0..numbers.below(25)).map(|at| format!("p{at}")).collect();
    numbers.shuffle(&mut players);
    let mut rank = 0;
    SeasonEvent {
        name: format!("event {number}"),
        ranking: (1..)
            .zip(players)
            .map(|(place, player)| {
                if rank == 0 || numbers.below(2) == 0 {
                    rank = place;
                }
                SeasonPlace {
                    player,
                    rank,
                    half_points: HalfPoints(0),
                }
            })
            .collect(),
    }
}
