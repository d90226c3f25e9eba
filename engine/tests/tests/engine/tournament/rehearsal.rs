//! Rehearsals: what of an event they have, what they refuse, and that nothing of them counts.

use std::collections::BTreeMap;

use super::people::world::*;
use super::support::*;
use outflank_tournament::*;

fn asked(of: &Stream) -> NewRehearsal {
    let entrants = of.state.entrants.iter();
    NewRehearsal {
        of: "t1".to_owned(),
        name: "Rehearsal: Open".to_owned(),
        head_director: account("rehearser"),
        draw_anchor: chain_link(&seed(5), 64, 0).unwrap(),
        entrants: entrants
            .map(|known| (known.id.clone(), EntrantId(format!("r-{}", known.id))))
            .collect::<BTreeMap<_, _>>(),
    }
}

/// A rehearsal of the event as it stands.
fn rehearsal(of: &Stream) -> TournamentState {
    folded(&rehearse(&of.state, &asked(of)).unwrap())
}

fn folded(events: &[Event]) -> TournamentState {
    let header = EntryHeader {
        seq: 1,
        at_ms: 1_000,
    };
    events
        .iter()
        .fold(TournamentState::default(), |state, event| {
            evolve(state, &header, event)
        })
}

fn code(outcome: Result<Vec<Event>, Refusal>) -> &'static str {
    outcome.unwrap_err().code()
}

#[test]
fn it_has_the_rules_and_the_entrants_of_its_event_and_nothing_played() {
    let mut event = Stream::with_entrants(1, RuleSet::egp_2020(), 6);
    event.give(&event.publication()).unwrap();
    let gone = event.state.entrants[2].id.clone();
    event
        .give(&Command::WithdrawEntrant { entrant: gone })
        .unwrap();
    let before = event.state.clone();
    let state = rehearsal(&event);
    assert_eq!(event.state, before, "the event stays as it is");
    assert!(state.is_rehearsal() && !event.state.is_rehearsal());
    let facts = state.facts.as_ref().unwrap();
    assert_eq!(facts.rehearsal_of.as_deref(), Some("t1"));
    let original = event.state.facts.as_ref().unwrap();
    assert_eq!(
        (&*facts.name, &facts.country, &facts.date),
        ("Rehearsal: Open", &original.country, &original.date)
    );
    assert_eq!(state.rule_set, event.state.rule_set);
    assert_eq!(state.phase(), Phase::Registration);
    assert!(state.rounds.is_empty());
    let there: Vec<_> = event
        .state
        .entrants
        .iter()
        .filter(|known| known.withdrawn_from.is_none())
        .map(|known| {
            (
                format!("r-{}", known.id),
                known.rating,
                known.country.clone(),
            )
        })
        .collect();
    let copied = state.entrants.iter();
    let copied: Vec<_> = copied
        .map(|known| (known.id.0.clone(), known.rating, known.country.clone()))
        .collect();
    assert_eq!((copied, state.entrants.len()), (there, 5));
    assert!(state.entrants.iter().all(|known| known.account.is_none()));
    assert_eq!(
        state.role_of(&account("rehearser")).official,
        Some(OfficialRole::HeadDirector)
    );
}

#[test]
fn what_its_event_is_of_a_series_it_is_not() {
    let mut stream = Stream::new(1);
    let Command::CreateTournament {
        mut facts,
        rule_set,
        origin,
        draw_anchor,
        head_director,
        accept_deviations,
    } = stream.creation(RuleSet::egp_2020())
    else {
        unreachable!()
    };
    facts.leg = Some(Leg {
        series: "egp".to_owned(),
        number: 3,
    });
    facts.organiser = Some(account("club"));
    stream
        .give(&Command::CreateTournament {
            facts,
            rule_set,
            origin,
            draw_anchor,
            head_director,
            accept_deviations,
        })
        .unwrap();
    let state = rehearsal(&stream);
    let facts = state.facts.as_ref().unwrap();
    assert_eq!((&facts.leg, &facts.organiser), (&None, &None));
    assert_eq!(state.organiser(), Some(&account("rehearser")));
}

#[test]
fn nothing_of_it_counts_and_nobody_enters_it_by_himself() {
    let event = Stream::with_entrants(1, RuleSet::egp_2020(), 4);
    let state = rehearsal(&event);
    assert_eq!(state.rating_standing(), None);
    assert!(event.state.rating_standing().is_some());
    for act in [
        Act::ApproveEvent,
        Act::WithdrawApproval,
        Act::ReleaseRatingFile,
        Act::ReturnRatingFile,
        Act::FileComplaint,
        Act::AnswerComplaint,
        Act::InviteEntrant,
    ] {
        let refused = permitted(&state, act, 2_000).unwrap_err();
        assert_eq!(refused.code(), "rehearsal", "{act:?}");
        assert_declared(&refused);
        let otherwise = permitted(&event.state, act, 2_000).err();
        assert_ne!(otherwise.map(|one| one.code()), Some("rehearsal"));
    }
    let Command::RegisterEntrant(late) = registration(40) else {
        unreachable!()
    };
    let by_himself = Command::RegisterEntrant(Registration {
        self_entry: true,
        ..late.clone()
    });
    assert_eq!(code(decide(&state, &by_himself, 2_000)), "rehearsal");
    decide(&state, &Command::RegisterEntrant(late), 2_000).unwrap();
}

#[test]
fn only_an_event_that_counts_and_is_not_over_is_rehearsed() {
    let event = Stream::with_entrants(1, RuleSet::preset("club").unwrap(), 4);
    let again = rehearse(&rehearsal(&event), &asked(&event));
    assert_eq!(code(again), "rehearsal");
    let nothing = Stream::new(1);
    assert_eq!(
        code(rehearse(&nothing.state, &asked(&event))),
        "tournament_absent"
    );
    let mut cancelled = Stream::with_entrants(1, RuleSet::preset("club").unwrap(), 4);
    cancelled
        .give(&Command::CancelTournament {
            reason: "too few came".to_owned(),
            annul_rounds: false,
            by: account("director"),
        })
        .unwrap();
    assert_eq!(
        code(rehearse(&cancelled.state, &asked(&event))),
        "tournament_cancelled"
    );
    let mut played = Stream::with_entrants(1, RuleSet::preset("club").unwrap(), 4);
    played.play_out(&mut Numbers::new("rehearsed", 1));
    assert_eq!(
        code(rehearse(&played.state, &asked(&event))),
        "tournament_confirmed"
    );
}

#[test]
fn what_was_founded_before_there_were_rehearsals_is_none() {
    let written = r#"{"name":"Open","country":"FRA","date":"2026-11-21"}"#;
    let facts: TournamentFacts = serde_json::from_str(written).unwrap();
    assert_eq!(facts.rehearsal_of, None);
    assert_eq!(serde_json::to_string(&facts).unwrap(), written);
}
