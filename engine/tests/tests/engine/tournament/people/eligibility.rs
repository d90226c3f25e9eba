//! Who may play for a nation: citizens and residents (WOC I.2.3), non-member nations (WOC I.2.1), members (AGA VI.C.3).

use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

/// The championship begins on 2026-05-09.
fn championship() -> Stream {
    let mut stream = under(|rules| *rules = RuleSet::preset("woc-2024").unwrap());
    for country in ["XAA", "XBB"] {
        enter_nation(&mut stream, country, NationKind::Federation, None).unwrap();
    }
    // Before any team needs permission to change.
    stream.now_ms = 1_770_000_000_000;
    stream
}

fn enter_nation(
    stream: &mut Stream,
    country: &str,
    kind: NationKind,
    application: Option<NationApplication>,
) -> Result<Vec<Event>, Refusal> {
    stream.give(&Command::EnterNation(Nation {
        country: country.to_owned(),
        kind,
        host: false,
        application,
    }))
}

fn declaring(number: usize, representation: Option<Representation>) -> Registration {
    Registration {
        declared: Declared {
            representation,
            ..Declared::default()
        },
        ..entry(number)
    }
}

fn himself(registration: Registration) -> Command {
    Command::RegisterEntrant(Registration {
        self_entry: true,
        ..registration
    })
}

/// First and last day of a residence.
type Time = (&'static str, Option<&'static str>);

fn resident(residences: &[Time]) -> Option<Representation> {
    let residences = residences.iter().map(|(from, until)| Residence {
        from: (*from).to_owned(),
        until: until.map(str::to_owned),
    });
    Some(Representation::Resident {
        residences: residences.collect(),
    })
}

const RULE: Option<&str> = Some("WOC I.2.3");

#[test]
fn whoever_declares_neither_is_refused_with_the_paragraph() {
    let mut stream = championship();
    let undeclared = himself(declaring(0, None));
    refused(&mut stream, &undeclared, "representation_undeclared", RULE);
    stream
        .give(&himself(declaring(0, Some(Representation::Citizen))))
        .unwrap();
    let kept = &stream.state.entrant(&entrant(0)).unwrap().entry.declared;
    assert_eq!(kept.representation, Some(Representation::Citizen));
    assert!(stream.state.conformant());
}

/// Six months, read as 180 days, within the twelve that end on the first day of the event.
#[test]
fn months_of_residence_are_counted_within_the_twelve_before_the_event() {
    let cases: &[(&[Time], bool)] = &[
        // From the first of the 180 days that end on 2026-05-09.
        (&[("2025-11-11", None)], true),
        (&[("2025-11-12", None)], false),
        // Six months of the calendar, in any part of the year.
        (&[("2025-09-01", Some("2026-02-28"))], true),
        // The twelve months begin on 2025-05-10.
        (&[("2020-01-01", Some("2025-11-05"))], true),
        (&[("2020-01-01", Some("2025-11-04"))], false),
        // Two times are added up, and no day twice.
        (
            &[
                ("2025-06-01", Some("2025-08-31")),
                ("2026-02-01", Some("2026-04-30")),
            ],
            true,
        ),
        (
            &[
                ("2025-06-01", Some("2025-08-31")),
                ("2025-07-01", Some("2025-09-30")),
            ],
            false,
        ),
        // Days to come are none.
        (&[("2026-05-01", Some("2027-05-01"))], false),
        (&[], false),
    ];
    for (residences, stands) in cases {
        let mut stream = championship();
        let asked = himself(declaring(0, resident(residences)));
        if *stands {
            stream.give(&asked).unwrap();
        } else {
            refused(&mut stream, &asked, "residence_too_short", RULE);
        }
    }
}

#[test]
fn residences_are_days_in_their_order() {
    for residences in [
        [("2026-02-30", None)],
        [("2026-2-3", None)],
        [("2026-03-01", Some("2026-02-01"))],
        [("2026-03-01", Some("soon"))],
    ] {
        let mut stream = championship();
        let asked = himself(declaring(0, resident(&residences)));
        refused(&mut stream, &asked, "bad_residence", None);
    }
    let mut stream = championship();
    let asked = himself(declaring(0, resident(&[("2026-03-01", None); 25])));
    refused(&mut stream, &asked, "bad_residence", None);
}

#[test]
fn a_director_enters_somebody_undeclared_as_a_confirmed_deviation() {
    for representation in [None, resident(&[("2026-04-01", None)])] {
        let mut stream = championship();
        let asked = declaring(0, representation);
        let by_director = Command::RegisterEntrant(asked.clone());
        refused(&mut stream, &by_director, "departure_unconfirmed", RULE);
        assert!(stream.state.conformant());
        let confirmed = Command::RegisterEntrant(Registration {
            accept_deviations: true,
            ..asked
        });
        stream.give(&confirmed).unwrap();
        let [deviation] = &stream.state.deviations[..] else {
            panic!("one deviation");
        };
        assert_eq!(deviation.rule.as_deref(), RULE);
        assert!(!deviation.detail.contains("2026-04-01"), "{deviation:?}");
    }
}

