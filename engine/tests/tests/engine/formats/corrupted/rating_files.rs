//! Rating files, and what two of them say otherwise.

use outflank_formats::elo::{
    FirstColour, Game, RatingFile, differences, read, rewrite, strict_check,
};

use super::super::corpus;
use super::{lines, sound, thousand};

fn valid() -> Vec<Vec<u8>> {
    [
        "elo/EGP_NORWAY.ELO",
        "elo/20260314_Poznanskie_Rozgrywki.ELO",
    ]
    .map(corpus::read)
    .to_vec()
}

/// The games as the strict form tells them.
fn games(file: &RatingFile) -> Vec<Game> {
    let games = file.games().map(|game| {
        let game = match game.colour {
            FirstColour::White => game.swapped(),
            FirstColour::Black | FirstColour::Unknown => *game,
        };
        Game { line: 0, ..game }
    });
    games.collect()
}

#[test]
fn files() {
    const NAME: &str = "20260314_SAMPLE.ELO";
    thousand("rating files", &valid(), |bytes| {
        let file = read(bytes);
        sound(&file.problems, lines(bytes), bytes.len());
        for departure in strict_check(bytes, NAME) {
            let line = usize::try_from(departure.line).unwrap();
            // A header that is missing is missed where it belongs, in the first four lines.
            assert!(line <= lines(bytes).max(4), "{departure:?}");
            assert!(departure.what.len() + departure.right.len() <= 4_096 + 4 * bytes.len());
        }
        let written = rewrite(bytes, NAME);
        assert!(written.text.is_ascii());
        assert!(written.text.len() <= 8 * bytes.len() + 1_024);
        let again = read(written.text.as_bytes());
        assert_eq!(games(&again.value), games(&file.value));
        // Whatever is strict by now stays as it is.
        let twice = rewrite(written.text.as_bytes(), &written.file_name);
        assert_eq!(twice.text, written.text);
        assert_eq!(twice.file_name, written.file_name);
    });
}

#[test]
fn what_two_files_say_otherwise() {
    let valid = valid();
    let first = read(&valid[0]).value;
    thousand("differences", &valid, |bytes| {
        let file = read(bytes).value;
        assert_eq!(differences(&file, &file), Vec::<String>::new());
        for (before, after) in [(&first, &file), (&file, &first)] {
            let told = differences(before, after);
            let said: usize = told.iter().map(String::len).sum();
            assert!(
                said <= 200_000 + 40 * bytes.len(),
                "{said} bytes are said of {}",
                bytes.len()
            );
            assert!(told.iter().all(|sentence| !sentence.is_empty()));
        }
    });
}
