//! The end of a season: what its table says and keeps (EGP I.2.5).

use super::world::*;
use outflank_tournament::season::*;
use outflank_tournament::{EntrantId, Person};

fn played() -> Season {
    let mut season = Season::hosted();
    for leg in 1..=4 {
        let event = season.event(&format!("t{leg}"));
        (event.begun, event.ranking_version) = (true, Some(1));
    }
    season
}

/// Entrant of the first leg played, rank, points, points of a tie.
fn shown(table: &[TableLine]) -> Vec<(String, u32, String, String)> {
    let lines = table.iter().map(|line| {
        let EntrantId(entrant) = &line.results[0].entrant;
        let name = entrant.split('-').next().unwrap().to_owned();
        let (points, tied) = (line.points.to_string(), line.tie_points.to_string());
        (name, line.rank, points, tied)
    });
    lines.collect()
}

fn close(rankings: &[LegRanking]) -> Act {
    Act::Close {
        rankings: rankings.to_vec(),
    }
}

/// Ada and Ben are tied on the best three and parted by the fourth; Cy and Dag share places from the fifth down; Eve and Fay
/// are equal in every leg.
fn rankings() -> [LegRanking; 4] {
    [
        ranking(
            1,
            1,
            &[
                ("Ada", 1),
                ("Ben", 2),
                ("Eve", 3),
                ("Fay", 4),
                ("Cy", 5),
                ("Dag", 5),
            ],
        ),
        ranking(
            2,
            1,
            &[
                ("Ben", 1),
                ("Ada", 2),
                ("Fay", 3),
                ("Eve", 4),
                ("Cy", 5),
                ("Dag", 5),
            ],
        ),
        ranking(
            3,
            1,
            &[
                ("Gus", 1),
                ("Hal", 2),
                ("Ada", 3),
                ("Ben", 4),
                ("Cy", 5),
                ("Dag", 5),
                ("Ivo", 5),
            ],
        ),
        ranking(
            4,
            1,
            &[
                ("Hal", 1),
                ("Gus", 2),
                ("Ben", 3),
                ("Jan", 4),
                ("Dag", 5),
                ("Cy", 6),
                ("Ada", 7),
            ],
        ),
    ]
}

#[test]
fn the_final_table_counts_best_three_then_best_four_then_equal() {
    let mut season = played();
    season.now_ms += 300 * DAY_MS;
    season.done(&committee(), close(&rankings()));
    let closed = season.state.closed.clone().unwrap();
    let row = |name: &str, rank: u32, points: &str, tied: &str| {
        (name.to_owned(), rank, points.to_owned(), tied.to_owned())
    };
    // Ada 200 + 140 + 90 and 20; Ben 200 + 140 + 90 and 60. Cy 35 + 35 + 30 and 30; Dag 40 + 35 + 35 and 30.
    assert_eq!(
        shown(&closed.table),
        [
            row("Ben", 1, "430", "490"),
            row("Ada", 2, "430", "450"),
            row("Gus", 3, "340", "340"),
            row("Hal", 3, "340", "340"),
            row("Eve", 5, "150", "150"),
            row("Fay", 5, "150", "150"),
            row("Dag", 7, "110", "140"),
            row("Cy", 8, "100", "130"),
            row("Jan", 9, "60", "60"),
            row("Ivo", 10, "30", "30"),
        ]
    );
    assert_eq!(closed.versions, [(1, 1), (2, 1), (3, 1), (4, 1)].into());
    assert_eq!(closed.stamp.at_ms, season.now_ms);
    let dag = &closed.table[6];
    let results: Vec<(u32, &str, u32, String, bool)> = dag
        .results
        .iter()
        .map(|one| {
            (
                one.leg,
                one.entrant.as_str(),
                one.rank,
                one.points.to_string(),
                one.counts,
            )
        })
        .collect();
    assert_eq!(
        results,
        [
            (1, "Dag-1", 5, "35".to_owned(), true),
            (2, "Dag-2", 5, "35".to_owned(), true),
            (3, "Dag-3", 5, "30".to_owned(), false),
            (4, "Dag-4", 5, "40".to_owned(), true),
        ]
    );
    for act in [
        close(&rankings()),
        Act::FixCalendar,
        call_off(1),
        announcement(SeasonTerms::default()),
    ] {
        assert_eq!(season.code(&committee(), act), "season_closed");
    }
}

#[test]
fn a_season_is_over_once_every_leg_is_played_or_called_off() {
    let mut season = played();
    season.event("t2").ranking_version = None;
    let stranger = officer_of(&["DNK"], "host");
    assert_eq!(
        season.code(&stranger, close(&rankings())),
        "not_the_committee"
    );
    let refusal = season.decide(&committee(), close(&rankings())).unwrap_err();
    assert_eq!(refusal.code(), "legs_open");
    assert!(refusal.detail().ends_with("open: 2."), "{refusal}");
    season.done(&committee(), call_off(2));
    let refused = season.code(&committee(), close(&rankings()));
    assert_eq!(refused, "season_rankings_moved_on", "leg 2 is none of it");
    let [one, _, three, four] = rankings();
    season.done(&committee(), close(&[one, three, four]));
    let table = season.state.closed.unwrap().table;
    // Gus and Hal 200 + 140, Ada 200 + 90 + 20, Ben 140 + 60 + 90.
    let shown = shown(&table);
    let best: Vec<(&str, &str)> = shown.iter().map(|row| (&*row.0, &*row.2)).collect();
    assert_eq!(
        &best[..4],
        [
            ("Gus", "340"),
            ("Hal", "340"),
            ("Ada", "310"),
            ("Ben", "290")
        ]
    );
}

#[test]
fn the_rankings_are_those_in_force() {
    let mut season = played();
    season.event("t3").ranking_version = Some(2);
    let refused = season.code(&committee(), close(&rankings()));
    assert_eq!(refused, "season_rankings_moved_on");
    let mut amended = rankings();
    amended[2].version = 2;
    season.done(&committee(), close(&amended));
    assert_eq!(season.state.closed.unwrap().versions[&3], 2);
}

#[test]
fn what_is_no_ranking_is_not_counted() {
    let season = played();
    let [one, two, three, _] = rankings();
    for wrong in [
        ranking(4, 1, &[("Ada", 2)]),
        ranking(4, 1, &[("Ada", 1), ("Ada", 2)]),
    ] {
        let act = close(&[one.clone(), two.clone(), three.clone(), wrong]);
        assert_eq!(season.code(&committee(), act), "season_uncountable");
    }
}

#[test]
fn a_player_is_a_number_or_a_name_and_nation() {
    let person = |surname, given_names, federation_number| Person {
        surname,
        given_names,
        country: "DNK",
        federation_number,
    };
    let cases = [
        (person("BRISK", "Ben", Some(4_711)), "004711"),
        (person("BRISK", "Ben", Some(0)), "Ben BRISK (DNK)"),
        (person("BRISK", "Ben", None), "Ben BRISK (DNK)"),
        (person("Program", "", None), "Program (DNK)"),
    ];
    for (person, player) in cases {
        assert_eq!(season_player(&person), player);
    }
}
