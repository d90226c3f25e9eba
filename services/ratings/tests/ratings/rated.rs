//! What does not count for ratings says so in its file, its name and its manifest.

use crate::world::{
    World, export_key, signed,
    tournament::{FIVE, Tournament, played},
};
use outflank_formats::elo;
use outflank_proto::ratings::v1::Export;
use outflank_ratings::{Manifest, Signatory};
use outflank_tournament::{BoardSize, ResultRecord, Variant};

fn manifest(export: &Export) -> Manifest {
    signed(export).verify(Some(&export.content)).unwrap()
}

fn title(export: &Export) -> String {
    let text = String::from_utf8(export.content.clone()).unwrap();
    text.lines().next().unwrap().to_owned()
}

async fn played_out(world: &World) -> Tournament {
    let mut tournament = Tournament::new(&world.pairing, "five", "Fernwood Open", &FIVE);
    tournament.play(&world.pairing, |round, table| {
        played((round * 17 + table * 29) % 65)
    });
    tournament
}

#[tokio::test]
async fn an_event_that_nobody_approved_says_that_it_is_unrated() {
    let world = World::new().await;
    let mut tournament = played_out(&world).await;
    tournament.confirm_unrated(&world.pairing);
    world.catch_up().await.unwrap();
    let export = world.export("five", 0).await.unwrap();
    assert_eq!(export.file_name, "20261121_UNRATED_Fernwood_Open.ELO");
    assert_eq!(elo::strict_check(&export.content, &export.file_name), []);
    assert_eq!(title(&export), "%%Tournament: UNRATED Fernwood Open");
    let manifest = manifest(&export);
    assert!(!manifest.rated);
    let results = tournament.state.results_without_game().count();
    assert_eq!(manifest.results_without_game as usize, results);
    assert_eq!(manifest.unsigned_results.len(), results);
    assert!(manifest.unsigned_results.contains(&"1/2".to_owned()));
    assert!(manifest.over_the_board.is_empty());
}

#[tokio::test]
async fn amended_rules_are_named_with_their_first_round() {
    let world = World::new().await;
    let mut tournament = played_out(&world).await;
    tournament.amend_rules(&world.pairing, "egp-2020, evening");
    tournament.confirm_unrated(&world.pairing);
    world.catch_up().await.unwrap();
    let export = world.export("five", 0).await.unwrap();
    let from = tournament.state.next_round();
    assert_eq!(
        manifest(&export).amended_rules,
        [
            "egp-2020 from round 1".to_owned(),
            format!("egp-2020, evening from round {from}")
        ]
    );
}

#[tokio::test]
async fn an_approval_after_the_confirmation_makes_another_version() {
    let world = World::new().await;
    let mut tournament = played_out(&world).await;
    tournament.confirm_unrated(&world.pairing);
    world.catch_up().await.unwrap();
    tournament.sign(&world.pairing);
    world.catch_up().await.unwrap();
    tournament.approve(&world.pairing);
    world.catch_up().await.unwrap();
    tournament.withdraw_approval(&world.pairing);
    world.catch_up().await.unwrap();
    let all = world.list("five").await;
    let told: Vec<(u32, bool, usize, usize)> = all
        .iter()
        .map(|export| {
            let manifest = manifest(export);
            let unsigned = manifest.unsigned_results.len();
            let signed = manifest.over_the_board.len();
            (export.version, manifest.rated, unsigned, signed)
        })
        .collect();
    let results = tournament.state.results_without_game().count();
    assert_eq!(
        told,
        [
            (1, false, results, 0),
            (2, false, 0, results),
            (3, true, 0, results),
            (4, false, 0, results)
        ]
    );
    assert_eq!(all[2].file_name, "20261121_Fernwood_Open.ELO");
    assert_eq!(title(&all[2]), "%%Tournament: Fernwood Open");
    assert_eq!(all[3].file_name, all[0].file_name);
    let all: Vec<Manifest> = all.iter().map(manifest).collect();
    assert_eq!((&all[0].supersedes, all[0].differences.len()), (&None, 0));
    for (earlier, later) in all.iter().zip(&all[1..]) {
        let superseded = later.supersedes.as_ref().unwrap();
        assert_eq!(
            (superseded.version, &superseded.sha256),
            (earlier.version, &earlier.sha256)
        );
        assert_eq!(later.changes.len(), 1);
    }
    assert_eq!(
        all[2].differences,
        [
            "The event counts for ratings.",
            "The file is named 20261121_Fernwood_Open.ELO instead of 20261121_UNRATED_Fernwood_Open.ELO.",
            "Tournament: \"UNRATED Fernwood Open\" became \"Fernwood Open\"."
        ]
    );
    let why = |manifest: &Manifest| {
        let change = &manifest.changes[0];
        let by = change.by.as_ref().unwrap().account_id.clone();
        (change.cause.clone(), change.reason.clone(), by)
    };
    let said =
        |cause: &str, reason: &str, by: &str| (cause.to_owned(), reason.to_owned(), by.to_owned());
    assert_eq!(
        why(&all[1]),
        said("over_the_board_declared", "score sheets", "anna")
    );
    assert_eq!(
        why(&all[3]),
        said("approval_withdrawn", "invented", "clara")
    );
}

