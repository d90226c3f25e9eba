//! Commands of every kind, plain and spoiled, on states of every kind.

use std::collections::BTreeSet;
use std::sync::Mutex;

use outflank_tournament::*;

use crate::tournament::bad_input::mutation::{extreme, spoiled};
use crate::tournament::bad_input::sample::{command, result};
use crate::tournament::bad_input::watch;
use crate::tournament::support::*;

/// Everything that is derived from a state.
pub fn read(state: &TournamentState) {
    let _ = (state.phase(), state.conformant(), state.next_draw());
    let _ = (state.next_act(), state.standings(), state.lots_wanted());
    let _ = (state.finals_progress(), state.perfect_scores());
    let _ = (state.standings_rules(), state.forbidden_pairs());
    let _ = (state.rating_standing(), state.rated());
    let _ = state.rating_checks(&[AccountId::from("director")].into());
    let _ = crosstable(&state.result_table());
    for entrant in &state.entrants {
        let _ = state.adjustment_half_points(&entrant.id);
        let _ = state.forbidden_pairs_against_bye(&entrant.id);
        let _ = state.penalties_of(&entrant.id).count();
        for round in [0, 1, state.next_round(), u32::MAX] {
            let _ = state.plays(entrant, round);
            let _ = entrant.granted_half_points(round);
        }
    }
    for round in [0, 1, state.next_round(), u32::MAX] {
        let _ = (state.round(round), state.check_in_wanted(round));
        let _ = state.present_for(round).count();
    }
    for act in Act::ALL {
        let _ = permitted(state, *act, i64::MAX);
    }
    for account in ["director", "a1", ""] {
        let account = AccountId::from(account);
        let _ = state.role_of(&account);
        let _ = state.expelled_from_room(&account, i64::MIN);
    }
}

/// Decides and folds what follows. What is taken leaves results that can be ranked; a refusal has its code
/// and sentence.
pub fn attempt(stream: &mut Stream, command: &Command) -> bool {
    let text = || -> String {
        let command = serde_json::to_string(command).unwrap();
        command.chars().take(3000).collect()
    };
    match watch::calm(text, || stream.give(command)) {
        Ok(_) => {
            watch::calm(text, || read(&stream.state));
            let state = &stream.state;
            assert!(state.standings().is_ok(), "{}", text());
            assert!(state.next_act().is_ok(), "{}", text());
            assert!(state.finals_progress().is_ok(), "{}", text());
            true
        }
        Err(refusal) => {
            let code = refusal.code().bytes();
            assert!(!refusal.code().is_empty(), "{refusal:?}");
            assert!(
                code.into_iter()
                    .all(|byte| byte == b'_' || byte.is_ascii_lowercase()),
                "{refusal:?}"
            );
            assert!(refusal.detail().ends_with('.'), "{refusal:?}");
            false
        }
    }
}

/// What comes next in the course of the event, as far as the state lets it.
fn advance(stream: &mut Stream, numbers: &mut Numbers) {
    let Ok(act) = stream.state.next_act() else {
        return;
    };
    let next = match act {
        NextAct::NameGroupA => Command::NameGroupA {
            entrants: Vec::new(),
        },
        NextAct::PublishRound { round, .. } => {
            if stream.state.check_in_wanted(round) {
                check_in(stream, round, numbers);
            }
            stream.publication()
        }
        NextAct::AwaitResults { round, tables } => {
            for table in tables {
                let result = result(numbers);
                attempt(
                    stream,
                    &Command::RecordResult {
                        round,
                        table,
                        result,
                    },
                );
            }
            return;
        }
        NextAct::FinishRound { round } => Command::FinishRound { round },
        NextAct::DrawLots => Command::DrawLots {
            seed: stream.next_seed(),
        },
        NextAct::AnnounceFinals { .. } => Command::AnnounceFinalsRound {
            starts_at_ms: stream.now_ms + 1_200_000,
            accept_deviations: true,
        },
        NextAct::Confirm => Command::ConfirmTournament {
            without_finals: true,
        },
        NextAct::Create | NextAct::Nothing => return,
    };
    attempt(stream, &next);
}

