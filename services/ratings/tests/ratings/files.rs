//! Rating files and their manifests, made of tournaments that the engine decided.

use crate::world::{
    AT_MS, World, export_key, signed,
    tournament::{FIVE, Tournament, neither, played, walkover},
};
use ed25519_dalek::SigningKey;
use outflank_formats::elo::{self, Outcome};
use outflank_ratings::{Change, Manifest, ManifestError, Responsible, Signatory, SignedManifest};
use outflank_tournament::{
    Abandonment, Absence, AccountId, Colour, Command, LostBy, ResultKind, ResultRecord, Variant,
};

/// Black, white, result and discs.
type GameLine = (u32, u32, Outcome, Option<(u16, u16)>);

const NAME: &str = "Tournoi de la Forêt nº 7";

/// Five entrants over ten rounds: byes, one walkover, one game nobody came for, one draw.
async fn five(world: &World) -> Tournament {
    let mut tournament = Tournament::new(&world.pairing, "five", NAME, &FIVE);
    tournament.play(&world.pairing, |round, table| match (round, table) {
        (2, 1) => walkover(),
        (3, 2) => neither(),
        (4, 1) => played(32),
        _ => played((round * 17 + table * 29) % 65),
    });
    assert_eq!(
        world.export("five", 0).await.unwrap_err().code,
        "not_confirmed"
    );
    tournament.confirm(&world.pairing);
    world.catch_up().await.unwrap();
    tournament
}

#[tokio::test]
async fn a_confirmed_tournament_is_exported_in_the_strict_form() {
    let world = World::new().await;
    let tournament = five(&world).await;
    let export = world.export("five", 0).await.unwrap();
    assert_eq!((export.version, export.tournament_id.as_str()), (1, "five"));
    assert_eq!(elo::strict_check(&export.content, &export.file_name), []);
    let text = String::from_utf8(export.content.clone()).unwrap();
    assert!(text.is_ascii());
    let head: Vec<&str> = text.lines().take(4).collect();
    assert_eq!(
        head[1..],
        [
            "%%Country: France",
            "%%Date: 21/11/2026",
            "%%Sender: Anna Ardent"
        ]
    );

    let file = elo::read(&export.content);
    assert_eq!(file.problems, []);
    let games: Vec<GameLine> = file
        .value
        .games()
        .map(|game| (game.first, game.second, game.outcome, game.discs))
        .collect();
    let number = |entrant| tournament.person(entrant).2;
    let discs = |count| u16::try_from(count).unwrap();
    let expected: Vec<GameLine> = tournament
        .state
        .rounds
        .iter()
        .flat_map(|round| &round.boards)
        .map(|board| (board, board.result().unwrap()))
        .filter(|(_, result)| result.absent == Absence::Nobody)
        .map(|(board, result)| {
            let score = (discs(result.black_discs), discs(result.white_discs));
            let pairing = &board.pairing;
            let outcome = match result.winner {
                Some(Colour::Black) => Outcome::FirstWon,
                Some(Colour::White) => Outcome::SecondWon,
                None => Outcome::Drawn,
            };
            let (black, white) = (number(&pairing.black), number(&pairing.white));
            (black, white, outcome, Some(score))
        })
        .collect();
    assert_eq!(
        expected.len(),
        18,
        "twenty games without a walkover and an empty table"
    );
    assert_eq!(games, expected);
}

#[tokio::test]
async fn games_of_the_finals_are_added_results_and_no_part_of_the_list() {
    let world = World::new().await;
    let mut tournament = Tournament::new(&world.pairing, "five", NAME, &FIVE);
    tournament.play(&world.pairing, |round, table| {
        played((round * 17 + table * 29) % 65)
    });
    let list = tournament.state.standings().unwrap();
    let rounds = tournament.state.rounds.len();
    tournament.play_finals(&world.pairing, |round, table| 20 + round + table);
    tournament.confirm(&world.pairing);
    world.catch_up().await.unwrap();
    let export = world.export("five", 0).await.unwrap();
    assert_eq!(elo::strict_check(&export.content, &export.file_name), []);

    let number = |entrant| tournament.person(entrant).2;
    let all = &tournament.state.rounds;
    let finals: Vec<String> = all[rounds..]
        .iter()
        .flat_map(|round| &round.boards)
        .map(|board| {
            let result = board.result().unwrap();
            let (black, white) = (number(&board.pairing.black), number(&board.pairing.white));
            let (own, other) = (result.black_discs, result.white_discs);
            let glyph = match result.winner {
                Some(Colour::Black) => '>',
                Some(Colour::White) => '<',
                None => '=',
            };
            format!("{black:6} ({own:02}){glyph}({other:02}) {white:6} B")
        })
        .collect();
    assert!(finals.len() >= 3, "a final and a third place: {finals:?}");
    let text = String::from_utf8(export.content).unwrap();
    let (before, added) = text.split_once("%%Added results\n").unwrap();
    assert_eq!(added.lines().collect::<Vec<_>>(), finals);
    assert_eq!(before.matches("%Round: ").count(), rounds);

    for line in &list {
        let entrant = &tournament.state.entrants[line.player];
        let halves = line.half_points.0;
        let half = if halves % 2 == 1 { ".5" } else { "" };
        let figures = format!(", {:2}{half}, {}, ", halves / 2, line.discs);
        let number = format!("{:6}, ", number(&entrant.id));
        let player = before
            .lines()
            .find(|line| line.starts_with("%_%") && line.contains(&number))
            .unwrap();
        assert!(player.contains(&figures), "{player} has not {figures}");
    }
}

