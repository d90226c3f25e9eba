//! Officials with chosen powers and with tables of their own.

use std::collections::BTreeSet;

use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

fn appointment(name: &str, role: OfficialRole, powers: Option<&[Power]>) -> Command {
    Command::AppointOfficial {
        account: account(name),
        role,
        by: account("director"),
        consents: Vec::new(),
        powers: powers.map(|given| given.iter().copied().collect()),
    }
}

fn assign(name: &str, round: Option<u32>, tables: &[u32]) -> Command {
    Command::AssignTables {
        official: account(name),
        round,
        tables: tables.iter().copied().collect(),
    }
}

fn preset(name: &str) -> Stream {
    Stream::created(1, RuleSet::preset(name).unwrap())
}

/// Whether an official does an act at a board, by the table of acts.
fn judge(stream: &Stream, name: &str, deed: Deed, board: (u32, u32)) -> Result<(), &'static str> {
    let state = &stream.state;
    let role = state.role_of(&account(name)).official;
    let touched = [Touched {
        board: Some(board.into()),
        entrants: Vec::new(),
    }];
    let question = Question {
        deed,
        touched: &touched,
        by: &state.officer(&account(name), role),
        officers: &state.officers(),
        rules: state.rule_set.as_ref().unwrap(),
        consents: &[],
    };
    InterestTable::default()
        .judge(&question)
        .map(|_| ())
        .map_err(|refusal| refusal.code())
}

/// What each role can be given, by the text that speaks of it.
#[test]
fn each_role_has_its_powers() {
    let named = |role: OfficialRole| -> Vec<&str> {
        let powers = Power::ALL.iter().filter(|power| role.has(**power));
        powers.map(|power| power.name()).collect()
    };
    assert_eq!(named(OfficialRole::HeadDirector).len(), Power::ALL.len());
    let not_assistants: Vec<&str> = Power::ALL
        .iter()
        .filter(|power| !OfficialRole::Assistant.has(**power))
        .map(|power| power.name())
        .collect();
    assert_eq!(not_assistants, ["officials", "appeals"]);
    assert_eq!(
        named(OfficialRole::TableJudge),
        ["pauses", "transcripts", "calls", "chat"]
    );
    assert_eq!(
        named(OfficialRole::Monitor),
        ["pauses", "calls", "overtime_claims", "time_claims"]
    );
    assert_eq!(named(OfficialRole::Organiser), ["appeals", "chat"]);
    assert_eq!(
        named(OfficialRole::HeadArbiter),
        ["penalties", "appeals", "chat"]
    );
    for role in OfficialRole::ALL {
        assert_eq!(OfficialRole::named(role.name()), Some(role));
    }
    for power in Power::ALL {
        assert_eq!(Power::named(power.name()), Some(*power));
    }
}

/// Every act takes one power, and every power is taken by an act or is a monitor's claim.
#[test]
fn every_power_is_for_something() {
    let taken: BTreeSet<Power> = Deed::ALL.iter().map(|deed| deed.power()).collect();
    let rest: Vec<&str> = Power::ALL
        .iter()
        .filter(|power| !taken.contains(power))
        .map(|power| power.name())
        .collect();
    assert_eq!(rest, ["overtime_claims", "time_claims"]);
}

/// Each act of the table, by an assistant with its power alone and by one with every other.
#[test]
fn an_act_takes_its_power_and_no_other() {
    let mut stream = preset("club");
    let of_assistants: Vec<Power> = Power::ALL
        .iter()
        .copied()
        .filter(|power| OfficialRole::Assistant.has(*power) && *power != Power::Penalties)
        .collect();
    for &deed in Deed::ALL {
        let power = deed.power();
        if !of_assistants.contains(&power) || is_the_heads(deed) {
            continue;
        }
        let all_others: Vec<Power> = of_assistants
            .iter()
            .copied()
            .filter(|other| *other != power)
            .collect();
        let with = [power];
        for (given, expected) in [
            (&with[..], Ok(())),
            (&all_others[..], Err("power_not_given")),
        ] {
            let command = appointment("helper", OfficialRole::Assistant, Some(given));
            stream.give(&command).unwrap();
            assert_eq!(judge(&stream, "helper", deed, (1, 1)), expected, "{deed:?}");
        }
        stream
            .give(&appointment("helper", OfficialRole::Assistant, None))
            .unwrap();
        assert_eq!(judge(&stream, "helper", deed, (1, 1)), Ok(()), "{deed:?}");
    }
}

