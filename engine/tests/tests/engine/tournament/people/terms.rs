//! What entering late and coming back cost is told before the act, and is what the lists then count.

use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

fn late(missed: i64) -> Stream {
    let mut stream = running(14, |rules| {
        rules.entry.late_entry_until_round = 4;
        rules.entry.missed_rounds_half_points = HalfPoints(missed);
        rules.entry.announced_absence_half_points = HalfPoints(1);
        rules.entry.scored_absences = Some(2);
    });
    play(&mut stream);
    publish(&mut stream);
    play(&mut stream);
    stream
}

/// Points and Brightwell Quotient as the list has them.
fn figures(stream: &Stream, who: &EntrantId) -> (HalfPoints, i64) {
    let list = stream.state.standings().unwrap();
    let index = stream
        .state
        .entrants
        .iter()
        .position(|known| known.id == *who);
    let line = list.iter().find(|line| Some(line.player) == index).unwrap();
    (line.half_points, line.bq_halves)
}

#[test]
fn a_late_entrant_is_told_his_points_and_quotient_before_he_enters() {
    for missed in [0, 1, 2] {
        let mut stream = late(missed);
        let told = stream.state.entry_terms().unwrap();
        assert_eq!((told.from_round, told.waits), (3, false));
        let each = |round| ScoredRound {
            round,
            half_points: HalfPoints(missed),
        };
        assert_eq!(told.missed, [each(1), each(2)]);
        assert_eq!(told.half_points, HalfPoints(2 * missed));
        // WOC A.3, EGP VI.3: an unplayed round is half the discs and the constant times the own points, here in halves.
        assert_eq!(told.bq_halves, 2 * (64 + 6 * told.half_points.0));
        assert_eq!((told.colour_balance, told.given_up.len()), (0, 0));
        stream.give(&Command::RegisterEntrant(entry(20))).unwrap();
        let expected = (told.half_points, told.bq_halves);
        assert_eq!(figures(&stream, &entrant(20)), expected);
        assert_eq!(stream.state.entrant(&entrant(20)).unwrap().from_round, 3);
    }
}

#[test]
fn before_the_first_round_nothing_is_missed() {
    let mut stream = with_entrants(2, |rules| {
        rules.entry.capacity = Some(2);
        rules.entry.waiting_list = true;
    });
    let told = stream.state.entry_terms().unwrap();
    assert_eq!((told.from_round, told.waits), (1, true));
    assert_eq!(
        (told.missed.len(), told.half_points, told.bq_halves),
        (0, HalfPoints(0), 0)
    );
    stream
        .give(&Command::RemoveEntrant {
            entrant: entrant(0),
        })
        .unwrap();
    assert!(!stream.state.entry_terms().unwrap().waits);
}

#[test]
fn what_entering_would_be_refused_with_is_told_instead() {
    let mut stream = running(14, |_| {});
    let told = stream.state.entry_terms().unwrap_err();
    let refusal = stream.refused(&Command::RegisterEntrant(entry(20)));
    assert_eq!((told.code(), told.rule()), (refusal.code(), refusal.rule()));
    assert_eq!(told.code(), "registration_closed");
}

#[test]
fn who_comes_back_is_told_what_he_missed_and_what_he_gives_up() {
    let mut stream = running(14, |rules| {
        rules.entry.announced_absence_half_points = HalfPoints(1);
        rules.entry.scored_absences = Some(2);
    });
    let (black, _) = first_table(&stream);
    play(&mut stream);
    let absence = Command::AnnounceAbsence {
        entrant: black.clone(),
        rounds: vec![2, 3, 4],
    };
    stream.give(&absence).unwrap();
    publish(&mut stream);
    play(&mut stream);
    let told = stream.state.return_terms(&black).unwrap();
    let scored = |round, half_points| ScoredRound { round, half_points };
    assert_eq!(told.from_round, 3);
    assert_eq!(told.missed, [scored(2, HalfPoints(1))]);
    assert_eq!(
        told.given_up,
        [scored(3, HalfPoints(1)), scored(4, HalfPoints(0))]
    );
    assert_eq!(told.colour_balance, 1, "one game with black");
    assert_eq!(told.half_points, HalfPoints(3), "a win and half a point");
    stream
        .give(&Command::EndAbsence {
            entrant: black.clone(),
        })
        .unwrap();
    assert_eq!(figures(&stream, &black), (told.half_points, told.bq_halves));
    let again = stream.state.return_terms(&black).unwrap_err();
    assert_eq!(again.code(), "not_absent");
}

/// WOC II.7, EGP II.6: there is no re-entry, whatever late entry and absences allow.
#[test]
fn who_has_withdrawn_neither_comes_back_nor_is_told_what_it_would_cost() {
    for (name, rule) in [("woc-2024", "WOC II.7"), ("egp-2020", "EGP II.6")] {
        let mut stream = with_entrants(16, |rules| {
            *rules = RuleSet::preset(name).unwrap();
            rules.teams.by_nation = false;
            rules.entry.late_entry_until_round = 4;
        });
        stream.give(&Command::NameGroupA { entrants: vec![] }).ok();
        publish(&mut stream);
        let who = entrant(3);
        let absence = Command::AnnounceAbsence {
            entrant: who.clone(),
            rounds: vec![2, 3],
        };
        stream.give(&absence).unwrap();
        assert!(stream.state.return_terms(&who).is_ok());
        let withdraw = Command::WithdrawEntrant {
            entrant: who.clone(),
        };
        stream.give(&withdraw).unwrap();
        let told = stream.state.return_terms(&who).unwrap_err();
        assert_eq!(
            (told.code(), told.rule()),
            ("already_withdrawn", Some(rule))
        );
        let back = Command::EndAbsence {
            entrant: who.clone(),
        };
        refused(&mut stream, &back, "already_withdrawn", Some(rule));
        let late = Command::RegisterEntrant(entry(3));
        refused(&mut stream, &late, "entrant_exists", None);
        assert!(stream.state.entry_terms().is_ok(), "others still may");
    }
}