#[tokio::test]
async fn a_file_counts_once_it_is_released_and_its_correction_once_another_officer_released_it() {
    let world = World::new().await;
    let mut tournament = played_out(&world).await;
    tournament.sign(&world.pairing);
    tournament.approve_as_officer(&world.pairing, "olga");
    tournament.confirm_unrated(&world.pairing);
    tournament.release(&world.pairing, "otto", &["e3", "e0"]);
    tournament.amend(&world.pairing, (1, 1), 60);
    tournament.sign(&world.pairing);
    world.catch_up().await.unwrap();
    let rated = |export: &Export| manifest(export).rated;
    let waiting: Vec<bool> = world.list("five").await.iter().map(rated).collect();
    assert_eq!(waiting, [false, true], "nobody released the correction");
    tournament.release(&world.pairing, "olga", &[]);
    world.catch_up().await.unwrap();
    let all = world.list("five").await;
    let all: Vec<Manifest> = all.iter().map(manifest).collect();
    let rated: Vec<bool> = all.iter().map(|told| told.rated).collect();
    assert_eq!(rated, [false, true, true]);

    let answering = |told: &Manifest| {
        let told = told.responsible.clone().unwrap();
        let account = |who: Option<Signatory>| who.map(|who| who.account_id);
        let (approved, released) = (account(told.approved_by), account(told.released_by));
        [told.federation, approved, released].map(Option::unwrap_or_default)
    };
    assert_eq!(answering(&all[0]), ["FRA", "olga", ""]);
    assert_eq!(answering(&all[1]), ["FRA", "olga", "otto"]);
    assert_eq!(answering(&all[2]), ["FRA", "olga", "olga"]);
    let unknown: Vec<&[u32]> = all.iter().map(|told| &*told.numbers_not_listed).collect();
    assert_eq!(unknown, [&[][..], &[201, 12_345], &[]]);
    let why: Vec<(&str, &str)> = all[2]
        .changes
        .iter()
        .map(|change| (&*change.cause, &*change.by.as_ref().unwrap().account_id))
        .collect();
    assert_eq!(
        why,
        [
            ("ranking_amended", "anna"),
            ("over_the_board_declared", "anna"),
            ("file_released", "olga"),
        ]
    );
}

/// A version says what the event was after its entry, whenever it is made.
#[tokio::test]
async fn versions_are_the_same_whenever_they_are_made() {
    let (prompt, late) = (World::new().await, World::new().await);
    for (world, prompt) in [(&prompt, true), (&late, false)] {
        let mut tournament = played_out(world).await;
        tournament.confirm_unrated(&world.pairing);
        if prompt {
            world.catch_up().await.unwrap();
        }
        tournament.sign(&world.pairing);
        tournament.approve(&world.pairing);
        if prompt {
            world.catch_up().await.unwrap();
        }
        tournament.amend(&world.pairing, (1, 1), 60);
        world.catch_up().await.unwrap();
    }
    let (prompt, late) = (prompt.list("five").await, late.list("five").await);
    assert_eq!((prompt.len(), late.len()), (4, 4));
    for (one, other) in prompt.iter().zip(&late) {
        let times_apart = Export {
            at_ms: other.at_ms,
            ..one.clone()
        };
        assert_eq!(times_apart, *other, "version {}", one.version);
    }
}