/// Under the club's rules only penalties are.
fn is_the_heads(deed: Deed) -> bool {
    let club = RuleSet::preset("club").unwrap();
    !deed.is_office_of(&OfficialRole::Assistant.into(), &club)
}

#[test]
fn powers_are_chosen_changed_and_taken_back() {
    let mut stream = preset("club");
    let role = OfficialRole::Assistant;
    let helper = |stream: &Stream| {
        let office = stream.state.appointment_of(&account("helper"));
        office.map(|office| office.limits.powers)
    };
    let entry = appointment("helper", role, Some(&[Power::Entry]));
    stream.give(&entry).unwrap();
    assert_eq!(helper(&stream), Some(Some([Power::Entry].into())));
    refused(&mut stream, &entry, "official_already", None);
    stream
        .give(&appointment(
            "helper",
            role,
            Some(&[Power::CheckIn, Power::Calls]),
        ))
        .unwrap();
    assert_eq!(
        helper(&stream),
        Some(Some([Power::CheckIn, Power::Calls].into()))
    );
    stream.give(&appointment("helper", role, None)).unwrap();
    assert_eq!(helper(&stream), Some(None));
    stream
        .give(&appointment("helper", role, Some(&[])))
        .unwrap();
    assert_eq!(
        judge(&stream, "helper", Deed::CheckIn, (1, 1)),
        Err("power_not_given")
    );
    stream
        .give(&Command::DismissOfficial {
            account: account("helper"),
        })
        .unwrap();
    assert_eq!(helper(&stream), None);
    // Whoever comes back begins anew.
    stream.give(&appointment("helper", role, None)).unwrap();
    assert_eq!(helper(&stream), Some(None));
    for (role, powers, code) in [
        (
            OfficialRole::HeadDirector,
            &[Power::Entry][..],
            "head_director_has_all",
        ),
        (
            OfficialRole::Assistant,
            &[Power::Officials],
            "power_not_of_role",
        ),
        (
            OfficialRole::TableJudge,
            &[Power::Clocks],
            "power_not_of_role",
        ),
        (
            OfficialRole::Monitor,
            &[Power::Transcripts],
            "power_not_of_role",
        ),
    ] {
        refused(
            &mut stream,
            &appointment("other", role, Some(powers)),
            code,
            None,
        );
    }
}

/// WOC V.1, EGP V.1: the tournament director and only he; AGA: an assistant too; MSO: the arbiters.
#[test]
fn the_power_to_penalise_is_given_to_whom_the_text_names() {
    use OfficialRole::{Assistant, HeadArbiter, TableJudge};
    for (rules, role, answer) in [
        ("woc-2024", Assistant, Err(Some("WOC V.1"))),
        ("woc-2024", HeadArbiter, Err(Some("WOC V.1"))),
        ("egp-2020", Assistant, Err(Some("EGP V.1"))),
        ("egp-2020", TableJudge, Err(Some("EGP V.1"))),
        ("aga-swiss", Assistant, Ok(())),
        ("aga-swiss", HeadArbiter, Err(Some("AGA III"))),
        ("mso-swiss", HeadArbiter, Ok(())),
        ("mso-swiss", Assistant, Err(Some("MSO 5.1"))),
    ] {
        let mut stream = preset(rules);
        let command = appointment("helper", role, Some(&[Power::Penalties]));
        match answer {
            Ok(()) => {
                stream.give(&command).unwrap();
            }
            Err(rule) => refused(&mut stream, &command, "penalties_not_to_give", rule),
        }
    }
    // Rules that let others penalise depart from the text, and say so.
    let mut rules = RuleSet::egp_2020();
    rules.penalties.imposed_by.push(Assistant);
    let found = deviations(&rules);
    assert_eq!(
        (found[0].value.as_str(), found[0].rule.as_deref()),
        ("penalties.imposed_by", Some("EGP V.1"))
    );
}

/// AGA: an assistant who was not given it does not penalise, by whatever way he asks.
#[test]
fn who_was_not_given_it_does_not_penalise() {
    let mut stream = running(14, |rules| rules.penalties = PenaltyRules::aga());
    let (black, _) = first_table(&stream);
    stream
        .give(&appointment(
            "helper",
            OfficialRole::Assistant,
            Some(&[Power::Results]),
        ))
        .unwrap();
    let by_helper = PenaltyRuling {
        by: account("helper"),
        ..penalty("r1", &black, Penalty::Warning)
    };
    let command = Command::ImposePenalty(by_helper);
    refused(&mut stream, &command, "may_not_rule", Some("EGP V.1"));
    stream
        .give(&appointment(
            "helper",
            OfficialRole::Assistant,
            Some(&[Power::Penalties]),
        ))
        .unwrap();
    stream.give(&command).unwrap();
}

