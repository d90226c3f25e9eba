//! Every criterion by the texts' own figures, the ways of ties through them, shared ranks and sentences.

use crate::tournament::support::*;

use outflank_tournament::*;

/// A table of single games, one a round: (winner, loser, winner's discs); 32 is a draw.
fn games(players: usize, games: &[(usize, usize, u32)]) -> ResultTable {
    ResultTable {
        players: (0..players).map(player).collect(),
        rounds: games
            .iter()
            .map(|&(winner, loser, discs)| TableRound {
                games: vec![game(winner, loser, discs)],
                ..TableRound::default()
            })
            .collect(),
    }
}

/// Everyone on the same points, by starting scores.
fn levelled(mut table: ResultTable, half_points: i64) -> ResultTable {
    let list = standings(&table, &StandingsRules::brightwell(0, 0), &[]).unwrap();
    for line in list {
        table.players[line.player].starting_half_points =
            HalfPoints(half_points) - line.half_points;
    }
    table
}

fn rules(ranking: RankingRules) -> StandingsRules {
    let constant = BrightwellConstant::Fixed { constant: 6 };
    StandingsRules::new(ranking, constant, 11)
}

fn chain(tie_breaks: &[TieBreak], resolution: TieResolution) -> StandingsRules {
    rules(RankingRules {
        tie_breaks: tie_breaks.to_vec(),
        resolution,
        even_opponents: false,
        shared_ranks: SharedRanks::OnlyUnbroken,
    })
}

fn order(list: &[Standing]) -> Vec<usize> {
    list.iter().map(|line| line.player).collect()
}

fn ranks(list: &[Standing]) -> Vec<u32> {
    list.iter().map(|line| line.rank).collect()
}

fn value(list: &[Standing], player: usize, criterion: TieBreak) -> String {
    let line = list.iter().find(|line| line.player == player).unwrap();
    let found = line.values.iter().find(|(kind, _)| *kind == criterion);
    criterion.text(found.unwrap().1)
}

fn sentences(list: &[Standing]) -> Vec<String> {
    list.iter()
        .filter_map(|line| line.decided)
        .map(|decision| decision.sentence(|player| format!("P{player}")))
        .collect()
}

const ALL: [TieBreak; 15] = [
    TieBreak::Points,
    TieBreak::BrightwellQuotient,
    TieBreak::DiscCount,
    TieBreak::Lots,
    TieBreak::Buchholz { dropped_lowest: 2 },
    TieBreak::Buchholz { dropped_lowest: 0 },
    TieBreak::Progressive,
    TieBreak::SonnebornBerger,
    TieBreak::HeadToHead,
    TieBreak::SumOfOpponentsScores,
    TieBreak::SumOfDefeatedOpponentsScores,
    TieBreak::Median,
    TieBreak::ScoreAgainstCommonOpponents,
    TieBreak::Cumulative,
    TieBreak::FewestTimeouts,
];

/// MSO: "Win, Loss, Win, Draw" are progressive scores 1, 1, 2, 2.5 and a value of 6.5.
#[test]
fn the_criteria_of_a_win_a_loss_a_win_and_a_draw() {
    let table = games(5, &[(0, 1, 40), (2, 0, 40), (0, 3, 40), (0, 4, 32)]);
    let list = standings(&table, &chain(&ALL, TieResolution::Plain), &[]).unwrap();
    let expected = [
        (TieBreak::Points, "2.5"),
        (TieBreak::Progressive, "6.5"),
        (TieBreak::Cumulative, "6.5"),
        // The opponents have 0, 1, 0 and half a point.
        (TieBreak::Buchholz { dropped_lowest: 0 }, "1.5"),
        (TieBreak::Buchholz { dropped_lowest: 2 }, "1.5"),
        (TieBreak::SumOfOpponentsScores, "1.5"),
        // 1 x 0 + 0 x 1 + 1 x 0 + 1/2 x 1/2.
        (TieBreak::SonnebornBerger, "0.25"),
        (TieBreak::SumOfDefeatedOpponentsScores, "0.25"),
        (TieBreak::DiscCount, "136"),
        // 136 discs and 6 x 1.5.
        (TieBreak::BrightwellQuotient, "145.0"),
        (TieBreak::FewestTimeouts, "0"),
        (TieBreak::HeadToHead, "0"),
        (TieBreak::Median, "0"),
    ];
    for (criterion, text) in expected {
        assert_eq!(value(&list, 0, criterion), text, "{criterion:?}");
    }
    assert!(
        list[0]
            .values
            .iter()
            .all(|(kind, _)| *kind != TieBreak::Lots),
        "undrawn"
    );
}

