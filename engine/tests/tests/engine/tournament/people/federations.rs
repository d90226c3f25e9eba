//! Federations: who is made known, who becomes a rating officer, and whom officers let direct.

use crate::tournament::people::world::account;
use crate::tournament::support::assert_declared;
use outflank_tournament::Refusal;
use outflank_tournament::federation::{
    FederationCommand, FederationEvent, FederationState, decide,
};

fn register(code: &str, members: &[&str]) -> FederationCommand {
    FederationCommand::Register {
        code: code.to_owned(),
        name: "its name".to_owned(),
        members: owned(members),
    }
}

fn change(members: &[&str]) -> FederationCommand {
    FederationCommand::Change {
        name: "another name".to_owned(),
        members: owned(members),
    }
}

fn owned(members: &[&str]) -> Vec<String> {
    members.iter().map(|&member| member.to_owned()).collect()
}

fn appoint(name: &str) -> FederationCommand {
    let account = account(name);
    FederationCommand::AppointOfficer { account }
}

fn dismiss(name: &str) -> FederationCommand {
    let account = account(name);
    FederationCommand::DismissOfficer { account }
}

fn approve(name: &str, by: &str) -> FederationCommand {
    FederationCommand::ApproveDirector {
        account: account(name),
        reason: "directed well".to_owned(),
        by: account(by),
    }
}

fn withdraw(name: &str, by: &str) -> FederationCommand {
    FederationCommand::WithdrawDirector {
        account: account(name),
        reason: "directed badly".to_owned(),
        by: account(by),
    }
}

/// The state after what the command causes at that time, as it is stored.
fn given(
    state: &FederationState,
    at_ms: i64,
    command: &FederationCommand,
) -> Result<FederationState, Refusal> {
    let events = decide(state, command).inspect_err(assert_declared)?;
    assert_eq!(events.len(), 1, "{events:?}");
    let folded = events.iter().fold(state.clone(), |state, event| {
        let stored = serde_json::to_string(event).unwrap();
        let read: FederationEvent = serde_json::from_str(&stored).unwrap();
        assert_eq!(read, *event, "{stored}");
        state.evolve(at_ms, &read)
    });
    assert_ne!(folded, *state, "what is accepted changes something");
    Ok(folded)
}

fn after(commands: &[FederationCommand]) -> FederationState {
    let first = FederationState::default();
    (1..).zip(commands).fold(first, |state, (at_ms, command)| {
        given(&state, at_ms, command).unwrap()
    })
}

fn code(state: &FederationState, command: &FederationCommand) -> &'static str {
    given(state, 99, command).unwrap_err().code()
}

#[test]
fn a_nations_federation_has_its_code_and_a_confederation_its_own() {
    let nobody = FederationState::default();
    let bad = Some("bad_federation");
    for (code, members, refused) in [
        ("XAA", &[][..], None),
        ("XAAA", &[], bad),
        ("xaa", &[], bad),
        ("XA", &[], bad),
        ("X1A", &[], bad),
        ("", &[], bad),
        ("ÄXA", &[], bad),
        ("XEU", &["XAA"], None),
        ("XEUROPE", &["XAA", "XBB"], None),
        ("XEUROPES", &["XAA"], None),
        ("XEUROPEAN", &["XAA"], bad),
        ("XE", &["XAA"], bad),
        ("Xeu", &["XAA"], bad),
        ("XEUR", &["XAA", "XAA"], bad),
        ("XEUR", &["XAAA"], bad),
        ("XEUR", &["xaa"], bad),
        ("XEUR", &[""], bad),
    ] {
        let answer = given(&nobody, 1, &register(code, members));
        let told = answer.map_err(|refusal| refusal.code()).err();
        assert_eq!(told, refused, "{code:?} {members:?}");
    }
}

#[test]
fn a_federation_covers_its_nation_and_its_members() {
    let nation = after(&[register("XAA", &[])]);
    let confederation = after(&[register("XEUR", &["XAA", "XBB"])]);
    for (state, covered) in [
        (&FederationState::default(), &[][..]),
        (&nation, &["XAA"]),
        (&confederation, &["XAA", "XBB", "XEUR"]),
    ] {
        let all = ["", "XAA", "XBB", "XCC", "XEUR"].into_iter();
        let found: Vec<&str> = all.filter(|nation| state.covers(nation)).collect();
        assert_eq!(found, covered, "{state:?}");
    }
}

#[test]
fn nothing_is_done_to_a_federation_that_nobody_made_known() {
    let nobody = FederationState::default();
    for command in [
        change(&[]),
        appoint("olga"),
        dismiss("olga"),
        approve("dora", "olga"),
        withdraw("dora", "olga"),
    ] {
        assert_eq!(code(&nobody, &command), "unknown_federation", "{command:?}");
    }
    let known = after(&[register("XAA", &[])]);
    assert_eq!(code(&known, &register("XAA", &[])), "federation_known");
}

