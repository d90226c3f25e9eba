//! Lots that an amendment of a confirmed ranking wants: they are repeated like every other draw.

use super::early_end::abandoned;
use super::people::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

fn club(secret: u32) -> Stream {
    let mut rules = RuleSet::preset("club").unwrap();
    rules.rounds = Some(2);
    Stream::with_entrants(secret, rules, 6)
}

/// The first correction of table 1 by which only lots break a tie.
fn amended_by_lot(stream: &Stream) -> Option<Stream> {
    let seed = Some(stream.next_seed());
    (0..=64).find_map(|discs| {
        let mut amended = stream.clone();
        let amendment = Command::AmendConfirmed {
            results: vec![ResultAmendment {
                round: 1,
                table: 1,
                result: played(discs),
            }],
            seed,
            reason: "recount".to_owned(),
            by: account("director"),
        };
        amended.give(&amendment).ok().map(|_| amended)
    })
}

/// Honest lots hold, and those that came otherwise do not.
fn assert_repeated(mut amended: Stream) {
    let drawn = |event: &Event| matches!(event, Event::LotsDrawn { .. });
    assert!(amended.events.iter().any(|(_, event)| drawn(event)));
    for check in repeat_draws(&amended.events) {
        assert!(check.holds, "{check:?}");
    }
    for (_, event) in &mut amended.events {
        if let Event::LotsDrawn { order } = event {
            order.swap(0, 1);
        }
    }
    let checks = repeat_draws(&amended.events);
    let lots: Vec<_> = checks.iter().filter(|one| one.subject == "lots").collect();
    assert!(matches!(lots[..], [one] if !one.holds), "{lots:?}");
}

#[test]
fn lots_of_an_amended_ranking_are_repeated() {
    let amended = (1..40).find_map(|secret| {
        let mut stream = club(secret);
        stream.play_out(&mut Numbers::new("lots", secret));
        let without = stream.state.lots.order.is_none();
        without.then(|| amended_by_lot(&stream)).flatten()
    });
    assert_repeated(amended.unwrap());
}

#[test]
fn lots_of_an_amended_ranking_of_an_abandoned_event_are_repeated() {
    let amended = (1..40).find_map(|secret| {
        let mut stream = club(secret);
        publish(&mut stream);
        stream.record_all(1, &mut Numbers::new("lots", secret));
        stream.finish();
        let stop = abandoned(&stream, None, true);
        stream.give(&stop).unwrap();
        let without = stream.state.lots.order.is_none();
        without.then(|| amended_by_lot(&stream)).flatten()
    });
    assert_repeated(amended.unwrap());
}
