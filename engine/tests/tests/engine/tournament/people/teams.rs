use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

fn woc() -> Stream {
    let mut stream = under(|rules| {
        rules.teams = TeamRules::woc();
        for (key, rule) in [
            ("teams", "WOC I.2.1"),
            ("teams.permission_needed_days", "WOC I.2.2"),
        ] {
            rules.sources.insert(key.to_owned(), rule.to_owned());
        }
    });
    for (country, kind, host) in [
        ("XAA", NationKind::Federation, true),
        ("XBB", NationKind::Federation, false),
        ("XCC", NationKind::ContactPerson, false),
    ] {
        stream
            .give(&Command::EnterNation(Nation {
                country: country.to_owned(),
                kind,
                host,
                application: None,
            }))
            .unwrap();
    }
    stream
}

fn player(number: usize, country: &str, woman: bool) -> Registration {
    Registration {
        country: Some(country.to_owned()),
        declared: citizen(),
        categories: Categories {
            woman,
            ..Categories::default()
        },
        ..entry(number)
    }
}

fn enter(stream: &mut Stream, registration: Registration) {
    stream
        .give(&Command::RegisterEntrant(registration))
        .unwrap();
}

#[test]
fn a_team_has_four_players_and_three_of_one_gender() {
    let rule = Some("WOC I.2.1");
    let mut stream = woc();
    for number in 0..3 {
        enter(&mut stream, player(number, "XBB", false));
    }
    let fourth_man = Command::RegisterEntrant(player(3, "XBB", false));
    refused(&mut stream, &fourth_man, "team_of_one_gender", rule);
    enter(&mut stream, player(3, "XBB", true));
    let fifth = Command::RegisterEntrant(player(4, "XBB", true));
    refused(&mut stream, &fifth, "team_full", rule);
    enter(&mut stream, player(5, "XCC", false));
    let second = Command::RegisterEntrant(player(6, "XCC", true));
    refused(&mut stream, &second, "team_full", rule);
    let stranger = Command::RegisterEntrant(player(7, "XDD", false));
    refused(&mut stream, &stranger, "nation_not_entered", rule);
    let remove = Command::RemoveNation {
        country: "XCC".to_owned(),
    };
    refused(&mut stream, &remove, "nation_has_players", None);
}

#[test]
fn the_host_may_add_a_player_against_an_odd_number() {
    let rule = Some("WOC I.2.1");
    let additional = |number, country: &str| {
        Command::RegisterEntrant(Registration {
            additional: true,
            ..player(number, country, false)
        })
    };
    let mut stream = woc();
    enter(&mut stream, player(0, "XBB", false));
    enter(&mut stream, player(1, "XCC", false));
    let code = "additional_player_refused";
    refused(&mut stream, &additional(9, "XAA"), code, rule);
    enter(&mut stream, player(2, "XAA", false));
    refused(&mut stream, &additional(9, "XBB"), code, rule);
    stream.give(&additional(9, "XAA")).unwrap();
    refused(&mut stream, &additional(10, "XAA"), code, rule);
    stream
        .give(&Command::RemoveEntrant {
            entrant: entrant(0),
        })
        .unwrap();
    let publication = stream.publication();
    refused(&mut stream, &publication, code, rule);
    enter(&mut stream, player(3, "XBB", true));
    publish(&mut stream);
}

#[test]
fn late_changes_need_permission_and_none_is_made_once_play_began() {
    let rule = Some("WOC I.2.2");
    let mut stream = woc();
    enter(&mut stream, player(0, "XAA", false));
    enter(&mut stream, player(1, "XBB", false));
    // The event begins on 2026-05-09: 30 days before is 2026-04-09, 1775692800 s after 1970 began.
    stream.now_ms = 1_775_692_800_000 - 2_000;
    enter(&mut stream, player(2, "XBB", false));
    let late = Command::RegisterEntrant(player(3, "XBB", true));
    refused(&mut stream, &late, "permission_needed", rule);
    let leaves = Command::RemoveEntrant {
        entrant: entrant(1),
    };
    refused(&mut stream, &leaves, "permission_needed", rule);
    let permit = |by: &str| {
        Command::PermitLateChange(LateChangePermission {
            ruling: "p1".to_owned(),
            country: "XBB".to_owned(),
            reason: "illness".to_owned(),
            by: account(by),
        })
    };
    refused(&mut stream, &permit("anybody"), "may_not_rule", rule);
    appoint(&mut stream, "deputy", OfficialRole::Assistant);
    refused(&mut stream, &permit("deputy"), "may_not_rule", rule);
    stream.give(&permit("director")).unwrap();
    stream.give(&leaves).unwrap();
    stream.give(&late).unwrap();
    publish(&mut stream);
    for change in [
        Command::RegisterEntrant(player(4, "XBB", true)),
        leaves,
        permit("director"),
        Command::RemoveNation {
            country: "XCC".to_owned(),
        },
    ] {
        assert_eq!(stream.refused(&change).code(), "registration_closed");
    }
}