/// An event under some rule set with most options open and up to eight entrants on its list.
fn entered(numbers: &mut Numbers, run: u32) -> Stream {
    let rule_set = open_rules(numbers);
    let mut stream = Stream::created(run, rule_set);
    for (account, role) in [
        ("a0", OfficialRole::Assistant),
        ("a1", OfficialRole::Organiser),
        ("a2", OfficialRole::HeadArbiter),
        ("a3", OfficialRole::TableJudge),
    ] {
        let account = AccountId::from(account);
        let _ = stream.give(&Command::AppointOfficial {
            account,
            role,
            by: AccountId::from("director"),
            consents: Vec::new(),
            powers: None,
        });
    }
    for country in ["XAA", "XBB"] {
        let nation = Nation {
            country: country.to_owned(),
            kind: NationKind::Federation,
            host: country == "XAA",
            application: None,
        };
        let _ = stream.give(&Command::EnterNation(nation));
    }
    let _ = stream.give(&Command::EnterNation(Nation {
        country: "xaa".to_owned(),
        kind: NationKind::NonMember,
        host: false,
        application: Some(NationApplication {
            applied_on: "2026-04-09".to_owned(),
            decision: None,
        }),
    }));
    for entrant in 0..numbers.index(3) + numbers.index(7) {
        let registration = Registration {
            entrant: EntrantId(format!("e{entrant:03}")),
            country: Some(["XAA", "XBB"][entrant % 2].to_owned()),
            rating: Some(1500),
            declared: Declared {
                representation: Some(Representation::Citizen),
                ..Declared::default()
            },
            computer: entrant == 5,
            operator: (entrant == 5).then(|| "operator".to_owned()),
            categories: Categories {
                woman: entrant % 3 == 0,
                ..Categories::default()
            },
            ..Registration::default()
        };
        let _ = stream.give(&Command::RegisterEntrant(registration));
    }
    if run.is_multiple_of(2) {
        // A director who plays.
        let entrant = EntrantId::from("e000");
        let account = AccountId::from("director");
        let _ = stream.give(&Command::AssignSeat {
            entrant,
            account,
            operator: None,
        });
    }
    stream
}

/// A preset under which as much as possible may happen.
fn open_rules(numbers: &mut Numbers) -> RuleSet {
    let names = RuleSet::preset_names();
    let mut rules = RuleSet::preset(names[numbers.index(names.len())]).unwrap();
    rules.entry = EntryRules {
        mode: [EntryMode::Open, EntryMode::Invited][numbers.index(2)],
        capacity: (numbers.below(3) == 0).then_some(6),
        waiting_list: true,
        fee: ["", "EUR 20"][numbers.index(2)].to_owned(),
        late_entry_until_round: 3,
        missed_rounds_half_points: HalfPoints(1),
        announced_absence_half_points: HalfPoints(1),
        check_in: [CheckInPolicy::NotRequired, CheckInPolicy::FirstRound][numbers.index(2)],
        no_shows_until_withdrawn: (numbers.below(2) == 0).then_some(2),
        computers: ComputerRules {
            may_be_refused: true,
            ..ComputerRules::default()
        },
        ..EntryRules::default()
    };
    rules.penalties.appeals = Some(AppealRules {
        body: [AppealBody::HeadArbiter, AppealBody::Committee][numbers.index(2)],
        referral_to_committee: true,
        window_ms: None,
        before_next_pairing: numbers.below(2) == 0,
    });
    if numbers.below(3) == 0 {
        rules.rounds = Some(1 + numbers.below(2));
    }
    rules
}

fn check_in(stream: &mut Stream, round: u32, numbers: &mut Numbers) {
    attempt(stream, &Command::OpenCheckIn { round });
    let present: Vec<EntrantId> = stream
        .state
        .present()
        .map(|entrant| entrant.id.clone())
        .collect();
    for entrant in present {
        if numbers.below(10) > 0 {
            attempt(stream, &Command::CheckIn { entrant });
        }
    }
    attempt(stream, &Command::CloseCheckIn { round });
}

