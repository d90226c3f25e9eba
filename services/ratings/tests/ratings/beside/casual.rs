//! Casual games in the Generic Game Format.

use outflank_access::Problem;
use outflank_formats::ggf::{GgfGame, read_ggf};
use outflank_othello::{Board, Color, Goal, Opening, Position, transcript::replay_on};
use outflank_proto::{
    pairing::v1::{CasualGame, CasualPlayer, CasualResult, CasualTerms, CasualVariant},
    play::v1::{self as play, PlayedGame, RecordedPly},
    ratings::v1 as proto,
};

use crate::world::{World, ask, play::whole_game};

fn casual(game: &PlayedGame, variant: CasualVariant) -> CasualGame {
    let player = |name: &str, live_rating| {
        Some(CasualPlayer {
            account_id: name.to_lowercase(),
            display_name: name.to_owned(),
            live_rating,
            ..CasualPlayer::default()
        })
    };
    CasualGame {
        game_id: game.game_id.clone(),
        black: player("Ann", 1_652),
        white: player("Bo", 1_580),
        terms: Some(CasualTerms {
            variant: variant.into(),
            main_ms: 300_000,
            increment_ms: 5_000,
        }),
        over_at_ms: 1_784_362_000_000,
        result: Some(CasualResult {
            black_discs: game.black_discs,
            white_discs: game.white_discs,
            rated: true,
            ..CasualResult::default()
        }),
        ..CasualGame::default()
    }
}

/// A world in which these were played, the latest first.
async fn after(games: &[(PlayedGame, CasualVariant)]) -> World {
    let world = World::new().await;
    let told = games.iter().map(|(game, variant)| casual(game, *variant));
    *world.pairing.casual.lock().unwrap() = told.collect();
    let played = games.iter().map(|(game, _)| game.clone());
    world.play.has("", played.collect());
    world
}

async fn record(world: &World, game: &PlayedGame) -> Result<String, String> {
    let game_id = game.game_id.clone();
    let asked = proto::GetGameRecordRequest { game_id };
    let told = ask!(world, "nobody", get_game_record, asked);
    told.map(|told| told.ggf).map_err(|problem| problem.code)
}

fn only(ggf: &str) -> GgfGame {
    let read = read_ggf(ggf.as_bytes());
    assert_eq!(read.problems, []);
    let [game] = read.value.as_slice() else {
        panic!("{ggf}")
    };
    game.clone()
}

#[tokio::test]
async fn a_casual_game_has_a_record_with_names_live_ratings_and_times() {
    let game = whole_game("casual", 1);
    let world = after(&[(game.clone(), CasualVariant::Othello)]).await;
    let ggf = record(&world, &game).await.unwrap();
    let head = "1 (;GM[Othello]PC[Outflank]DT[2026.07.18_08:00:00.UTC]PB[Ann]PW[Bo]RB[1652]RW[1580]TI[05:00/00:05]TY[8]RE[";
    assert!(ggf.starts_with(head) && ggf.contains("//5.12]"), "{ggf}");
    let read = only(&ggf);
    assert_eq!(read.moves.len(), game.plies.len());
    let difference =
        i32::try_from(game.black_discs).unwrap() - i32::try_from(game.white_discs).unwrap();
    assert_eq!(read.result.unwrap().disc_difference, Some(difference));
}

#[tokio::test]
async fn a_game_that_is_not_rated_has_no_ratings_in_its_record() {
    let game = whole_game("casual", 1);
    let world = after(&[(game.clone(), CasualVariant::Othello)]).await;
    let rated = record(&world, &game).await.unwrap();
    let result = world.pairing.casual.lock().unwrap()[0].result.take();
    let unrated = CasualResult {
        rated: false,
        ..result.unwrap()
    };
    for result in [Some(unrated), None] {
        world.pairing.casual.lock().unwrap()[0].result = result;
        let ggf = record(&world, &game).await.unwrap();
        assert_eq!(ggf, rated.replace("RB[1652]RW[1580]", ""));
    }
}

#[tokio::test]
async fn a_drawn_opening_stands_before_the_moves() {
    let whole = whole_game("casual", 1);
    let mut game = whole.clone();
    let drawn = game.plies.drain(..8);
    game.drawn_squares = drawn.map(|ply| ply.square).collect();
    let world = after(&[(game.clone(), CasualVariant::OthelloDrawnOpening)]).await;
    let read = only(&record(&world, &game).await.unwrap());
    assert_eq!(read.setup.start, Position::START);
    assert_eq!(read.moves.len(), whole.plies.len());
}

