//! Whom a published round and an announcement call.

use super::announcements::announcement;
use super::people::world::*;
use super::support::*;
use outflank_tournament::*;

fn seat(stream: &mut Stream, entrant: &EntrantId, name: &str) {
    let assigned = Command::AssignSeat {
        entrant: entrant.clone(),
        account: account(name),
        operator: None,
    };
    stream.give(&assigned).unwrap();
}

/// Who is called by a round, and to what.
fn called(stream: &Stream, by: SummonedBy) -> Vec<(String, SummonedTo)> {
    let summonses = stream.state.summonses(by).into_iter();
    summonses.map(|one| (one.account.0, one.to)).collect()
}

fn last_round(stream: &Stream) -> SummonedBy {
    let round = stream.state.rounds.last().unwrap();
    SummonedBy::Round {
        round: round.number,
        seq: round.seq,
    }
}

/// Seven entrants in a published round; of two boards the players have accounts, and so has whoever has the bye.
fn seated() -> (Stream, EntrantId) {
    let mut stream = running(7, |_| {});
    let round = stream.state.rounds[0].clone();
    for (board, table) in round.boards.iter().zip(1..=2) {
        seat(&mut stream, &board.pairing.black, &format!("black {table}"));
        seat(&mut stream, &board.pairing.white, &format!("white {table}"));
    }
    seat(&mut stream, &round.byes[0], "bye");
    (stream, round.boards[0].pairing.black.clone())
}

#[test]
fn a_round_calls_its_players_and_whoever_moves_for_them() {
    let (mut stream, black) = seated();
    let granted = Command::GrantAccommodation {
        entrant: black,
        accommodation: Accommodation {
            assistant: Some(account("assistant")),
            ..Accommodation::default()
        },
        accept_deviations: true,
    };
    stream.give(&granted).unwrap();
    let boards = stream.state.rounds[0].boards.clone();
    let to = |board: usize, colour: Colour| {
        let pairing = &boards[board].pairing;
        let opponent = match colour {
            Colour::Black => &pairing.white,
            Colour::White => &pairing.black,
        };
        SummonedTo::Board {
            table: pairing.table,
            colour,
            opponent: opponent.clone(),
        }
    };
    let expected = [
        ("black 1", to(0, Colour::Black)),
        ("assistant", to(0, Colour::Black)),
        ("white 1", to(0, Colour::White)),
        ("black 2", to(1, Colour::Black)),
        ("white 2", to(1, Colour::White)),
        ("bye", SummonedTo::Bye),
    ];
    let expected = expected.map(|(name, to)| (name.to_owned(), to));
    assert_eq!(called(&stream, last_round(&stream)), expected);
}

#[test]
fn a_board_with_a_result_calls_nobody_any_more() {
    let (mut stream, _) = seated();
    let result = record_of(&random_result(&mut Numbers::new("summonses", 1)));
    record(&mut stream, 1, 1, result);
    let names = called(&stream, last_round(&stream))
        .into_iter()
        .map(|(name, _)| name);
    assert_eq!(names.collect::<Vec<_>>(), ["black 2", "white 2", "bye"]);
}

#[test]
fn a_publication_that_was_taken_back_calls_nobody() {
    let (mut stream, _) = seated();
    let first = last_round(&stream);
    let taken_back = Command::UnpublishRound {
        round: 1,
        reason: "reason".to_owned(),
    };
    stream.give(&taken_back).unwrap();
    assert_eq!(called(&stream, first), []);
    publish(&mut stream);
    assert_eq!(called(&stream, first), [], "the round was published anew");
    assert_eq!(called(&stream, last_round(&stream)).len(), 5);
    assert_eq!(called(&stream, SummonedBy::Round { round: 0, seq: 1 }), []);
}

#[test]
fn a_table_calls_the_directors_and_its_judges() {
    let (mut stream, black) = seated();
    appoint(&mut stream, "judge", OfficialRole::TableJudge);
    appoint(&mut stream, "judge of 2", OfficialRole::TableJudge);
    appoint(&mut stream, "monitor", OfficialRole::Monitor);
    let assigned = Command::AssignTables {
        official: account("judge of 2"),
        round: None,
        tables: [2].into(),
    };
    stream.give(&assigned).unwrap();
    let names = |stream: &Stream, table| {
        let called = called(stream, SummonedBy::Table(BoardRef { round: 1, table }));
        assert!(called.iter().all(|(_, to)| *to == SummonedTo::Table));
        called.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
    };
    assert_eq!(names(&stream, 1), ["director", "judge"]);
    assert_eq!(names(&stream, 2), ["director", "judge", "judge of 2"]);
    assert!(names(&stream, 9).is_empty(), "there is no such table");
    let released = Command::ReleaseSeat {
        entrant: black.clone(),
    };
    stream.give(&released).unwrap();
    seat(&mut stream, &black, "judge");
    assert_eq!(
        names(&stream, 1),
        ["director"],
        "nobody is called to his own game"
    );
    let result = record_of(&random_result(&mut Numbers::new("summonses", 2)));
    record(&mut stream, 1, 1, result);
    assert!(names(&stream, 1).is_empty(), "it is over");
}

#[test]
fn an_announcement_calls_whom_it_is_for_but_its_author() {
    let (mut stream, black) = seated();
    appoint(&mut stream, "judge", OfficialRole::TableJudge);
    stream
        .give(&Command::WithdrawEntrant { entrant: black })
        .unwrap();
    let board = AnnouncementAudience::Board { round: 1, table: 2 };
    for audience in [
        AnnouncementAudience::Everybody,
        board,
        AnnouncementAudience::Officials,
    ] {
        let made = announcement(AnnouncementKind::General, audience);
        stream.give(&made).unwrap();
    }
    let names = |number| {
        let called = called(&stream, SummonedBy::Announcement { number });
        assert!(called.iter().all(|(_, to)| *to == SummonedTo::Announcement));
        called.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
    };
    assert_eq!(
        names(1),
        ["black 2", "bye", "judge", "white 1", "white 2"],
        "one has withdrawn"
    );
    assert_eq!(names(2), ["black 2", "judge", "white 2"]);
    assert_eq!(names(3), ["judge"]);
    assert!(names(4).is_empty());
}