#[tokio::test]
async fn players_stand_in_their_final_order_with_folded_names() {
    let world = World::new().await;
    let tournament = five(&world).await;
    let export = world.export("five", 0).await.unwrap();
    let text = String::from_utf8(export.content).unwrap();
    let players: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("%_%"))
        .collect();
    let ranking = tournament.state.ranking.as_ref().unwrap();
    let expected: Vec<String> = ranking
        .iter()
        .map(|line| {
            let (name, number, new) = match tournament.person(&line.entrant).2 {
                201 => ("AErovang, Bjorn", 201, ' '),
                130_081 => ("Nunez-Pena, Jose", 130_081, '+'),
                77 => ("Lakosz, Zaneta", 77, ' '),
                12_345 => ("Straussberg, Jurgen", 12_345, ' '),
                _ => ("O'Tarn, ", 999_999, '+'),
            };
            let halves = line.half_points.0;
            let half = if halves % 2 == 1 { ".5" } else { "" };
            let points = halves / 2;
            let rating = if line.entrant.as_str() == "e0" {
                "0"
            } else {
                "1500"
            };
            format!(
                "%_% {new}{number:6}, {name}, FRA, {points:2}{half}, {}, {rating}",
                line.discs
            )
        })
        .collect();
    assert_eq!(players, expected);
}

#[tokio::test]
async fn the_manifest_says_what_was_exported() {
    let world = World::new().await;
    let tournament = five(&world).await;
    let export = world.export("five", 0).await.unwrap();
    assert_eq!(export.public_key, export_key().verifying_key().to_bytes());
    let manifest = signed(&export).verify(Some(&export.content)).unwrap();
    let shown = tournament.shown();
    assert!(!shown.deviations.is_empty(), "the finals were left out");
    let deviations = shown.deviations.iter();
    assert_eq!(
        manifest,
        Manifest {
            format: Manifest::format(),
            tournament_id: "five".to_owned(),
            tournament: NAME.to_owned(),
            version: 1,
            file_name: export.file_name.clone(),
            sha256: Manifest::digest(&export.content),
            bytes: export.content.len() as u64,
            at_ms: AT_MS + i64::try_from(tournament.seq).unwrap() * 60_000,
            tournament_seq: tournament.seq,
            rule_set: "egp-2020".to_owned(),
            amended_rules: Vec::new(),
            conformant: false,
            abandoned: false,
            deviations: deviations
                .map(|deviation| format!("{} ({})", deviation.what, deviation.rule))
                .collect(),
            rated: true,
            results_without_game: 18,
            over_the_board: shown
                .results_without_game
                .iter()
                .map(|result| format!("{}/{}", result.round, result.table))
                .collect(),
            unsigned_results: Vec::new(),
            numbers_not_listed: Vec::new(),
            draw_anchor: "anchor".to_owned(),
            revealed_seeds: vec!["seed".to_owned()],
            responsible: Some(Responsible {
                director: "Anna Ardent".to_owned(),
                head_directors: Vec::new(),
                confirmed_by: Some(Signatory {
                    at_ms: Some(AT_MS),
                    ..by("anna", "Anna Ardent")
                }),
                approved_by: Some(Signatory {
                    at_ms: Some(1_000 * i64::try_from(tournament.seq - 1).unwrap()),
                    ..by("clara", "")
                }),
                federation: None,
                released_by: None,
            }),
            changes: vec![
                made(
                    "over_the_board_declared",
                    tournament.seq - 2,
                    "score sheets",
                    "anna"
                ),
                made("event_approved", tournament.seq - 1, "announced", "clara"),
                made("confirmed", tournament.seq, "", "anna"),
            ],
            supersedes: None,
            differences: Vec::new(),
            files: manifest.files.clone(),
            files_left_out: manifest.files_left_out.clone(),
        }
    );
}