/// Player 0 meets opponents with 1 to n points; SOS, Buchholz and median by the number of rounds.
#[test]
fn sums_of_opponents_and_what_they_drop() {
    for (rounds, median) in [
        (4_i64, 0_i64),
        (5, 2 + 3 + 4),
        (8, 27),
        (9, 3 + 4 + 5 + 6 + 7),
    ] {
        let count = usize::try_from(rounds).unwrap();
        let met: Vec<_> = (1..=count).map(|opponent| (0, opponent, 40)).collect();
        let mut table = games(count + 1, &met);
        for (points, player) in (1..).zip(&mut table.players[1..]) {
            player.starting_half_points = HalfPoints(2 * points);
        }
        let list = standings(&table, &chain(&ALL, TieResolution::Plain), &[]).unwrap();
        let sum = rounds * (rounds + 1) / 2;
        let texts = [
            (TieBreak::Median, median),
            (TieBreak::SumOfOpponentsScores, sum),
            (TieBreak::SumOfDefeatedOpponentsScores, sum),
            (TieBreak::Buchholz { dropped_lowest: 0 }, sum),
            (TieBreak::Buchholz { dropped_lowest: 2 }, sum - 3),
        ];
        for (criterion, expected) in texts {
            assert_eq!(
                value(&list, 0, criterion),
                expected.to_string(),
                "{criterion:?} of {rounds}"
            );
        }
    }
}

/// Four tied players: 0 and 1 have two points among them, 2 and 3 one; 0 beat 1, 2 beat 3.
fn four_tied() -> ResultTable {
    let met = [
        (0, 1, 40),
        (0, 2, 40),
        (3, 0, 40),
        (1, 2, 40),
        (1, 3, 40),
        (2, 3, 40),
    ];
    levelled(games(4, &met), 10)
}

/// MSO, first clarification: inside each part a new tie-break between only those players begins.
#[test]
fn mso_restarts_inside_each_part() {
    let steps = [TieBreak::Points, TieBreak::HeadToHead];
    let restarted = standings(
        &four_tied(),
        &chain(&steps, TieResolution::RestartInSubsets),
        &[],
    )
    .unwrap();
    assert_eq!(
        (order(&restarted), ranks(&restarted)),
        (vec![0, 1, 2, 3], vec![1, 2, 3, 4])
    );
    assert_eq!(
        sentences(&restarted),
        [
            "P0 is ahead of P1 on head-to-head, 1 against 0.",
            "P1 is ahead of P2 on head-to-head, 2 against 1.",
            "P2 is ahead of P3 on head-to-head, 1 against 0.",
        ]
    );
    let plain = standings(&four_tied(), &chain(&steps, TieResolution::Plain), &[]).unwrap();
    assert_eq!(ranks(&plain), [1, 1, 3, 3]);
    assert_eq!(
        sentences(&plain)[0],
        "P1 is equal with P0: the same on every criterion."
    );
    // The step that parts the four is the second; the restart comes back to the first one.
    let steps = [TieBreak::Points, TieBreak::HeadToHead, TieBreak::DiscCount];
    let restarted = chain(&steps, TieResolution::RestartInSubsets);
    let mut table = four_tied();
    table.rounds[4].games[0].result = Some(GameResult::played(64));
    let list = standings(&table, &restarted, &[]).unwrap();
    assert_eq!(
        order(&list),
        [0, 1, 2, 3],
        "the discs of 1 come after the game of 0 and 1"
    );
    let list = standings(&table, &chain(&steps, TieResolution::Plain), &[]).unwrap();
    assert_eq!(order(&list), [1, 0, 2, 3]);
}

