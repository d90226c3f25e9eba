//! Rewriting towards the strict form: form is mended, facts are never invented or lost.

use std::collections::{BTreeMap, BTreeSet};

use super::corpus;
use outflank_formats::elo::{self, FirstColour};

#[test]
fn rewriting_mends_form_and_invents_nothing() {
    let messy = "\u{feff}%%Sender: Zo\u{eb}\r\n%%Tournament: Open\r\n%%Date: 1/2/2003 - 02/02/2003\r\n%%Country: X\r\n%_% 12, A\u{e9}, B, XXX, 1, 40\r\n%_% +13, C, D, XXX, 0, 24, -\r\n%Round1\r\n12 (24)<(40) 13 W\r\n12 > 13\r\n?????? > 13\r\n%Finals\r\n12 (40)>(24) 13  B % late\r\n";
    let rewritten = elo::rewrite(messy.as_bytes(), "open 2003.elo");
    let expected = "\
%%Tournament: Open
%%Country: X
%%Date: 01/02/2003
%%Sender: Zoe
%_%      12, Ae, B, XXX,  1, 40, 0
%_% +    13, C, D, XXX,  0, 24, 0
%Round: 1
    13 (40)>(24)     12 B
    12 >     13
%# ?????? > 13
%%Added results
%Finals
    12 (40)>(24)     13 B
%# late
";
    assert_eq!(rewritten.text, expected);
    assert_eq!(rewritten.file_name, "20030201_Open.ELO");
    let remaining: Vec<_> = rewritten
        .remaining
        .iter()
        .map(|d| (d.line, d.code))
        .collect();
    assert_eq!(remaining, vec![(9, "no_colour"), (9, "no_score")]);
}

#[test]
fn rewriting_keeps_every_game_of_the_archive() {
    let (mut files, mut strict) = (0, 0);
    let mut not_strict: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, bytes) in corpus::elo_archive() {
        let rewritten = elo::rewrite(&bytes, &name);
        assert!(rewritten.text.is_ascii(), "{name}");
        let key = |game: &elo::Game| {
            let game = if game.colour == FirstColour::White {
                game.swapped()
            } else {
                *game
            };
            (game.first, game.second, game.outcome, game.discs)
        };
        let before: Vec<_> = elo::read(&bytes).value.games().map(key).collect();
        let after: Vec<_> = elo::read(rewritten.text.as_bytes())
            .value
            .games()
            .map(key)
            .collect();
        assert!(before == after, "{name}");
        // What stands against the strict form, or could not be brought into it, is told to the last line.
        let departures = elo::strict_check(rewritten.text.as_bytes(), &rewritten.file_name);
        let remaining = &rewritten.remaining;
        assert!(
            departures
                .iter()
                .all(|departure| remaining.contains(departure)),
            "{name}"
        );
        strict += usize::from(remaining.is_empty());
        let codes: BTreeSet<_> = remaining.iter().map(|departure| departure.code).collect();
        for code in codes {
            *not_strict.entry(code).or_default() += 1;
        }
        files += 1;
        let again = elo::rewrite(rewritten.text.as_bytes(), &rewritten.file_name);
        assert!(
            again.text == rewritten.text && again.file_name == rewritten.file_name,
            "{name} changes when rewritten twice"
        );
    }
    println!(
        "{strict} of {files} files have a strict form; the others have none because of {not_strict:?}"
    );
    assert_eq!((files, strict), (5552, 795));
    // A score or a colour that a file does not hold is never made up.
    assert!(not_strict["no_score"] > 1_900 && not_strict["no_colour"] > 4_500);
}
