//! Games as files: all that is asked for, piece by piece, in forms that are read back.

use outflank_formats::{ggf, read_transcripts};
use outflank_proto::ratings::v1 as proto;

use super::{OFFICER, ask, import, rating_file};
use crate::world::World;

pub(super) const GGF: &str = "(;GM[Othello]PB[Anna Ardent]PW[Bo Brisk]RE[8.000]TY[8]BO[8 -------- -------- -------- ---O*--- \
    ---*O--- -------- -------- -------- *]B[F5]W[d6]B[C3]W[d3]B[C4]W[f4];)\n(;GM[Othello]PB[Bo Brisk]PW[=Cleo, Calm]\
    RE[-8.000:t]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[C4]W[c5];)\n";

pub(super) type Asked = proto::DownloadArchivedGamesRequest;

/// The whole file, and how many pieces it came in.
pub(super) async fn whole_bytes(world: &World, mut asked: Asked) -> (Vec<u8>, usize) {
    let (mut bytes, mut pieces) = (Vec::new(), 0);
    loop {
        let piece = ask!(world, "nobody", download_archived_games, asked.clone()).unwrap();
        bytes.extend(piece.content);
        pieces += 1;
        if piece.next.is_empty() {
            return (bytes, pieces);
        }
        asked.after = piece.next;
    }
}

async fn whole(world: &World, asked: Asked) -> (String, usize) {
    let (bytes, pieces) = whole_bytes(world, asked).await;
    (String::from_utf8(bytes).unwrap(), pieces)
}

pub(super) fn of(format: &str) -> Asked {
    Asked {
        format: format.to_owned(),
        ..Asked::default()
    }
}

#[tokio::test]
async fn games_are_written_in_forms_that_are_read_back() {
    let world = World::new().await;
    let file = rating_file("18/07/2026", &[(1, 40, 2), (3, 32, 1)]);
    for (kind, name, content) in [("elo", "a.elo", file.as_str()), ("ggf", "evening.ggf", GGF)] {
        import(&world, OFFICER, (kind, name), content.as_bytes())
            .await
            .unwrap();
    }
    let (table, _) = whole(&world, of("csv")).await;
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 5);
    assert!(lines[0].starts_with("date,year,event,country,round,black_number,"));
    assert_eq!(
        lines[1],
        "2026-07-18,2026,Marsh Open,Denmark,1,3,PLAYER3,Given,DNK,1,PLAYER1,Given,DNK,yes,draw,32,32,,"
    );
    // No spreadsheet takes a name for a formula, and no comma of it parts cells.
    assert!(table.contains("\"'=Cleo, Calm\""), "{table}");

    let (transcripts, _) = whole(&world, of("txt")).await;
    let read = read_transcripts(transcripts.as_bytes());
    assert_eq!(read.problems, vec![]);
    let plies: Vec<usize> = read.value.iter().map(|line| line.tokens.len()).collect();
    assert_eq!(plies, [2, 6]);
    assert!(
        transcripts.contains("# ? evening: Bo Brisk white =Cleo, Calm\n"),
        "{transcripts}"
    );

    let (games, _) = whole(&world, of("ggf")).await;
    let read = ggf::read_ggf(games.as_bytes());
    assert_eq!(read.problems, vec![]);
    let told: Vec<_> = read
        .value
        .iter()
        .map(|game| {
            let result = game.result.unwrap();
            (
                game.black.as_str(),
                result.disc_difference,
                result.on_the_board,
                game.moves.len(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("Bo Brisk", Some(-1), false, 2),
            ("Anna Ardent", Some(8), true, 6)
        ]
    );

    // What is asked of the list can be asked of the file.
    let mut some = of("csv");
    some.player = 3;
    assert_eq!(whole(&world, some).await.0.lines().count(), 2);
    assert_eq!(whole(&world, of("")).await.0, table);
    for wrong in ["CSV", "pgn"] {
        let refused = ask!(world, "nobody", download_archived_games, of(wrong)).unwrap_err();
        assert_eq!(refused.code, "bad_archive_query");
    }
    let mut forged = of("csv");
    forged.after = "x".to_owned();
    let refused = ask!(world, "nobody", download_archived_games, forged).unwrap_err();
    assert_eq!(refused.code, "invalid_page_token");
}

#[tokio::test]
async fn a_large_file_comes_in_pieces_and_whole() {
    let world = World::new().await;
    let mut files = Vec::new();
    for month in 1..=12_u32 {
        let games: Vec<_> = (1..=200_u32)
            .map(|number| (number, 40, number + 200))
            .collect();
        files.push(rating_file(&format!("18/{month:02}/2025"), &games));
    }
    for file in &files {
        import(&world, OFFICER, ("elo", "a.elo"), file.as_bytes())
            .await
            .unwrap();
    }
    let (table, pieces) = whole(&world, of("csv")).await;
    assert_eq!((table.lines().count(), pieces), (2_401, 3));
    let mut lines: Vec<&str> = table.lines().skip(1).collect();
    assert!(lines[0].starts_with("2025-12-18") && lines[2_399].starts_with("2025-01-18"));
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 2_400);
    // Nobody has moves, so of transcripts there are none.
    assert_eq!(whole(&world, of("txt")).await, (String::new(), 1));
    // What is imported meanwhile breaks a file off: nobody takes a part for all of it.
    let first = ask!(world, "nobody", download_archived_games, of("csv")).unwrap();
    let file = rating_file("18/07/2026", &[(1, 40, 2)]);
    import(&world, OFFICER, ("elo", "b.elo"), file.as_bytes())
        .await
        .unwrap();
    let mut next = of("csv");
    next.after = first.next;
    let refused = ask!(world, "nobody", download_archived_games, next).unwrap_err();
    assert_eq!(refused.code, "invalid_page_token");
}