/// MSO, second clarification: whoever met more opponents loses the lowest of them first.
#[test]
fn mso_compares_equal_numbers_of_opponents() {
    let mut table = games(
        9,
        &[
            (0, 2, 40),
            (3, 0, 40),
            (0, 4, 40),
            (1, 5, 40),
            (2, 6, 40),
            (5, 7, 40),
            (5, 8, 40),
        ],
    );
    table.rounds[0].byes.push(1);
    for (criterion, of_0) in [
        (TieBreak::Buchholz { dropped_lowest: 0 }, "1"),
        (TieBreak::SonnebornBerger, "1"),
    ] {
        let mut rules = chain(
            &[TieBreak::Points, criterion],
            TieResolution::RestartInSubsets,
        );
        rules.ranking.even_opponents = true;
        let even = standings(&table, &rules, &[]).unwrap();
        assert_eq!(value(&even, 0, criterion), of_0);
        assert_eq!(value(&even, 1, criterion), "2");
        let place = |list: &[Standing], player| order(list).iter().position(|p| *p == player);
        assert!(place(&even, 1) < place(&even, 0), "{criterion:?}");
    }
    let all = [TieBreak::Points, TieBreak::Buchholz { dropped_lowest: 0 }];
    let whole = standings(&table, &chain(&all, TieResolution::Plain), &[]).unwrap();
    assert_eq!(value(&whole, 0, all[1]), value(&whole, 1, all[1]));
    // Two are dropped from what is left to compare.
    let dropped = TieBreak::Buchholz { dropped_lowest: 2 };
    let mut rules = chain(
        &[TieBreak::Points, dropped],
        TieResolution::RestartInSubsets,
    );
    rules.ranking.even_opponents = true;
    assert_eq!(
        value(&standings(&table, &rules, &[]).unwrap(), 0, dropped),
        "0"
    );
}

/// AGA: of three or more, nobody who lost to another of the tied is picked; no restart.
#[test]
fn aga_head_to_head_is_won_by_nobody_who_lost_to_another_of_the_tied() {
    let steps = [TieBreak::Points, TieBreak::HeadToHead, TieBreak::Lots];
    let aga = chain(&steps, TieResolution::DropBelowBest);
    let lots = [3, 2, 1, 0];
    // 0 beat 1, who beat 2: only 0 is unbeaten; of the two others 1 beat 2.
    let row = levelled(games(3, &[(0, 1, 40), (1, 2, 40)]), 10);
    assert_eq!(order(&standings(&row, &aga, &lots).unwrap()), [0, 1, 2]);
    let plain = chain(&steps, TieResolution::Plain);
    assert_eq!(order(&standings(&row, &plain, &lots).unwrap()), [1, 0, 2]);
    // 1 has two wins and 0 one, but 1 lost to 0.
    let upset = levelled(games(4, &[(0, 1, 40), (1, 2, 40), (1, 3, 40)]), 10);
    let list = standings(&upset, &aga, &lots).unwrap();
    assert_eq!(order(&list), [0, 1, 3, 2]);
    assert_eq!(
        sentences(&list),
        [
            "P0 is ahead of P1 on head-to-head: P1 lost to another of the tied.",
            "P1 is ahead of P3 on head-to-head: P3 lost to another of the tied.",
            "P3 is ahead of P2 by lot.",
        ]
    );
    // A draw is no loss: 0 has most points among the tied and lost to none of them.
    let drawn = levelled(games(4, &[(0, 1, 32), (0, 2, 40)]), 10);
    assert_eq!(
        order(&standings(&drawn, &aga, &lots).unwrap()),
        [0, 3, 2, 1]
    );
    // Everyone lost to another: the lots decide between all.
    let circle = levelled(games(3, &[(0, 1, 40), (1, 2, 40), (2, 0, 40)]), 10);
    assert_eq!(order(&standings(&circle, &aga, &lots).unwrap()), [2, 1, 0]);
    let undrawn = standings(&circle, &aga, &[]).unwrap();
    assert!(undrawn.iter().all(|line| line.tied && line.rank == 1));
}

