//! When a round starts where the director gives no other start, and what notice the rules ask for.

use super::announcements::announcement;
use super::people::world::{refused, with_entrants};
use super::support::{Numbers, Stream};
use outflank_tournament::*;

const MINUTE_MS: i64 = 60_000;

fn after(stream: &Stream, notice_ms: i64) -> Command {
    let Command::PublishRound {
        seed,
        manual,
        constraints,
        clocks,
        ..
    } = stream.publication()
    else {
        unreachable!("a publication")
    };
    Command::PublishRound {
        into_break: false,
        // The act itself comes a second later.
        starts_at_ms: stream.now_ms + 1_000 + notice_ms,
        seed,
        accept_deviations: false,
        manual,
        constraints,
        clocks,
        handicaps: vec![],
    }
}

fn under(preset: &str) -> Stream {
    with_entrants(13, |rules| *rules = RuleSet::preset(preset).unwrap())
}

#[test]
fn five_minutes_are_the_default_and_no_rule() {
    for preset in ["egp-2020", "club"] {
        let mut stream = under(preset);
        assert_eq!(stream.state.default_notice_ms(), Ok(5 * MINUTE_MS));
        let now = after(&stream, 0);
        let events = stream.give(&now).unwrap();
        let Some(Event::RoundPublished { deviations, .. }) = events.last() else {
            panic!("{events:?}")
        };
        assert_eq!(*deviations, []);
    }
}

#[test]
fn a_director_who_sets_a_notice_is_held_to_it() {
    let mut stream = with_entrants(13, |rules| rules.round_notice_ms = 7 * MINUTE_MS);
    assert_eq!(stream.state.default_notice_ms(), Ok(7 * MINUTE_MS));
    let shorter = after(&stream, 6 * MINUTE_MS);
    refused(&mut stream, &shorter, "departure_unconfirmed", None);
    let enough = after(&stream, 7 * MINUTE_MS);
    stream.give(&enough).unwrap();
}

/// AGA V.E.3.
#[test]
fn ten_minutes_stay_a_rule_where_a_text_asks_for_them() {
    let mut stream = under("aga-swiss");
    for kind in [AnnouncementKind::TimeRules, AnnouncementKind::Monitors] {
        let everybody = AnnouncementAudience::Everybody;
        stream.give(&announcement(kind, everybody)).unwrap();
    }
    assert_eq!(stream.state.default_notice_ms(), Ok(10 * MINUTE_MS));
    let shorter = after(&stream, 9 * MINUTE_MS);
    let refusal = stream.refused(&shorter);
    assert_eq!(refusal.code(), "departure_unconfirmed");
    let enough = after(&stream, 10 * MINUTE_MS);
    stream.give(&enough).unwrap();
}

/// WOC IV.9, EGP IV.9: colours are announced five minutes before the start, and are chosen before that.
#[test]
fn the_default_start_of_finals_leaves_time_to_choose() {
    for own_notice in [0, 5 * MINUTE_MS] {
        let mut stream = with_entrants(6, |rules| rules.round_notice_ms = own_notice);
        let mut numbers = Numbers::new("notice", 1);
        while !matches!(
            stream.state.next_act().unwrap(),
            NextAct::AnnounceFinals { .. }
        ) {
            assert!(stream.step(&mut numbers));
        }
        assert_eq!(stream.state.default_notice_ms(), Ok(10 * MINUTE_MS));
        let events = stream
            .give(&Command::AnnounceFinalsRound {
                starts_at_ms: stream.now_ms + 1_000 + 10 * MINUTE_MS,
                accept_deviations: false,
            })
            .unwrap();
        let Some(Event::FinalsRoundAnnounced { deviations, .. }) = events.last() else {
            panic!("{events:?}")
        };
        assert_eq!(*deviations, []);
    }
}
