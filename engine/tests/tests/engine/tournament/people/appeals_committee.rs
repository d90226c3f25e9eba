//! The committee that stands before there is an appeal (AGA IV, MSO 4.3).

use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

fn aga(rules: &mut RuleSet) {
    rules.penalties = PenaltyRules::aga();
    rules
        .sources
        .insert("penalties.appeals".to_owned(), "AGA IV.D".to_owned());
}

fn mind_sports(rules: &mut RuleSet) {
    rules.penalties = PenaltyRules::mind_sports();
}

/// Round 1 over, with the director's ruling r1 against black of table 1.
fn ruled(rules: fn(&mut RuleSet)) -> (Stream, EntrantId) {
    let mut stream = running(14, rules);
    let (black, _) = first_table(&stream);
    play(&mut stream);
    lose_game(&mut stream, "r1", &black, 1);
    (stream, black)
}

fn appoint_body(members: &[&str], chair: Option<&str>, by: &str) -> Command {
    Command::AppointAppealsCommittee {
        members: members.iter().map(|name| account(name)).collect(),
        chair: chair.map(account),
        by: account(by),
    }
}

fn name_chair(chair: &str, by: &str) -> Command {
    Command::NameChair {
        chair: account(chair),
        by: account(by),
    }
}

fn committee(stream: &Stream) -> Option<(AccountId, Vec<AccountId>)> {
    let known = stream.state.appeal("a1")?.committee.clone()?;
    Some((known.chair, known.members))
}

fn standing(stream: &Stream) -> &AppealsCommittee {
    stream.state.appeals.standing.as_ref().unwrap()
}

/// AGA IV.D.2: the committee selects one of its number.
#[test]
fn the_members_select_their_chair() {
    let mut stream = with_entrants(14, aga);
    let rule = Some("AGA IV.D");
    refused(
        &mut stream,
        &name_chair("carl", "carl"),
        "no_appeals_committee",
        rule,
    );
    let members = ["carl", "dora", "emil"];
    for (command, code) in [
        (appoint_body(&members, None, "dora"), "may_not_appoint"),
        (appoint_body(&[], None, "director"), "bad_committee"),
        (
            appoint_body(&["carl", "carl"], None, "director"),
            "bad_committee",
        ),
        (
            appoint_body(&members, Some("fritz"), "director"),
            "bad_committee",
        ),
    ] {
        refused(&mut stream, &command, code, rule);
    }
    stream
        .give(&appoint_body(&members, None, "director"))
        .unwrap();
    refused(
        &mut stream,
        &appoint_body(&members, None, "director"),
        "committee_unchanged",
        None,
    );
    refused(
        &mut stream,
        &name_chair("carl", "director"),
        "not_a_member",
        rule,
    );
    refused(
        &mut stream,
        &name_chair("fritz", "carl"),
        "bad_committee",
        rule,
    );
    stream.give(&name_chair("carl", "carl")).unwrap();
    assert_eq!(standing(&stream).chair, None);
    refused(
        &mut stream,
        &name_chair("carl", "carl"),
        "chair_named_already",
        None,
    );
    stream.give(&name_chair("dora", "dora")).unwrap();
    assert_eq!(standing(&stream).chair, None);
    stream.give(&name_chair("dora", "emil")).unwrap();
    assert_eq!(standing(&stream).chair, Some(account("dora")));
    // A majority may want another later.
    stream.give(&name_chair("carl", "emil")).unwrap();
    assert_eq!(standing(&stream).chair, Some(account("carl")));
    stream
        .give(&Command::DissolveAppealsCommittee {
            by: account("director"),
        })
        .unwrap();
    assert!(stream.state.appeals.standing.is_none());
}