/// AGA: SOS, then SODOS with half for a draw, then head-to-head, then lots.
#[test]
fn aga_goes_through_its_procedures_in_order() {
    let steps = RankingRules::aga().tie_breaks;
    assert_eq!(
        steps
            .iter()
            .map(|step| step.short_name())
            .collect::<Vec<_>>(),
        ["points", "SOS", "SODOS", "head-to-head", "lots"]
    );
    // 0 beat the stronger of their two opponents, 1 the weaker; both met both.
    let mut table = games(4, &[(0, 2, 40), (3, 0, 40), (1, 3, 40), (2, 1, 40)]);
    table.players[2].starting_half_points = HalfPoints(4);
    let list = standings(&table, &rules(RankingRules::aga()), &[]).unwrap();
    assert_eq!(order(&list), [2, 0, 1, 3]);
    assert_eq!(
        sentences(&list),
        [
            "P2 is ahead of P0 on points, 3 against 1.",
            "P0 is ahead of P1 on SODOS, 3 against 1.",
            "P1 is ahead of P3 on SOS, 4 against 2.",
        ]
    );
    table.rounds[0].games[0].result = Some(GameResult::played(32));
    table.players[0].adjustment_half_points = HalfPoints(1);
    let list = standings(&table, &rules(RankingRules::aga()), &[]).unwrap();
    assert_eq!(
        value(&list, 0, TieBreak::SumOfDefeatedOpponentsScores),
        "1.75"
    );
}

/// AGA: the record against those whom all of the tied met.
#[test]
fn score_against_common_opponents() {
    let saco = TieBreak::ScoreAgainstCommonOpponents;
    let met = [
        (0, 2, 40),
        (1, 2, 32),
        (0, 3, 40),
        (4, 1, 40),
        (2, 0, 40),
        (2, 0, 40),
    ];
    let table = levelled(games(5, &met), 8);
    let mut two = table.clone();
    for player in 2..5 {
        two.players[player].adjustment_half_points = HalfPoints(-2);
    }
    let list = standings(
        &two,
        &chain(&[TieBreak::Points, saco], TieResolution::Plain),
        &[],
    )
    .unwrap();
    // Only 2 met both: one win and two losses for 0, a draw for 1.
    assert_eq!(
        (value(&list, 0, saco), value(&list, 1, saco)),
        ("-1".to_owned(), "0".to_owned())
    );
    assert_eq!(order(&list)[..2], [1, 0]);
    let all = standings(
        &table,
        &chain(&[TieBreak::Points, saco], TieResolution::Plain),
        &[],
    )
    .unwrap();
    assert_eq!(
        ranks(&all),
        [1; 5],
        "nobody has met all the others' opponents"
    );
}

/// MSO, online: the platform's chain first, here fewest timeouts, then the standard one.
#[test]
fn fewest_timeouts_come_before_buchholz() {
    let mut table = games(
        6,
        &[(0, 2, 40), (1, 3, 40), (2, 4, 40), (5, 1, 40), (5, 0, 40)],
    );
    let mut ranking = RankingRules::mso_swiss();
    let standard = standings(&table, &rules(ranking.clone()), &[]).unwrap();
    let place = |list: &[Standing], player| order(list).iter().position(|p| *p == player);
    assert!(
        place(&standard, 0) < place(&standard, 1),
        "0 met a player with a point"
    );
    ranking.tie_breaks.insert(1, TieBreak::FewestTimeouts);
    table.rounds[4].games[0].flag_fell = Some(Colour::White);
    let online = standings(&table, &rules(ranking), &[]).unwrap();
    assert!(place(&online, 1) < place(&online, 0));
    assert_eq!(value(&online, 0, TieBreak::FewestTimeouts), "1");
    assert!(sentences(&online).contains(&"P2 is ahead of P0 on timeouts, 0 against 1.".to_owned()));
}