#[tokio::test]
async fn discs_placed_in_an_empty_centre_stand_in_the_start() {
    let words = [("d4", ""), ("e4", ""), ("d5", ""), ("e5", "d4"), ("d3", "")];
    let plies = words.iter().zip([1, 2].into_iter().cycle());
    let game = PlayedGame {
        game_id: "casual".to_owned(),
        plies: plies
            .map(|((square, flip), color)| RecordedPly {
                color,
                square: (*square).to_owned(),
                flip: (*flip).to_owned(),
                ..RecordedPly::default()
            })
            .collect(),
        black_discs: 64,
        ended_by: "resignation".to_owned(),
        ..PlayedGame::default()
    };
    assert_eq!(game.plies[0].color(), play::Color::Black);
    let world = after(&[(game.clone(), CasualVariant::Reversi1883MustFlip)]).await;
    let ggf = record(&world, &game).await.unwrap();
    let read = only(&ggf);
    let board = Board {
        opening: Opening::Placed1883MustFlip,
        ..Board::OTHELLO
    };
    let text = words.map(|(square, flip)| match flip {
        "" => square.to_owned(),
        flip => format!("{square}x{flip}"),
    });
    let tokens = outflank_othello::transcript::parse(&text.concat()).unwrap();
    let centre = replay_on(&board, &tokens[..4]);
    assert_eq!(read.setup.start, centre.position);
    assert_eq!(read.setup.start.to_move(), Color::Black);
    let whole = replay_on(&board, &tokens);
    assert_eq!((read.moves.len(), whole.moves.len()), (1, 5));
    assert_eq!(read.played(), Ok(whole.position));
    assert!(ggf.contains("RE[+64.000:r]"), "{ggf}");
}

#[tokio::test]
async fn who_won_with_fewer_discs_has_the_sign() {
    let game = whole_game("casual", 1);
    let world = after(&[(game.clone(), CasualVariant::AntiReversi)]).await;
    let ggf = record(&world, &game).await.unwrap();
    assert!(ggf.contains("TY[8a]"), "{ggf}");
    let read = only(&ggf);
    assert_eq!(read.setup.goal, Goal::Fewest);
    let difference = i64::from(game.black_discs) - i64::from(game.white_discs);
    assert!(ggf.contains(&format!("RE[{:+}.000]", -difference)), "{ggf}");
}

#[tokio::test]
async fn what_was_not_played_has_no_record() {
    let mut unmoved = whole_game("unmoved", 0);
    unmoved.plies.clear();
    let world = after(&[(unmoved.clone(), CasualVariant::Othello)]).await;
    let refused = record(&world, &unmoved).await;
    assert_eq!(refused.unwrap_err(), "no_game_record");
    let forgotten = whole_game("forgotten", 0);
    world.play.has("", vec![forgotten.clone()]);
    let refused = record(&world, &forgotten).await;
    assert_eq!(refused.unwrap_err(), "unknown_casual_game");
}

#[tokio::test]
async fn a_game_whose_end_is_not_on_record_yet_has_no_record() {
    let game = whole_game("casual", 1);
    let world = after(&[(game.clone(), CasualVariant::Othello)]).await;
    world.pairing.casual.lock().unwrap()[0].over_at_ms = 0;
    let asked = proto::GetGameRecordRequest {
        game_id: game.game_id,
    };
    let refused = ask!(world, "nobody", get_game_record, asked).unwrap_err();
    assert_eq!(refused.code, "no_game_record");
    assert!(refused.detail.contains("not on record yet"), "{refused:?}");
}

async fn page(
    world: &World,
    page_size: u32,
    page_token: &str,
) -> Result<proto::ListCasualRecordsResponse, Problem> {
    let asked = proto::ListCasualRecordsRequest {
        account_id: "ann".to_owned(),
        page_size,
        page_token: page_token.to_owned(),
    };
    ask!(world, "nobody", list_casual_records, asked)
}

#[tokio::test]
async fn a_game_that_play_does_not_have_is_left_out_and_no_answer_is_not_taken_for_that() {
    let games = ["kept", "lost"].map(|id| (whole_game(id, 1), CasualVariant::Othello));
    let world = after(&games).await;
    world.play.has("", vec![games[0].0.clone()]);
    let told = page(&world, 0, "").await.unwrap();
    let ids: Vec<&str> = told.records.iter().map(|of| &*of.game_id).collect();
    assert_eq!(ids, ["kept"]);
    world.play.go_away();
    let refused = page(&world, 0, "").await.unwrap_err();
    assert_eq!(refused.code, "unavailable");
}

#[tokio::test]
async fn the_games_of_an_account_are_told_a_page_at_a_time() {
    let mut games: Vec<_> = (0..23)
        .map(|which| whole_game(&format!("casual-{which}"), which % 5))
        .map(|game| (game, CasualVariant::Othello))
        .collect();
    games[1].0.plies.clear();
    let world = after(&games).await;
    world.pairing.casual.lock().unwrap()[2].over_at_ms = 0;
    let first = page(&world, 1_000, "").await.unwrap();
    assert_eq!(first.records.len(), 18, "twenty at most are looked at");
    let ids: Vec<&str> = first.records.iter().map(|of| &*of.game_id).collect();
    assert_eq!(ids[..3], ["casual-0", "casual-3", "casual-4"]);
    let alone = record(&world, &games[3].0).await.unwrap();
    assert_eq!(first.records[1].ggf, alone);
    assert_eq!(page(&world, 0, "").await.unwrap(), first);
    let rest = page(&world, 0, &first.next_page_token).await.unwrap();
    assert_eq!((rest.records.len(), &*rest.next_page_token), (3, ""));
    let two = page(&world, 2, "").await.unwrap();
    assert_eq!((two.records.len(), &*two.next_page_token), (1, "2"));
}