#[test]
fn it_hears_an_appeal_unless_another_is_appointed() {
    let (mut stream, black) = ruled(aga);
    stream
        .give(&appoint_body(&["carl", "dora"], Some("carl"), "director"))
        .unwrap();
    stream.give(&appeal("a1", "r1", &black)).unwrap();
    let members = vec![account("carl"), account("dora")];
    assert_eq!(committee(&stream), Some((account("carl"), members)));
    stream
        .give(&Command::AppointCommittee(Committee {
            appeal: "a1".to_owned(),
            chair: account("emil"),
            members: vec![account("emil")],
            by: account("director"),
        }))
        .unwrap();
    assert_eq!(
        committee(&stream),
        Some((account("emil"), vec![account("emil")]))
    );
}

/// An appeal that was filed before there is a chair is heard once there is one.
#[test]
fn an_appeal_waits_for_its_chair() {
    let (mut stream, black) = ruled(aga);
    stream
        .give(&appoint_body(&["carl", "dora"], None, "director"))
        .unwrap();
    stream.give(&appeal("a1", "r1", &black)).unwrap();
    assert_eq!(committee(&stream), None);
    stream.give(&name_chair("dora", "carl")).unwrap();
    assert_eq!(committee(&stream), None);
    stream.give(&name_chair("dora", "dora")).unwrap();
    let members = vec![account("carl"), account("dora")];
    assert_eq!(committee(&stream), Some((account("dora"), members)));
}

/// Who ruled, who appeals, who plays the appellant's game: with one of them it does not hear of itself.
#[test]
fn with_a_member_who_has_an_interest_the_director_appoints_another() {
    let board = |stream: &Stream| stream.state.rounds[0].boards[0].pairing.clone();
    for member in ["director", "black", "white", "seated"] {
        let (mut stream, black) = ruled(aga);
        let white = board(&stream).white;
        for (who, name) in [(&black, "seated"), (&white, "white")] {
            stream
                .give(&Command::AssignSeat {
                    entrant: who.clone(),
                    account: account(name),
                    operator: None,
                })
                .unwrap();
        }
        stream
            .give(&appoint_body(&["carl", member], Some("carl"), "director"))
            .unwrap();
        stream.give(&appeal("a1", "r1", &black)).unwrap();
        assert_eq!(committee(&stream), None, "{member}");
        // Nor of somebody's word.
        let named = Command::AppointCommittee(Committee {
            appeal: "a1".to_owned(),
            chair: account("carl"),
            members: vec![account("carl"), account(member)],
            by: account("director"),
        });
        refused(&mut stream, &named, "committee_partial", Some("AGA IV.D"));
    }
    // Who only plays in the same event hears it.
    let (mut stream, black) = ruled(aga);
    let other = stream.state.rounds[0].boards[1].pairing.black.clone();
    stream
        .give(&Command::AssignSeat {
            entrant: other,
            account: account("dora"),
            operator: None,
        })
        .unwrap();
    stream
        .give(&appoint_body(&["carl", "dora"], Some("carl"), "director"))
        .unwrap();
    stream.give(&appeal("a1", "r1", &black)).unwrap();
    assert!(committee(&stream).is_some());
}

/// MSO 4.3: the head arbiter hears appeals himself, or refers them to the committee.
#[test]
fn under_mind_sports_it_hears_by_the_head_arbiters_word() {
    let (mut stream, black) = ruled(mind_sports);
    appoint(&mut stream, "arbiter", OfficialRole::HeadArbiter);
    let refer = Command::AppointCommittee(Committee {
        appeal: "a1".to_owned(),
        chair: account(""),
        members: Vec::new(),
        by: account("arbiter"),
    });
    stream.give(&appeal("a1", "r1", &black)).unwrap();
    refused(&mut stream, &refer, "no_appeals_committee", Some("EGP V.1"));
    stream
        .give(&appoint_body(&["carl", "dora"], Some("carl"), "arbiter"))
        .unwrap();
    assert_eq!(committee(&stream), None);
    stream.give(&refer).unwrap();
    assert_eq!(committee(&stream).unwrap().0, account("carl"));
}

/// Where decisions are final, nobody hears appeals.
#[test]
fn where_no_appeal_is_known_there_is_no_committee() {
    let mut stream = with_entrants(14, |_| {});
    let command = appoint_body(&["carl"], None, "director");
    refused(&mut stream, &command, "decision_final", Some("EGP V.1"));
}