/// Six players, all levels of sharing: points 3, 2, 2, 2, 1, 1.
#[test]
fn ranks_are_shared_as_the_texts_say() {
    let mut table = games(6, &[]);
    for (player, half_points) in table.players.iter_mut().zip([6, 4, 4, 4, 2, 2]) {
        player.starting_half_points = HalfPoints(half_points);
    }
    let lots: Vec<usize> = (0..6).collect();
    let by = |shared_ranks, qualifiers| {
        let mut rules = rules(RankingRules {
            shared_ranks,
            ..RankingRules::brightwell()
        });
        rules.ranking.tie_breaks = vec![TieBreak::Points, TieBreak::Lots];
        rules.qualifiers = qualifiers;
        standings(&table, &rules, &lots).unwrap()
    };
    let medals = |medals| SharedRanks::BelowMedals { medals };
    assert_eq!(ranks(&by(SharedRanks::EqualPoints, 0)), [1, 2, 2, 2, 5, 5]);
    // WOC II.1.3, EGP II.3: only who has a place in the finals has his own rank.
    assert_eq!(ranks(&by(SharedRanks::EqualPoints, 2)), [1, 2, 3, 3, 5, 5]);
    assert_eq!(ranks(&by(SharedRanks::EqualPoints, 4)), [1, 2, 3, 4, 5, 5]);
    // MSO: a tie is broken where it reaches a medal or the next stage.
    assert_eq!(ranks(&by(medals(3), 0)), [1, 2, 3, 4, 5, 5]);
    assert_eq!(ranks(&by(medals(1), 0)), [1, 2, 2, 2, 5, 5]);
    assert_eq!(ranks(&by(medals(0), 5)), [1, 2, 3, 4, 5, 6]);
    assert_eq!(ranks(&by(SharedRanks::OnlyUnbroken, 0)), [1, 2, 3, 4, 5, 6]);
    let shared = by(SharedRanks::EqualPoints, 0);
    assert_eq!(
        sentences(&shared)[..2],
        [
            "P0 is ahead of P1 on points, 3 against 2.".to_owned(),
            "P2 is equal with P1: same points.".to_owned(),
        ]
    );
}

/// MSO 5.1: "dropped by one finishing position", applied to the finished list.
#[test]
fn positions_are_dropped_after_everything_else_is_ranked() {
    let mut table = games(5, &[]);
    for (player, half_points) in table.players.iter_mut().zip([8, 6, 6, 4, 2]) {
        player.starting_half_points = HalfPoints(half_points);
    }
    let ranked = |drops: &[(usize, u32)], shared_ranks| {
        let mut table = table.clone();
        for &(player, positions) in drops {
            table.players[player].fall.positions = positions;
        }
        let ranking = RankingRules {
            tie_breaks: vec![TieBreak::Points],
            shared_ranks,
            ..RankingRules::brightwell()
        };
        standings(&table, &rules(ranking), &[]).unwrap()
    };
    let lines = |drops: &[(usize, u32)]| -> Vec<(usize, u32)> {
        let list = ranked(drops, SharedRanks::EqualPoints);
        list.iter().map(|line| (line.player, line.rank)).collect()
    };
    assert_eq!(lines(&[]), [(0, 1), (1, 2), (2, 2), (3, 4), (4, 5)]);
    assert_eq!(lines(&[(0, 1)]), [(1, 1), (2, 1), (0, 3), (3, 4), (4, 5)]);
    assert_eq!(lines(&[(0, 2)]), [(1, 1), (2, 1), (3, 3), (0, 4), (4, 5)]);
    assert_eq!(lines(&[(1, 1)]), [(0, 1), (2, 2), (1, 3), (3, 4), (4, 5)]);
    assert_eq!(lines(&[(1, 2)]), [(0, 1), (2, 2), (3, 3), (1, 4), (4, 5)]);
    assert_eq!(lines(&[(3, 1), (4, u32::MAX)])[3..], [(4, 4), (3, 5)]);
    assert_eq!(
        lines(&[(1, 1), (2, 1)])[..4],
        [(0, 1), (3, 2), (1, 3), (2, 3)]
    );
    let list = ranked(&[(0, 1)], SharedRanks::EqualPoints);
    assert_eq!(
        sentences(&list),
        [
            "P2 is equal with P1: the same on every criterion.",
            "P2 is ahead of P0, whom a ruling dropped by 1 position.",
            "P0 is ahead of P3 on points, 4 against 2.",
            "P3 is ahead of P4 on points, 2 against 1.",
        ]
    );
}

