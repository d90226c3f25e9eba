//! The files of games.

use super::{HOSTILE, OF_GAMES, left_out, of_people, text};
use crate::world::{World, ask, play::whole_game, signed};
use outflank_formats::{
    ggf::{GgfResult, read_ggf},
    read_transcripts,
    wthor::{read_games, read_player_names, read_tournament_names},
};
use outflank_othello::{Square, transcript::Token};
use outflank_proto::{pairing::v1::Winner, play::v1::PlayedGame, ratings::v1 as proto};
use outflank_ratings::Manifest;
use serde_json::Value;

/// An event whose first boards have games: a whole one, one whose flag fell, and one whose result was corrected.
async fn with_games(world: &World) -> [PlayedGame; 3] {
    let tournament = of_people(world, &HOSTILE).await;
    let mut shown = tournament.shown();
    let mut games = [0, 1, 2].map(|which| whole_game(&format!("game-{which}"), which));
    games[1].plies.truncate(20);
    games[1].ended_by = "flag".to_owned();
    let boards = shown.rounds.iter_mut().flat_map(|round| &mut round.boards);
    for (board, game) in boards.zip(&games) {
        board.game_id = game.game_id.clone();
        let result = board.result.as_mut().unwrap();
        (result.black_discs, result.white_discs) = (game.black_discs, game.white_discs);
        let won = match game.black_discs.cmp(&game.white_discs) {
            std::cmp::Ordering::Greater => Winner::Black,
            std::cmp::Ordering::Less => Winner::White,
            std::cmp::Ordering::Equal => Winner::None,
        };
        result.winner = won.into();
    }
    let third = shown.rounds.iter_mut().flat_map(|round| &mut round.boards);
    let third = third.skip(2).take(1);
    for board in third {
        let result = board.result.as_mut().unwrap();
        (result.black_discs, result.white_discs) = (33, 31);
        result.winner = Winner::Black.into();
    }
    let mut all = games.to_vec();
    // What no board names is no game of the event: of a round that was annulled.
    all.insert(0, whole_game("annulled", 3));
    world.play.has("played", all);
    world.told_as("played", shown, tournament.state.ranking.as_ref().unwrap());
    world.catch_up().await.unwrap();
    games
}

fn squares(game: &PlayedGame) -> Vec<Token> {
    let plies = game.plies.iter().filter(|ply| !ply.square.is_empty());
    plies
        .map(|ply| Token::Move(ply.square.parse().unwrap()))
        .collect()
}

async fn manifest(world: &World, id: &str) -> Manifest {
    let export = world.export(id, 0).await.unwrap();
    signed(&export).verify(Some(&export.content)).unwrap()
}

#[tokio::test]
async fn transcripts_are_read_back() {
    let world = World::new().await;
    let games = with_games(&world).await;
    let text = text(&world, "played", "games.txt").await;
    let read = read_transcripts(text.as_bytes());
    assert_eq!(read.problems, []);
    let read: Vec<Vec<Token>> = read.value.into_iter().map(|line| line.tokens).collect();
    assert_eq!(read, games.each_ref().map(squares));
    let heads: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(heads.len(), 3);
    assert!(heads[0].starts_with("# 1/1 ") && heads[0].ends_with(" board_complete"));
    assert!(heads[1].starts_with("# 1/2 ") && heads[1].ends_with(" flag"));
    assert!(heads[2].contains(" 33-31 "), "the result that counts");
}

#[tokio::test]
async fn games_in_the_generic_format_are_read_back() {
    let world = World::new().await;
    let games = with_games(&world).await;
    let text = text(&world, "played", "games.ggf").await;
    assert_eq!(text.lines().count(), 3);
    let read = read_ggf(text.as_bytes());
    assert_eq!(read.problems, []);
    for (read, game) in read.value.iter().zip(&games) {
        let tokens = read.moves.iter().map(|(_, token)| *token);
        let moved: Vec<Token> = tokens.filter(|token| *token != Token::Pass).collect();
        assert_eq!(moved, squares(game));
        assert_eq!(read.moves.len(), game.plies.len());
        assert!(read.black.contains("") && !read.black.is_empty());
    }
    let difference =
        i32::try_from(games[0].black_discs).unwrap() - i32::try_from(games[0].white_discs).unwrap();
    let result = |place: usize| read.value[place].result.unwrap();
    assert_eq!(
        result(0),
        GgfResult {
            disc_difference: Some(difference),
            on_the_board: true
        }
    );
    assert!(!result(1).on_the_board);
    assert_eq!(result(2).disc_difference, Some(2));
    assert!(text.contains("//5.12]"), "{text}");
    assert!(text.contains("DT[2026.07.18_08:00:00.UTC]"), "{text}");
}

