//! What ends a seek, of a game of a contest as of any other.

use std::collections::BTreeSet;

use outflank_casual::{
    Bookings, Circumstances, Deed, LONGEST_SEEK_MS, Moderation, ModerationEvent, Refusal, Seek,
    SeekEnd, SoughtChallenge, SoughtIn,
};

use super::{HOUR_MS, Stream, challenge, join, leave, withdraw};
use crate::casual::support::{self, NOON_MS, program_seek, same, seek};

/// That account is barred.
fn barring(account: &str) -> Moderation {
    let mut order = Moderation::default();
    let deed = Deed {
        id: "act".to_owned(),
        by: "moderator".to_owned(),
        report: None,
    };
    let barred = ModerationEvent::Barred {
        account: account.to_owned(),
        until_ms: None,
        deed,
    };
    order.evolve(NOON_MS, &barred);
    order
}

/// These two play since noon.
fn playing(one: &str, other: &str) -> Bookings {
    let mut stream = support::Stream::default();
    let seeks = [seek(one, 0), seek(other, 0)];
    let pairs = stream.state.match_seeks(&seeks, same, (1, NOON_MS));
    stream.book(NOON_MS, pairs);
    stream.state
}

#[test]
fn what_is_known_of_whoever_seeks_ends_a_seek_and_nothing_else_does() {
    let sought = program_seek("a", "of a", 1_000);
    let [barred, operator_barred, other_barred] = ["a", "of a", "b"].map(barring);
    let (plays, others_play) = (playing("a", "b"), playing("b", "c"));
    let (seated, others_sit) = (
        BTreeSet::from(["a".to_owned()]),
        BTreeSet::from(["of a".to_owned()]),
    );
    let order = |order| Circumstances {
        order: Some(order),
        ..Circumstances::default()
    };
    let bookings = |bookings| Circumstances {
        bookings: Some(bookings),
        ..Circumstances::default()
    };
    let boards = |seated| Circumstances {
        seated: Some(seated),
        ..Circumstances::default()
    };
    let is_barred = || Some(SeekEnd::Barred(Refusal::Barred));
    let table = [
        ("nothing is known", Circumstances::default(), None),
        ("barred", order(&barred), is_barred()),
        (
            "its operator is barred",
            order(&operator_barred),
            is_barred(),
        ),
        ("another is barred", order(&other_barred), None),
        ("plays", bookings(&plays), Some(SeekEnd::Booked)),
        ("others play", bookings(&others_play), None),
        ("sits at a board", boards(&seated), Some(SeekEnd::Seated)),
        ("others sit there", boards(&others_sit), None),
    ];
    for (what, known, expected) in &table {
        assert_eq!(sought.ended(known, NOON_MS), *expected, "{what}");
    }
    // What somebody is told of comes before that its time is over.
    let old = seek("a", LONGEST_SEEK_MS);
    assert_eq!(old.ended(&order(&barred), NOON_MS), is_barred());
}

#[test]
fn time_ends_a_seek_and_one_that_breaks_the_rules_never_stands() {
    let nothing = Circumstances::default();
    let last = seek("a", LONGEST_SEEK_MS - 1);
    assert_eq!(last.ended(&nothing, NOON_MS), None);
    let lapsed = last.ended(&nothing, NOON_MS + 1);
    assert_eq!(lapsed, Some(SeekEnd::Lapsed));
    let unfit = Seek {
        lowest: Some(2),
        highest: Some(1),
        ..seek("a", 0)
    };
    let refusal = unfit.check().unwrap_err();
    let end = unfit.ended(&nothing, NOON_MS);
    assert_eq!(end, Some(SeekEnd::Unfit(refusal)));
}

/// A seek of a game of the contest, on a ladder of that challenge.
fn of_contest(account: &str, challenge: Option<SoughtChallenge>) -> Seek {
    let contest = Some(SoughtIn {
        id: "contest".to_owned(),
        challenge,
    });
    Seek {
        contest,
        ..seek(account, 1_000)
    }
}

/// What ends a seek as the contest stands.
fn ended(stream: &Stream, seek: &Seek, at_ms: i64) -> Option<SeekEnd> {
    let known = Circumstances {
        contest: Some(&stream.state),
        ..Circumstances::default()
    };
    seek.ended(&known, at_ms)
}

#[test]
fn a_seek_of_an_arena_stands_while_its_account_takes_part_and_the_arena_runs() {
    let mut stream = Stream::arena("ab");
    let of_a = of_contest("a", None);
    assert_eq!(ended(&stream, &of_a, NOON_MS), None);
    let over = Some(SeekEnd::OutOfContest(Refusal::ContestOver));
    assert_eq!(ended(&stream, &of_a, NOON_MS + HOUR_MS), over);
    let by_key = Seek {
        by_key: true,
        ..of_a.clone()
    };
    let no_programs = Some(SeekEnd::OutOfContest(Refusal::NoPrograms));
    assert_eq!(ended(&stream, &by_key, NOON_MS), no_programs);
    stream.follow(NOON_MS, &[(leave("a"), Ok(()))]);
    let gone = Some(SeekEnd::OutOfContest(Refusal::NotInContest));
    assert_eq!(ended(&stream, &of_a, NOON_MS), gone);
    // Any other game he may seek.
    assert_eq!(ended(&stream, &seek("a", 1_000), NOON_MS), None);
    stream.follow(NOON_MS, &[(join("a"), Ok(()))]);
    assert_eq!(ended(&stream, &of_a, NOON_MS), None);
}

#[test]
fn a_seek_on_a_ladder_ends_with_the_challenge_that_it_is_of() {
    let mut stream = Stream::ladder("abcd");
    stream.follow(NOON_MS, &[(challenge("c", "a"), Ok(()))]);
    let sought = |at_ms| {
        let opponent = "a".to_owned();
        of_contest("c", Some(SoughtChallenge { opponent, at_ms }))
    };
    let gone = || Some(SeekEnd::OutOfContest(Refusal::NoChallenge));
    assert_eq!(ended(&stream, &sought(NOON_MS), NOON_MS), None);
    // The two may have had another before.
    assert_eq!(ended(&stream, &sought(NOON_MS - 1), NOON_MS), gone());
    stream.follow(NOON_MS, &[(withdraw("c"), Ok(()))]);
    assert_eq!(ended(&stream, &sought(NOON_MS), NOON_MS), gone());
}
