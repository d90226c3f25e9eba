//! Games as a WTHOR base: read back as they are, within bounds, with the same bytes every time.

use std::fmt::Write as _;

use outflank_formats::archive::{ArchiveEvent, ArchiveGame, ArchivePlayer};
use outflank_formats::archive::{ArchiveFile, ArchiveFormat, Base, Taken};
use outflank_formats::wthor::read_games;
use outflank_othello::Square;
use outflank_packed::{Bounds, PackedFile, pack, unpack};

use super::{
    OFFICER, ask,
    downloaded::{Asked, GGF, of, whole_bytes},
    import, rating_file,
};
use crate::world::{World, play::whole_game};

const PLENTY: Bounds = Bounds {
    bytes: 32 << 20,
    files: 100,
};

/// A year's event of that many whole games, in each of which Anna meets another.
fn event(name: &str, year: u16, games: usize) -> ArchiveEvent {
    let player = |surname: &str, given_names: &str| ArchivePlayer {
        surname: surname.to_owned(),
        given_names: given_names.to_owned(),
        ..ArchivePlayer::default()
    };
    let others = (0..games).map(|which| player(&format!("Brisk{which}"), "Bo"));
    let played = (0..games).map(|which| {
        let game = whole_game("whole", which + usize::from(year));
        let moves = game.plies.iter().filter(|ply| !ply.square.is_empty());
        let discs = [game.black_discs, game.white_discs].map(|discs| discs.try_into().unwrap());
        ArchiveGame {
            round: None,
            black: 0,
            white: which + 1,
            colours_known: true,
            winner: None,
            discs: Some((discs[0], discs[1])),
            moves: moves.map(|ply| ply.square.parse().unwrap()).collect(),
        }
    });
    ArchiveEvent {
        name: name.to_owned(),
        year: Some(year),
        players: std::iter::once(player("Ardent", "Anna"))
            .chain(others)
            .collect(),
        games: played.collect(),
        ..ArchiveEvent::default()
    }
}

/// A base of these events in a ZIP archive, as somebody sends it.
fn packed(events: &[ArchiveEvent]) -> Vec<u8> {
    let mut base = Base::within(1 << 20);
    for event in events {
        base.take(&event.name, event).unwrap();
    }
    let files = base.finish();
    pack(files.iter().map(|file| (&*file.name, &*file.bytes))).unwrap()
}

fn files(zip: &[u8]) -> Vec<PackedFile> {
    unpack(zip, PLENTY).unwrap()
}

fn read(files: &[PackedFile]) -> Taken {
    let files: Vec<ArchiveFile<'_>> = files
        .iter()
        .map(|file| ArchiveFile {
            name: &file.name,
            bytes: &file.bytes,
        })
        .collect();
    ArchiveFormat::Wthor.take(&files)
}

type Game = (u16, String, [String; 2], u16, Vec<Square>);

fn games(taken: &Taken) -> Vec<Game> {
    let mut all = Vec::new();
    for event in &taken.events {
        let name = |place: usize| event.players[place].surname.clone();
        all.extend(event.games.iter().map(|game| {
            (
                event.held_in().unwrap(),
                event.name.clone(),
                [name(game.black), name(game.white)],
                game.discs.unwrap().0,
                game.moves.clone(),
            )
        }));
    }
    all.sort();
    all
}

fn text(files: &[PackedFile]) -> &str {
    let last = files.last().unwrap();
    assert_eq!(last.name, "left-out.txt");
    std::str::from_utf8(&last.bytes).unwrap()
}

