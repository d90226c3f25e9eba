//! What the list says of an entrant, put right at any time.

use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

fn right(number: usize, change: impl FnOnce(&mut EntrantCorrection)) -> Command {
    let entry = entry(number);
    let mut correction = EntrantCorrection {
        entrant: entry.entrant,
        country: entry.country,
        rating: entry.rating,
        categories: entry.categories,
        reason: "misread".to_owned(),
        ..EntrantCorrection::default()
    };
    change(&mut correction);
    Command::CorrectEntrant(correction)
}

#[test]
fn the_entry_has_to_stand_as_corrected_until_round_one() {
    let mut stream = with_entrants(8, |rules| {
        rules.entry.rating_to = Some(2_000);
    });
    let strong = right(1, |correction| correction.rating = Some(2_100));
    refused(&mut stream, &strong, "rating_out_of_range", None);
    let country = right(1, |correction| correction.country = Some(String::new()));
    refused(&mut stream, &country, "bad_country", None);
    let unknown = right(9, |_| {});
    refused(&mut stream, &unknown, "unknown_entrant", None);
    stream
        .give(&right(1, |correction| correction.rating = Some(1_999)))
        .unwrap();
    assert_eq!(
        stream.state.entrant(&entrant(1)).unwrap().rating,
        Some(1_999)
    );
    publish(&mut stream);
    stream.give(&strong).unwrap();
    assert_eq!(
        stream.state.entrant(&entrant(1)).unwrap().rating,
        Some(2_100)
    );
}

#[test]
fn a_team_stays_within_its_limits() {
    let mut stream = under(|rules| rules.teams = TeamRules::woc());
    for country in ["XAA", "XBB"] {
        let nation = Nation {
            country: country.to_owned(),
            kind: NationKind::Federation,
            host: country == "XAA",
            application: None,
        };
        stream.give(&Command::EnterNation(nation)).unwrap();
    }
    let enter = |number: usize, country: &str, woman| {
        Command::RegisterEntrant(Registration {
            country: Some(country.to_owned()),
            declared: citizen(),
            categories: Categories {
                woman,
                ..Categories::default()
            },
            ..entry(number)
        })
    };
    for (number, country, woman) in [
        (0, "XBB", false),
        (1, "XBB", false),
        (2, "XBB", true),
        (3, "XBB", false),
        (4, "XAA", false),
    ] {
        stream.give(&enter(number, country, woman)).unwrap();
    }
    let of = |number, country: &str, woman| {
        right(number, |correction| {
            correction.country = Some(country.to_owned());
            correction.categories.woman = woman;
        })
    };
    refused(
        &mut stream,
        &of(2, "XBB", false),
        "team_of_one_gender",
        None,
    );
    refused(&mut stream, &of(4, "XBB", true), "team_full", None);
    refused(
        &mut stream,
        &of(4, "XCC", false),
        "nation_not_entered",
        None,
    );
    stream.give(&of(1, "XBB", true)).unwrap();
    stream.give(&of(2, "XBB", false)).unwrap();
}

fn numbered(number: usize, confirmed: bool) -> Command {
    right(number, |correction| {
        correction.number = Some(CorrectedNumber {
            confirmed,
            list_claim: match confirmed {
                true => ListClaim::Confirmed {
                    by: account("director"),
                },
                false => ListClaim::None,
            },
        });
    })
}

#[test]
fn who_has_to_have_a_number_keeps_one_until_round_one() {
    let mut stream = under(|rules| rules.entry.federation_number_required = true);
    for number in 0..8 {
        let entry = Registration {
            federation_number_confirmed: true,
            list_claim: ListClaim::Open,
            ..entry(number)
        };
        stream.give(&Command::RegisterEntrant(entry)).unwrap();
    }
    let known = |stream: &Stream| {
        let known = stream.state.entrant(&entrant(1)).unwrap();
        (known.federation_number_confirmed, known.list_claim.clone())
    };
    let none = numbered(1, false);
    refused(&mut stream, &none, "federation_number_unconfirmed", None);
    stream.give(&right(1, |_| {})).unwrap();
    assert_eq!(
        known(&stream),
        (true, ListClaim::Open),
        "nothing was said of it"
    );
    stream.give(&numbered(1, true)).unwrap();
    let by = account("director");
    assert_eq!(known(&stream), (true, ListClaim::Confirmed { by }));
    publish(&mut stream);
    stream.give(&none).unwrap();
    assert_eq!(known(&stream), (false, ListClaim::None));
}

