//! The team final ranking list (WOC II.4) and PAPP's.

use crate::tournament::support::*;
use outflank_tournament::*;

/// A field of teams: each member's half-points, in the order of the individual list.
struct Field {
    members: Vec<TeamMember>,
    list: Vec<IndividualLine>,
    table: ResultTable,
}

impl Field {
    /// Lines of (team, half-points); a team's code in small letters marks the additional player. Ranks are
    /// as in an IFRL: four strict ones, then equal points are equal ranks.
    fn new(lines: &[(&str, i64)]) -> Self {
        let mut list: Vec<IndividualLine> = Vec::new();
        for (player, &(_, half_points)) in lines.iter().enumerate() {
            let place = u32::try_from(player + 1).unwrap();
            let rank = match list.last() {
                Some(last) if place > 5 && last.half_points == HalfPoints(half_points) => last.rank,
                _ => place,
            };
            list.push(IndividualLine {
                player,
                rank,
                half_points: HalfPoints(half_points),
                separators: vec![1_000 - i64::from(place), 300],
            });
        }
        Self {
            members: lines
                .iter()
                .enumerate()
                .map(|(player, (team, _))| TeamMember {
                    player,
                    team: (*team).to_owned(),
                    additional: team.chars().all(char::is_lowercase),
                })
                .collect(),
            list,
            table: ResultTable {
                players: (0..lines.len()).map(player).collect(),
                rounds: Vec::new(),
            },
        }
    }

    fn games(mut self, pairs: &[(usize, usize)]) -> Self {
        for &(black, white) in pairs {
            self.table.rounds.push(TableRound {
                games: vec![game(black, white, 40)],
                ..TableRound::default()
            });
        }
        self
    }

    fn list(&self, rules: &TeamListRules) -> Vec<TeamLine> {
        team_list(&self.members, &self.list, &self.table, rules)
    }

    /// (team, rank, half-points).
    fn ranks(&self, rules: &TeamListRules) -> Vec<(String, u32, i64)> {
        self.list(rules)
            .into_iter()
            .map(|line| (line.team, line.rank, line.half_points.0))
            .collect()
    }
}

fn woc() -> TeamListRules {
    TeamListRules::world_championship()
}

fn ranked(lines: &[(&str, u32, i64)]) -> Vec<(String, u32, i64)> {
    lines
        .iter()
        .map(|&(team, rank, points)| (team.to_owned(), rank, points))
        .collect()
}

#[test]
fn three_best_of_four_are_added() {
    let field = Field::new(&[
        ("AAA", 20),
        ("BBB", 18),
        ("BBB", 17),
        ("AAA", 15),
        ("BBB", 12),
        ("AAA", 10),
        ("AAA", 9),
        ("CCC", 8),
    ]);
    let list = field.list(&woc());
    assert_eq!(
        field.ranks(&woc()),
        ranked(&[("BBB", 1, 47), ("AAA", 2, 45), ("CCC", 3, 8)])
    );
    assert_eq!(
        list[1].explanation,
        "10 + 7.5 + 5 = 22.5, the best 3 (4.5 not added)."
    );
    assert!(list.iter().all(|team| team.decided_by.is_none()));
    let counted: Vec<bool> = list[1].members.iter().map(|member| member.counts).collect();
    assert_eq!(counted, [true, true, true, false]);
}

/// The points come from the individual list, in which a bye scores like a win.
#[test]
fn bye_points_count_for_the_team() {
    let table = ResultTable {
        players: (0..3).map(player).collect(),
        rounds: vec![TableRound {
            games: vec![game(0, 1, 40)],
            byes: vec![2],
            ..TableRound::default()
        }],
    };
    let list = IndividualLine::of_standings(
        &standings(&table, &StandingsRules::brightwell(6, 40), &[]).unwrap(),
    );
    let members: Vec<TeamMember> = ["AAA", "BBB", "BBB"]
        .iter()
        .enumerate()
        .map(|(player, team)| TeamMember {
            player,
            team: (*team).to_owned(),
            additional: false,
        })
        .collect();
    let sums: Vec<(String, HalfPoints)> = team_list(&members, &list, &table, &woc())
        .into_iter()
        .map(|line| (line.team, line.half_points))
        .collect();
    assert!(
        sums.contains(&("BBB".to_owned(), HalfPoints(2))),
        "{sums:?}"
    );
}

