//! Files go in once, with what was found in them, and come out again whole.

use outflank_packed::pack;
use outflank_proto::ratings::v1 as proto;

use super::{OFFICER, ask, import, pairs, rating_file, total};
use crate::world::{
    ADMINISTRATOR, World,
    tournament::{FIVE, Tournament},
};

pub(super) fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    pack(files.iter().copied()).unwrap()
}

async fn findings(world: &World, import_id: &str) -> Vec<(String, u32, String)> {
    let asked = proto::ListImportFindingsRequest {
        import_id: import_id.to_owned(),
        ..proto::ListImportFindingsRequest::default()
    };
    let told = ask!(world, OFFICER, list_import_findings, asked).unwrap();
    let found = told.findings.into_iter();
    found.map(|of| (of.file, of.line, of.code)).collect()
}

#[tokio::test]
async fn a_file_goes_in_once_and_comes_out_whole() {
    let mut world = World::new().await;
    let file = rating_file("18/07/2026", &[(1, 40, 2), (3, 32, 4)]);
    let file = file.as_bytes();
    let made = import(&world, OFFICER, ("elo", "MARSH.ELO"), file)
        .await
        .unwrap();
    assert_eq!(
        (
            made.files,
            made.events,
            made.results,
            made.games,
            made.findings
        ),
        (1, 1, 2, 0, 0)
    );
    assert_eq!(total(&world).await, 2);
    // The same bytes again are the same import, whoever sends them and after a restart too.
    world.restart().await;
    let again = import(&world, ADMINISTRATOR, ("elo", "OTHER.ELO"), file)
        .await
        .unwrap();
    assert_eq!(again, made);
    assert_eq!(total(&world).await, 2);

    let undo = |reason: &str| proto::UndoImportRequest {
        import_id: made.import_id.clone(),
        reason: reason.to_owned(),
    };
    let refused = ask!(world, OFFICER, undo_import, undo("  ")).unwrap_err();
    assert_eq!(refused.code, "bad_reason");
    let undone = ask!(world, OFFICER, undo_import, undo("Twice over.")).unwrap();
    let undone = undone.import.unwrap();
    assert_eq!(
        (
            undone.undone_by_account_id.as_str(),
            undone.undone_reason.as_str()
        ),
        (OFFICER, "Twice over.")
    );
    assert_eq!(total(&world).await, 0);
    // Once more changes nothing of it.
    let again = ask!(world, ADMINISTRATOR, undo_import, undo("Again.")).unwrap();
    assert_eq!(again.import.unwrap(), undone);
    // What was taken back can be imported anew.
    let anew = import(&world, OFFICER, ("elo", "MARSH.ELO"), file)
        .await
        .unwrap();
    assert_ne!(anew.import_id, made.import_id);
    assert_eq!(total(&world).await, 2);
    let listed = ask!(
        world,
        OFFICER,
        list_imports,
        proto::ListImportsRequest::default()
    );
    assert_eq!(listed.unwrap().imports, [anew, undone]);
}

#[tokio::test]
async fn a_zip_has_many_and_no_file_counts_twice() {
    let world = World::new().await;
    let [one, two] = ["17/07/2026", "18/07/2026"].map(|day| rating_file(day, &[(1, 40, 2)]));
    let first = import(&world, OFFICER, ("elo", "ONE.ELO"), one.as_bytes())
        .await
        .unwrap();
    let files: [(&str, &[u8]); 4] = [
        ("2026/ONE.ELO", one.as_bytes()),
        ("2026/TWO.ELO", two.as_bytes()),
        ("2026/SAME.ELO", two.as_bytes()),
        (
            "2026/UNDATED.ELO",
            b"%%Tournament: X\n\n%Round: 1\n\n     1 (40)>(24)      1 B\n",
        ),
    ];
    let made = import(&world, OFFICER, ("elo", "all.zip"), &zipped(&files))
        .await
        .unwrap();
    assert_eq!((made.files, made.results), (4, 1));
    let mut found = findings(&world, &made.import_id).await;
    found.sort();
    let file = |name: &str, line: u32, code: &str| (name.to_owned(), line, code.to_owned());
    assert!(found.contains(&file("ONE.ELO", 1, "known_file")));
    assert!(found.contains(&file("UNDATED.ELO", 1, "no_date")));
    assert!(found.contains(&file("UNDATED.ELO", 5, "self_game")));
    assert_eq!(made.findings as usize, found.len());
    assert_eq!(total(&world).await, 2);
    // What another import has too stays where one of the two is taken back.
    let undo = proto::UndoImportRequest {
        import_id: first.import_id,
        reason: "Mistaken.".to_owned(),
    };
    ask!(world, OFFICER, undo_import, undo).unwrap();
    assert_eq!(total(&world).await, 2);
}

