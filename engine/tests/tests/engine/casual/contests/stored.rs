//! What streams of contests hold, and what was stored before there were contests.

use outflank_casual::{
    ArenaRules, Booking, Contest, ContestEvent, ContestRules, Form, LadderRules, OfContest, Origin,
    Seek, SoughtChallenge, SoughtIn, Taking,
};

use super::{ARENA, LADDER, rule_set};

#[test]
fn entries_stay_as_they_were_always_written() {
    let golden = r#"[{"type":"founded","founder":"f","title":"Thursday","rules":{"terms":{"variant":"othello","main_ms":300000,"increment_ms":2000},"programs":true,"form":{"kind":"arena","length_ms":3600000,"win":2,"draw":1,"loss":0,"streak":2}},"starts_at_ms":1784365200000},{"type":"joined","account":"a"},{"type":"joined","account":"b","by_key":true},{"type":"joined","account":"p","operator":"a","by_key":true},{"type":"left","account":"a"},{"type":"removed","account":"a","by":"f"},{"type":"played","game":"g","players":{"black":"a","white":"b"},"discs":{"black":40,"white":24},"winner":"black","begun":true},{"type":"played","game":"h","players":{"black":"b","white":"a"},"discs":{"black":32,"white":32},"winner":null,"begun":false,"by_key":{"black":false,"white":true},"challenged_at_ms":1784365200000},{"type":"ended","by":"f"}]"#;
    assert_written(golden);
    let of_a_ladder = r#"[{"type":"founded","founder":"f","title":"Club","rules":{"terms":{"variant":"reversi_1883","main_ms":300000,"increment_ms":0},"programs":false,"form":{"kind":"ladder","reach":2,"play_within_ms":86400000,"rest_ms":7200000,"taking":"swap"}},"starts_at_ms":1784365200000},{"type":"joined","account":"a"},{"type":"joined","account":"b"},{"type":"challenged","challenger":"b","challenged":"a"},{"type":"came","account":"b"},{"type":"met","challenger":"b"},{"type":"withdrawn","challenger":"b"},{"type":"yielded","challenged":"a"}]"#;
    assert_written(of_a_ladder);
}

fn assert_written(golden: &str) {
    let events: Vec<ContestEvent> = serde_json::from_str(golden).unwrap();
    assert_eq!(serde_json::to_string(&events).unwrap(), golden);
    let mut contest = Contest::default();
    for event in &events {
        contest.evolve(1_784_365_200_000, event);
    }
    let ContestEvent::Founded(founding) = &events[0] else {
        panic!("the first founds it");
    };
    assert_eq!(contest.founding(), Some(founding));
    assert_eq!(founding.rules.check(), Ok(()));
}

#[test]
fn what_a_rule_set_leaves_out_is_nothing() {
    let arena = r#"{"terms":{"variant":"othello","main_ms":300000,"increment_ms":0},"form":{"kind":"arena","length_ms":3600000,"win":2,"draw":1,"loss":0}}"#;
    let read: ContestRules = serde_json::from_str(arena).unwrap();
    let expected = ArenaRules { streak: 0, ..ARENA };
    assert_eq!(read, rule_set(Form::Arena(expected)));
    let ladder = r#"{"terms":{"variant":"othello","main_ms":300000,"increment_ms":0},"form":{"kind":"ladder","reach":2,"play_within_ms":86400000,"taking":"insert"}}"#;
    let read: ContestRules = serde_json::from_str(ladder).unwrap();
    let expected = LadderRules {
        rest_ms: 0,
        taking: Taking::Insert,
        ..LADDER
    };
    assert_eq!(read, rule_set(Form::Ladder(expected)));
}

#[test]
fn a_booking_of_no_contest_is_written_and_read_as_before_there_were_any() {
    let before = r#"{"players":{"black":{"account":"a","seek":"s"},"white":{"account":"b","seek":"t"}},"terms":{"variant":"othello","main_ms":300000,"increment_ms":0},"origin":{"kind":"seeks"},"seed":7,"starts_at_ms":1784365203000}"#;
    let read: Booking = serde_json::from_str(before).unwrap();
    assert_eq!((&read.contest, &read.origin), (&None, &Origin::Seeks));
    assert_eq!(read.contest_id(), None);
    assert_eq!(serde_json::to_string(&read).unwrap(), before);
    for (contest, challenged_at_ms) in [
        (r#"{"id":"c"}"#, None),
        (r#"{"id":"c","challenged_at_ms":5}"#, Some(5)),
    ] {
        let within = before.replace(r#""seed""#, &format!(r#""contest":{contest},"seed""#));
        let read: Booking = serde_json::from_str(&within).unwrap();
        let expected = OfContest {
            id: "c".to_owned(),
            challenged_at_ms,
        };
        assert_eq!(read.contest, Some(expected));
        assert_eq!(read.contest_id(), Some("c"));
        assert_eq!(serde_json::to_string(&read).unwrap(), within);
    }
}

#[test]
fn a_seek_of_no_contest_is_written_and_read_as_before_there_were_any() {
    let before = r#"{"id":"s","account":"a","terms":{"variant":"othello","main_ms":300000,"increment_ms":0},"since_ms":1784365200000}"#;
    let read: Seek = serde_json::from_str(before).unwrap();
    assert_eq!((read.contest(), &read.contest), (None, &None));
    assert_eq!(serde_json::to_string(&read).unwrap(), before);
    let challenge = SoughtChallenge {
        opponent: "b".to_owned(),
        at_ms: 5,
    };
    for (contest, challenge) in [
        (r#"{"id":"c"}"#, None),
        (
            r#"{"id":"c","challenge":{"opponent":"b","at_ms":5}}"#,
            Some(challenge),
        ),
    ] {
        let open = before.strip_suffix('}').unwrap();
        let within = format!(r#"{open},"contest":{contest}}}"#);
        let read: Seek = serde_json::from_str(&within).unwrap();
        let expected = SoughtIn {
            id: "c".to_owned(),
            challenge,
        };
        assert_eq!(read.contest, Some(expected));
        assert_eq!(read.contest(), Some("c"));
        assert_eq!(serde_json::to_string(&read).unwrap(), within);
    }
}
