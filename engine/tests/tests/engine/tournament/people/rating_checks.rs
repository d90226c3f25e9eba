//! What stands out of an event to whoever decides on its rating file.

use super::world::*;
use outflank_tournament::*;

/// What stands out, in its order: name, weight, and where.
fn found(state: &TournamentState) -> Vec<(&'static str, &'static str, Option<String>)> {
    let directors = [account("director")].into();
    let checks = state.rating_checks(&directors).into_iter();
    checks
        .map(|check| {
            let board = check.board.map(|board| board.to_string());
            (check.kind.name(), check.kind.weight().name(), board)
        })
        .collect()
}

fn at(
    board: &str,
    kind: &'static str,
    weight: &'static str,
) -> (&'static str, &'static str, Option<String>) {
    (kind, weight, Some(board.to_owned()))
}

/// An event in which nothing stands out, and then one result of it does.
fn with_result(result: &ResultRecord) -> TournamentState {
    let mut stream = played_out(&four(), Some("game"));
    let board = &mut stream.state.rounds[1].boards[0];
    board.results.last_mut().unwrap().result = ResultRecord {
        game: Some("game".to_owned()),
        ..result.clone()
    };
    stream.state
}

#[test]
fn in_an_event_as_it_should_be_nothing_stands_out() {
    assert!(found(&played_out(&four(), Some("game")).state).is_empty());
}

#[test]
fn scores_stand_out_that_no_game_has() {
    let absent = ResultRecord {
        black_discs: 0,
        white_discs: 64,
        winner: Some(Colour::White),
        kind: ResultKind::NoShow,
        absent: Absence::Black,
        ..played(0)
    };
    let against = at("2/1", "result_against_score", "look");
    let impossible = at("2/1", "impossible_score", "stop");
    for (result, expected) in [
        (played(0), vec![]),
        (played(32), vec![]),
        (absent.clone(), vec![]),
        (
            ResultRecord {
                absent: Absence::Both,
                white_discs: 0,
                winner: None,
                ..absent
            },
            vec![],
        ),
        (
            ResultRecord {
                kind: ResultKind::Resigned,
                white_discs: 20,
                ..played(40)
            },
            vec![],
        ),
        (
            ResultRecord {
                white_discs: 63,
                ..played(63)
            },
            vec![impossible.clone()],
        ),
        (
            ResultRecord {
                white_discs: 20,
                ..played(40)
            },
            vec![impossible.clone()],
        ),
        (
            ResultRecord {
                black_discs: u32::MAX,
                white_discs: u32::MAX,
                winner: None,
                ..played(32)
            },
            vec![impossible],
        ),
        (
            ResultRecord {
                winner: Some(Colour::White),
                ..played(40)
            },
            vec![against.clone()],
        ),
        (
            ResultRecord {
                winner: Some(Colour::Black),
                ..played(20)
            },
            vec![against.clone()],
        ),
        (
            ResultRecord {
                winner: None,
                ..played(40)
            },
            vec![against],
        ),
    ] {
        assert_eq!(found(&with_result(&result)), expected, "{result:?}");
    }
}

#[test]
fn results_without_a_game_stand_out_signed_or_not() {
    let entries: Vec<Registration> = (0..2).map(entry).collect();
    let mut stream = played_out(&entries, None);
    let boards: Vec<String> = stream
        .state
        .rounds
        .iter()
        .map(|round| format!("{}/1", round.number))
        .collect();
    let all = |kind, weight| -> Vec<_> {
        let boards = boards.iter();
        boards.map(|board| at(board, kind, weight)).collect()
    };
    assert_eq!(found(&stream.state), all("unsigned_result", "stop"));
    stream.give(&sign()).unwrap();
    assert_eq!(found(&stream.state), all("result_without_game", "look"));
}

#[test]
fn who_directs_unapproved_and_who_plays_himself_stands_out() {
    let mut stream = played_out(&four(), Some("game"));
    let unapproved = stream.state.rating_checks(&[account("deputy")].into());
    let names: Vec<&str> = unapproved.iter().map(|check| check.kind.name()).collect();
    assert_eq!(names, ["unapproved_director"]);
    assert_eq!(unapproved[0].kind.weight(), CheckWeight::Look);
    let pairing = &mut stream.state.rounds[0].boards[1].pairing;
    pairing.white = pairing.black.clone();
    let expected = [at("1/2", "paired_with_oneself", "stop")];
    assert_eq!(found(&stream.state), expected);
}

#[test]
fn a_result_after_a_withdrawal_stands_out() {
    let mut stream = played_out(&four(), Some("game"));
    let last = stream.state.rounds.last().unwrap();
    let (round, table) = (last.number, last.boards[0].pairing.table);
    let gone = last.boards[0].pairing.black.clone();
    let mut entrants = stream.state.entrants.iter();
    let index = entrants.position(|known| known.id == gone).unwrap();
    stream.state.entrants[index].withdrawn_from = Some(round);
    let checks = stream.state.rating_checks(&[account("director")].into());
    let names: Vec<&str> = checks.iter().map(|check| check.kind.name()).collect();
    assert_eq!(names, ["result_after_withdrawal"]);
    assert_eq!(checks[0].entrants, [gone]);
    assert_eq!(checks[0].board, Some(BoardRef::new(round, table)));
}

/// The worst comes first, departures from the rules last.
#[test]
fn what_weighs_most_comes_first() {
    let mut stream = with_entrants(4, |_| {});
    publish(&mut stream);
    let departed = Deviation {
        value: "rounds".to_owned(),
        rule: None,
        detail: "It ended after one round.".to_owned(),
        parameters: serde_json::Map::new(),
    };
    play(&mut stream);
    stream.state.deviations = vec![departed.clone()];
    let checks = stream.state.rating_checks(&[].into());
    let names: Vec<&str> = checks.iter().map(|check| check.kind.name()).collect();
    assert_eq!(
        names,
        [
            "unsigned_result",
            "unsigned_result",
            "unapproved_director",
            "departure"
        ]
    );
    assert_eq!(checks[3].kind, RatingCheckKind::Departure(departed));
}
