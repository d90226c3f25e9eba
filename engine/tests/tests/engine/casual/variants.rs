//! Casual games of every variant, played to their end by the table's own rules.

use outflank_casual::{Bookings, Drawn, Origin, Terms, Variant, Wanted};
use outflank_othello::{
    Board, BookedAt, Color, Command, Create, DrawnOpening, Event, Goal, Moment, PerColor, Phase,
    Position, Square, TableState, decide, evolve, transcript_digest,
};
use proptest::prelude::*;

use super::support::{NOON_MS, minutes, player};

pub(super) struct Game {
    pub state: TableState,
    now_ms: i64,
    events: Vec<(i64, Event)>,
}

impl Game {
    pub fn of(variant: Variant, seed: u64) -> Self {
        let booking = Bookings::default().book(&wanted(variant, None), (seed, NOON_MS));
        let mut game = Self {
            state: TableState::default(),
            now_ms: NOON_MS,
            events: Vec::new(),
        };
        game.accept(&Command::Create(Create {
            place: None,
            booked_at: Some(BookedAt {
                stream: 1,
                seq: 3,
                pair: 2,
            }),
            entrants: PerColor::new("a".to_owned(), "b".to_owned()),
            accounts: PerColor::new(Some("a".to_owned()), Some("b".to_owned())),
            game_rules: Box::new(booking.unwrap().game_rules()),
            starts_at_ms: NOON_MS,
        }));
        game.accept(&Command::Start);
        game
    }

    pub fn accept(&mut self, command: &Command) {
        let events = decide(&self.state, command, &Moment::at(self.now_ms)).unwrap();
        for event in events {
            self.state = evolve(std::mem::take(&mut self.state), self.now_ms, &event);
            self.events.push((self.now_ms, event));
        }
    }

    /// Plays legal moves until the end, chosen by these numbers.
    fn play(&mut self, choices: &[usize]) {
        self.play_to(choices, u32::MAX);
    }

    /// The same until so many plies are played.
    pub fn play_to(&mut self, choices: &[usize], plies: u32) {
        let mut choices = choices.iter().cycle();
        while self.state.phase() == Phase::Live && self.state.next_ply() <= plies {
            self.now_ms += 100;
            let color = self.state.turn().unwrap().seat();
            let legal: Vec<_> = self.state.legal_moves().iter().collect();
            let chosen = *choices.next().unwrap() % legal.len();
            let square = legal[chosen];
            let flippable = self.state.flip_choice().map(|choice| {
                let discs: Vec<_> = choice.discs.iter().collect();
                (discs, choice.required)
            });
            let flip = flippable.and_then(|(discs, required)| {
                let take = required || chosen.is_multiple_of(2);
                discs.first().copied().filter(|_| take)
            });
            self.accept(&Command::Move {
                color,
                ply: self.state.next_ply(),
                square,
                flip,
            });
        }
    }
}

fn wanted(variant: Variant, drawn_before: Option<DrawnOpening>) -> Wanted {
    Wanted {
        challenger: player("a"),
        opponent: player("b"),
        terms: Terms {
            variant,
            ..minutes(5)
        },
        color: None,
        origin: Origin::Rematch {
            of: "another".to_owned(),
        },
        drawn_before,
    }
}

fn drawn(variant: Variant, before: Option<DrawnOpening>, seed: u64) -> Option<Drawn> {
    let booking = Bookings::default().book(&wanted(variant, before), (seed, NOON_MS));
    booking.unwrap().drawn
}

proptest! {
    #![proptest_config(crate::property::cases(48))]

    #[test]
    fn the_lot_draws_eight_legal_plies_and_a_second_game_has_the_same(seed in any::<u64>()) {
        let first = drawn(Variant::OthelloDrawnOpening, None, seed).unwrap();
        prop_assert!(!first.second);
        let opening = first.opening;
        let played = opening.plies().iter().try_fold(Position::START, |position, square| position.play(*square));
        prop_assert_eq!(played, Some(opening.position()));
        prop_assert_eq!(opening.position().to_move(), Color::Black);
        let second = drawn(Variant::OthelloDrawnOpening, Some(opening), seed ^ 1).unwrap();
        prop_assert_eq!(second, Drawn { opening, second: true });
        let json = serde_json::to_string(&second).unwrap();
        prop_assert_eq!(serde_json::from_str::<Drawn>(&json).unwrap(), second);
        prop_assert_eq!(drawn(Variant::Othello, None, seed), None);
    }

    #[test]
    fn every_variant_ends_scores_by_its_own_rules_and_replays(
        variant in prop::sample::select(Variant::ALL.to_vec()),
        choices in prop::collection::vec(0..32_usize, 1..64),
        seed in any::<u64>(),
    ) {
        let mut game = Game::of(variant, seed);
        game.play(&choices);
        let finished = *game.state.finished().unwrap();
        let squares = u32::from(variant.size().count());
        prop_assert_eq!(u32::from(finished.black_discs) + u32::from(finished.white_discs), squares);
        let more = match finished.black_discs.cmp(&finished.white_discs) {
            std::cmp::Ordering::Greater => Some(Color::Black),
            std::cmp::Ordering::Less => Some(Color::White),
            std::cmp::Ordering::Equal => None,
        };
        let winner = match variant.goal() {
            Goal::Most => more,
            Goal::Fewest => more.map(Color::opponent),
        };
        prop_assert_eq!(finished.winner, winner);
        // The same events give the same game again.
        let again = game.events.iter().fold(TableState::default(), |state, (at_ms, event)| evolve(state, *at_ms, event));
        prop_assert_eq!(again.finished(), Some(&finished));
        prop_assert_eq!(again.record(), game.state.record());
        prop_assert!(game.state.has_moved(Color::Black) && game.state.has_moved(Color::White));
        prop_assert_eq!(game.state.booked_at().map(|at| at.pair), Some(2));
        prop_assert!(game.state.place().is_none());
    }
}

