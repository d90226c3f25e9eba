//! Big events.

use super::{KINDS, OF_GAMES, left_out, text};
use crate::world::{World, play::whole_game, signed};
use outflank_proto::{pairing::v1 as pairing, play::v1::PlayedGame};
use outflank_ratings::Manifest;
use outflank_tournament::{EntrantId, HalfPoints, RankingLine};

const ENTRANTS: u32 = 1_000;
const ROUNDS: u32 = 20;

fn entrant_id(number: u32) -> String {
    format!("6f9619ff-8b86-d011-b42d-{number:012}")
}

/// Everybody plays in every round; who has the lower number wins.
fn big() -> (pairing::Tournament, Vec<RankingLine>) {
    let entrants = (1..=ENTRANTS).map(|number| pairing::Entrant {
        id: entrant_id(number),
        surname: format!("Surname of {number}"),
        given_names: "Given Names".to_owned(),
        country: "FRA".to_owned(),
        rating: 1_500,
        federation_number: number,
        ..Default::default()
    });
    let board = |round: u32, table: u32| pairing::Board {
        table,
        black_entrant_id: entrant_id(table * 2 - 1),
        white_entrant_id: entrant_id(table * 2),
        game_id: format!("{round:032x}{table:032x}"),
        purpose: "qualification".to_owned(),
        main_time_ms: 1_500_000,
        time_control: Some(pairing::TimeControl {
            kind: "sudden_death".to_owned(),
            main_ms: 1_500_000,
            ..Default::default()
        }),
        result: Some(pairing::Result {
            black_discs: 40,
            white_discs: 24,
            winner: pairing::Winner::Black.into(),
            kind: "played".to_owned(),
            ..Default::default()
        }),
        ..Default::default()
    };
    let rounds = (1..=ROUNDS).map(|number| pairing::Round {
        number,
        boards: (1..=ENTRANTS / 2)
            .map(|table| board(number, table))
            .collect(),
        finished: true,
        ..Default::default()
    });
    let ranking = (1..=ENTRANTS).map(|place| RankingLine {
        entrant: EntrantId(entrant_id(place)),
        place,
        rank: place,
        half_points: HalfPoints(20),
        bq_halves: 1_000,
        discs: 640,
        titles: Vec::new(),
    });
    let tournament = pairing::Tournament {
        summary: Some(pairing::TournamentSummary {
            name: "Big Open".to_owned(),
            country: "FRA".to_owned(),
            date: "2026-11-21".to_owned(),
            rule_set: "egp-2020".to_owned(),
            ..Default::default()
        }),
        director_name: "Anna Ardent".to_owned(),
        entrants: entrants.collect(),
        rounds: rounds.collect(),
        ..Default::default()
    };
    (tournament, ranking.collect())
}

async fn manifest(world: &World, id: &str) -> Manifest {
    let export = world.export(id, 0).await.unwrap();
    signed(&export).verify(Some(&export.content)).unwrap()
}

#[tokio::test]
async fn a_thousand_entrants_over_twenty_rounds_have_all_files() {
    let world = World::new().await;
    let (tournament, ranking) = big();
    let boards = tournament.rounds.iter().flat_map(|round| &round.boards);
    let game = whole_game("", 0);
    let games = boards.map(|board| PlayedGame {
        game_id: board.game_id.clone(),
        ..game.clone()
    });
    world.play.has("big", games.collect());
    world.told_as("big", tournament, &ranking);
    world.catch_up().await.unwrap();
    let manifest = manifest(&world, "big").await;
    assert_eq!(
        left_out(&manifest),
        ["games.wtb", "games.jou", "games.trn"],
        "the results are not those of the games"
    );
    assert_eq!(manifest.files.len(), KINDS.len() + 2);
    let longest = manifest.files.iter().map(|file| file.bytes).max().unwrap();
    assert!((8 << 20..22 << 20).contains(&longest), "{longest}");
    let lines = text(&world, "big", "event.ndjson").await.lines().count();
    assert_eq!(lines, 1 + 1_000 + 20 + 10_000 + 1_000);
}

#[tokio::test]
async fn what_is_too_long_or_has_nothing_to_tell_is_left_out_with_the_reason() {
    let world = World::new().await;
    let (mut tournament, ranking) = big();
    tournament.rule_set_json = format!("{:?}", "x".repeat(25 << 20));
    tournament.rounds.clear();
    world.told_as("big", tournament, &ranking);
    world.catch_up().await.unwrap();
    let manifest = manifest(&world, "big").await;
    let made: Vec<&str> = manifest.files.iter().map(|file| &*file.kind).collect();
    assert_eq!(made, ["standings.csv"]);
    assert_eq!(left_out(&manifest), [&KINDS[1..], &OF_GAMES[..]].concat());
    let why: Vec<&str> = manifest
        .files_left_out
        .iter()
        .map(|left_out| &*left_out.why)
        .collect();
    assert_eq!(why[0], "no round counts");
    assert!(why[3].ends_with("25165824 are the most"), "{}", why[3]);
    let refused = world.file("big", 0, "crosstable.csv").await.unwrap_err();
    assert_eq!(refused.code, "no_such_file");
    assert_eq!(
        refused.to_string(),
        "This version has no such file: no round counts."
    );
}
