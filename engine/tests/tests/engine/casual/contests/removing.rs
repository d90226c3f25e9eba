//! Who is removed from a contest, and who with him.

use outflank_casual::Form;
use outflank_othello::Color;

use super::{
    FOUNDER, MODERATOR, Stream, Taken, admitting, both, challenge, enter, join, leave, remove,
};
use crate::casual::support::NOON_MS;

#[test]
fn founders_and_moderators_remove_for_good() {
    for form in both() {
        let mut stream = Stream::of(form, "abc");
        stream.play(NOON_MS, ("c", "a"), Some(Color::Black));
        let table = [
            (remove("a", ("a", false)), Err("not_your_contest")),
            (remove("a", ("b", false)), Err("not_your_contest")),
            (remove("nobody", FOUNDER), Err("not_in_contest")),
            (remove("a", FOUNDER), Ok(())),
            (remove("a", MODERATOR), Err("removed_from_contest")),
            (join("a"), Err("removed_from_contest")),
            (leave("a"), Err("not_in_contest")),
            (remove("b", MODERATOR), Ok(())),
            (join("b"), Err("removed_from_contest")),
            // Who has left is still there to be removed.
            (leave("c"), Ok(())),
            (remove("c", FOUNDER), Ok(())),
            (join("c"), Err("removed_from_contest")),
        ];
        stream.follow(NOON_MS, &table);
        assert_eq!(stream.state.entrants(), 0);
        let list = stream.state.list();
        assert!(list.len() == 3 && list.iter().all(|placed| placed.place.is_none()));
    }
}

#[test]
fn who_was_removed_comes_back_by_no_program_of_his() {
    let removed: Taken = Err("removed_from_contest");
    for form in both() {
        let mut stream = Stream::under(admitting(form), "ab");
        let table = [
            (enter("first of a", "a"), Ok(())),
            (enter("second of a", "a"), Ok(())),
            // One that is removed hinders neither the other nor himself.
            (remove("second of a", FOUNDER), Ok(())),
            (enter("second of a", "a"), removed),
            (leave("a"), Ok(())),
            (join("a"), Ok(())),
            (remove("a", FOUNDER), Ok(())),
            (enter("third of a", "a"), removed),
            (enter("first of a", "a"), removed),
            (enter("one of b", "b"), Ok(())),
            (enter("one of c", "c"), Ok(())),
        ];
        stream.follow(NOON_MS, &table);
    }
}

#[test]
fn who_is_removed_is_so_with_the_programs_that_he_operates_there() {
    for form in both() {
        let is_ladder = matches!(form, Form::Ladder(_));
        let mut stream = Stream::under(admitting(form), "ab");
        let table = [
            (enter("of a", "a"), Ok(())),
            (enter("another of a", "a"), Ok(())),
            (enter("of b", "b"), Ok(())),
            (leave("another of a"), Ok(())),
        ];
        stream.follow(NOON_MS, &table);
        if is_ladder {
            let table = [(challenge("of b", "of a"), Ok(()))];
            stream.follow(NOON_MS, &table);
        }
        let with_a: Vec<&str> = stream.state.removed_with("a").collect();
        assert_eq!(with_a, ["a", "another of a", "of a"]);
        // A program that is removed leaves whoever operates it.
        let table = [(remove("of b", FOUNDER), Ok(()))];
        let mut of_program = stream.clone();
        of_program.follow(NOON_MS, &table);
        assert_eq!(of_program.state.entrants(), 3);
        assert!(of_program.state.entrant("b").unwrap().is_in());

        let table = [
            (remove("a", FOUNDER), Ok(())),
            (remove("of a", FOUNDER), Err("removed_from_contest")),
            (leave("of a"), Err("not_in_contest")),
        ];
        stream.follow(NOON_MS, &table);
        for (account, expected) in [
            ("a", true),
            ("of a", true),
            ("another of a", true),
            ("b", false),
            ("of b", false),
        ] {
            let entrant = stream.state.entrant(account).unwrap();
            assert_eq!(entrant.removed, expected, "{account}");
        }
        assert_eq!(stream.state.entrants(), 2);
        // Nothing of his goes on there.
        assert!(stream.state.challenges().is_empty());
        let sought = stream.state.sought_by(("of a", true), NOON_MS);
        assert_eq!(sought.unwrap_err().name(), "not_in_contest");
    }
}
