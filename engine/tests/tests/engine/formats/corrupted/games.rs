//! Games as text: GGF and transcripts.

use outflank_formats::ggf::{
    GgfGame, GgfMove, GgfRecord, GgfSetup, looks_like_ggf, read_ggf, write_ggf,
};
use outflank_formats::{TranscriptLine, read_transcripts, wthor};
use outflank_othello::transcript::{Token, linear, replay};
use outflank_othello::{Color, Square};

use super::super::corpus;
use super::{lines, sound, thousand};

fn squares() -> Vec<Vec<Square>> {
    let base = wthor::read_games(&corpus::read("wthor/WTH_1982.wtb")).unwrap();
    base.value
        .records
        .into_iter()
        .map(|record| record.moves)
        .take(6)
        .collect()
}

#[test]
fn transcripts() {
    let text: Vec<String> = squares().into_iter().map(linear).collect();
    let valid = [
        text.join("\n").into_bytes(),
        format!(
            "# games\n\n{}\r\n% more\r{}",
            text[0].to_uppercase(),
            text[1].replace("d3", " d3-- ")
        )
        .into_bytes(),
    ];
    thousand("transcripts", &valid, |bytes| {
        let read = read_transcripts(bytes);
        sound(&read.problems, lines(bytes), bytes.len());
        let moves = |line: &TranscriptLine| -> Vec<Square> {
            let squares = line.tokens.iter().filter_map(|token| match token {
                Token::Move(square) => Some(*square),
                _ => None,
            });
            squares.collect()
        };
        for line in &read.value {
            let squares = moves(line);
            let again = read_transcripts(linear(squares.iter().copied()).as_bytes());
            assert_eq!(
                again.value.iter().map(moves).collect::<Vec<_>>().concat(),
                squares
            );
            assert!(replay(&line.tokens).moves.len() <= 60);
        }
    });
}

fn record(game: &GgfGame) -> GgfRecord {
    let result = game.result;
    GgfRecord {
        place: String::new(),
        date: String::new(),
        black: (game.black.clone(), None),
        white: (game.white.clone(), None),
        time_ms: None,
        setup: game.setup,
        result: (
            result
                .and_then(|result| result.disc_difference)
                .unwrap_or(0)
                .into(),
            None,
        ),
        moves: game
            .moves
            .iter()
            .map(|&(color, token)| GgfMove {
                color,
                square: match token {
                    Token::Move(square) => Some(square),
                    _ => None,
                },
                spent_ms: None,
            })
            .collect(),
    }
}

#[test]
fn games_of_ggf() {
    let games = squares().into_iter().map(|squares| {
        let moves = squares.iter().zip(0..).map(|(&square, ply)| GgfMove {
            color: if ply % 2 == 0 {
                Color::Black
            } else {
                Color::White
            },
            square: Some(square),
            spent_ms: Some(1_500),
        });
        GgfRecord {
            place: "Sample Open".to_owned(),
            date: "2026.07.18_09:00:00.UTC".to_owned(),
            black: ("Ann Sample".to_owned(), Some(1500)),
            white: ("Bob Sample".to_owned(), None),
            time_ms: Some((300_000, 2_000)),
            setup: GgfSetup::default(),
            result: (12, None),
            moves: moves.collect(),
        }
    });
    let games: Vec<GgfRecord> = games.collect();
    let valid: Vec<Vec<u8>> = games
        .chunks(3)
        .map(|games| write_ggf(games).into_bytes())
        .collect();
    thousand("games of GGF", &valid, |bytes| {
        let _ = looks_like_ggf(bytes);
        let read = read_ggf(bytes);
        sound(&read.problems, lines(bytes), bytes.len());
        for game in read.value {
            assert!((1..=lines(bytes)).contains(&usize::try_from(game.line).unwrap()));
            let again = read_ggf(write_ggf(&[record(&game)]).as_bytes());
            assert_eq!(again.problems, []);
            let again = &again.value[0];
            // A name is told without brackets and on one line.
            let plain = |name: &str| name.replace('[', "(").replace(['\r', '\n'], ")");
            assert_eq!(
                (&*again.black, &*again.white),
                (plain(&game.black).trim(), plain(&game.white).trim())
            );
            assert_eq!(again.setup, game.setup);
            assert_eq!(again.moves, game.moves);
            let difference = game.result.and_then(|result| result.disc_difference);
            assert_eq!(
                again.result.unwrap().disc_difference,
                Some(difference.unwrap_or(0))
            );
        }
    });
}