#[tokio::test]
async fn a_base_is_read_back_with_the_games_that_it_was_made_of() {
    let mut world = World::new().await;
    let sent = packed(&[event("Marsh Open", 2026, 5), event("Fen Open", 2024, 3)]);
    import(&world, OFFICER, ("wthor", "years.zip"), &sent)
        .await
        .unwrap();
    // Results without moves are no games, and games without an end have no place in a base.
    let results = rating_file("18/07/2026", &[(1, 40, 2)]);
    for (kind, name, content) in [
        ("elo", "a.elo", results.as_str()),
        ("ggf", "evening.ggf", GGF),
    ] {
        import(&world, OFFICER, (kind, name), content.as_bytes())
            .await
            .unwrap();
    }
    let (zip, pieces) = whole_bytes(&world, of("wthor")).await;
    assert_eq!(pieces, 1);
    let unpacked = files(&zip);
    let names: Vec<&str> = unpacked.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "WTH_2024.WTB",
            "WTH_2026.WTB",
            "WTHOR.JOU",
            "WTHOR.TRN",
            "left-out.txt"
        ]
    );
    let told = read(&unpacked);
    assert_eq!(told.findings, []);
    assert_eq!(games(&told), games(&read(&files(&sent))));
    assert_eq!(games(&told).len(), 8);
    let lines: Vec<&str> = text(&unpacked).lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(lines[0], "8 of 10 games are in this base. Left out:");
    for (line, names) in [(1, "Brisk - =Cleo, Calm: "), (2, "Ardent - ")] {
        assert!(
            lines[line].starts_with("? evening: ") && lines[line].contains(names),
            "{lines:?}"
        );
        assert!(
            lines[line].ends_with(": its year is not known"),
            "{lines:?}"
        );
    }

    // What is asked of the list can be asked of the base.
    let recent = Asked {
        from_year: 2025,
        name: "Ardent".to_owned(),
        ..of("wthor")
    };
    let some = files(&whole_bytes(&world, recent).await.0);
    assert_eq!(read_games(&some[0].bytes).unwrap().value.records.len(), 5);
    assert_eq!(
        (some.len(), text(&some)),
        (4, "All 5 games are in this base.\n")
    );
    let nothing = Asked {
        to_year: 1976,
        ..of("wthor")
    };
    let nothing = files(&whole_bytes(&world, nothing).await.0);
    assert_eq!(
        (nothing.len(), text(&nothing)),
        (3, "There is no such game.\n")
    );

    // Whenever and by whomever it is made.
    world.restart().await;
    assert!(whole_bytes(&world, of("wthor")).await.0 == zip);
    // It can be imported as it is, and has nothing new.
    let other = World::new().await;
    let made = import(&other, OFFICER, ("wthor", "games.zip"), &zip)
        .await
        .unwrap();
    assert_eq!((made.games, made.findings), (8, 0));
    assert!(files(&whole_bytes(&other, of("wthor")).await.0)[..4] == unpacked[..4]);
}

/// Games of two moves between people with long names of which no two are alike.
fn long_names(games: usize, seed: u64) -> String {
    let mut state = seed;
    let mut name = || -> String {
        let letters = (0..1_000).map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            char::from(b'A' + u8::try_from((state >> 33) % 26).unwrap())
        });
        letters.collect()
    };
    let mut text = String::new();
    for _ in 0..games {
        let (black, white) = (name(), name());
        writeln!(
            text,
            "(;GM[Othello]PB[{black}]PW[{white}]RE[8.000]TY[8]BO[8 -------- -------- -------- ---O*--- \
             ---*O--- -------- -------- -------- *]B[F5]W[d6];)"
        )
        .unwrap();
    }
    text
}

#[tokio::test]
async fn a_large_base_comes_in_pieces_of_one_archive_and_a_larger_one_is_refused() {
    let mut world = World::new().await;
    let sent = packed(&[event("Marsh Open", 2026, 5)]);
    import(&world, OFFICER, ("wthor", "years.zip"), &sent)
        .await
        .unwrap();
    let file = long_names(1_400, 1);
    assert!(file.len() < 4 << 20);
    import(&world, OFFICER, ("ggf", "1.ggf"), file.as_bytes())
        .await
        .unwrap();
    let (zip, pieces) = whole_bytes(&world, of("wthor")).await;
    assert_eq!(pieces, zip.len().div_ceil(1 << 20));
    assert!(pieces > 1, "{}", zip.len());
    let unpacked = files(&zip);
    assert_eq!(games(&read(&unpacked)), games(&read(&files(&sent))));
    assert_eq!(text(&unpacked).lines().count(), 1 + 1_400);

    // The next piece is that of another process, which has made none yet.
    let first = ask!(world, "nobody", download_archived_games, of("wthor")).unwrap();
    world.restart().await;
    let mut next = of("wthor");
    next.after = first.next;
    let second = ask!(world, "nobody", download_archived_games, next.clone()).unwrap();
    assert!([first.content, second.content].concat() == zip[..zip.len().min(2 << 20)]);
    // A token is good for what it was given for alone.
    for other in [
        Asked {
            from_year: 2000,
            ..next.clone()
        },
        Asked {
            format: "csv".to_owned(),
            ..next.clone()
        },
    ] {
        let refused = ask!(world, "nobody", download_archived_games, other).unwrap_err();
        assert_eq!(refused.code, "invalid_page_token");
    }
    // What is imported meanwhile breaks a base off: nobody takes a part for all of it.
    for seed in 2..=6 {
        let file = long_names(1_400, seed);
        import(&world, OFFICER, ("ggf", "1.ggf"), file.as_bytes())
            .await
            .unwrap();
    }
    let refused = ask!(world, "nobody", download_archived_games, next).unwrap_err();
    assert_eq!(refused.code, "invalid_page_token");

    let refused = ask!(world, "nobody", download_archived_games, of("wthor")).unwrap_err();
    assert_eq!(
        (&*refused.code, &*refused.detail),
        (
            "bad_archive_query",
            "The archive cannot be asked so: a WTHOR base of it is larger than 16 MB: ask for fewer years."
        )
    );
    let dated = Asked {
        from_year: 2026,
        ..of("wthor")
    };
    assert_eq!(whole_bytes(&world, dated).await.1, 1);
}
