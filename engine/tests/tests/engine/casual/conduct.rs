//! Whose casual play is worth a look.

use outflank_casual::{Conduct, PlayedGame, QUICK_PLIES, Variant, worth_a_look};
use outflank_othello::{Color, PerColor};
use proptest::prelude::*;

use super::support::NOON_MS;

/// A rated game that black lost by resigning after so many plies, with black's rating after it.
fn resigned(number: i64, plies: u32, rating: i64) -> PlayedGame<'static> {
    PlayedGame {
        variant: Variant::Othello,
        players: PerColor::new("black", "white"),
        winner: Some(Color::White),
        rated: true,
        ending: "resigned",
        plies: Some(plies),
        ratings: PerColor::new(rating, 150_000),
        over_at_ms: NOON_MS + number,
    }
}

/// One that black never began.
fn unbegun(number: i64) -> PlayedGame<'static> {
    PlayedGame {
        rated: false,
        ratings: PerColor::new(0, 0),
        ..resigned(number, 0, 0)
    }
}

/// One that black won.
fn won(number: i64, rating: i64) -> PlayedGame<'static> {
    PlayedGame {
        winner: Some(Color::Black),
        ending: "played",
        plies: Some(60),
        ..resigned(number, 60, rating)
    }
}

fn found(games: &[PlayedGame<'static>]) -> Vec<Conduct> {
    worth_a_look(games.iter().copied())
}

#[test]
fn a_run_of_games_lost_at_once_is_told_with_what_it_cost() {
    let games = [
        won(1, 160_000),
        resigned(2, 4, 158_500),
        resigned(3, QUICK_PLIES - 1, 157_000),
        resigned(4, 2, 155_800),
        won(5, 157_000),
        resigned(6, 2, 156_000),
    ];
    let told = found(&games);
    assert_eq!(
        told,
        [Conduct {
            account: "black".to_owned(),
            games: 6,
            never_began: 0,
            quick_losses: 4,
            longest_run: 3,
            lost: 4_200,
            variant: Some(Variant::Othello),
            last_at_ms: NOON_MS + 6,
        }]
    );
}

#[test]
fn what_breaks_a_run_or_is_no_loss_at_once_is_not_worth_a_look() {
    let quick = |number| resigned(number, 2, 150_000);
    let on_the_board = PlayedGame {
        ending: "played",
        ..quick(2)
    };
    let unknown = PlayedGame {
        plies: None,
        ..quick(2)
    };
    let broken: [PlayedGame<'static>; 4] = [
        won(2, 151_000),
        resigned(2, QUICK_PLIES, 149_000),
        on_the_board,
        unknown,
    ];
    for between in broken {
        let games = [quick(1), between, quick(3), quick(4)];
        assert_eq!(found(&games), [], "{between:?}");
    }
    // One of another variant between them breaks nothing.
    let other = PlayedGame {
        variant: Variant::AntiReversi,
        ..won(2, 151_000)
    };
    assert_eq!(
        found(&[quick(1), other, quick(3), quick(4)])[0].longest_run,
        3
    );
}

#[test]
fn who_resigns_stays_away_or_lets_his_time_run_out_has_given_up_and_nobody_else() {
    let table = [
        ("resigned", true),
        ("absence", true),
        ("time_default", true),
        ("played", false),
        ("ruling", false),
        ("", false),
    ];
    for (ending, is_given_up) in table {
        for game in [resigned(1, 2, 150_000), unbegun(1)] {
            let games = [PlayedGame { ending, ..game }; 3];
            assert_eq!(found(&games).len(), usize::from(is_given_up), "{ending}");
        }
    }
}

#[test]
fn games_left_unbegun_are_told_where_they_are_many() {
    let three: Vec<_> = (0..3).map(unbegun).collect();
    assert_eq!(found(&three)[0].never_began, 3);
    assert_eq!(found(&three[..2]), []);
    let with_others = |others| {
        let others = (0..others).map(|number| won(number + 10, 150_000));
        three.iter().copied().chain(others).collect::<Vec<_>>()
    };
    assert_eq!(found(&with_others(9)).len(), 1);
    assert_eq!(found(&with_others(10)), []);
}

#[test]
fn a_game_that_the_opponent_never_began_is_held_against_nobody_else() {
    let never_began = |variant: Variant, plies: Option<u32>, winner: Color| {
        let games: Vec<_> = (0..3)
            .map(|number| PlayedGame {
                variant,
                plies,
                winner: Some(winner),
                ..unbegun(number)
            })
            .collect();
        found(&games).first().map(|of| of.account.clone())
    };
    let (black, white) = (Some("black".to_owned()), Some("white".to_owned()));
    let corner = Variant::OthelloOneCorner;
    let table = [
        (Variant::Othello, Some(0), Color::White, black.clone()),
        // White resigned since black did not come.
        (Variant::Othello, Some(0), Color::Black, None),
        (Variant::Othello, Some(1), Color::Black, white.clone()),
        (Variant::Othello, Some(1), Color::White, None),
        // White moves first where black has a handicap.
        (corner, Some(0), Color::Black, white),
        (corner, Some(0), Color::White, None),
        (corner, Some(1), Color::White, black),
        (corner, Some(1), Color::Black, None),
        // Unrated for another reason, or nobody knows.
        (Variant::Othello, Some(2), Color::White, None),
        (Variant::Othello, None, Color::White, None),
    ];
    for (variant, plies, winner, expected) in table {
        let told = never_began(variant, plies, winner);
        assert_eq!(told, expected, "{variant} {plies:?} {winner:?}");
    }
}

#[test]
fn the_worst_come_first() {
    let of = |account: &'static str, games: i64| {
        (0..games).map(move |number| PlayedGame {
            players: PerColor::new(account, "white"),
            ..unbegun(number)
        })
    };
    let games = of("some", 4).chain(of("many", 9)).chain(of("few", 3));
    let told: Vec<String> = worth_a_look(games)
        .into_iter()
        .map(|of| of.account)
        .collect();
    assert_eq!(told, ["many", "some", "few"]);
}

proptest! {
    #![proptest_config(crate::property::cases(200))]

    #[test]
    fn nobody_is_told_of_who_always_plays_to_the_end(
        winners in prop::collection::vec((0..4_usize, 0..4_usize, any::<bool>()), 0..60),
    ) {
        const ACCOUNTS: [&str; 4] = ["a", "b", "c", "d"];
        let games = winners.iter().filter(|(one, other, _)| one != other).map(|(one, other, black)| PlayedGame {
            players: PerColor::new(ACCOUNTS[*one], ACCOUNTS[*other]),
            winner: Some(if *black { Color::Black } else { Color::White }),
            ..won(0, 150_000)
        });
        prop_assert!(worth_a_look(games).is_empty());
    }
}
