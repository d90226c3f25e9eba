//! Live ratings, folded again from the streams of bookings.

use outflank_casual::{Booking, Bookings, Event, LiveRating, Released};

use super::*;

/// A game that two agree on, the first of them with black.
pub async fn agreed(world: &World, [black, white]: [usize; 2]) -> String {
    let made = challenge(world, &account(black), Some(Side::Black)).await;
    let game = take(world, &account(white), &made.id).await;
    game.unwrap().game_id
}

/// The same, played to its end; drawn without a winner.
pub async fn played(world: &World, players: [usize; 2], winner: Option<Color>) {
    let game = agreed(world, players).await;
    let mut body = game_over(world, &game, ("played", true, 60)).await;
    let black_discs: i32 = match winner {
        Some(Color::Black) => 40,
        Some(Color::White) => 24,
        None => 32,
    };
    body["winner"] = winner.map(Color::as_str).into();
    body["black_discs"] = black_discs.into();
    body["white_discs"] = (64 - black_discs).into();
    tell_over(world, &body).await;
}

/// The ratings that the games in these streams make, by account: each entry says the same, to the last digit.
pub async fn folded(world: &World, streams: [u32; 2]) -> BTreeMap<String, LiveRating> {
    let mut folded = BTreeMap::new();
    let mut bookings = Bookings::default();
    for number in streams {
        let stream = StreamId::new("bookings", number.to_string());
        let entries = world.journal().read(&stream, 0, 20_000).await;
        for entry in entries.unwrap() {
            let body: serde_json::Value = serde_json::from_slice(&entry.body).unwrap();
            for event in body["events"].as_array().unwrap() {
                let event: Event = serde_json::from_value(event.clone()).unwrap();
                if let Event::Freed(released) = &event
                    && let Some(booking) = bookings.at(&released.booked_at)
                {
                    rate(&mut folded, (booking, released), entry.at_ms);
                }
                bookings.evolve((number, entry.seq, entry.at_ms), &event);
            }
        }
    }
    folded
}

fn rate(
    folded: &mut BTreeMap<String, LiveRating>,
    (booking, released): (&Booking, &Released),
    at_ms: i64,
) {
    let players = &booking.players;
    let rating = |account: &String| folded.get(account).copied().unwrap_or_default();
    let before = PerColor::new(
        rating(&players.black.account),
        rating(&players.white.account),
    );
    let counted = released.outcome.filter(|outcome| outcome.counts);
    let after = counted.map(|outcome| rated(before, outcome.winner, at_ms));
    assert_eq!(released.ratings, after);
    if let Some(after) = after {
        folded.insert(players.black.account.clone(), after.black);
        folded.insert(players.white.account.clone(), after.white);
    }
}

/// A rating as everybody is told it.
pub fn shown(rating: &LiveRating, now_ms: i64) -> proto::LiveRating {
    proto::LiveRating {
        variant: proto::CasualVariant::Othello.into(),
        live_rating: rating.points(),
        deviation: (rating.at(now_ms).deviation + 50) / 100,
        provisional: rating.is_provisional(now_ms),
        games: rating.games,
        at_ms: rating.at_ms,
    }
}