#[tokio::test]
async fn what_nobody_can_read_changes_nothing() {
    let world = World::new().await;
    let good = rating_file("18/07/2026", &[(1, 40, 2)]);
    let mut cut = zipped(&[("a.elo", good.as_bytes())]);
    cut.truncate(cut.len() / 2);
    for (kind, name, content, code) in [
        ("pgn", "a.elo", good.as_bytes(), "bad_import"),
        ("elo", "", good.as_bytes(), "bad_import"),
        ("elo", "a\nb.elo", good.as_bytes(), "bad_import"),
        ("elo", "a.elo", b"", "nothing_to_import"),
        ("wthor", "a.wtb", good.as_bytes(), "nothing_to_import"),
        ("elo", "a.zip", &cut, "bad_import"),
    ] {
        let refused = import(&world, OFFICER, (kind, name), content)
            .await
            .unwrap_err();
        assert_eq!(refused.code, code, "{kind} {name:?}");
    }
    // A bomb: much more than it says of itself.
    let zeros = vec![b'%'; 70 << 20];
    let bomb = zipped(&[("a.elo", &zeros)]);
    assert!(bomb.len() < 1 << 20);
    let names: Vec<String> = (0..20_001).map(|number| number.to_string()).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    for (archive, told) in [
        (
            bomb,
            "The archive has more than 67108864 bytes when it is unpacked: import it in parts.",
        ),
        (
            zipped(&many),
            "The archive has 20001 files, and 20000 are the most: import it in parts.",
        ),
        (
            zipped(&[("2026/..", good.as_bytes())]),
            "The ZIP archive cannot be read: \"2026/..\" is no file's name.",
        ),
    ] {
        let refused = import(&world, OFFICER, ("elo", "a.zip"), &archive)
            .await
            .unwrap_err();
        assert_eq!((&*refused.code, &*refused.detail), ("bad_import", told));
    }
    for by in ["marta", "nobody"] {
        let refused = import(&world, by, ("elo", "a.elo"), good.as_bytes())
            .await
            .unwrap_err();
        assert_eq!(refused.code, "officers_only");
    }
    let listed = ask!(
        world,
        OFFICER,
        list_imports,
        proto::ListImportsRequest::default()
    );
    assert!(listed.unwrap().imports.is_empty());
    let none = proto::UndoImportRequest {
        import_id: "none".to_owned(),
        reason: "Mistaken.".to_owned(),
    };
    let refused = ask!(world, OFFICER, undo_import, none).unwrap_err();
    assert_eq!(refused.code, "unknown_import");
    assert_eq!(total(&world).await, 0);
}

/// What no database takes and nobody can read stops nothing.
#[tokio::test]
async fn characters_that_nobody_can_read_are_left_out() {
    let world = World::in_postgres().await;
    let file = rating_file("18/07/2026", &[(1, 40, 2)]);
    let file = file.replace("Marsh Open", "Marsh\u{0}Open");
    let file = file.replace("PLAYER1", "PLA\u{0}YER1");
    let made = import(&world, OFFICER, ("elo", "a.elo"), file.as_bytes())
        .await
        .unwrap();
    assert!(made.taken_in && made.results == 1, "{made:?}");
    let games = super::games(&world, proto::ListArchivedGamesRequest::default()).await;
    let event = games.games[0].event.clone().unwrap();
    assert_eq!(event.name, "Marsh Open");
}

/// An event of this server is there by itself, in its newest version, and its file is no import.
#[tokio::test]
async fn own_events_are_there_as_they_stand() {
    let world = World::new().await;
    let mut tournament = Tournament::confirmed(&world.pairing, "five", "Fernwood Open", &FIVE);
    world.catch_up().await.unwrap();
    let games = super::games(&world, proto::ListArchivedGamesRequest::default()).await;
    assert!(games.total > 0);
    let event = games.games[0].event.clone().unwrap();
    assert_eq!(
        (
            event.name.as_str(),
            event.tournament_id.as_str(),
            event.import_id.as_str()
        ),
        ("Fernwood Open", "five", "")
    );
    let before = pairs(&games);
    tournament.amend(&world.pairing, (1, 1), 60);
    world.catch_up().await.unwrap();
    let games = super::games(&world, proto::ListArchivedGamesRequest::default()).await;
    assert_eq!(pairs(&games), before);
    assert!(games.games.iter().any(|game| game.black_discs == Some(60)));
    let export = world.export("five", 0).await.unwrap();
    let made = import(&world, OFFICER, ("elo", &export.file_name), &export.content)
        .await
        .unwrap();
    assert_eq!((made.results, made.findings), (0, 1));
    assert_eq!(total(&world).await, games.total);
    // Nor is the file of a version before, whatever else is taken back.
    let first = world.export("five", 1).await.unwrap();
    let made = import(&world, OFFICER, ("elo", "first.elo"), &first.content);
    assert_eq!(made.await.unwrap().results, 0);
    let other = rating_file("18/07/2026", &[(1, 40, 2)]);
    let other = import(&world, OFFICER, ("elo", "MARSH.ELO"), other.as_bytes());
    let undo = proto::UndoImportRequest {
        import_id: other.await.unwrap().import_id,
        reason: "Mistaken.".to_owned(),
    };
    ask!(world, OFFICER, undo_import, undo).unwrap();
    assert_eq!(total(&world).await, games.total);
}
