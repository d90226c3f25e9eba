//! Random finals to their end, and random contradictions.

use std::collections::BTreeSet;

use outflank_tournament::*;

use crate::tournament::finals::world::*;
use crate::tournament::support::Numbers;

fn random_match(numbers: &mut Numbers) -> MatchFormat {
    MatchFormat {
        games: 1 + numbers.below(3),
        first_game: match numbers.below(3) {
            0 => FirstGameRight::Colour,
            1 => FirstGameRight::ColourOrDrawWin,
            _ => FirstGameRight::Lots,
        },
    }
}

fn maybe(numbers: &mut Numbers) -> Option<MatchFormat> {
    (numbers.below(2) == 0).then(|| random_match(numbers))
}

fn random_format(numbers: &mut Numbers) -> FinalsFormat {
    match numbers.below(8) {
        0 => FinalsFormat::none(),
        1 => FinalsFormat::final_and_third_place(),
        2 | 3 => FinalsFormat::egp_with_semi_finals(),
        4 | 5 => FinalsFormat::woc(),
        6 => FinalsFormat::tie_playoffs_only(),
        _ => FinalsFormat {
            playoffs: maybe(numbers),
            semi_finals: maybe(numbers),
            final_match: maybe(numbers),
            third_place: maybe(numbers),
            women: (numbers.below(2) == 0).then(|| WomensFinals {
                playoffs: maybe(numbers),
                final_match: random_match(numbers),
            }),
            side_swiss: (numbers.below(2) == 0).then_some(SideSwiss { rounds: 2 }),
            tie_playoffs: maybe(numbers),
            choice_notice_ms: 0,
        },
    }
}

fn random_world(numbers: &mut Numbers) -> World {
    let players = numbers.index(13);
    let mut points: Vec<i64> = (0..players).map(|_| i64::from(numbers.below(6))).collect();
    points.sort_unstable_by_key(|&points| -points);
    let mut world = World::new(random_format(numbers), woc_finals_sources(), &points);
    world.share = numbers.below(2) == 0;
    let women = numbers.below(4);
    for (place, player) in world.players.iter_mut().enumerate() {
        // Women in the semi-finals are rare enough for women's finals to be played.
        player.woman = numbers.below(4) < women && (place > 4 || numbers.below(6) == 0);
    }
    for number in 1..=players {
        if numbers.below(8) == 0 {
            world.withdraw(number);
        }
        if numbers.below(4) == 0 && players > 1 {
            let other = 1 + numbers.index(players);
            world.agreed.push((id(number), id(other)));
        }
    }
    world
}

fn random_result(numbers: &mut Numbers, draw_win: bool) -> GameResult {
    let winner = if numbers.below(2) == 0 {
        Colour::Black
    } else {
        Colour::White
    };
    match numbers.below(12) {
        0 => GameResult {
            winner: None,
            black_discs: 0,
            white_discs: 0,
            kind: ResultKind::Played,
            black_absent: true,
            white_absent: true,
        },
        1..=3 => GameResult {
            winner: draw_win.then_some(winner),
            ..GameResult::played(32)
        },
        _ => GameResult::played(numbers.below(65)),
    }
}

