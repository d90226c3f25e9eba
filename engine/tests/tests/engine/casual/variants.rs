//! Casual games of every variant, played to their end by the table's own rules.

use outflank_casual::{Terms, Variant};
use outflank_othello::{
    BookedAt, Color, Command, Create, Event, Goal, Moment, PerColor, Phase, TableState, decide,
    evolve,
};
use proptest::prelude::*;

use super::support::{NOON_MS, minutes};

struct Game {
    state: TableState,
    now_ms: i64,
    events: Vec<(i64, Event)>,
}

impl Game {
    fn of(variant: Variant) -> Self {
        let terms = Terms {
            variant,
            ..minutes(5)
        };
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
            game_rules: Box::new(terms.game_rules()),
            starts_at_ms: NOON_MS,
        }));
        game.accept(&Command::Start);
        game
    }

    fn accept(&mut self, command: &Command) {
        let events = decide(&self.state, command, &Moment::at(self.now_ms)).unwrap();
        for event in events {
            self.state = evolve(std::mem::take(&mut self.state), self.now_ms, &event);
            self.events.push((self.now_ms, event));
        }
    }

    /// Plays legal moves until the end, chosen by these numbers.
    fn play(&mut self, choices: &[usize]) {
        let mut choices = choices.iter().cycle();
        while self.state.phase() == Phase::Live {
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

proptest! {
    #![proptest_config(crate::property::cases(48))]

    #[test]
    fn every_variant_ends_scores_by_its_own_rules_and_replays(
        variant in prop::sample::select(Variant::ALL.to_vec()),
        choices in prop::collection::vec(0..32_usize, 1..64),
    ) {
        let mut game = Game::of(variant);
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
                "{:?} {:?} {:?}",
                variant.goal(),
                variant.opening(),
                variant.size()
            )
        })
        .to_vec();
    rules.sort();
    rules.dedup();
    assert_eq!(rules.len(), Variant::ALL.len());
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