/// McMahon starting scores, rulings, granted rounds and byes of the rule set are part of the score.
#[test]
fn scores_that_come_from_no_game() {
    let mut table = games(3, &[(0, 1, 40)]);
    table.rounds[0].granted.push((2, HalfPoints(1)));
    table.rounds.push(TableRound {
        byes: vec![2],
        ..TableRound::default()
    });
    table.players[1].starting_half_points = HalfPoints(4);
    table.players[0].adjustment_half_points = HalfPoints(-1);
    let mut rules = chain(&ALL, TieResolution::Plain);
    rules.bye_half_points = HalfPoints(1);
    rules.bye_discs = 32;
    let list = standings(&table, &rules, &[]).unwrap();
    let points: Vec<_> = list
        .iter()
        .map(|line| (line.player, line.half_points))
        .collect();
    assert_eq!(
        points,
        [(1, HalfPoints(4)), (2, HalfPoints(2)), (0, HalfPoints(1))]
    );
    // After each round: 1 has 2 and 2; 2 has a half and 1; rulings belong to no round.
    let cumulative = |player| value(&list, player, TieBreak::Cumulative);
    assert_eq!(
        [cumulative(0), cumulative(1), cumulative(2)],
        ["2", "4", "1.5"]
    );
    assert_eq!(value(&list, 2, TieBreak::DiscCount), "32");
    // Two rounds without a game: 2 x (32 + 6 x 1).
    assert_eq!(value(&list, 2, TieBreak::BrightwellQuotient), "76.0");
    assert_eq!(value(&list, 0, TieBreak::SumOfOpponentsScores), "2");
}

#[test]
fn a_round_with_an_absent_player_is_no_game() {
    let mut table = games(3, &[(0, 1, 64), (0, 2, 40)]);
    let result = table.rounds[0].games[0].result.as_mut().unwrap();
    result.white_absent = true;
    table.players[1].starting_half_points = HalfPoints(8);
    let list = standings(&table, &chain(&ALL, TieResolution::Plain), &[]).unwrap();
    assert_eq!(value(&list, 0, TieBreak::Points), "2");
    assert_eq!(value(&list, 0, TieBreak::Progressive), "3");
    for criterion in [
        TieBreak::SumOfOpponentsScores,
        TieBreak::SumOfDefeatedOpponentsScores,
        TieBreak::Buchholz { dropped_lowest: 0 },
        TieBreak::SonnebornBerger,
    ] {
        assert_eq!(value(&list, 0, criterion), "0", "{criterion:?}");
    }
}

