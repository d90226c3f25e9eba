//! Weights by age, who is active, who is rated at all.

use outflank_rating_list::Outcome::{Drawn, FirstWon, SecondWon};
use outflank_rating_list::{ACTIVE_MONTHS, LEAST_COMPONENT, Month, RatingList, weight};

use super::support::{
    NOW, all_drew, before, drawn, game, month, near, player, rating, rating_list, won,
};

/// Whole months, whatever the days: the last 7 count 150, the 7 before 100, the year before 60, the year before that 30,
/// everything else 1.
#[test]
fn results_count_by_their_age_in_whole_months() {
    for (age, counts) in [
        (0, 150),
        (6, 150),
        (7, 100),
        (13, 100),
        (14, 60),
        (25, 60),
        (26, 30),
        (37, 30),
        (38, 1),
        (39, 1),
        (600, 1),
        (u32::MAX, 1),
    ] {
        assert_eq!(weight(age), counts, "{age} months");
    }
}

#[test]
fn months_are_told_apart_over_the_turn_of_a_year() {
    for (of, then, months) in [
        ((2018, 1), (2018, 1), Some(0)),
        ((2018, 1), (2017, 12), Some(1)),
        ((2018, 1), (2017, 1), Some(12)),
        ((2018, 3), (2015, 1), Some(38)),
        ((2018, 1), (2018, 2), None),
        ((2018, 12), (2019, 1), None),
        ((u16::MAX, 12), (0, 1), Some(786_431)),
    ] {
        assert_eq!(month(of).since(month(then)), months, "{of:?} {then:?}");
    }
    assert_eq!((Month::new(2018, 0), Month::new(2018, 13)), (None, None));
    assert_eq!(before(6), month((2019, 12)));
    assert_eq!(before(0), month(NOW));
}

#[test]
fn whoever_played_within_38_months_is_active() {
    assert_eq!(ACTIVE_MONTHS, 38);
    for (age, active) in [(0, true), (37, true), (38, false), (400, false)] {
        let mut games = all_drew(1..11);
        games.push(game(age, 11, Drawn, 1));
        let list = rating_list(&games);
        let found = player(&list, 11);
        assert_eq!((found.active, found.games), (active, 1), "{age} months");
        assert!(player(&list, 1).active);
    }
}

#[test]
fn ten_players_make_a_list_and_nine_none() {
    assert_eq!(LEAST_COMPONENT, 10);
    let nine = rating_list(&all_drew(1..10));
    assert_eq!((nine.players.len(), nine.unrated), (0, 9));
    let ten = rating_list(&all_drew(1..11));
    assert_eq!((ten.players.len(), ten.unrated), (10, 0));
    for row in &ten.players {
        near(row.rating, 1800.0);
        assert_eq!((row.games, row.component), (9, 0));
    }
}

/// Who won or lost everything is unrated until a draw with somebody rated, or a win and a loss.
#[test]
fn a_draw_or_a_win_and_a_loss_make_a_rating() {
    for (own, rated) in [
        (vec![], 10),
        (vec![won(11, 1), won(11, 2)], 10),
        (vec![won(1, 11), game(0, 11, SecondWon, 2)], 10),
        (vec![drawn(11, 1)], 11),
        (vec![drawn(11, 12)], 10),
        (vec![drawn(11, 12), won(12, 1), won(2, 11)], 12),
        (vec![won(11, 1), won(2, 11)], 11),
        (vec![won(11, 1), game(0, 11, SecondWon, 1)], 11),
    ] {
        let games = [all_drew(1..11), own.clone()].concat();
        let list = rating_list(&games);
        assert_eq!(list.players.len(), rated, "{own:?}");
        let mut ids: Vec<u32> = games.iter().flat_map(|g| [g.first, g.second]).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(list.players.len() + list.unrated as usize, ids.len());
    }
}

#[test]
fn games_after_the_month_are_none() {
    let mut games = all_drew(1..11);
    let list = rating_list(&games);
    let mut later = won(1, 2);
    later.month = month((NOW.0, NOW.1 + 1));
    games.push(later);
    later.first = 99;
    games.push(later);
    assert_eq!(rating_list(&games), list);
}

#[test]
fn a_game_against_oneself_is_none() {
    let games = all_drew(1..11);
    let list = rating_list(&games);
    let with = [games, vec![won(1, 1), won(77, 77)]].concat();
    assert_eq!(rating_list(&with), list);
}

/// Each has its own mean; what the one won from the other says nothing while nothing is won back.
#[test]
fn two_components_do_not_touch() {
    let mut games = [all_drew(1..13), all_drew(100..110)].concat();
    games.push(won(1, 2));
    games.push(game(0, 103, FirstWon, 104));
    let apart = rating_list(&games);
    games.extend([won(100, 1), won(101, 2)]);
    let list = rating_list(&games);
    assert_eq!(list.players.len(), 22);
    for (with, without) in list.players.iter().zip(&apart.players) {
        assert_eq!(with.component, u32::from(with.id >= 100), "{}", with.id);
        assert_eq!(with.rating, without.rating);
    }
    near(rating(&list, 1) + rating(&list, 2), 3600.0);
    near(rating(&list, 103) + rating(&list, 104), 3600.0);
    games.push(won(3, 105));
    let one = rating_list(&games);
    assert!(one.players.iter().all(|row| row.component == 0));
}

#[test]
fn nothing_makes_an_empty_list() {
    assert_eq!(rating_list(&[]), RatingList::default());
    let list = rating_list(&[won(7, 8)]);
    assert_eq!((list.players.len(), list.unrated), (0, 2));
}

/// Over the active players whom both rate: how far in the mean, for half of them and at most, and to which side.
#[test]
fn lists_are_compared_over_the_active_players_of_both() {
    let mut games = all_drew(1..11);
    games.push(game(400, 99, Drawn, 1));
    let list = rating_list(&games);
    let other = [(1, 1800), (2, 1790), (3, 1840), (50, 2000), (99, 1000)];
    let distance = list.distance(&other.into_iter().collect()).unwrap();
    // Everybody has 1800; 50 is on the other list alone, 99 is not active.
    assert_eq!((distance.players, distance.greatest_of), (3, 3));
    let told = [
        distance.mean,
        distance.median,
        distance.greatest,
        distance.offset,
    ];
    for (told, wanted) in told.into_iter().zip([50.0 / 3.0, 10.0, 40.0, -10.0]) {
        assert!((told - wanted).abs() < 1e-6, "{told} {wanted}");
    }
    assert_eq!(list.distance(&[(50, 2000)].into_iter().collect()), None);
    assert!(list.rating(1).is_some() && list.rating(50).is_none());
}