#[test]
fn a_table_judge_is_bound_to_his_tables() {
    let mut stream = running(14, |_| {});
    stream
        .give(&appointment("judge", OfficialRole::TableJudge, None))
        .unwrap();
    let pause = |stream: &Stream, board| judge(stream, "judge", Deed::Pause, board);
    // Without tables of his own he acts at every one.
    assert_eq!(pause(&stream, (1, 5)), Ok(()));
    stream.give(&assign("judge", None, &[1, 2])).unwrap();
    stream.give(&assign("judge", Some(2), &[5])).unwrap();
    for (board, expected) in [
        ((1, 1), Ok(())),
        ((1, 5), Err("not_your_table")),
        ((2, 5), Ok(())),
        ((2, 1), Err("not_your_table")),
        ((3, 2), Ok(())),
    ] {
        assert_eq!(pause(&stream, board), expected, "{board:?}");
    }
    refused(
        &mut stream,
        &assign("judge", Some(2), &[5]),
        "tables_unchanged",
        None,
    );
    stream.give(&assign("judge", Some(2), &[])).unwrap();
    assert_eq!(pause(&stream, (2, 1)), Ok(()));
    stream.give(&assign("judge", None, &[])).unwrap();
    assert_eq!(pause(&stream, (1, 5)), Ok(()));
    // Tables of one round bind him in the others too: there he has none.
    stream.give(&assign("judge", Some(3), &[4])).unwrap();
    assert_eq!(pause(&stream, (1, 4)), Err("not_your_table"));
    for (command, code) in [
        (assign("director", None, &[1]), "no_tables_of_role"),
        (assign("nobody", None, &[1]), "unknown_official"),
        (assign("judge", None, &[0]), "bad_tables"),
        (assign("judge", Some(0), &[1]), "bad_tables"),
    ] {
        refused(&mut stream, &command, code, None);
    }
    // They go with the role.
    stream
        .give(&appointment("judge", OfficialRole::Monitor, None))
        .unwrap();
    assert_eq!(pause(&stream, (1, 4)), Err("not_your_table"));
    stream
        .give(&appointment("judge", OfficialRole::Assistant, None))
        .unwrap();
    assert_eq!(pause(&stream, (1, 4)), Ok(()));
}

#[test]
fn tables_are_assigned_as_many_as_an_event_can_have() {
    let mut stream = running(14, |_| {});
    for name in ["judge", "monitor"] {
        let role = OfficialRole::TableJudge;
        stream.give(&appointment(name, role, None)).unwrap();
    }
    let all: Vec<u32> = (1..=512).collect();
    for (round, tables) in [
        (None, vec![513]),
        (None, vec![u32::MAX]),
        (Some(1_000), vec![1]),
        (Some(stream.state.planned_rounds() + 65), vec![1]),
    ] {
        let command = assign("judge", round, &tables);
        refused(&mut stream, &command, "bad_tables", None);
    }
    // The extra rounds and the finals come after the plan's.
    let last = stream.state.planned_rounds() + 64;
    stream.give(&assign("judge", Some(last), &[512])).unwrap();
    stream.give(&assign("judge", Some(last), &[])).unwrap();
    for round in 1..=32 {
        stream.give(&assign("judge", Some(round), &all)).unwrap();
    }
    refused(
        &mut stream,
        &assign("monitor", None, &[1]),
        "bad_tables",
        None,
    );
    stream.give(&assign("judge", Some(1), &all[1..])).unwrap();
    stream.give(&assign("monitor", None, &[1])).unwrap();
    refused(
        &mut stream,
        &assign("judge", None, &[1]),
        "bad_tables",
        None,
    );
}

/// AGA V.E.14: Japanese overtime gives monitors 13.b and c, Canadian 13.a.
#[test]
fn monitors_have_what_the_overtime_gives_them() {
    let byoyomi = TimeControl::Byoyomi {
        main_ms: 600_000,
        periods: 3,
        period_ms: 30_000,
    };
    let canadian = TimeControl::Canadian {
        main_ms: 600_000,
        moves: 10,
        block_ms: 300_000,
    };
    for (control, expected) in [
        (TimeControl::minutes(30), vec![]),
        (byoyomi, vec![Power::OvertimeClaims, Power::TimeClaims]),
        (canadian, vec![Power::Pauses, Power::Calls]),
    ] {
        let mut rules = RuleSet::preset("aga-swiss").unwrap();
        rules.time_controls = TimeControls::all(control);
        let mut stream = Stream::created(1, rules);
        stream
            .give(&appointment("monitor", OfficialRole::Monitor, Some(&[])))
            .unwrap();
        let office = stream.state.appointment_of(&account("monitor")).unwrap();
        let powers: Vec<Power> = office.limits.powers.unwrap().into_iter().collect();
        assert_eq!(powers, expected, "{control}");
    }
}