/// C: 6 in the texts; PAPP's 0 under eight rounds; else the integer nearest to squares / rounds.
#[test]
fn the_constant_of_the_brightwell_quotient() {
    let squares_over = |rounds| BrightwellConstant::SquaresOverRounds.value(rounds, 64);
    let rounds = [0, 5, 7, 9, 10, 11, 13, 128, 129];
    assert_eq!(rounds.map(squares_over), [64, 13, 9, 7, 6, 6, 5, 1, 0]);
    let papp = |rounds| BrightwellConstant::PappDefault.value(rounds, 64);
    assert_eq!([1, 7, 8, 11].map(papp), [0, 0, 6, 6]);
    assert_eq!(BrightwellConstant::SquaresOverRounds.value(11, 100), 9);
    // Written as a number, as older rule sets have it, and by its kind.
    for (text, constant) in [
        ("6", BrightwellConstant::Fixed { constant: 6 }),
        (
            r#"{"kind":"fixed","constant":5}"#,
            BrightwellConstant::Fixed { constant: 5 },
        ),
        (
            r#"{"kind":"papp_default"}"#,
            BrightwellConstant::PappDefault,
        ),
        (
            r#"{"kind":"squares_over_rounds"}"#,
            BrightwellConstant::SquaresOverRounds,
        ),
    ] {
        let read: BrightwellConstant = serde_json::from_str(text).unwrap();
        assert_eq!(read, constant, "{text}");
        let written = serde_json::to_string(&constant).unwrap();
        assert_eq!(
            serde_json::from_str::<BrightwellConstant>(&written).unwrap(),
            constant
        );
    }
    // PAPP under eight rounds ranks by discs, the bye's among them; a fixed 0 keeps 32 for the bye.
    let mut table = games(2, &[(0, 1, 33)]);
    table.rounds[0].byes = vec![];
    table.rounds.push(TableRound {
        byes: vec![1],
        ..TableRound::default()
    });
    let bq = |constant| {
        let rules = StandingsRules::new(RankingRules::brightwell(), constant, 2);
        let list = standings(&table, &rules, &[]).unwrap();
        value(&list, 1, TieBreak::BrightwellQuotient)
    };
    assert_eq!(bq(BrightwellConstant::PappDefault), "71.0");
    assert_eq!(bq(BrightwellConstant::Fixed { constant: 0 }), "63.0");
}

fn variants() -> Vec<StandingsRules> {
    let mut found = vec![
        rules(RankingRules::brightwell()),
        rules(RankingRules::mso_swiss()),
        rules(RankingRules::mso_round_robin()),
        rules(RankingRules::aga()),
    ];
    for resolution in [
        TieResolution::Plain,
        TieResolution::RestartInSubsets,
        TieResolution::DropBelowBest,
    ] {
        for first in ALL {
            let mut rules = chain(&[TieBreak::Points, first, TieBreak::HeadToHead], resolution);
            rules.ranking.even_opponents = first == TieBreak::SonnebornBerger;
            rules.qualifiers = 4;
            found.push(rules);
        }
    }
    found
}

/// The numbers given to players have no say: the list of a shuffled table is the shuffled list.
#[test]
fn any_order_of_players_gives_the_same_list() {
    for run in 0..40 {
        let mut numbers = Numbers::new("permutation", run);
        let mut table = random_table(&mut numbers, 11, 5);
        for player in &mut table.players {
            player.fall.positions = numbers.below(12).saturating_sub(9);
            player.fall.disqualified = numbers.below(9) == 0;
            player.withdrew = numbers.below(9) == 0;
        }
        let mut new_index: Vec<usize> = (0..11).collect();
        numbers.shuffle(&mut new_index);
        let mut shuffled = table.clone();
        for (old, &new) in new_index.iter().enumerate() {
            shuffled.players[new] = table.players[old].clone();
        }
        for round in &mut shuffled.rounds {
            for game in &mut round.games {
                game.black = new_index[game.black];
                game.white = new_index[game.white];
            }
            for player in &mut round.byes {
                *player = new_index[*player];
            }
            round.games.reverse();
        }
        let lots: Vec<usize> = (0..11).collect();
        let new_lots: Vec<usize> = lots.iter().map(|&player| new_index[player]).collect();
        for rules in variants() {
            let mut expected = standings(&table, &rules, &lots).unwrap();
            for line in &mut expected {
                line.player = new_index[line.player];
                if let Some(decision) = &mut line.decided {
                    decision.above = new_index[decision.above];
                    decision.below = new_index[decision.below];
                }
            }
            let found = standings(&shuffled, &rules, &new_lots).unwrap();
            assert_eq!(found, expected, "run {run}: {:?}", rules.ranking);
        }
    }
}