#[tokio::test]
async fn a_base_holds_whole_games_and_says_which_it_does_not() {
    let world = World::new().await;
    let games = with_games(&world).await;
    let manifest = manifest(&world, "played").await;
    assert_eq!(manifest.files_left_out, []);
    let without: Vec<(&str, Vec<String>)> = manifest
        .files
        .iter()
        .map(|file| (&*file.kind, file.without.clone()))
        .filter(|(_, without)| !without.is_empty())
        .collect();
    let expected = vec!["1/2".to_owned(), "2/1".to_owned()];
    assert_eq!(without, [("games.wtb", expected)]);

    let file = async |kind: &str| world.file("played", 0, kind).await.unwrap().content;
    let base = read_games(&file("games.wtb").await).unwrap();
    assert_eq!(base.problems, []);
    let base = base.value;
    assert_eq!((base.header.year, base.header.depth), (2026, 1));
    let [record] = base.records.as_slice() else {
        panic!("{:?}", base.records)
    };
    assert_eq!(u32::from(record.black_discs), games[0].black_discs);
    assert_eq!(record.moves.len(), squares(&games[0]).len());
    assert_eq!(record.moves[0], "f5".parse::<Square>().unwrap());
    let players = read_player_names(&file("games.jou").await).unwrap();
    assert_eq!(players.problems, []);
    let players = players.value.names;
    assert_eq!(players.len(), HOSTILE.len());
    assert!(usize::from(record.black.max(record.white)) < players.len());
    assert_eq!(players[3], "+49 O'Tarn");
    let named = read_tournament_names(&file("games.trn").await).unwrap();
    assert_eq!(named.value.names, ["Fernwood Open"]);
}

#[tokio::test]
async fn the_record_tells_games_with_their_clocks() {
    let world = World::new().await;
    let games = with_games(&world).await;
    let document: Value =
        serde_json::from_str(&text(&world, "played", "event.json").await).unwrap();
    let boards = document["rounds"].as_array().unwrap();
    let boards = boards
        .iter()
        .flat_map(|round| round["boards"].as_array().unwrap());
    let told: Vec<&Value> = boards.map(|board| &board["game"]).collect();
    for (told, game) in told.iter().zip(&games) {
        let plies: String = game
            .plies
            .iter()
            .map(|ply| match &*ply.square {
                "" => "--",
                square => square,
            })
            .collect();
        assert_eq!(told["plies"], plies);
        assert_eq!(told["ended_by"], game.ended_by);
        assert_eq!(
            told["charged_ms"].as_array().unwrap().len(),
            game.plies.len()
        );
        assert_eq!(told["remaining_ms"][0], 1_494_880);
        assert_eq!(told["last_ply_at_ms"], game.plies.last().unwrap().at_ms);
    }
    assert!(told[3..].iter().all(|game| game.is_null()));
}

#[tokio::test]
async fn what_was_played_elsewhere_has_no_games() {
    let world = World::new().await;
    of_people(&world, &HOSTILE).await;
    let manifest = manifest(&world, "people").await;
    assert_eq!(left_out(&manifest), OF_GAMES);
    for file in &manifest.files_left_out {
        assert_eq!(file.why, "no game of it was played at this server");
    }
}

#[tokio::test]
async fn the_record_of_one_game_is_its_line_of_the_file() {
    let world = World::new().await;
    with_games(&world).await;
    let file = text(&world, "played", "games.ggf").await;
    let record = async |game: &str| {
        let game_id = game.to_owned();
        ask!(
            world,
            "nobody",
            get_game_record,
            proto::GetGameRecordRequest { game_id }
        )
    };
    for (place, line) in file.lines().enumerate() {
        let told = record(&format!("game-{place}")).await.unwrap();
        assert_eq!(told.ggf.trim_end(), line);
    }
    for unknown in ["annulled", "nowhere", ""] {
        assert_eq!(
            record(unknown).await.unwrap_err().code,
            "unknown_game",
            "{unknown}"
        );
    }
}

#[tokio::test]
async fn a_game_without_a_move_and_one_of_a_variant_have_no_record() {
    let world = World::new().await;
    let tournament = of_people(&world, &HOSTILE).await;
    for is_variant in [false, true] {
        let mut shown = tournament.shown();
        let id = format!("played-{is_variant}");
        let mut game = whole_game(&id, 0);
        let boards = shown.rounds.iter_mut().flat_map(|round| &mut round.boards);
        boards
            .take(1)
            .for_each(|board| board.game_id.clone_from(&id));
        shown.variant_unrated = is_variant;
        if !is_variant {
            game.plies.clear();
        }
        world.play.has(&id, vec![game]);
        world.told_as(&id, shown, tournament.state.ranking.as_ref().unwrap());
        let asked = proto::GetGameRecordRequest { game_id: id };
        let refused = ask!(world, "nobody", get_game_record, asked).unwrap_err();
        assert_eq!(refused.code, "no_game_record");
    }
}