/// Asked for under WOC, nowhere else, and what nobody asks for is not kept.
#[test]
fn no_other_text_asks_and_keeps_what_it_was_not_asked() {
    for name in RuleSet::preset_names() {
        let rules = RuleSet::preset(name).unwrap();
        let asks = rules.teams.by_nation && rules.teams.citizens_or_residents;
        assert_eq!(asks, name == "woc-2024", "{name}");
        if !asks {
            let mut stream = under(|given| *given = rules);
            stream.give(&himself(declaring(0, None))).unwrap();
            stream
                .give(&himself(declaring(1, Some(Representation::Citizen))))
                .unwrap();
            let known = stream.state.entrant(&entrant(1)).unwrap();
            assert!(known.entry.declared.is_nothing(), "{name}");
        }
    }
}

#[test]
fn another_nation_is_declared_anew() {
    let mut stream = championship();
    stream
        .give(&himself(declaring(0, Some(Representation::Citizen))))
        .unwrap();
    let moved = |representation, accept_deviations| {
        let entry = entry(0);
        Command::CorrectEntrant(EntrantCorrection {
            entrant: entry.entrant,
            country: Some("XBB".to_owned()),
            rating: entry.rating,
            categories: entry.categories,
            representation,
            reason: "misread".to_owned(),
            accept_deviations,
            ..EntrantCorrection::default()
        })
    };
    let code = "departure_unconfirmed";
    refused(&mut stream, &moved(None, false), code, RULE);
    let mut other = stream.clone();
    stream
        .give(&moved(Some(Representation::Citizen), false))
        .unwrap();
    assert!(stream.state.conformant());
    other.give(&moved(None, true)).unwrap();
    assert!(!other.state.conformant());
    let kept = &other.state.entrant(&entrant(0)).unwrap().entry.declared;
    assert_eq!(kept.representation, None, "he declared it of another");
}

#[test]
fn the_holder_of_the_seat_declares_later_and_what_he_leaves_out_stays() {
    let mut stream = championship();
    let undeclared = Command::RegisterEntrant(Registration {
        accept_deviations: true,
        ..declaring(0, None)
    });
    stream.give(&undeclared).unwrap();
    let declare = |representation, by: &str| Command::DeclareEntry {
        entrant: entrant(0),
        declared: Declared {
            representation,
            ..Declared::default()
        },
        by: account(by),
    };
    let nothing = declare(None, "player");
    refused(&mut stream, &nothing, "nothing_declared", None);
    let short = declare(resident(&[("2026-05-01", None)]), "player");
    refused(&mut stream, &short, "residence_too_short", RULE);
    stream
        .give(&declare(Some(Representation::Citizen), "player"))
        .unwrap();
    let accepts = Command::DeclareEntry {
        entrant: entrant(0),
        declared: Declared {
            acceptance: Some(AcceptedRules::asked(account("director"), Some("w".into()))),
            ..Declared::default()
        },
        by: account("director"),
    };
    stream.give(&accepts).unwrap();
    let kept = &stream.state.entrant(&entrant(0)).unwrap().entry.declared;
    assert_eq!(kept.representation, Some(Representation::Citizen));
    assert!(kept.acceptance.is_some());
}

fn application(applied_on: &str, decision: Option<(&str, bool)>) -> Option<NationApplication> {
    Some(NationApplication {
        applied_on: applied_on.to_owned(),
        decision: decision.map(|(decided_on, admitted)| NationDecision {
            decided_on: decided_on.to_owned(),
            admitted,
        }),
    })
}

fn of_xdd(number: usize) -> Command {
    Command::RegisterEntrant(Registration {
        country: Some("XDD".to_owned()),
        ..declaring(number, Some(Representation::Citizen))
    })
}

fn decide_xdd(decided_on: &str, admitted: bool) -> Command {
    Command::DecideNation {
        country: "XDD".to_owned(),
        decision: NationDecision {
            decided_on: decided_on.to_owned(),
            admitted,
        },
    }
}