/// Whoever was appointed before the overtime was set has what it gives as much as who comes after.
#[test]
fn monitors_have_what_an_amendment_gives_them() {
    let mut stream = running(14, |rules| {
        rules.time_controls = TimeControls::all(TimeControl::minutes(30));
    });
    stream
        .give(&appointment("monitor", OfficialRole::Monitor, Some(&[])))
        .unwrap();
    stream
        .give(&appointment("judge", OfficialRole::TableJudge, Some(&[])))
        .unwrap();
    let told = stream.state.appointment_of(&account("monitor")).unwrap();
    let claim = |number: u32| {
        Command::ReportIrregularity(ReportFiling {
            report: format!("claim-{number}"),
            round: 1,
            table: 1,
            text: "text".to_owned(),
            claim: Some(TimeClaim::BasicTime),
            by: account("monitor"),
        })
    };
    stream.now_ms += 700_000;
    refused(&mut stream, &claim(1), "not_your_claim", None);
    for (control, expected) in [
        (
            TimeControl::Byoyomi {
                main_ms: 600_000,
                periods: 3,
                period_ms: 30_000,
            },
            vec![Power::OvertimeClaims, Power::TimeClaims],
        ),
        (
            TimeControl::Canadian {
                main_ms: 600_000,
                moves: 10,
                block_ms: 300_000,
            },
            vec![Power::Pauses, Power::Calls],
        ),
    ] {
        let amended = amendment(&stream, |rules| {
            rules.time_controls = TimeControls::all(control);
        });
        stream.give(&amended).unwrap();
        let rule_set = stream.state.rule_set.clone().unwrap();
        let office = |name| stream.state.appointment_of(&account(name)).unwrap();
        assert_eq!(office("monitor").powers(&rule_set), expected, "{control}");
        assert_eq!(office("judge").powers(&rule_set), [], "{control}");
        // Where the tables are, what was told of the appointment is all that is known of it.
        assert_eq!(told.powers(&rule_set), expected, "{control}");
        let pauses = expected.contains(&Power::Pauses);
        assert_eq!(
            judge(&stream, "monitor", Deed::Pause, (1, 1)).is_ok(),
            pauses,
            "{control}"
        );
        if !pauses {
            stream.give(&claim(2)).unwrap();
        }
    }
}

/// A director limited to other acts neither consents to these nor makes another the second director.
#[test]
fn limits_count_in_consents_and_in_who_directs_alone() {
    let mut stream = preset("club");
    let club = RuleSet::preset("club").unwrap();
    stream
        .give(&appointment(
            "helper",
            OfficialRole::Assistant,
            Some(&[Power::CheckIn]),
        ))
        .unwrap();
    assert!(stream.state.is_directed_alone(Deed::EnterResult));
    assert!(!stream.state.is_directed_alone(Deed::CheckIn));
    let office = stream.state.appointment_of(&account("helper")).unwrap();
    assert!(Deed::CheckIn.is_office_of(&office, &club));
    assert!(!Deed::EnterResult.is_office_of(&office, &club));
    assert_eq!(office.powers(&club), [Power::CheckIn]);
}

/// What earlier versions wrote of officials: the role alone.
#[test]
fn an_appointment_of_earlier_versions_has_what_its_role_has() {
    let told = r#"{"type": "official_appointed", "account": "helper", "role": "assistant"}"#;
    let event: Event = serde_json::from_str(told).unwrap();
    let mut stream = preset("club");
    fold(&mut stream, event.clone());
    let office = stream.state.appointment_of(&account("helper")).unwrap();
    assert_eq!(office, Appointment::from(OfficialRole::Assistant));
    assert_eq!(judge(&stream, "helper", Deed::PublishRound, (1, 1)), Ok(()));
    let written = serde_json::to_value(&event).unwrap();
    assert_eq!(
        written,
        serde_json::from_str::<serde_json::Value>(told).unwrap()
    );
}