#[test]
fn a_name_means_one_variant() {
    for variant in Variant::ALL {
        assert_eq!(Variant::named(variant.as_str()), Some(variant));
        let json = serde_json::to_string(&variant).unwrap();
        assert_eq!(json, format!("\"{variant}\""));
    }
    assert_eq!(Variant::named("chess"), None);
    let mut rules: Vec<_> = Variant::ALL
        .map(|variant| {
            format!(
                "{:?} {:?} {:?} {:?} {}",
                variant.goal(),
                variant.opening(),
                variant.size(),
                variant.handicap(),
                variant.draws_opening()
            )
        })
        .to_vec();
    rules.sort();
    rules.dedup();
    assert_eq!(rules.len(), Variant::ALL.len());
}

#[test]
fn seeds_draw_many_openings() {
    let openings: std::collections::BTreeSet<String> = (0..100)
        .filter_map(|seed| drawn(Variant::OthelloDrawnOpening, None, seed))
        .map(|drawn| format!("{:?}", drawn.opening.plies()))
        .collect();
    assert!(openings.len() > 95, "{}", openings.len());
}

#[test]
fn a_drawn_opening_is_legal_and_stands_where_othello_does() {
    let plies = |text: &str| -> [Square; 8] {
        let squares = text.as_bytes().chunks(2);
        let squares = squares.map(|name| std::str::from_utf8(name).unwrap().parse().unwrap());
        squares.collect::<Vec<_>>().try_into().unwrap()
    };
    let legal = DrawnOpening::new(plies("f5d6c3d3c4f4f6f3")).unwrap();
    for illegal in ["f5d6c3d3c4f4f6f6", "a1d6c3d3c4f4f6f3", "f5f5c3d3c4f4f6f3"] {
        assert!(DrawnOpening::new(plies(illegal)).is_err(), "{illegal}");
    }
    for (variant, allowed) in [
        (Variant::OthelloDrawnOpening, true),
        (Variant::AntiReversi, true),
        (Variant::Othello6x6, false),
        (Variant::Reversi1883, false),
        (Variant::OthelloOneCorner, false),
    ] {
        let booking = Bookings::default().book(&wanted(variant, None), (1, NOON_MS));
        let mut game_rules = booking.unwrap().game_rules();
        game_rules.drawn_opening = Some(legal);
        let create = |game_rules| {
            Command::Create(Create {
                place: None,
                booked_at: None,
                entrants: PerColor::new("a".to_owned(), "b".to_owned()),
                accounts: PerColor::default(),
                game_rules: Box::new(game_rules),
                starts_at_ms: NOON_MS,
            })
        };
        let decided = decide(
            &TableState::default(),
            &create(game_rules),
            &Moment::at(NOON_MS),
        );
        assert_eq!(decided.is_ok(), allowed, "{variant}");
    }
    let board = Board {
        drawn: Some(legal),
        ..Board::OTHELLO
    };
    assert_eq!(board.start(), legal.position());
}

#[test]
fn what_players_sign_names_the_drawn_opening() {
    let digests: std::collections::BTreeSet<String> = (0..2)
        .map(|seed| transcript_digest(&Game::of(Variant::OthelloDrawnOpening, seed).state))
        .collect();
    assert_eq!(digests.len(), 2);
}

#[test]
fn corners_are_blacks_and_white_moves_first() {
    for (variant, corners) in [
        (Variant::OthelloOneCorner, 1),
        (Variant::OthelloTwoCorners, 2),
        (Variant::OthelloThreeCorners, 3),
        (Variant::OthelloFourCorners, 4),
    ] {
        let game = Game::of(variant, 0);
        assert_eq!(game.state.turn().unwrap().color, Color::White);
        let discs = game.state.position().disc_counts();
        assert_eq!((discs.black, discs.white), (2 + corners, 2), "{variant}");
    }
}

#[test]
fn another_game_is_played_with_colours_changed_but_for_a_handicaps() {
    for variant in Variant::ALL {
        let terms = Terms {
            variant,
            ..minutes(5)
        };
        for color in Color::BOTH {
            let next = terms.next_color(color);
            assert_eq!(next == color, variant.handicap().is_some(), "{variant}");
        }
    }
}

#[test]
fn terms_out_of_range_are_refused_and_written_short() {
    let of = |main_ms, increment_ms| Terms {
        main_ms,
        increment_ms,
        ..minutes(1)
    };
    for (terms, refused) in [
        (of(29_000, 0), Some("main_time_out_of_range")),
        (of(30_000, 0), None),
        (of(30_500, 0), Some("main_time_out_of_range")),
        (of(3_600_000, 60_000), None),
        (of(3_601_000, 0), Some("main_time_out_of_range")),
        (of(60_000, 60_001), Some("increment_out_of_range")),
        (of(60_000, -1_000), Some("increment_out_of_range")),
        (of(i64::MIN, 0), Some("main_time_out_of_range")),
    ] {
        assert_eq!(
            terms.check().err().map(|refusal| refusal.name()),
            refused,
            "{terms}"
        );
    }
    assert_eq!(of(300_000, 5_000).to_string(), "othello/300+5");
}