#[test]
fn additional_player_counts_only_in_a_team_of_fewer_than_three() {
    let full = Field::new(&[("aaa", 20), ("AAA", 10), ("AAA", 8), ("BBB", 7), ("AAA", 6)]);
    let list = full.list(&woc());
    assert_eq!(full.ranks(&woc()), ranked(&[("AAA", 1, 24), ("BBB", 2, 7)]));
    assert_eq!(
        list[0].explanation,
        "5 + 4 + 3 = 12, the additional player's 10 left out."
    );
    assert!(list[0].members[0].left_out && !list[0].members[0].counts);

    let short = Field::new(&[("aaa", 20), ("AAA", 10), ("AAA", 8), ("BBB", 7)]);
    assert_eq!(short.ranks(&woc())[0], ("AAA".to_owned(), 1, 38));
}

#[test]
fn internal_games_decide_first_place_the_fourths_included() {
    let field = Field::new(&[
        ("AAA", 20),
        ("BBB", 20),
        ("AAA", 10),
        ("BBB", 10),
        ("AAA", 6),
        ("BBB", 6),
        ("BBB", 2),
    ]);
    // Without games: the best member's place, AAA.
    assert_eq!(
        field.ranks(&woc()),
        ranked(&[("AAA", 1, 36), ("BBB", 2, 36)])
    );
    // A game with the fourth, whose points are not added, counts.
    let field = field.games(&[(0, 2), (1, 6), (6, 3)]);
    let list = field.list(&woc());
    assert_eq!(
        field.ranks(&woc()),
        ranked(&[("BBB", 1, 36), ("AAA", 2, 36)])
    );
    assert_eq!((list[0].internal_games, list[1].internal_games), (2, 1));
    let by = TeamTieBreak::InternalGames;
    assert!(list.iter().all(|team| team.decided_by == Some(by)));
    assert_eq!(
        list[0].explanation,
        "10 + 5 + 3 = 18, the best 3 (1 not added); first of 2 teams with as much by games between own \
         members (2)."
    );
    assert_eq!(
        list[1].explanation,
        "10 + 5 + 3 = 18; behind the first of 2 teams with as much by games between own members (1)."
    );
}

/// Games for which a player did not come are none, and those of a left-out additional player are not his
/// team's.
#[test]
fn games_that_are_no_internal_games() {
    let lines = [
        ("AAA", 20),
        ("BBB", 20),
        ("AAA", 10),
        ("BBB", 10),
        ("AAA", 6),
        ("BBB", 6),
        ("bbb", 2),
    ];
    let mut field = Field::new(&lines).games(&[(1, 6), (6, 3)]);
    assert_eq!(field.list(&woc())[1].internal_games, 0);
    let mut absent = game(1, 3, 64);
    absent.result = absent.result.map(|result| GameResult {
        white_absent: true,
        ..result
    });
    let mut open = game(3, 5, 40);
    open.result = None;
    field.table.rounds.push(TableRound {
        games: vec![absent, open],
        ..TableRound::default()
    });
    assert_eq!(field.list(&woc())[1].internal_games, 0);
    assert_eq!(field.list(&woc())[0].team, "AAA");
}

#[test]
fn best_member_then_second_then_equal() {
    // Equal first members (rank, BQ and discs), the second decides.
    let mut field = Field::new(&[
        ("CCC", 22),
        ("DDD", 22),
        ("EEE", 22),
        ("FFF", 22),
        ("AAA", 20),
        ("BBB", 20),
        ("BBB", 12),
        ("AAA", 12),
    ]);
    field.list[5].rank = 5;
    let (a, b) = (4, 5);
    field.members.retain(|member| member.player >= 4);
    assert_eq!(field.list(&woc())[0].team, "AAA", "the better BQ");

    field.list[b].separators = vec![field.list[a].separators[0], 301];
    assert_eq!(field.list(&woc())[0].team, "BBB", "equal BQ, more discs");

    field.list[b].separators = field.list[a].separators.clone();
    let list = field.list(&woc());
    assert_eq!(list[0].team, "BBB", "the second member's BQ");
    assert!(list[0].explanation.contains("by the second member's place"));
    let by = list[0].decided_by.map(TeamTieBreak::name);
    assert_eq!(by, Some("second_member"));

    field.list[7].separators = field.list[6].separators.clone();
    field.list[7].rank = field.list[6].rank;
    assert_eq!(
        field.ranks(&woc()),
        ranked(&[("AAA", 1, 32), ("BBB", 1, 32)])
    );
    assert_eq!(
        field.list(&woc())[1].explanation,
        "10 + 6 = 16; equal to AAA."
    );
}