/// What holds of every state, however it came about.
fn check(world: &World, progress: &FinalsProgress) {
    let mut all = BTreeSet::new();
    for session in &progress.due {
        let mut seated = BTreeSet::new();
        assert!(!session.games.is_empty() || session.side_swiss.is_some());
        for due in &session.games {
            assert_ne!(due.better, due.worse);
            assert!(seated.insert(&due.better) && seated.insert(&due.worse));
            assert!(all.insert((&due.match_id, due.game)), "due once");
            let published = world.games.iter().any(|game| {
                game.match_id == due.match_id
                    && game.game == due.game
                    && [&game.black, &game.white].contains(&&due.better)
                    && [&game.black, &game.white].contains(&&due.worse)
            });
            assert!(!published, "{due:?} is published");
            for player in world
                .players
                .iter()
                .filter(|player| player.entrant == due.better || player.entrant == due.worse)
            {
                assert!(player.withdrawn.is_none(), "{due:?}");
            }
        }
        for player in session.side_swiss.iter().flat_map(|side| &side.players) {
            assert!(seated.insert(player), "a semi-finalist in the side Swiss");
        }
    }
    let everyone: BTreeSet<&EntrantId> =
        world.players.iter().map(|player| &player.entrant).collect();
    for list in [&progress.final_ranking, &progress.ifrl]
        .into_iter()
        .flatten()
    {
        let ranked: BTreeSet<&EntrantId> = list.iter().map(|line| &line.entrant).collect();
        assert_eq!(ranked, everyone);
        assert_eq!(list.len(), everyone.len());
        for (place, line) in (1..).zip(list) {
            assert_eq!(line.place, place);
            assert!(line.rank <= place && line.rank >= 1);
        }
    }
    for list in [&progress.womens_ranking, &progress.wfrl]
        .into_iter()
        .flatten()
    {
        let women: BTreeSet<&EntrantId> = world
            .players
            .iter()
            .filter(|player| player.woman)
            .map(|player| &player.entrant)
            .collect();
        let ranked: BTreeSet<&EntrantId> = list.iter().map(|line| &line.entrant).collect();
        assert_eq!(ranked.len(), list.len());
        assert_eq!(ranked, women);
    }
}

/// Publishes one session at a time, finishes its games in any order, lets players withdraw at any point.
fn play_out(world: &mut World, numbers: &mut Numbers) -> FinalsProgress {
    for _ in 0..200 {
        let progress = world.progress();
        check(world, &progress);
        assert_eq!(progress.strays, [], "every published game keeps its match");
        let open: Vec<usize> = (0..world.games.len())
            .filter(|&index| world.games[index].result.is_none())
            .collect();
        let side_open = world.side.0 > world.side.1;
        if progress.due.is_empty() && open.is_empty() && !side_open {
            return progress;
        }
        if !world.players.is_empty() && numbers.below(20) == 0 {
            let number = 1 + numbers.index(world.players.len());
            if world.players[number - 1].withdrawn.is_none() {
                world.withdraw(number);
            }
            continue;
        }
        if !progress.due.is_empty() && (numbers.below(2) == 0 || (open.is_empty() && !side_open)) {
            let session = &progress.due[numbers.index(progress.due.len())];
            publish(world, session, numbers);
        } else if side_open && (open.is_empty() || numbers.below(3) == 0) {
            finish_side_round(world, numbers);
        } else if !open.is_empty() {
            let index = open[numbers.index(open.len())];
            let draw_win = numbers.below(2) == 0;
            world.games[index].result = Some(random_result(numbers, draw_win));
        }
    }
    panic!("the finals do not end: {:?}", world.progress());
}

fn publish(world: &mut World, session: &FinalsSession, numbers: &mut Numbers) {
    for due in &session.games {
        let lots = if numbers.below(2) == 0 {
            Colour::Black
        } else {
            Colour::White
        };
        let settled = settle_colours(due, &[], Some(lots)).unwrap();
        world.games.push(MatchGame {
            match_id: due.match_id.clone(),
            game: due.game,
            black: settled.black,
            white: settled.white,
            result: None,
        });
    }
    if let Some(side) = &session.side_swiss {
        assert_eq!(side.round, world.side.0 + 1);
        assert!(side.players.len() >= 2);
        world.side.0 += 1;
    }
}

fn finish_side_round(world: &mut World, numbers: &mut Numbers) {
    world.side.1 += 1;
    world.side_list = world
        .players
        .iter()
        .map(|player| {
            let more = i64::from(numbers.below(3));
            (
                player.entrant.clone(),
                player.half_points + HalfPoints(more),
            )
        })
        .collect();
    numbers.shuffle(&mut world.side_list);
    world
        .side_list
        .sort_by_key(|(_, half_points)| -half_points.0);
}

