//! Rounds annulled or adjudicated: when, and what goes with them.

use super::early_end::{abandoned, adjudicated, ended};
use super::people::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

const ANNULLED: Option<UnfinishedRound> = Some(UnfinishedRound::Annulled);
const COMPLETED: Option<UnfinishedRound> = Some(UnfinishedRound::Completed);

/// One round played, the second published.
fn second_published(change: impl FnOnce(&mut RuleSet)) -> Stream {
    let mut stream = running(14, change);
    play(&mut stream);
    publish(&mut stream);
    stream
}

/// An adjudicated board counts as a game, and of a round that has not started nobody has played one.
#[test]
fn a_round_is_adjudicated_once_it_has_started() {
    let stream = second_published(|_| {});
    let fate = Some(adjudicated(&stream, 40));
    let starts_at_ms = stream.state.rounds[1].starts_at_ms;
    for command in [ended(fate.clone(), false), abandoned(&stream, fate, false)] {
        let mut stream = stream.clone();
        stream.now_ms = starts_at_ms - 2_000;
        refused(&mut stream, &command, "round_not_started", None);
        stream.give(&command).unwrap();
    }
    for fate in [ANNULLED, COMPLETED] {
        stream.clone().give(&ended(fate, false)).unwrap();
    }
}

#[test]
fn who_was_held_back_from_an_annulled_round_was_held_back_from_none() {
    let mut stream = running(14, |rules| {
        rules.entry.fee = "EUR 20".to_owned();
        rules.entry.paid_before_pairing = false;
    });
    play(&mut stream);
    let amended = amendment(&stream, |rules| rules.entry.paid_before_pairing = true);
    stream.give(&amended).unwrap();
    for number in 1..14 {
        let note = FeeNote {
            paid: true,
            by: account("director"),
        };
        let entrant = entrant(number);
        stream.give(&Command::NoteFee { entrant, note }).unwrap();
    }
    publish(&mut stream);
    let held = |stream: &Stream| {
        let known = stream.state.entrant(&entrant(0)).unwrap();
        known.entry.held_rounds.clone()
    };
    assert_eq!(held(&stream), [2]);
    stream.give(&ended(ANNULLED, false)).unwrap();
    assert!(held(&stream).is_empty(), "{:?}", held(&stream));
}

/// A no-show of the annulled round puts nobody out of the event; a withdrawal of his own, an earlier no-show or a ruling does.
#[test]
fn an_absence_from_an_annulled_round_puts_nobody_out() {
    let mut stream = running(14, |rules| {
        rules.entry.no_shows_until_withdrawn = Some(1);
        rules.absence_policy = AbsencePolicy::Limit { after_ms: 1 };
    });
    stream.now_ms += 700_000;
    let no_show = |stream: &mut Stream, round, table, absent| {
        let command = Command::RecordNoShow {
            round,
            table,
            absent,
        };
        stream.give(&command).unwrap();
    };
    let (early, _) = first_table(&stream);
    no_show(&mut stream, 1, 1, Absence::Black);
    play(&mut stream);
    publish(&mut stream);
    stream.now_ms += 700_000;
    let players = |table: usize| {
        let pairing = &stream.state.rounds[1].boards[table - 1].pairing;
        (pairing.black.clone(), pairing.white.clone())
    };
    let ((missed, left), (one, another)) = (players(1), players(2));
    stream
        .give(&Command::WithdrawEntrant {
            entrant: left.clone(),
        })
        .unwrap();
    no_show(&mut stream, 2, 1, Absence::Both);
    no_show(&mut stream, 2, 2, Absence::Both);
    stream.give(&ended(ANNULLED, false)).unwrap();
    let from = |who: &EntrantId| stream.state.entrant(who).unwrap().withdrawn_from;
    assert_eq!(from(&early), Some(2), "of the round before");
    assert_eq!(from(&left), Some(2), "of his own");
    for who in [&missed, &one, &another] {
        assert_eq!(from(who), None, "{who:?}");
    }
}