/// A team without a second member is behind one that has him.
#[test]
fn second_member_against_none() {
    let mut field = Field::new(&[("AAA", 12), ("BBB", 12), ("BBB", 0)]);
    field.list[1].rank = 1;
    field.list[1].separators = field.list[0].separators.clone();
    assert_eq!(
        field.ranks(&woc()),
        ranked(&[("BBB", 1, 12), ("AAA", 2, 12)])
    );
}

#[test]
fn ties_below_first_are_equal() {
    let field = Field::new(&[
        ("AAA", 20),
        ("BBB", 14),
        ("CCC", 14),
        ("DDD", 14),
        ("EEE", 2),
    ])
    .games(&[]);
    assert_eq!(
        field.ranks(&woc()),
        ranked(&[
            ("AAA", 1, 20),
            ("BBB", 2, 14),
            ("CCC", 2, 14),
            ("DDD", 2, 14),
            ("EEE", 5, 2)
        ])
    );
    // The champion is taken out of a tie for first; the others of it are tied for second, so equal.
    let field = Field::new(&[("CCC", 14), ("BBB", 14), ("AAA", 14), ("EEE", 2)]);
    assert_eq!(
        field.ranks(&woc()),
        ranked(&[
            ("CCC", 1, 14),
            ("AAA", 2, 14),
            ("BBB", 2, 14),
            ("EEE", 4, 2)
        ])
    );
}

/// WOC II.7: what a withdrawn player had scored stands.
#[test]
fn withdrawn_members_points_stand() {
    let table = ResultTable {
        players: (0..2)
            .map(|number| TablePlayer {
                withdrew: number == 0,
                ..player(number)
            })
            .collect(),
        rounds: vec![
            TableRound {
                games: vec![game(0, 1, 40)],
                ..TableRound::default()
            },
            TableRound::default(),
        ],
    };
    let list = IndividualLine::of_standings(
        &standings(&table, &StandingsRules::brightwell(6, 40), &[]).unwrap(),
    );
    let members = [0, 1].map(|player| TeamMember {
        player,
        team: ["AAA", "BBB"][player].to_owned(),
        additional: false,
    });
    let lines = team_list(&members, &list, &table, &woc());
    assert_eq!(
        (lines[0].team.as_str(), lines[0].half_points),
        ("AAA", HalfPoints(2))
    );
}

#[test]
fn papp_adds_all_results_and_orders_ties_by_code() {
    let field = Field::new(&[
        ("BBB", 20),
        ("aaa", 10),
        ("AAA", 8),
        ("AAA", 6),
        ("AAA", 4),
        ("BBB", 8),
    ]);
    assert_eq!(
        field.ranks(&TeamListRules::papp()),
        ranked(&[("AAA", 1, 28), ("BBB", 1, 28)])
    );
}

/// The order in which members, lines and games are given changes nothing; sums are those of the members.
#[test]
fn team_list_depends_on_no_order() {
    for run in 0..300 {
        let mut numbers = Numbers::new("teams", run);
        let players = 4 + numbers.index(20);
        let table = random_table(&mut numbers, players, 6);
        let list = IndividualLine::of_standings(
            &standings(&table, &StandingsRules::brightwell(6, 40), &[]).unwrap(),
        );
        let mut members: Vec<TeamMember> = (0..players)
            .map(|player| TeamMember {
                player,
                team: ["AAA", "BBB", "CCC", "DDD", "EEE"][numbers.index(5)].to_owned(),
                additional: numbers.below(10) == 0,
            })
            .collect();
        let lines = team_list(&members, &list, &table, &woc());
        for line in &lines {
            let mut results: Vec<HalfPoints> = line
                .members
                .iter()
                .filter(|member| !member.left_out)
                .map(|member| member.half_points)
                .collect();
            results.sort_unstable();
            let best: HalfPoints = results.iter().rev().take(3).copied().sum();
            assert_eq!(line.half_points, best);
        }
        assert!(lines.windows(2).all(|pair| {
            pair[0].rank <= pair[1].rank && pair[0].half_points >= pair[1].half_points
        }));
        assert!(lines.first().is_some_and(|line| line.rank == 1));
        let (mut shuffled, mut turned) = (list.clone(), table.clone());
        numbers.shuffle(&mut members);
        numbers.shuffle(&mut shuffled);
        numbers.shuffle(&mut turned.rounds);
        assert_eq!(lines, team_list(&members, &shuffled, &turned, &woc()));
    }
}