/// The kinds of events that happened so far.
static HAPPENED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

fn case(run: u32) {
    let stream = disturbed(run);
    let mut folded = TournamentState::default();
    for (header, event) in &stream.events {
        let stored = serde_json::to_string(event).unwrap();
        let event: Event = serde_json::from_str(&stored).unwrap();
        folded = evolve(folded, header, &event);
        let value: serde_json::Value = serde_json::from_str(&stored).unwrap();
        let kind = value["type"].as_str().unwrap().to_owned();
        HAPPENED.lock().unwrap().insert(kind);
    }
    assert_eq!(folded, stream.state);
}

/// An event that goes on while commands of every kind come in between.
fn disturbed(run: u32) -> Stream {
    let mut numbers = Numbers::new("odd commands", run);
    let mut stream = entered(&mut numbers, run);
    for _ in 0..90 {
        if numbers.below(3) == 0 && stream.state.lots.draws_revealed < CHAIN_LENGTH - 8 {
            advance(&mut stream, &mut numbers);
        }
        let mut command = command(&mut numbers, &stream);
        if numbers.below(3) == 0 {
            match spoiled(&command, &mut numbers) {
                Some(spoiled) => command = spoiled,
                None => continue,
            }
        }
        if numbers.below(10) == 0 {
            stream.now_ms = extreme(&mut numbers).saturating_sub(10_000_000).max(0);
        }
        if numbers.below(6) == 0
            && let Some(round) = stream.state.rounds.last()
        {
            stream.now_ms = stream.now_ms.max(round.starts_at_ms.min(1_000_000_000));
        }
        attempt(&mut stream, &command);
        let other_time = extreme(&mut numbers);
        let _ = decide(&stream.state, &command, other_time);
    }
    stream
}

/// The kinds of a stored value, as reading an unknown one names them.
fn kinds<T: serde::de::DeserializeOwned>() -> BTreeSet<String> {
    let Err(problem) = serde_json::from_str::<T>(r#"{"type":"?"}"#) else {
        panic!("an unknown kind is read");
    };
    let text = problem.to_string();
    let named = text.split('`').skip(3).step_by(2);
    named.map(str::to_owned).collect()
}

#[test]
fn every_kind_of_command_is_tried() {
    let mut numbers = Numbers::new("kinds", 1);
    let stream = Stream::with_entrants(1, RuleSet::egp_2020(), 4);
    let tried: BTreeSet<String> = (0..6_000)
        .map(|_| {
            let command = serde_json::to_value(command(&mut numbers, &stream)).unwrap();
            command["type"].as_str().unwrap().to_owned()
        })
        .collect();
    assert!(tried.len() > 40);
    assert_eq!(tried, kinds::<Command>());
}

/// Most of what is spoiled can still be read, else the tests here would test nothing.
#[test]
fn what_is_spoiled_can_be_read() {
    let mut numbers = Numbers::new("spoiled", 1);
    let stream = Stream::with_entrants(1, RuleSet::egp_2020(), 4);
    let (mut other, mut accepted) = (0, 0);
    for _ in 0..2_000 {
        let plain = command(&mut numbers, &stream);
        let read = spoiled(&plain, &mut numbers);
        if let Some(odd) = read.filter(|odd| *odd != plain) {
            other += 1;
            accepted += u32::from(decide(&stream.state, &odd, 0).is_ok());
        }
    }
    assert!(other > 700 && accepted > 30, "{other} {accepted}");
}

/// Nor are they all refused: almost everything that can happen does.
#[test]
fn odd_commands_are_decided_or_refused() {
    watch::cases("odd commands", 1_000, case);
    let happened = HAPPENED.lock().unwrap();
    let kinds = kinds::<Event>();
    let never: Vec<&String> = kinds.difference(&happened).collect();
    assert!(never.len() < 10, "{never:?}");
}

#[test]
#[ignore = "takes OUTFLANK_SLOW_SECONDS: make slow-tests"]
fn slow_odd_commands() {
    watch::budget("odd commands", case);
}