#[test]
fn a_name_and_members_change() {
    let state = after(&[register("XEUR", &["XAA"]), change(&["XBB", "XAA"])]);
    assert_eq!(state.name, "another name");
    assert!(state.covers("XBB") && state.code == "XEUR");
    assert_eq!(code(&state, &change(&["xbb"])), "bad_federation");
    // Without members it would be a nation's, whose code it has not.
    assert_eq!(code(&state, &change(&[])), "bad_federation");
    let nation = after(&[register("XAA", &[]), change(&["XAA", "XBB"]), change(&[])]);
    assert!(nation.members.is_empty());
}

#[test]
fn officers_come_and_go() {
    let state = after(&[register("XAA", &[]), appoint("olga"), appoint("omar")]);
    let held: Vec<(&str, i64)> = state
        .officers
        .iter()
        .map(|(account, at_ms)| (account.as_str(), *at_ms))
        .collect();
    assert_eq!(held, [("olga", 2), ("omar", 3)]);
    assert_eq!(code(&state, &appoint("olga")), "officer_already");
    assert_eq!(code(&state, &dismiss("dora")), "no_officer");
    let state = given(&state, 4, &dismiss("olga")).unwrap();
    assert_eq!(code(&state, &dismiss("olga")), "no_officer");
    let state = given(&state, 5, &appoint("olga")).unwrap();
    assert_eq!(state.officers[&account("olga")], 5);
}

#[test]
fn officers_let_others_direct() {
    let state = after(&[
        register("XAA", &[]),
        appoint("olga"),
        approve("dora", "olga"),
    ]);
    let known = &state.directors[&account("dora")];
    assert_eq!(
        (&known.by, known.reason.as_str(), known.at_ms),
        (&account("olga"), "directed well", 3)
    );
    for (command, refused) in [
        (approve("dora", "omar"), "director_already"),
        (approve("olga", "olga"), "oneself"),
        (withdraw("dirk", "olga"), "no_director"),
    ] {
        assert_eq!(code(&state, &command), refused, "{command:?}");
    }
    // An officer whom another lets direct; and what one officer said, another takes back.
    let state = given(&state, 4, &approve("olga", "omar")).unwrap();
    let state = given(&state, 5, &withdraw("dora", "omar")).unwrap();
    assert!(!state.directors.contains_key(&account("dora")));
    assert_eq!(code(&state, &withdraw("dora", "olga")), "no_director");
    given(&state, 6, &approve("dora", "olga")).unwrap();
}

#[test]
fn accounts_are_names_of_some_length() {
    let state = after(&[register("XAA", &[])]);
    let long = "a".repeat(2_000);
    for name in ["", long.as_str()] {
        for command in [appoint(name), approve(name, "olga")] {
            let refused = given(&state, 2, &command);
            assert!(refused.is_err(), "{} bytes", name.len());
        }
    }
}

fn filled(
    most: usize,
    made: fn(&str) -> FederationCommand,
    remove: &FederationCommand,
) -> &'static str {
    let mut state = after(&[register("XAA", &[])]);
    for number in 0..most {
        state = given(&state, 2, &made(&format!("a{number}"))).unwrap();
    }
    let refused = code(&state, &made("another"));
    state = given(&state, 3, remove).unwrap();
    given(&state, 4, &made("another")).unwrap();
    refused
}

#[test]
fn officers_and_directors_are_limited() {
    let officers = filled(50, appoint, &dismiss("a7"));
    assert_eq!(officers, "too_many_officers");
    let directors = filled(500, |name| approve(name, "olga"), &withdraw("a7", "olga"));
    assert_eq!(directors, "too_many_directors");
}

#[test]
fn members_are_limited() {
    let letters = || (b'A'..=b'Z').map(char::from);
    let all: Vec<String> = letters()
        .flat_map(|one| letters().map(move |two| format!("X{one}{two}")))
        .collect();
    for (members, refused) in [(300, None), (301, Some("bad_federation"))] {
        let command = FederationCommand::Register {
            code: "XEUR".to_owned(),
            name: "its name".to_owned(),
            members: all[..members].to_vec(),
        };
        let answer = given(&FederationState::default(), 1, &command);
        let told = answer.map_err(|refusal| refusal.code()).err();
        assert_eq!(told, refused, "{members}");
    }
}

/// The fold judges nothing: whatever is stored is read.
#[test]
fn events_are_folded_in_any_order() {
    let known = after(&[register("XAA", &[])]);
    let gone = FederationEvent::OfficerDismissed {
        account: account("olga"),
    };
    assert_eq!(known.clone().evolve(2, &gone), known);
    let withdrawn = FederationEvent::DirectorWithdrawn {
        account: account("dora"),
        reason: "directed badly".to_owned(),
        by: account("olga"),
    };
    assert_eq!(known.clone().evolve(2, &withdrawn), known);
    let nobody = FederationState::default();
    assert!(!nobody.evolve(1, &gone).is_known());
}