#[test]
fn another_number_under_an_approval_is_looked_at_anew() {
    let mut stream = with_entrants(8, |_| {});
    approve_earlier(&mut stream);
    let events = stream.give(&numbered(1, true)).unwrap();
    let cause = LapseCause::NumberChanged {
        entrant: entrant(1),
    };
    let lapsed = Event::ApprovalLapsed { cause };
    assert!(events.contains(&lapsed), "{events:?}");
}

/// He is one from now on as if he entered so now, and is one no more.
#[test]
fn the_additional_player_is_put_right_until_round_one() {
    let mut stream = under(|rules| rules.teams = TeamRules::woc());
    for country in ["XAA", "XBB"] {
        let nation = Nation {
            country: country.to_owned(),
            kind: NationKind::Federation,
            host: country == "XAA",
            application: None,
        };
        stream.give(&Command::EnterNation(nation)).unwrap();
    }
    for (number, country) in [(0, "XAA"), (1, "XBB"), (2, "XBB"), (3, "XAA")] {
        let entry = Registration {
            country: Some(country.to_owned()),
            declared: citizen(),
            ..entry(number)
        };
        stream.give(&Command::RegisterEntrant(entry)).unwrap();
    }
    let additional = |number, country: &str, additional| {
        right(number, |correction| {
            correction.country = Some(country.to_owned());
            correction.additional = Some(additional);
        })
    };
    let code = "additional_player_refused";
    refused(&mut stream, &additional(1, "XBB", true), code, None);
    stream.give(&additional(3, "XAA", true)).unwrap();
    let is_one = |stream: &Stream| stream.state.entrant(&entrant(3)).unwrap().additional;
    assert!(is_one(&stream));
    refused(&mut stream, &additional(0, "XAA", true), code, None);
    stream.give(&additional(3, "XAA", false)).unwrap();
    assert!(!is_one(&stream));
    stream.give(&additional(3, "XAA", true)).unwrap();
    stream
        .give(&right(3, |correction| correction.rating = Some(1_400)))
        .unwrap();
    assert!(is_one(&stream), "nothing was said of it");
    publish(&mut stream);
    let late = additional(3, "XAA", false);
    refused(&mut stream, &late, "registration_closed", None);
    stream.give(&additional(3, "XAA", true)).unwrap();
}

#[test]
fn lists_follow_and_what_was_paired_stays() {
    let mut stream = running(8, |_| {});
    let round = stream.state.rounds.clone();
    let women = |stream: &Stream| -> Vec<EntrantId> {
        let entrants = stream.state.entrants.iter();
        let women = entrants.filter(|known| known.categories.woman);
        women.map(|known| known.id.clone()).collect()
    };
    assert!(women(&stream).is_empty());
    let woman = right(3, |correction| correction.categories.woman = true);
    let events = stream.give(&woman).unwrap();
    assert!(matches!(events[..], [Event::EntrantCorrected(_)]));
    assert_eq!(women(&stream), [entrant(3)]);
    assert_eq!(stream.state.rounds, round);
}

#[test]
fn another_name_under_an_approval_is_looked_at_anew() {
    let mut stream = with_entrants(8, |_| {});
    approve_earlier(&mut stream);
    stream
        .give(&right(1, |correction| correction.rating = Some(1_400)))
        .unwrap();
    assert!(stream.state.approval_in_force().is_some());
    stream
        .give(&right(1, |correction| correction.renamed = true))
        .unwrap();
    let lapsed = stream
        .state
        .approval
        .as_ref()
        .and_then(|approval| approval.lapsed.as_ref());
    let cause = LapseCause::Renamed {
        entrant: entrant(1),
    };
    assert_eq!(lapsed.map(|(cause, _)| cause), Some(&cause));
}

#[test]
fn after_the_confirmation_there_is_another_rating_file() {
    let mut stream = running(4, |rules| *rules = RuleSet::preset("club").unwrap());
    loop {
        play(&mut stream);
        if stream.state.qualification_over() {
            break;
        }
        publish(&mut stream);
    }
    if stream.state.lots_wanted().unwrap() {
        let seed = stream.next_seed();
        stream.give(&Command::DrawLots { seed }).unwrap();
    }
    stream
        .give(&Command::ConfirmTournament {
            without_finals: true,
        })
        .unwrap();
    let events = stream
        .give(&right(1, |correction| correction.rating = Some(1_400)))
        .unwrap();
    assert!(matches!(
        events[..],
        [Event::EntrantCorrected(_), Event::RatingFileDue { .. }]
    ));
}