#[test]
fn random_finals_reach_a_ranking_of_all() {
    let (mut finals, mut womens, mut walkovers, mut sides) = (0, 0, 0, 0);
    for run in 0..4000 {
        let numbers = &mut Numbers::new("finals", run);
        let mut world = random_world(numbers);
        let end = play_out(&mut world, numbers);
        assert!(end.is_over(), "run {run}: {end:?}");
        assert_eq!(
            end.champion.is_some(),
            !world.players.is_empty(),
            "run {run}"
        );
        assert_eq!(end.womens_ranking.is_some(), world.format.women.is_some());
        finals += u32::from(end.find_match(&MatchId::Final).is_some());
        womens += u32::from(end.find_match(&MatchId::WomensFinal).is_some());
        sides += u32::from(world.side.1 == 2);
        let by_walkover = |one: &MatchProgress| {
            one.decision
                .as_ref()
                .is_some_and(|decision| decision.by == DecidedBy::Walkover)
        };
        walkovers += u32::from(end.matches.iter().any(by_walkover));
    }
    for (what, least) in [
        (finals, 1500),
        (womens, 150),
        (walkovers, 200),
        (sides, 200),
    ] {
        assert!(
            what >= least,
            "the runs reach every part: {finals} finals, {womens} women's finals, {walkovers} with \
             walkovers, {sides} side Swiss"
        );
    }
}

#[test]
fn contradictory_input_is_folded_too() {
    let stages = [
        FinalsStage::Playoffs,
        FinalsStage::SemiFinals,
        FinalsStage::Finals,
        FinalsStage::WomensPlayoffs,
        FinalsStage::WomensFinal,
        FinalsStage::TiePlayoffs,
    ];
    let mut strays = 0;
    for run in 0..6000 {
        let numbers = &mut Numbers::new("contradictions", run);
        let mut world = random_world(numbers);
        if numbers.below(2) == 0 {
            world.format = FinalsFormat {
                semi_finals: Some(MatchFormat {
                    games: numbers.below(2) * u32::MAX,
                    first_game: FirstGameRight::Colour,
                }),
                ..world.format
            };
        }
        for _ in 0..numbers.below(12) {
            world.games.push(random_game(numbers));
        }
        for index in 0..world.players.len() {
            if numbers.below(3) == 0 {
                let player = &mut world.players[index];
                player.half_points = HalfPoints([i64::MIN, i64::MAX, 3][numbers.index(3)]);
                player.withdrawn = Some(
                    stages
                        .into_iter()
                        .filter(|_| numbers.below(2) == 0)
                        .collect(),
                );
            }
            if numbers.below(6) == 0 {
                let again = world.players[numbers.index(world.players.len())].clone();
                world.players.push(again);
            }
        }
        world.side = (numbers.below(4), numbers.below(4));
        world.side_list = [(1, i64::MAX), (1, 0), (77, 5)]
            .map(|(number, points)| (id(number), HalfPoints(points)))
            .to_vec();
        let progress = world.progress();
        strays += progress.strays.len();
        let entrants: BTreeSet<&EntrantId> =
            world.players.iter().map(|player| &player.entrant).collect();
        for list in [&progress.final_ranking, &progress.ifrl]
            .into_iter()
            .flatten()
        {
            let ranked: BTreeSet<&EntrantId> = list.iter().map(|line| &line.entrant).collect();
            assert_eq!((ranked.len(), &ranked), (list.len(), &entrants));
        }
        for due in progress.due.iter().flat_map(|session| &session.games) {
            assert_ne!(due.better, due.worse);
        }
    }
    assert!(strays > 1000, "games that fit nothing are named: {strays}");
}

fn random_game(numbers: &mut Numbers) -> MatchGame {
    let match_id = match numbers.below(7) {
        0 => playoff(numbers.below(6), numbers.below(9)),
        1 => womens_playoff(2, 3),
        2 => MatchId::WomensFinal,
        3 => MatchId::ThirdPlace,
        4 => MatchId::TiePlayoff {
            better: id(1),
            worse: id(numbers.index(4)),
        },
        5 => semi_final(numbers.below(4)),
        _ => MatchId::Final,
    };
    let result = GameResult {
        black_discs: [0, 64, u32::MAX][numbers.index(3)],
        white_discs: [0, 64, u32::MAX][numbers.index(3)],
        winner: [None, Some(Colour::Black), Some(Colour::White)][numbers.index(3)],
        kind: ResultKind::Played,
        black_absent: numbers.below(2) == 0,
        white_absent: numbers.below(2) == 0,
    };
    MatchGame {
        match_id,
        game: numbers.below(5),
        black: id(numbers.index(5)),
        white: id(numbers.index(5)),
        result: (numbers.below(4) > 0).then_some(result),
    }
}