#[tokio::test]
async fn a_manifest_of_an_earlier_release_is_no_rated_one() {
    let world = World::new().await;
    Tournament::confirmed(&world.pairing, "five", "Fernwood Open", &FIVE);
    world.catch_up().await.unwrap();
    let export = world.export("five", 0).await.unwrap();
    let mut earlier: serde_json::Value = serde_json::from_slice(&export.manifest).unwrap();
    let fields = earlier.as_object_mut().unwrap();
    for new in [
        "responsible",
        "changes",
        "rated",
        "results_without_game",
        "over_the_board",
        "unsigned_results",
    ] {
        fields.remove(new).unwrap();
    }
    fields.insert("format".to_owned(), "outflank rating export 1".into());
    let read: Manifest = serde_json::from_value(earlier).unwrap();
    assert!(!read.rated);
    assert_eq!(read.responsible, None);
    let signed = read.sign(&export_key()).unwrap();
    assert_eq!(signed.verify(Some(&export.content)), Ok(read));
}

#[tokio::test]
async fn an_amendment_makes_another_version_and_the_first_counts_no_longer() {
    let world = World::new().await;
    let mut tournament = played_out(&world).await;
    tournament.confirm(&world.pairing);
    world.catch_up().await.unwrap();
    let first = world.export("five", 1).await.unwrap();
    assert!(manifest(&first).rated && !first.superseded);

    let board = tournament.state.rounds[0].boards[0].clone();
    let discs = (board.result().unwrap().black_discs + 1) % 65;
    tournament.amend(&world.pairing, (1, board.pairing.table), discs);
    world.catch_up().await.unwrap();
    let newest = world.export("five", 0).await.unwrap();
    assert_eq!((newest.version, newest.superseded), (2, false));
    assert_ne!(newest.content, first.content);
    let told = manifest(&newest);
    assert!(!told.rated, "nobody signed for the other result");
    assert_eq!(
        told.unsigned_results,
        [format!("1/{}", board.pairing.table)]
    );
    let line = told
        .differences
        .iter()
        .find(|line| line.starts_with("Round 1: "));
    assert!(
        line.unwrap().contains(&format!(" {discs} ")),
        "{:?}",
        told.differences
    );
    assert_eq!(
        told.differences[0],
        "The event no longer counts for ratings."
    );
    let why = &told.changes[0];
    assert_eq!((&*why.cause, told.changes.len()), ("ranking_amended", 1));
    let kept = world.export("five", 1).await.unwrap();
    assert!(kept.superseded);
    assert_eq!(kept.content, first.content);
    let listed: Vec<bool> = world
        .list("five")
        .await
        .iter()
        .map(|export| export.superseded)
        .collect();
    assert_eq!(listed, [true, false]);
}

#[tokio::test]
async fn nothing_is_signed_as_rated_on_the_word_of_where_an_event_came_from() {
    let world = World::new().await;
    let mut tournament = played_out(&world).await;
    tournament.confirm(&world.pairing);
    tournament.go_away(&world.pairing);
    // All that came along, read before the event goes on here.
    world.catch_up().await.unwrap();
    tournament.come(&world.pairing);
    world.catch_up().await.unwrap();
    tournament.approve(&world.pairing);
    world.catch_up().await.unwrap();
    let rated: Vec<bool> = world
        .list("five")
        .await
        .iter()
        .map(|export| manifest(export).rated)
        .collect();
    assert_eq!(rated, [false, false, true]);
}

/// No game of a variant, or with a handicap, is ever a line of a rating file: there is no file.
#[tokio::test]
async fn a_variant_and_a_handicap_have_no_rating_file() {
    let world = World::new().await;
    let mut small = Tournament::under(&world.pairing, ("small", "Six by Six"), &FIVE, |rules| {
        rules.variant.size = BoardSize::Six;
        rules.scoring.bye_discs = 20;
    });
    small.play(&world.pairing, |round, table| {
        ResultRecord::ruled((round * 17 + table * 29) % 37, &small_board())
    });
    small.confirm_unrated(&world.pairing);
    let mut given = Tournament::new(&world.pairing, "given", "Handicaps", &FIVE);
    given.handicap = true;
    given.play(&world.pairing, |round, table| {
        played((round * 17 + table * 29) % 65)
    });
    given.confirm_unrated(&world.pairing);
    world.catch_up().await.unwrap();
    for id in ["small", "given"] {
        let refused = world.export(id, 0).await.unwrap_err();
        assert_eq!(refused.code, "variant_unrated", "{id}");
        assert!(world.list(id).await.is_empty());
    }
    // Signing for results afterwards asks for another version: there is none either.
    given.sign(&world.pairing);
    world.catch_up().await.unwrap();
    let refused = world.export("given", 0).await.unwrap_err();
    assert_eq!(refused.code, "variant_unrated");
}

fn small_board() -> Variant {
    Variant {
        size: BoardSize::Six,
        ..Variant::default()
    }
}
