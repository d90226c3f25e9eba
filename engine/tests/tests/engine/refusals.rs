//! Refusals: their codes stay, and each is told as it is declared.

use std::collections::BTreeSet;

use outflank_othello::refusal::{Milliseconds, RefusalCode};
use outflank_tournament::Refusal;

use crate::tournament::support::filled;

/// The tournament's codes are for ever: one may be added here, none be taken away or renamed.
const CODES: &str = include_str!("refusal_codes.txt");

fn declared() -> impl Iterator<Item = &'static RefusalCode> {
    Refusal::CODES.iter().flat_map(|(_, codes)| codes.iter())
}

fn declared_at_tables() -> impl Iterator<Item = RefusalCode> {
    outflank_othello::Refusal::CODES
        .iter()
        .map(|known| RefusalCode {
            code: known.code.as_str(),
            paragraph: known.paragraph,
            source: known.source,
            sentence: known.sentence,
        })
}

/// The same of a table's refusal, which says besides that nothing changed.
pub fn assert_declared_at_tables(refusal: &outflank_othello::Refusal) {
    let parameters = refusal.parameters();
    let told = declared_at_tables().any(|known| {
        known.code == refusal.code.as_str()
            && filled(known.sentence, &parameters) + " Nothing changed." == refusal.detail()
    });
    assert!(told, "{refusal:?} is not declared so: {refusal}");
}

#[test]
fn the_codes_are_those_that_were_always_told() {
    let told: BTreeSet<&str> = declared().map(|known| known.code).collect();
    let kept: BTreeSet<&str> = CODES.lines().collect();
    assert_eq!(told, kept);
}

#[test]
fn every_refusal_is_declared_with_a_sentence_of_its_own() {
    let mut sentences = BTreeSet::new();
    for known in declared().copied().chain(declared_at_tables()) {
        let words = known.code.split('_');
        assert!(
            words.clone().count() > 0
                && words
                    .flat_map(str::bytes)
                    .all(|byte| byte.is_ascii_lowercase()),
            "{known:?}"
        );
        assert!(
            known.sentence.ends_with(['.', '}']) && !known.sentence.contains(" ms"),
            "{known:?}"
        );
        assert!(
            known.paragraph.is_none() || known.source.is_none(),
            "{known:?}"
        );
        assert!(sentences.insert((known.code, known.sentence)), "{known:?}");
    }
}

#[test]
fn times_are_told_in_the_words_of_people() {
    for (ms, words) in [
        (0, "0 seconds"),
        (1, "0.001 seconds"),
        (250, "0.25 seconds"),
        (1_000, "1 second"),
        (1_500, "1.5 seconds"),
        (9_125, "9.125 seconds"),
        (59_467, "59.4 seconds"),
        (59_050, "59 seconds"),
        (61_000, "1:01 minutes"),
        (90_000, "1:30 minutes"),
        (127_467, "2:07 minutes"),
        (3_599_999, "59:59 minutes"),
        (4_327_000, "1:12:07 hours"),
        (100_000_500, "27:46:40 hours"),
        (60_000, "1 minute"),
        (1_200_000, "20 minutes"),
        (5_400_000, "90 minutes"),
        (3_600_000, "1 hour"),
        (2_592_000_000, "30 days"),
        (-90_000, "-1:30 minutes"),
        (i64::MIN, "-2562047788015:12:55 hours"),
    ] {
        assert_eq!(Milliseconds(ms).to_string(), words, "{ms}");
    }
    for (ms, verb) in [
        (0, "are"),
        (1_000, "is"),
        (60_000, "is"),
        (3_600_000, "is"),
        (61_000, "are"),
        (1_500, "are"),
    ] {
        assert_eq!(Milliseconds(ms).verb(), verb, "{ms}");
    }
}
