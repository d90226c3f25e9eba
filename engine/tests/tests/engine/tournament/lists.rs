//! Categories, prizes and duties.

use crate::tournament::support::*;
use outflank_tournament::*;

/// Lines of (rank, half-points); the player's index is the place.
fn lines(ranks: &[(u32, i64)]) -> Vec<IndividualLine> {
    ranks
        .iter()
        .enumerate()
        .map(|(player, &(rank, half_points))| IndividualLine {
            player,
            rank,
            half_points: HalfPoints(half_points),
            separators: Vec::new(),
        })
        .collect()
}

fn members(marks: &[(usize, &[Category])]) -> Vec<CategoryMember> {
    marks
        .iter()
        .map(|&(player, categories)| CategoryMember {
            player,
            categories: Categories {
                woman: categories.contains(&Category::Women),
                junior: categories.contains(&Category::Junior),
                senior: categories.contains(&Category::Senior),
            },
            country: Some(if player % 2 == 0 { "XAA" } else { "xbb" }.to_owned()),
        })
        .collect()
}

fn ranks(list: &[CategoryLine]) -> Vec<(usize, u32, u32)> {
    list.iter()
        .map(|line| (line.player, line.rank, line.main_rank))
        .collect()
}

/// WOC II.5: the main list's order, its equal ranks kept, numbered anew.
#[test]
fn category_lists_keep_the_order_and_equal_ranks() {
    let list = lines(&[
        (1, 18),
        (2, 16),
        (3, 16),
        (4, 15),
        (5, 14),
        (5, 14),
        (5, 14),
        (8, 10),
        (9, 8),
        (9, 8),
    ]);
    let members = members(&[
        (0, &[]),
        (1, &[Category::Junior]),
        (2, &[]),
        (3, &[Category::Senior]),
        (4, &[Category::Women]),
        (5, &[]),
        (6, &[Category::Women, Category::Junior]),
        (7, &[Category::Women]),
        (8, &[Category::Women, Category::Senior]),
        (9, &[Category::Women]),
    ]);
    let women = category_list(&list, &members, &Category::Women);
    assert_eq!(
        ranks(&women),
        [(4, 1, 5), (6, 1, 5), (7, 3, 8), (8, 4, 9), (9, 4, 9)]
    );
    let places: Vec<u32> = women.iter().map(|line| line.place).collect();
    assert_eq!(places, [1, 2, 3, 4, 5]);
    assert_eq!(
        ranks(&category_list(&list, &members, &Category::Junior)),
        [(1, 1, 2), (6, 2, 5)]
    );
    assert_eq!(
        ranks(&category_list(&list, &members, &Category::Senior)),
        [(3, 1, 4), (8, 2, 9)]
    );
}

/// A nation's list takes its players whatever the case of the code.
#[test]
fn nations_have_lists_of_their_own() {
    let list = lines(&[(1, 4), (2, 3), (3, 2), (3, 2), (5, 1)]);
    let members = members(&[(0, &[]), (1, &[]), (2, &[]), (3, &[]), (4, &[])]);
    let nations = nations(&members);
    assert_eq!(
        nations,
        ["XAA", "XBB"].map(|country| Category::Nation {
            country: country.to_owned()
        })
    );
    assert_eq!(
        ranks(&category_list(&list, &members, &nations[1])),
        [(1, 1, 2), (3, 2, 3)]
    );
    let members_in_lists: usize = nations
        .iter()
        .map(|nation| category_list(&list, &members, nation).len())
        .sum();
    assert_eq!(members_in_lists, 5);
}

/// WOC II.5.3, III.5: women in the semi-finals are ranked by their finish, here third and second, before
/// those who follow by the list.
#[test]
fn women_in_the_semi_finals_rank_by_their_finish() {
    // The IFRL had player 3 before player 2; the final ranking has 2 second and 3 third.
    let mut finish = lines(&[(1, 18), (2, 16), (3, 16), (4, 15), (5, 14), (5, 14)]);
    finish.swap(1, 2);
    finish[1].rank = 2;
    finish[2].rank = 3;
    let members = members(&[
        (1, &[Category::Women]),
        (2, &[Category::Women]),
        (4, &[Category::Women]),
        (5, &[Category::Women]),
    ]);
    assert_eq!(
        ranks(&category_list(&finish, &members, &Category::Women)),
        [(2, 1, 2), (1, 2, 3), (4, 3, 5), (5, 3, 5)]
    );
}

fn prizes(prizes: &[u64]) -> PrizeRules {
    PrizeRules {
        currency: "EUR".to_owned(),
        prizes: prizes.to_vec(),
        ..PrizeRules::default()
    }
}

