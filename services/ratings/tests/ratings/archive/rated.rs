//! The preview of the rating list.

use outflank_proto::ratings::v1 as proto;
use outflank_rating_list::{Game, Month, Outcome, rating_list};

use super::{OFFICER, ask, import, rating_file};
use crate::world::World;

/// Everybody of twelve against everybody, in that month; who stands before wins three of four.
fn league() -> Vec<(u32, u32, u32)> {
    let mut games = Vec::new();
    for first in 1..=12_u32 {
        for second in first + 1..=12 {
            let upset = (first + second) % 4 == 0;
            games.push((first, if upset { 24 } else { 40 }, second));
        }
    }
    games
}

#[tokio::test]
async fn the_preview_is_what_the_engine_reckons() {
    let world = World::new().await;
    let ask_list = || proto::ListPreviewRatingsRequest::default();
    let empty = ask!(world, "nobody", list_preview_ratings, ask_list()).unwrap();
    assert_eq!((empty.players.len(), empty.results), (0, 0));
    let games = league();
    for day in ["18/07/2025", "18/07/2026"] {
        let file = rating_file(day, &games);
        import(&world, OFFICER, ("elo", "a.elo"), file.as_bytes())
            .await
            .unwrap();
    }
    let told = ask!(world, "nobody", list_preview_ratings, ask_list()).unwrap();
    let (year, month) = told.month.split_once('-').unwrap();
    let reference = Month::new(year.parse().unwrap(), month.parse().unwrap()).unwrap();
    let played = [2025, 2026].into_iter().flat_map(|year| {
        let month = Month::new(year, 7).unwrap();
        games.iter().map(move |(black, discs, white)| Game {
            month,
            first: *black,
            second: *white,
            outcome: if *discs > 32 {
                Outcome::FirstWon
            } else {
                Outcome::SecondWon
            },
        })
    });
    let list = rating_list(played, reference);
    assert_eq!(told.results as usize, 2 * games.len());
    assert_eq!(told.players.len(), list.players.len());
    for line in &told.players {
        let number = line.player.as_ref().unwrap().federation_number;
        let rating = line.rating.as_ref().unwrap();
        let wanted = list
            .players
            .iter()
            .find(|player| player.id == number)
            .unwrap();
        assert!((f64::from(rating.rating_tenths) / 10.0 - wanted.rating).abs() <= 0.051);
        assert_eq!(rating.games, wanted.games);
    }
    let tenths: Vec<u32> = told
        .players
        .iter()
        .map(|line| line.rating.as_ref().unwrap().rating_tenths)
        .collect();
    assert!(tenths.is_sorted_by(|one, other| one >= other));
    assert_eq!(told.players[0].rating.as_ref().unwrap().rank, 1);
    assert_eq!((told.active as usize, told.groups), (12, 1));

    let of = proto::GetPlayerRecordRequest {
        federation_number: 5,
    };
    let player = ask!(world, "nobody", get_player_record, of).unwrap();
    let line = told
        .players
        .iter()
        .find(|line| line.player.as_ref().unwrap().federation_number == 5);
    assert_eq!(player.rating, line.unwrap().rating);
    let months: Vec<&str> = player
        .history
        .iter()
        .map(|point| point.month.as_str())
        .collect();
    assert_eq!(months[0], "2025-12");
    assert!(months.is_sorted());
}

/// What has no date and what no rating file tells counts for no list.
#[tokio::test]
async fn results_of_nothing_rated_count_for_nobody() {
    let world = World::new().await;
    let file = rating_file("", &league());
    import(&world, OFFICER, ("elo", "a.elo"), file.as_bytes())
        .await
        .unwrap();
    let asked = proto::ListPreviewRatingsRequest::default();
    let told = ask!(world, "nobody", list_preview_ratings, asked).unwrap();
    assert_eq!((told.players.len(), told.results), (0, 0));
    let of = proto::GetPlayerRecordRequest {
        federation_number: 5,
    };
    let player = ask!(world, "nobody", get_player_record, of).unwrap();
    assert_eq!((player.rating, player.history.len()), (None, 0));
}

/// Beside each line stands what the official list says, and above all how far the two are apart.
#[tokio::test]
async fn the_preview_says_how_far_it_is_from_the_official_list() {
    let world = World::new().await;
    let file = rating_file("18/07/2026", &league());
    import(&world, OFFICER, ("elo", "a.elo"), file.as_bytes())
        .await
        .unwrap();
    let preview = async || {
        let asked = proto::ListPreviewRatingsRequest::default();
        ask!(world, "nobody", list_preview_ratings, asked).unwrap()
    };
    let told = preview().await;
    assert_eq!(told.official, None);
    assert!(told.players.iter().all(|line| line.official_rating == 0));
    // Everybody but the last two, ten points below: told in pages, and read once for each list.
    let number = |line: &proto::RatedPlayer| line.player.as_ref().unwrap().federation_number;
    let ours = |line: &proto::RatedPlayer| line.rating.as_ref().unwrap().rating_tenths;
    let official = told
        .players
        .iter()
        .filter(|line| number(line) <= 10)
        .map(|line| (number(line), ours(line) / 10 - 10));
    let official = (7, official.collect());
    world.pairing.official.lock().unwrap().clone_from(&official);
    let told = preview().await;
    let distance = told.official.unwrap();
    assert_eq!(distance.players, 10);
    assert!((100..=110).contains(&distance.mean_tenths), "{distance:?}");
    assert!((100..=110).contains(&distance.greatest_tenths));
    assert!((100..=110).contains(&distance.offset_tenths));
    for line in &told.players {
        let wanted = official.1.get(&number(line)).copied().unwrap_or_default();
        assert_eq!(line.official_rating, wanted);
    }
    // Another list, another distance.
    let higher = official
        .1
        .iter()
        .map(|(number, rating)| (*number, rating + 30));
    *world.pairing.official.lock().unwrap() = (8, higher.collect());
    let offset = preview().await.official.unwrap().offset_tenths;
    assert!((-200..=-190).contains(&offset), "{offset}");
    // It was taken back, and there is none.
    *world.pairing.official.lock().unwrap() = (0, std::collections::BTreeMap::new());
    assert_eq!(preview().await.official, None);
}
