//! Absences: the limit that a round keeps, and the walkovers of who left.

use super::people::world::*;
use outflank_tournament::*;

const MINUTE_MS: i64 = 60_000;

fn limit(minutes: i64) -> AbsencePolicy {
    AbsencePolicy::Limit {
        after_ms: minutes * MINUTE_MS,
    }
}

fn lost_by_black(kind: ResultKind) -> ResultRecord {
    ResultRecord::lost(LostBy::Black, kind, &Variant::default())
}

fn entered(kind: ResultKind) -> Command {
    Command::RecordResult {
        round: 1,
        table: 1,
        result: lost_by_black(kind),
    }
}

fn corrected(round: u32, kind: ResultKind) -> Command {
    Command::CorrectResult {
        round,
        table: 1,
        result: lost_by_black(kind),
        reason: "as it was".to_owned(),
    }
}

/// Whoever enters it: the limit is that of the rules which the round was published under.
#[test]
fn a_round_keeps_the_limit_that_it_was_published_under() {
    for (published, amended, waits) in [(60, 1, 60), (15, 60, 15)] {
        let mut stream = running(14, |rules| rules.absence_policy = limit(published));
        let amended = amendment(&stream, |rules| rules.absence_policy = limit(amended));
        stream.give(&amended).unwrap();
        let over = stream.state.rounds[0].starts_at_ms + waits * MINUTE_MS;
        let signed = Command::RecordNoShow {
            round: 1,
            table: 1,
            absent: Absence::Black,
        };
        for command in [signed, entered(ResultKind::NoShow)] {
            let mut stream = stream.clone();
            stream.now_ms = over - 2_000;
            let early = stream.refused(&command);
            assert_eq!(early.code(), "absence_limit_running", "{command:?}");
            stream.give(&command).unwrap();
        }
    }
}

#[test]
fn a_result_is_corrected_to_an_absence_after_the_limit_alone() {
    let mut stream = running(14, |rules| rules.absence_policy = limit(60));
    record(&mut stream, 1, 1, played(40));
    let to_no_show = corrected(1, ResultKind::NoShow);
    assert_eq!(
        stream.refused(&to_no_show).code(),
        "absence_limit_running",
        "the round has not even started"
    );
    stream.give(&corrected(1, ResultKind::Forfeit)).unwrap();
    stream.now_ms = stream.state.rounds[0].starts_at_ms + 60 * MINUTE_MS;
    stream.give(&to_no_show).unwrap();
}

/// WOC II.7: the score of who withdraws stands; the walkover is of the round that he left.
#[test]
fn a_walkover_is_of_the_round_that_he_left_and_of_none_before() {
    let mut stream = running(14, |_| {});
    play(&mut stream);
    let (black, _) = first_table(&stream);
    publish(&mut stream);
    stream
        .give(&Command::WithdrawEntrant {
            entrant: black.clone(),
        })
        .unwrap();
    let before = scores(&stream, &black);
    let earlier = corrected(1, ResultKind::Walkover);
    refused(
        &mut stream,
        &earlier,
        "walkover_without_withdrawal",
        Some("EGP II.6"),
    );
    assert_eq!(scores(&stream, &black), before);
    let left = &stream.state.rounds[1].boards;
    let board = left
        .iter()
        .find(|board| board.pairing.colour_of(&black).is_some())
        .unwrap();
    let lost_by = match board.pairing.colour_of(&black).unwrap() {
        Colour::Black => LostBy::Black,
        Colour::White => LostBy::White,
    };
    let table = board.pairing.table;
    let walkover = ResultRecord::lost(lost_by, ResultKind::Walkover, &Variant::default());
    record(&mut stream, 2, table, walkover);
}
