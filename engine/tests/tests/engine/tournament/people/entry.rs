use super::world::*;
use outflank_tournament::*;

fn register(number: usize, change: impl FnOnce(&mut Registration)) -> Command {
    let mut registration = entry(number);
    change(&mut registration);
    Command::RegisterEntrant(registration)
}

#[test]
fn who_may_enter() {
    type Rules = fn(&mut EntryRules);
    type Entry = fn(&mut Registration);
    let cases: &[(Rules, Entry, Option<&str>)] = &[
        (|_| {}, |_| {}, None),
        (|_| {}, |entry| entry.self_entry = true, None),
        (|rules| rules.mode = EntryMode::ListOnly, |_| {}, None),
        (
            |rules| rules.mode = EntryMode::ListOnly,
            |entry| entry.self_entry = true,
            Some("entry_by_list_only"),
        ),
        (
            |rules| rules.mode = EntryMode::Invited,
            |entry| entry.self_entry = true,
            Some("invitation_needed"),
        ),
        (|rules| rules.mode = EntryMode::Invited, |_| {}, None),
        (
            |rules| rules.federation_number_required = true,
            |_| {},
            Some("federation_number_unconfirmed"),
        ),
        (
            |rules| rules.federation_number_required = true,
            |entry| entry.federation_number_confirmed = true,
            None,
        ),
        (|rules| rules.rating_from = Some(1_500), |_| {}, None),
        (
            |rules| rules.rating_from = Some(1_501),
            |_| {},
            Some("rating_out_of_range"),
        ),
        (
            |rules| rules.rating_to = Some(1_499),
            |_| {},
            Some("rating_out_of_range"),
        ),
        (
            |rules| rules.rating_to = Some(1_600),
            |entry| entry.rating = None,
            Some("rating_required"),
        ),
    ];
    for (number, (rules, change, expected)) in cases.iter().enumerate() {
        let mut stream = under(|rule_set| rules(&mut rule_set.entry));
        let command = register(1, change);
        let code = stream.give(&command).err().map(|refusal| refusal.code());
        assert_eq!(code, *expected, "case {number}");
    }
}

#[test]
fn an_invitation_lets_an_entrant_in() {
    let mut stream = under(|rules| {
        rules.entry.mode = EntryMode::Invited;
        rules
            .sources
            .insert("entry.mode".to_owned(), "House 1".to_owned());
    });
    let own = register(1, |entry| entry.self_entry = true);
    refused(&mut stream, &own, "invitation_needed", Some("House 1"));
    let invite = Command::InviteEntrant {
        entrant: entrant(1),
        account: Some(account("ada")),
    };
    let revoke = Command::RevokeInvitation {
        entrant: entrant(1),
    };
    refused(&mut stream, &revoke, "not_invited", None);
    stream.give(&invite).unwrap();
    let invited_ms = stream.now_ms;
    refused(&mut stream, &invite, "already_invited", None);
    let invitation = Invitation {
        account: Some(account("ada")),
        at_ms: invited_ms,
    };
    assert_eq!(stream.state.entry.invited[&entrant(1)], invitation);
    stream.give(&own).unwrap();
    refused(&mut stream, &revoke, "entrant_exists", None);
}

/// Earlier releases took down nothing but the entrant.
#[test]
fn an_invitation_without_its_account_is_one() {
    let told = r#"{"type":"entrant_invited","entrant":"e001"}"#;
    let tagged = serde_json::to_value(Event::EntrantInvited {
        entrant: entrant(1),
        account: None,
    });
    let event: Event = serde_json::from_value(tagged.unwrap()).unwrap();
    let by_tag: Event = serde_json::from_str(told).unwrap();
    assert_eq!(by_tag, event);
    let mut stream = under(|rules| rules.entry.mode = EntryMode::Invited);
    fold(&mut stream, event);
    stream
        .give(&register(1, |entry| entry.self_entry = true))
        .unwrap();
}

#[test]
fn who_waits_moves_up_when_somebody_leaves() {
    let mut stream = with_entrants(2, |rules| {
        rules.entry.capacity = Some(2);
        rules.entry.waiting_list = true;
    });
    for number in [2, 3, 4] {
        let events = stream.give(&register(number, |_| {})).unwrap();
        assert!(matches!(events[..], [Event::EntrantWaits(_)]), "{events:?}");
    }
    refused(&mut stream, &register(3, |_| {}), "entrant_exists", None);
    let remove = |number| Command::RemoveEntrant {
        entrant: entrant(number),
    };
    stream.give(&remove(2)).unwrap();
    let events = stream.give(&remove(0)).unwrap();
    assert!(
        matches!(&events[..], [Event::EntrantRemoved { .. }, Event::EntrantRegistered(up)] if up.entrant == entrant(3)),
        "{events:?}"
    );
    assert_eq!(stream.state.entry.waiting.len(), 1);
    let mut rule_set = stream.state.rule_set.clone().unwrap();
    rule_set.entry.capacity = Some(9);
    stream
        .give(&Command::ChangeRuleSet {
            rule_set,
            origin: None,
            accept_deviations: true,
        })
        .unwrap();
    assert!(
        stream.state.entrant(&entrant(4)).is_some(),
        "more room, nobody waits"
    );
    let mut full = with_entrants(2, |rules| rules.entry.capacity = Some(2));
    refused(&mut full, &register(2, |_| {}), "tournament_full", None);
}

#[test]
fn late_entry_up_to_the_directors_round() {
    let mut stream = running(14, |rules| {
        rules.entry.late_entry_until_round = 3;
        rules.entry.missed_rounds_half_points = HalfPoints(1);
    });
    play(&mut stream);
    publish(&mut stream);
    play(&mut stream);
    stream.give(&register(20, |_| {})).unwrap();
    let late = stream.state.entrant(&entrant(20)).unwrap();
    assert_eq!(
        (late.from_round, late.missed_half_points),
        (3, HalfPoints(1))
    );
    assert_eq!(
        scores(&stream, &entrant(20)),
        2,
        "two rounds missed, half a point each"
    );
    let table = stream.state.result_table();
    assert_eq!(table.rounds[0].granted, [(14, HalfPoints(1))]);
    publish(&mut stream);
    assert!(
        stream.state.round(3).unwrap().boards.len() + stream.state.round(3).unwrap().byes.len()
            == 8
    );
    refused(
        &mut stream,
        &register(21, |_| {}),
        "registration_closed",
        None,
    );
    let mut closed = running(14, |_| {});
    refused(
        &mut closed,
        &register(20, |_| {}),
        "registration_closed",
        None,
    );
    let mut round_robin = running(4, |rules| rules.entry.late_entry_until_round = 9);
    refused(
        &mut round_robin,
        &register(20, |_| {}),
        "late_entry_impossible",
        None,
    );
}