/// Put out by a ruling as well, he stays out.
#[test]
fn who_is_disqualified_stays_out_of_the_event() {
    let mut stream = second_published(|rules| {
        rules.penalties = PenaltyRules::mind_sports();
        rules.penalties.reviewed.clear();
        rules.entry.no_shows_until_withdrawn = Some(1);
        rules.absence_policy = AbsencePolicy::Limit { after_ms: 1 };
    });
    stream.now_ms += 700_000;
    let (black, _) = first_table(&stream);
    stream
        .give(&Command::RecordNoShow {
            round: 2,
            table: 1,
            absent: Absence::Black,
        })
        .unwrap();
    let act = penalty("r1", &black, Penalty::Disqualification);
    stream.give(&Command::ImposePenalty(act)).unwrap();
    stream.give(&ended(ANNULLED, false)).unwrap();
    let known = stream.state.entrant(&black).unwrap();
    assert_eq!(known.withdrawn_from, Some(2));
}

/// The round that was to be the last, and could not be played to its end after all.
#[test]
fn a_round_to_be_completed_is_annulled_after_all() {
    let mut stream = Stream::with_entrants(1, RuleSet::egp_2020(), 14);
    let mut numbers = Numbers::new("finals", 3);
    while !stream.state.finals_begun() {
        assert!(stream.step(&mut numbers));
    }
    let published = stream.state.rounds.len();
    stream.give(&ended(COMPLETED, true)).unwrap();
    refused(&mut stream, &ended(COMPLETED, true), "no_finals_due", None);
    stream.give(&ended(ANNULLED, true)).unwrap();
    assert_eq!(stream.state.rounds.len(), published - 1);
    refused(&mut stream, &ended(None, true), "no_finals_due", None);
    stream.play_out(&mut numbers);
    assert_eq!(stream.state.phase(), Phase::Confirmed);
    for check in repeat_draws(&stream.events) {
        assert!(check.holds, "{check:?}");
    }
    // The same in the qualification.
    let mut stream = second_published(|_| {});
    stream.give(&ended(COMPLETED, true)).unwrap();
    stream.give(&ended(ANNULLED, true)).unwrap();
    assert_eq!(stream.state.planned_rounds(), 1);
}

/// The results are sent and the fees settled, whether or not the event came to its end.
#[test]
fn an_abandoned_event_with_a_ranking_has_its_duties() {
    let mut stream = Stream::with_entrants(1, RuleSet::egp_2020(), 14);
    publish(&mut stream);
    play(&mut stream);
    let tick = |duty: &str| Command::TickDuty {
        duty: duty.to_owned(),
        note: None,
        by: account("director"),
    };
    refused(&mut stream, &tick("results_sent"), "duty_not_yet", None);
    let stop = abandoned(&stream, None, true);
    stream.give(&stop).unwrap();
    let lines = stream.state.duties(stream.now_ms);
    assert!(
        lines
            .iter()
            .all(|line| line.due && (line.late == (line.duty.time == DutyTime::BeforePlay))),
        "{lines:?}"
    );
    for line in &lines {
        stream.give(&tick(&line.duty.code)).unwrap();
    }
    let untick = Command::UntickDuty {
        duty: "results_sent".to_owned(),
        note: None,
        by: account("director"),
    };
    stream.give(&untick).unwrap();
}

#[test]
fn an_abandoned_event_with_a_ranking_notes_its_fees() {
    let mut stream = running(14, |rules| rules.entry.fee = "EUR 20".to_owned());
    play(&mut stream);
    let stop = abandoned(&stream, None, true);
    stream.give(&stop).unwrap();
    let note = FeeNote {
        paid: true,
        by: account("director"),
    };
    let entrant = entrant(0);
    stream.give(&Command::NoteFee { entrant, note }).unwrap();
}