#[test]
fn players_of_a_nation_that_is_no_member_enter_once_it_is_admitted() {
    let rule = Some("WOC I.2.1");
    let mut stream = championship();
    enter_nation(
        &mut stream,
        "XDD",
        NationKind::NonMember,
        application("2026-04-09", None),
    )
    .unwrap();
    refused(&mut stream, &of_xdd(0), "nation_not_admitted", rule);
    stream.give(&decide_xdd("2026-04-20", false)).unwrap();
    refused(&mut stream, &of_xdd(0), "nation_not_admitted", rule);
    let again = decide_xdd("2026-04-20", false);
    refused(&mut stream, &again, "decision_unchanged", None);
    stream.give(&decide_xdd("2026-04-30", true)).unwrap();
    stream.give(&of_xdd(0)).unwrap();
    // As many as a nation with a contact person.
    refused(&mut stream, &of_xdd(1), "team_full", rule);
    let back = decide_xdd("2026-05-01", false);
    refused(&mut stream, &back, "nation_has_players", None);
}

#[test]
fn a_nation_applies_a_month_before_and_is_decided_on_before_the_event() {
    let rule = Some("WOC I.2.1");
    let cases = [
        (None, "application_missing", rule),
        (application("once", None), "bad_application", None),
        (
            application("2026-04-09", Some(("2026-04-08", true))),
            "bad_application",
            None,
        ),
        (
            application("2026-04-09", Some(("2026-05-09", true))),
            "bad_application",
            None,
        ),
        (
            application("2026-04-10", Some(("2026-04-20", true))),
            "application_too_late",
            rule,
        ),
    ];
    for (application, code, rule) in cases {
        let mut stream = championship();
        let refusal =
            enter_nation(&mut stream, "XDD", NationKind::NonMember, application).unwrap_err();
        assert_eq!((refusal.code(), refusal.rule()), (code, rule));
    }
    let mut stream = championship();
    let member = enter_nation(
        &mut stream,
        "XDD",
        NationKind::Federation,
        application("2026-01-01", None),
    );
    assert_eq!(member.unwrap_err().code(), "bad_application");
    // A late application is known, and not admitted.
    enter_nation(
        &mut stream,
        "XDD",
        NationKind::NonMember,
        application("2026-04-10", None),
    )
    .unwrap();
    let late = decide_xdd("2026-04-20", true);
    refused(&mut stream, &late, "application_too_late", rule);
    stream.give(&decide_xdd("2026-04-20", false)).unwrap();
    let of_member = Command::DecideNation {
        country: "XAA".to_owned(),
        decision: NationDecision {
            decided_on: "2026-04-20".to_owned(),
            admitted: true,
        },
    };
    refused(&mut stream, &of_member, "bad_application", None);
}

#[test]
fn a_program_and_its_operator_are_members_where_the_association_asks() {
    let mut stream = under(|rules| *rules = RuleSet::preset("aga-swiss").unwrap());
    let program = |computer_member, operator_member| {
        Command::RegisterEntrant(Registration {
            computer: true,
            operator: Some("person-7".to_owned()),
            declared: Declared {
                computer_member,
                operator_member,
                ..Declared::default()
            },
            ..entry(0)
        })
    };
    for (computer, operator) in [(false, false), (true, false), (false, true)] {
        let asked = program(computer, operator);
        refused(
            &mut stream,
            &asked,
            "membership_undeclared",
            Some("AGA VI.C.3"),
        );
    }
    stream.give(&program(true, true)).unwrap();
    let kept = &stream.state.entrant(&entrant(0)).unwrap().entry.declared;
    assert!(kept.computer_member && kept.operator_member);
    stream.give(&Command::RegisterEntrant(entry(1))).unwrap();
}

/// What events of before did not ask for, they do not ask for now.
#[test]
fn rule_sets_of_before_ask_for_nothing_new() {
    for name in RuleSet::preset_names() {
        let rules = RuleSet::preset(name).unwrap();
        let mut written = serde_json::to_value(&rules).unwrap();
        for (part, field) in [
            ("/teams", "citizens_or_residents"),
            ("/teams", "residence_days"),
            ("/teams", "application_days"),
            ("/entry", "acceptance"),
            ("/entry", "federation_agreement"),
            ("/entry", "fee"),
            ("/entry", "paid_before_pairing"),
            ("/entry/computers", "members_only"),
            ("", "category_titles"),
        ] {
            let part = written.pointer_mut(part).unwrap();
            assert!(part.as_object_mut().unwrap().remove(field).is_some());
        }
        written["version"] = serde_json::json!(5);
        let read: RuleSet = serde_json::from_value(written.clone()).unwrap();
        assert!(!read.teams.citizens_or_residents, "{name}");
        assert!(!read.entry.computers.members_only, "{name}");
        assert_eq!(read.entry.acceptance, RulesAcceptance::Tacit);
        check_rule_set(&read).unwrap();
        written["version"] = rules.version.into();
        let read: RuleSet = serde_json::from_value(written).unwrap();
        assert_eq!(read, rules, "{name}: left out, they are the preset's");
    }
}
