//! Contradictory rankings through the lists that follow from them.

use outflank_tournament::*;

use crate::tournament::bad_input::mutation::{extreme, extreme_u32, spoiled};
use crate::tournament::bad_input::tables::odd_table;
use crate::tournament::bad_input::watch;
use crate::tournament::support::Numbers;

fn odd_lines(numbers: &mut Numbers, players: usize) -> Vec<IndividualLine> {
    (0..numbers.index(players + 4))
        .map(|place| IndividualLine {
            player: match numbers.below(4) {
                0 => numbers.index(players + 2),
                _ => place,
            },
            rank: match numbers.below(3) {
                0 => extreme_u32(numbers),
                _ => u32::try_from(place + 1).unwrap(),
            },
            half_points: match numbers.below(3) {
                0 => HalfPoints(extreme(numbers)),
                _ => HalfPoints(6),
            },
            separators: (0..numbers.index(3)).map(|_| extreme(numbers)).collect(),
        })
        .collect()
}

fn odd_prizes(numbers: &mut Numbers) -> PrizeRules {
    PrizeRules {
        currency: String::new(),
        prizes: (0..numbers.index(20))
            .map(|_| match numbers.below(3) {
                0 => u64::MAX,
                1 => 0,
                _ => u64::from(extreme_u32(numbers)),
            })
            .collect(),
        tied_by: [TiedBy::Rank, TiedBy::Score][numbers.index(2)],
        remainder: [PrizeRemainder::FirstInList, PrizeRemainder::Kept][numbers.index(2)],
    }
}

fn prizes_add_up(list: &[IndividualLine], rules: &PrizeRules) {
    let split = split_prizes(list, rules);
    let all: u128 = rules.prizes.iter().map(|&prize| u128::from(prize)).sum();
    let shares: u128 = split
        .shares
        .iter()
        .map(|share| u128::from(share.amount))
        .sum();
    assert_eq!(shares + split.kept, all);
    assert_eq!(split.shares.len(), list.len());
}

fn odd_season(numbers: &mut Numbers) -> (Vec<SeasonEvent>, SeasonRules) {
    let mut rules = SeasonRules {
        points: (0..numbers.index(12))
            .map(|_| extreme_u32(numbers))
            .collect(),
        best_results: extreme_u32(numbers),
        tie_best_results: extreme_u32(numbers),
        shared_from_rank: extreme_u32(numbers),
        tied_by: [TiedBy::Rank, TiedBy::Score][numbers.index(2)],
    };
    if numbers.below(3) == 0 {
        rules = SeasonRules::european_grand_prix();
    }
    let events = (0..numbers.below(7))
        .map(|event| {
            let mut rank = 1;
            let places = (0..numbers.below(12)).map(|place| {
                if numbers.below(3) > 0 {
                    rank = place + 1;
                }
                SeasonPlace {
                    player: match numbers.below(40) {
                        0 => String::new(),
                        _ => format!("p{}", (place * 7 + event) % 13),
                    },
                    rank: match numbers.below(60) {
                        0 => extreme_u32(numbers),
                        _ => rank,
                    },
                    half_points: HalfPoints(extreme(numbers)),
                }
            });
            SeasonEvent {
                name: format!("event {event}"),
                ranking: places.collect(),
            }
        })
        .collect();
    (events, rules)
}

fn case(run: u32) {
    let mut numbers = Numbers::new("odd lists", run);
    let table = odd_table(&mut numbers);
    let players = table.players.len();
    let list = odd_lines(&mut numbers, players);
    prizes_add_up(&list, &odd_prizes(&mut numbers));

    let members: Vec<TeamMember> = (0..numbers.index(players * 2 + 2))
        .map(|_| TeamMember {
            player: numbers.index(players + 3),
            team: ["", "xaa", "XAA", "\u{df}", "XBB"][numbers.index(5)].to_owned(),
            additional: numbers.below(4) == 0,
        })
        .collect();
    let rules = TeamListRules {
        counted_results: extreme_u32(&mut numbers),
        additional_left_out_from: extreme_u32(&mut numbers),
        ..TeamListRules::world_championship()
    };
    let teams = team_list(&members, &list, &table, &rules);
    assert!(teams.iter().all(|team| !team.explanation.is_empty()));

    let categories: Vec<CategoryMember> = (0..numbers.index(players + 4))
        .map(|_| CategoryMember {
            player: numbers.index(players + 3),
            categories: Categories {
                woman: numbers.below(2) == 0,
                junior: numbers.below(2) == 0,
                senior: numbers.below(2) == 0,
            },
            country: (numbers.below(2) == 0).then(|| "\u{df}a".to_owned()),
        })
        .collect();
    for category in nations(&categories).into_iter().chain([
        Category::Women,
        Category::Junior,
        Category::Senior,
    ]) {
        let _ = category_list(&list, &categories, &category);
    }

    let (events, rules) = odd_season(&mut numbers);
    for event in &events {
        if let Ok(points) = season_points(event, &rules) {
            assert_eq!(points.len(), event.ranking.len());
        }
    }
    let _ = season_table(&events, &rules);
    if let Some(rules) = spoiled(&rules, &mut numbers) {
        let _ = season_table(&events, &rules);
    }
    let duties = Duty::european_grand_prix();
    let duties = spoiled(&duties, &mut numbers).unwrap_or(duties);
    let ticked = DutyDone {
        by: AccountId::from(""),
        at_ms: i64::MIN,
        note: None,
        late: true,
    };
    let done = ["director_named".to_owned(), String::new()]
        .map(|code| (code, ticked.clone()))
        .into();
    let clock = DutyClock {
        registration_over: numbers.below(2) == 0,
        play_begun: numbers.below(2) == 0,
        confirmed: numbers.below(2) == 0,
    };
    let _ = duty_checklist(&duties, &done, clock);
    fractions(&mut numbers);
}

fn fractions(numbers: &mut Numbers) {
    let number = |numbers: &mut Numbers| match numbers.below(3) {
        0 => u64::MAX - u64::from(numbers.below(3)),
        1 => u64::from(extreme_u32(numbers)),
        _ => 0,
    };
    let zero_below: Fraction = serde_json::from_str(r#"{"numerator":7,"denominator":0}"#).unwrap();
    let one = Fraction::new(number(numbers), number(numbers)).unwrap_or(zero_below);
    let two = Fraction::new(number(numbers), number(numbers)).unwrap_or(zero_below);
    let _ = (one.plus(two), one.cmp(&two), one.to_string());
}

#[test]
fn odd_lists_are_answered_or_refused() {
    watch::cases("odd lists", 2_000, case);
}

#[test]
#[ignore = "takes OUTFLANK_SLOW_SECONDS: make slow-tests"]
fn slow_odd_lists() {
    watch::budget("odd lists", case);
}