fn amounts(split: &PrizeSplit) -> Vec<u64> {
    split.shares.iter().map(|share| share.amount).collect()
}

/// AGA: prizes of tied places are summed and divided among the tied.
#[test]
fn tied_places_share_their_prizes() {
    /// Lines, prizes, shares, what is kept.
    type Case = (&'static [(u32, i64)], &'static [u64], &'static [u64], u128);
    let cases: &[Case] = &[
        (
            &[(1, 8), (2, 7), (3, 6)],
            &[300, 200, 100],
            &[300, 200, 100],
            0,
        ),
        (
            &[(1, 8), (2, 7), (2, 7)],
            &[300, 200, 100],
            &[300, 150, 150],
            0,
        ),
        // The tie reaches beyond the prizes.
        (
            &[(1, 8), (2, 7), (2, 7), (2, 7)],
            &[300, 200, 100],
            &[300, 100, 100, 100],
            0,
        ),
        // A remainder: one unit each to the first in the list.
        (&[(1, 8), (1, 8), (1, 8)], &[100, 1, 0], &[34, 34, 33], 0),
        // Fewer players than prizes: the rest stays.
        (&[(1, 8)], &[300, 200, 100], &[300], 300),
        (&[], &[300], &[], 300),
        (&[(1, 8), (2, 7)], &[], &[0, 0], 0),
    ];
    for (list, fund, expected, kept) in cases {
        let split = split_prizes(&lines(list), &prizes(fund));
        assert_eq!(amounts(&split), *expected, "{list:?} {fund:?}");
        assert_eq!(split.kept, *kept, "{list:?} {fund:?}");
    }
    let split = split_prizes(&lines(cases[2].0), &prizes(cases[2].1));
    assert_eq!(
        (split.shares[3].from_place, split.shares[3].to_place),
        (2, 4)
    );
}

/// AGA: the tie-break places the victors, the money is divided all the same.
#[test]
fn money_ignores_the_tie_break_when_tied_by_score() {
    let list = lines(&[(1, 8), (2, 8), (3, 6)]);
    let mut rules = prizes(&[1000, 500, 1]);
    assert_eq!(amounts(&split_prizes(&list, &rules)), [1000, 500, 1]);
    rules.tied_by = TiedBy::Score;
    assert_eq!(amounts(&split_prizes(&list, &rules)), [750, 750, 1]);
}

#[test]
fn a_kept_remainder_goes_to_nobody() {
    let rules = PrizeRules {
        remainder: PrizeRemainder::Kept,
        ..prizes(&[100, 1])
    };
    let split = split_prizes(&lines(&[(1, 8), (1, 8), (1, 8)]), &rules);
    assert_eq!((amounts(&split), split.kept), (vec![33, 33, 33], 2));
}

/// Shares and what is kept add up to all prizes; nobody tied differs by more than one unit.
#[test]
fn split_prizes_add_up() {
    for run in 0..1_000 {
        let mut numbers = Numbers::new("prizes", run);
        let mut list = Vec::new();
        let mut half_points = 100;
        for place in 1..=numbers.below(20) {
            half_points -= i64::from(numbers.below(2));
            let rank = match list.last() {
                Some(&(rank, points)) if points == half_points && numbers.below(2) == 0 => rank,
                _ => place,
            };
            list.push((rank, half_points));
        }
        let fund: Vec<u64> = (0..numbers.below(12))
            .map(|_| match numbers.below(20) {
                0 => u64::MAX,
                _ => u64::from(numbers.below(100_000)),
            })
            .collect();
        let rules = PrizeRules {
            tied_by: [TiedBy::Rank, TiedBy::Score][numbers.index(2)],
            remainder: [PrizeRemainder::FirstInList, PrizeRemainder::Kept][numbers.index(2)],
            ..prizes(&fund)
        };
        let split = split_prizes(&lines(&list), &rules);
        let won: u128 = split
            .shares
            .iter()
            .map(|share| u128::from(share.amount))
            .sum();
        let total: u128 = fund.iter().map(|&prize| u128::from(prize)).sum();
        assert_eq!(won + split.kept, total, "run {run}");
        for pair in split.shares.windows(2) {
            if pair[0].from_place == pair[1].from_place {
                assert!(pair[0].amount - pair[1].amount <= 1, "run {run}");
            }
        }
    }
}

/// EGP I.2.3 and II.4.3 as a checklist.
#[test]
fn grand_prix_duties() {
    let duties = Duty::european_grand_prix();
    let rules: Vec<(&str, &str)> = duties
        .iter()
        .map(|duty| (duty.code.as_str(), duty.rule.as_str()))
        .collect();
    assert_eq!(
        rules,
        [
            ("director_named", "EGP I.2.3"),
            ("tournament_announced", "EGP I.2.3"),
            ("pairing_program_told", "EGP II.4.3"),
            ("results_sent", "EGP I.2.3"),
            ("standings_sent", "EGP I.2.3"),
        ]
    );
    let ticked = DutyDone {
        by: AccountId::from("director"),
        at_ms: 1,
        note: None,
        late: false,
    };
    let due = |done: &[&str], confirmed| -> Vec<String> {
        let done = done.iter();
        let done = done
            .map(|&code| (code.to_owned(), ticked.clone()))
            .collect();
        let clock = DutyClock {
            play_begun: confirmed,
            confirmed,
            ..DutyClock::default()
        };
        duty_checklist(&duties, &done, clock)
            .into_iter()
            .filter(|line| line.due)
            .map(|line| line.duty.code)
            .collect()
    };
    assert_eq!(
        due(&[], false),
        [
            "director_named",
            "tournament_announced",
            "pairing_program_told"
        ]
    );
    assert_eq!(
        due(&["director_named", "tournament_announced"], true),
        ["pairing_program_told", "results_sent", "standings_sent"]
    );
    let all: Vec<&str> = rules.iter().map(|&(code, _)| code).collect();
    assert!(due(&all, true).is_empty());
}

/// The women's list of the final ranking is the women's title's, when women are in the semi-finals; a
/// team's best member may then be taken from the final ranking too.
#[test]
fn the_final_ranking_gives_the_womens_list() {
    let mut with_women = 0;
    for run in 0..200 {
        let mut numbers = Numbers::new("finals lists", run);
        let mut table = random_table(&mut numbers, 10, 7);
        let women: Vec<CategoryMember> = (0..10)
            .map(|player| CategoryMember {
                player,
                categories: Categories {
                    woman: numbers.below(3) == 0,
                    ..Categories::default()
                },
                country: None,
            })
            .collect();
        table.players[numbers.index(10)].withdrew = true;
        let list = standings(&table, &StandingsRules::brightwell(6, 40), &[]).unwrap();
        let finals = play_finals(&mut numbers, &table, &list, &women);
        let lines =
            IndividualLine::of_finals(finals.final_ranking.as_ref().unwrap(), &list, &table);
        assert_eq!(lines.len(), 10);
        let of_category = category_list(&lines, &women, &Category::Women);
        let in_semi_finals = finals.matches.iter().any(|one| {
            matches!(one.match_id, MatchId::SemiFinal { .. })
                && [&one.better, &one.worse].into_iter().any(|entrant| {
                    women.iter().any(|member| {
                        member.categories.woman
                            && table.players[member.player].id == entrant.as_str()
                    })
                })
        });
        if in_semi_finals {
            with_women += 1;
            let ours: Vec<(&str, u32, u32)> = of_category
                .iter()
                .map(|line| {
                    (
                        table.players[line.player].id.as_str(),
                        line.place,
                        line.rank,
                    )
                })
                .collect();
            let theirs: Vec<(&str, u32, u32)> = finals
                .womens_ranking
                .as_ref()
                .unwrap()
                .iter()
                .map(|rank| (rank.entrant.as_str(), rank.place, rank.rank))
                .collect();
            assert_eq!(ours, theirs, "run {run}");
        }
    }
    assert!(with_women > 50, "{with_women} runs");
}

/// The World Championship's finals, every game decided at random.
fn play_finals(
    numbers: &mut Numbers,
    table: &ResultTable,
    list: &[Standing],
    women: &[CategoryMember],
) -> FinalsProgress {
    let players: Vec<FinalsPlayer> = list
        .iter()
        .map(|standing| FinalsPlayer {
            entrant: EntrantId(table.players[standing.player].id.clone()),
            half_points: standing.half_points,
            woman: women[standing.player].categories.woman,
            withdrawn: table.players[standing.player].withdrew.then(Vec::new),
        })
        .collect();
    let format = FinalsFormat::woc();
    let sources = std::collections::BTreeMap::new();
    let mut games: Vec<MatchGame> = Vec::new();
    loop {
        let progress = finals_progress(&FinalsInput {
            format: &format,
            sources: &sources,
            list: &players,
            corrected: &[],
            falls: &[],
            equal_points_share_rank: true,
            games: &games,
            side_swiss: SideSwissState::default(),
            agreed_playoffs: &[],
        });
        if progress.is_over() {
            return progress;
        }
        assert!(!progress.due.is_empty(), "something is due");
        for due in progress.due.iter().flat_map(|session| &session.games) {
            games.push(MatchGame {
                match_id: due.match_id.clone(),
                game: due.game,
                black: due.better.clone(),
                white: due.worse.clone(),
                result: Some(GameResult::played([20, 44][numbers.index(2)])),
            });
        }
    }
}