fn by(account_id: &str, name: &str) -> Signatory {
    Signatory {
        account_id: account_id.to_owned(),
        name: name.to_owned(),
        at_ms: None,
    }
}

/// What pairing told; only the director's account has a name.
fn made(cause: &str, seq: u64, reason: &str, who: &str) -> Change {
    let name = if who == "anna" { "Anna Ardent" } else { "" };
    Change {
        cause: cause.to_owned(),
        at_ms: 1_000 * i64::try_from(seq).unwrap(),
        by: Some(by(who, name)),
        reason: reason.to_owned(),
    }
}

#[tokio::test]
async fn any_changed_byte_is_found() {
    let world = World::new().await;
    five(&world).await;
    let export = world.export("five", 0).await.unwrap();
    let signed = signed(&export);
    for place in 0..export.content.len() {
        let mut content = export.content.clone();
        content[place] ^= 1;
        let error = signed.verify(Some(&content)).unwrap_err();
        assert!(matches!(error, ManifestError::Content { .. }), "{place}");
    }
    let shorter = &export.content[1..];
    assert!(signed.verify(Some(shorter)).is_err());
    // Each verification costs a curve operation: every seventh byte is plenty.
    for place in (0..signed.manifest.len()).step_by(7) {
        let mut changed = signed.clone();
        changed.manifest[place] ^= 1;
        assert_eq!(
            changed.verify(None),
            Err(ManifestError::Signature),
            "{place}"
        );
    }
    for place in 0..64 {
        let mut changed = signed.clone();
        changed.signature[place] ^= 1;
        assert_eq!(
            changed.verify(None),
            Err(ManifestError::Signature),
            "{place}"
        );
    }
}

#[tokio::test]
async fn a_foreign_key_or_text_is_told() {
    let world = World::new().await;
    five(&world).await;
    let export = world.export("five", 0).await.unwrap();
    let ours = signed(&export);
    let foreign = SigningKey::from_bytes(&[43; 32]);
    let claimed = SignedManifest {
        public_key: foreign.verifying_key().to_bytes(),
        ..ours.clone()
    };
    assert_eq!(claimed.verify(None), Err(ManifestError::Signature));

    // Signed anew by somebody else, it is good in itself; its key tells whose it is.
    let manifest = ours.verify(None).unwrap();
    let forged = manifest.sign(&foreign).unwrap();
    assert_eq!(forged.verify(Some(&export.content)), Ok(manifest.clone()));
    assert_ne!(forged.public_key, ours.public_key);

    // A key of small order fits signatures that nobody made.
    let mut weak = ours;
    weak.public_key = [0; 32];
    weak.public_key[0] = 1;
    weak.signature = [0; 64];
    weak.signature[0] = 1;
    assert_eq!(weak.verify(None), Err(ManifestError::Signature));

    let other = Manifest {
        format: "outflank something else 1".to_owned(),
        ..manifest
    };
    let other = other.sign(&export_key()).unwrap().verify(None);
    assert!(matches!(other, Err(ManifestError::Form(_))));
}

/// An abandoned event whose ranking is confirmed has its file, and the manifest says so. What both lost is no game line.
#[tokio::test]
async fn an_abandoned_event_has_its_file_and_says_so() {
    let world = World::new().await;
    let mut tournament = Tournament::new(&world.pairing, "five", NAME, &FIVE);
    let both = ResultRecord::lost(LostBy::Both, ResultKind::Forfeit, &Variant::default());
    let forfeit = ResultRecord::lost(LostBy::White, ResultKind::Forfeit, &Variant::default());
    tournament.play(&world.pairing, |round, table| match (round, table) {
        (2, 1) => both.clone(),
        (3, 1) => forfeit.clone(),
        _ => played((round * 17 + table * 29) % 65),
    });
    let abandon = Command::AbandonTournament(Abandonment {
        unfinished: None,
        confirm_ranking: true,
        seed: Some(tournament.seed()),
        reason: "The hall burns.".to_owned(),
        by: AccountId::from("director"),
        accept_deviations: true,
    });
    tournament.give(&world.pairing, &abandon);
    world.catch_up().await.unwrap();
    let export = world.export("five", 0).await.unwrap();
    let manifest = signed(&export).verify(Some(&export.content)).unwrap();
    assert!(manifest.abandoned);
    assert_eq!(elo::strict_check(&export.content, &export.file_name), []);
    let file = elo::read(&export.content);
    let lost = file
        .value
        .games()
        .filter(|game| game.discs == Some((64, 0)));
    assert!(lost.count() >= 1, "a forfeit at the table is a game");
    assert_eq!(
        file.value.games().count(),
        19,
        "twenty games, one of them lost by both"
    );
}