/// Places 1 to n; points never rise; each reason is the truth about the two lines it parts.
#[test]
fn every_list_is_in_order_and_says_why() {
    for run in 0..40 {
        let mut numbers = Numbers::new("order", run);
        let players = 2 + numbers.index(14);
        let table = random_table(&mut numbers, players, 6);
        for rules in variants() {
            let list = standings(&table, &rules, &[]).unwrap();
            let about = format!("run {run}: {:?}", rules.ranking);
            let places: Vec<usize> = list.iter().map(|line| line.place as usize).collect();
            assert_eq!(places, (1..=players).collect::<Vec<_>>(), "{about}");
            assert_eq!(list[0].decided, None);
            for pair in list.windows(2) {
                let decision = pair[1].decided.unwrap();
                assert_eq!(
                    (decision.above, decision.below),
                    (pair[0].player, pair[1].player)
                );
                assert!(pair[0].half_points >= pair[1].half_points, "{about}");
                assert!(
                    pair[0].rank <= pair[1].rank && pair[1].rank <= pair[1].place,
                    "{about}"
                );
                assert_eq!(decision.equal_rank, pair[0].rank == pair[1].rank, "{about}");
                match decision.by {
                    PartedBy::Criterion {
                        criterion,
                        above,
                        below,
                    } => {
                        let fewer = criterion == TieBreak::FewestTimeouts;
                        assert!(if fewer { above < below } else { above > below }, "{about}");
                    }
                    PartedBy::Nothing => assert_eq!(pair[0].half_points, pair[1].half_points),
                    PartedBy::LostToAnotherOfTheTied => {
                        assert_eq!(rules.ranking.resolution, TieResolution::DropBelowBest);
                    }
                    PartedBy::DroppedPositions { .. }
                    | PartedBy::Disqualified
                    | PartedBy::Finals => panic!("{about}: no ruling was made"),
                }
                if rules.ranking.resolution == TieResolution::Plain && !rules.ranking.even_opponents
                {
                    let first = pair[0].values.iter().zip(&pair[1].values);
                    let parted = first.map(|(a, b)| (a.0, a.1, b.1)).find(|(_, a, b)| a != b);
                    let said = match decision.by {
                        PartedBy::Criterion {
                            criterion,
                            above,
                            below,
                        } => Some((criterion, above, below)),
                        _ => None,
                    };
                    if parted.is_none_or(|(criterion, ..)| criterion != TieBreak::HeadToHead) {
                        let own = said.filter(|(criterion, ..)| *criterion != TieBreak::HeadToHead);
                        assert_eq!(own, parted, "{about}");
                    }
                }
            }
        }
    }
}

#[test]
fn extreme_and_contradictory_tables_are_no_trouble() {
    let mut table = games(4, &[(0, 1, 64), (2, 3, 64)]);
    table.players[0].starting_half_points = HalfPoints(i64::MAX);
    table.players[0].adjustment_half_points = HalfPoints(i64::MAX);
    table.players[1].starting_half_points = HalfPoints(i64::MIN);
    table.players[1].adjustment_half_points = HalfPoints(i64::MIN);
    table.players[3].fall.positions = u32::MAX;
    table.rounds[0].granted.push((2, u32::MAX.into()));
    let result = table.rounds[1].games[0].result.as_mut().unwrap();
    result.black_discs = u32::MAX;
    for mut rules in variants() {
        rules.brightwell_constant = u32::MAX;
        let list = standings(&table, &rules, &[7, 7, usize::MAX]).unwrap();
        assert_eq!(list.len(), 4);
        assert!(
            sentences(&list)
                .iter()
                .all(|sentence| sentence.ends_with('.'))
        );
        let mut twice = table.clone();
        twice.rounds[0].byes.push(0);
        assert!(standings(&twice, &rules, &[]).is_err());
    }
    let nothing = rules(RankingRules {
        tie_breaks: Vec::new(),
        ..RankingRules::aga()
    });
    assert!(
        standings(&table, &nothing, &[])
            .unwrap()
            .iter()
            .take(3)
            .all(|line| line.rank == 1)
    );
}
