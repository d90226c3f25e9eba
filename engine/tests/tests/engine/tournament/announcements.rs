//! Announcements: their order, whom they are for, corrections, and what is told before round 1.

use super::people::world::*;
use super::support::*;
use outflank_tournament::*;

pub fn announcement(kind: AnnouncementKind, audience: AnnouncementAudience) -> Command {
    Command::Announce(NewAnnouncement {
        subject: AnnouncementSubject::New { kind, audience },
        text: "text".to_owned(),
        by: account("director"),
    })
}

fn correction(of: u32) -> Command {
    Command::Announce(NewAnnouncement {
        subject: AnnouncementSubject::Correction { of },
        text: "better".to_owned(),
        by: account("director"),
    })
}

fn board(round: u32, table: u32) -> AnnouncementAudience {
    AnnouncementAudience::Board { round, table }
}

/// The numbers that an account reads.
fn read_by(stream: &Stream, name: Option<&str>) -> Vec<u32> {
    let account = name.map(account);
    let made = stream.state.announcements.made().iter();
    made.filter(|made| stream.state.hears(account.as_ref(), &made.announcement))
        .map(|made| made.announcement.number)
        .collect()
}

fn seat(stream: &mut Stream, entrant: &EntrantId, name: &str) {
    stream
        .give(&Command::AssignSeat {
            entrant: entrant.clone(),
            account: account(name),
            operator: None,
        })
        .unwrap();
}

#[test]
fn each_is_read_by_whom_it_is_for() {
    let mut stream = running(8, |_| {});
    appoint(&mut stream, "judge", OfficialRole::TableJudge);
    let (black, white) = first_table(&stream);
    seat(&mut stream, &black, "black");
    seat(&mut stream, &white, "white");
    let other = stream.state.rounds[0].boards[1].pairing.black.clone();
    seat(&mut stream, &other, "other");
    stream
        .give(&Command::GrantAccommodation {
            entrant: black,
            accommodation: Accommodation {
                assistant: Some(account("assistant")),
                ..Accommodation::default()
            },
            accept_deviations: true,
        })
        .unwrap();
    for audience in [
        AnnouncementAudience::Everybody,
        board(1, 1),
        AnnouncementAudience::Officials,
    ] {
        stream
            .give(&announcement(AnnouncementKind::General, audience))
            .unwrap();
    }
    for (name, numbers) in [
        (None, vec![1]),
        (Some("spectator"), vec![1]),
        (Some("other"), vec![1]),
        (Some("black"), vec![1, 2]),
        (Some("white"), vec![1, 2]),
        (Some("assistant"), vec![1, 2]),
        (Some("judge"), vec![1, 2, 3]),
        (Some("director"), vec![1, 2, 3]),
    ] {
        assert_eq!(read_by(&stream, name), numbers, "{name:?}");
    }
    // Who was paired then stays meant when the round is taken back; an office that ended reads no more.
    stream
        .give(&Command::UnpublishRound {
            round: 1,
            reason: "again".to_owned(),
        })
        .unwrap();
    stream
        .give(&Command::DismissOfficial {
            account: account("judge"),
        })
        .unwrap();
    assert_eq!(read_by(&stream, Some("white")), [1, 2]);
    assert_eq!(read_by(&stream, Some("judge")), [1]);
}

#[test]
fn a_correction_is_another_that_names_it_for_the_same_people() {
    let mut stream = running(8, |_| {});
    let (black, white) = first_table(&stream);
    stream
        .give(&announcement(AnnouncementKind::Monitors, board(1, 1)))
        .unwrap();
    stream.give(&correction(1)).unwrap();
    stream.give(&correction(2)).unwrap();
    let made: Vec<_> = stream
        .state
        .announcements
        .made()
        .iter()
        .map(|made| made.announcement.clone())
        .collect();
    let of = |number, corrects, text: &str| Announcement {
        number,
        kind: AnnouncementKind::Monitors,
        audience: board(1, 1),
        entrants: vec![black.clone(), white.clone()],
        corrects,
        text: text.to_owned(),
        starts: Vec::new(),
        by: Some(account("director")),
    };
    let expected = [
        of(1, None, "text"),
        of(2, Some(1), "better"),
        of(3, Some(2), "better"),
    ];
    assert_eq!(made, expected);
}

#[test]
fn what_cannot_be_announced_is_refused_and_changes_nothing() {
    let mut stream = running(8, |_| {});
    let everybody = AnnouncementAudience::Everybody;
    for kind in [
        AnnouncementKind::RulesAmended,
        AnnouncementKind::TimetableMoved,
    ] {
        let asked = announcement(kind, everybody);
        refused(&mut stream, &asked, "announcement_made_with_act", None);
    }
    for (asked, code) in [
        (correction(1), "unknown_announcement"),
        (correction(0), "unknown_announcement"),
        (
            announcement(AnnouncementKind::General, board(2, 1)),
            "unknown_round",
        ),
        (
            announcement(AnnouncementKind::General, board(1, 5)),
            "unknown_table",
        ),
        (
            Command::Announce(NewAnnouncement {
                subject: AnnouncementSubject::New {
                    kind: AnnouncementKind::General,
                    audience: everybody,
                },
                text: String::new(),
                by: account("director"),
            }),
            "bad_id",
        ),
    ] {
        refused(&mut stream, &asked, code, None);
    }
    assert_eq!(stream.state.announcements.last(), 0);
    for _ in 0..1_000 {
        let asked = announcement(AnnouncementKind::General, everybody);
        stream.give(&asked).unwrap();
    }
    let one_more = announcement(AnnouncementKind::General, everybody);
    refused(&mut stream, &one_more, "too_many_announcements", None);
}

fn moved(stream: &Stream, minutes: i64) -> Command {
    let start = PlannedStart {
        play: PlannedPlay::Round { round: 2 },
        starts_at_ms: Some(stream.now_ms + 86_400_000 + minutes * 60_000),
    };
    Command::MoveTimetable(TimetableMove {
        timetable: Timetable {
            sessions: vec![PlannedSession {
                day: 1,
                plays: vec![start],
            }],
            ..Timetable::default()
        },
        reason: "reason".to_owned(),
        by: account("director"),
        accept_deviations: true,
    })
}

fn amended(stream: &Stream) -> Command {
    amendment(stream, |rules| rules.round_notice_ms += 1)
}

#[test]
fn own_announcements_moves_and_amendments_have_each_a_room_of_their_own() {
    let general = announcement(AnnouncementKind::General, AnnouncementAudience::Everybody);
    let mut stream = running(8, |_| {});
    let Command::MoveTimetable(first) = moved(&stream, 0) else {
        unreachable!();
    };
    stream
        .give(&Command::SetTimetable {
            timetable: first.timetable,
            by: account("director"),
        })
        .unwrap();
    let mut minutes = 0;
    let mut next = |stream: &Stream, what: &str| match what {
        "moved" => {
            minutes += 1;
            moved(stream, minutes)
        }
        "amended" => amended(stream),
        _ => general.clone(),
    };
    let rooms = [("moved", 200), ("amended", 100), ("own", 1_000)];
    for (what, most) in rooms {
        for number in 0..most {
            let command = next(&stream, what);
            let given = stream.give(&command);
            assert!(given.is_ok(), "{what} {number}: {given:?}");
        }
        let command = next(&stream, what);
        refused(&mut stream, &command, "too_many_announcements", None);
    }
    assert_eq!(stream.state.announcements.last(), 1_300);
    // A correction of whatever kind is the director's own.
    refused(&mut stream, &correction(1), "too_many_announcements", None);
}

fn publication(stream: &Stream, accept_deviations: bool) -> Command {
    Command::PublishRound {
        into_break: false,
        starts_at_ms: stream.now_ms + 700_000,
        seed: Some(stream.next_seed()),
        accept_deviations,
        manual: None,
        constraints: RoundConstraints::default(),
        clocks: vec![],
        handicaps: vec![],
    }
}

#[test]
fn under_the_aga_monitors_and_time_rules_are_announced_before_round_one() {
    for preset in ["aga-swiss", "aga-mcmahon"] {
        let mut stream = Stream::with_entrants(1, RuleSet::preset(preset).unwrap(), 8);
        let ask = publication(&stream, false);
        refused(
            &mut stream,
            &ask,
            "departure_unconfirmed",
            Some("AGA V.E.2"),
        );
        let everybody = AnnouncementAudience::Everybody;
        // To the officials alone is not to the players.
        for (kind, audience) in [
            (AnnouncementKind::TimeRules, everybody),
            (AnnouncementKind::Monitors, AnnouncementAudience::Officials),
        ] {
            stream.give(&announcement(kind, audience)).unwrap();
        }
        let ask = publication(&stream, false);
        refused(
            &mut stream,
            &ask,
            "departure_unconfirmed",
            Some("AGA V.E.13.d"),
        );
        stream
            .give(&announcement(AnnouncementKind::Monitors, everybody))
            .unwrap();
        stream.give(&publication(&stream, false)).unwrap();
        assert!(stream.state.conformant());
    }
}

#[test]
fn what_was_not_announced_departs_from_the_aga_once_confirmed() {
    let mut stream = Stream::with_entrants(1, RuleSet::preset("aga-swiss").unwrap(), 8);
    stream.give(&publication(&stream, true)).unwrap();
    let departed: Vec<&str> = stream
        .state
        .deviations
        .iter()
        .map(|found| found.value.as_str())
        .collect();
    assert_eq!(
        departed,
        [
            "announced_before_round_one.time_rules",
            "announced_before_round_one.monitors"
        ]
    );
    play(&mut stream);
    // Round 2 asks nothing of the kind.
    stream.give(&publication(&stream, false)).unwrap();
}

#[test]
fn no_other_text_asks_for_announcements_and_earlier_rule_sets_never_did() {
    for name in RuleSet::preset_names() {
        let rules = RuleSet::preset(name).unwrap();
        let asks = !rules.announced_before_round_one.is_empty();
        assert_eq!(asks, name.starts_with("aga"), "{name}");
        let mut written = serde_json::to_value(&rules).unwrap();
        let fields = written.as_object_mut().unwrap();
        fields.remove("announced_before_round_one");
        fields.insert("version".to_owned(), 5.into());
        let earlier: RuleSet = serde_json::from_value(written).unwrap();
        assert!(earlier.announced_before_round_one.is_empty(), "{name}");
    }
    for kinds in [
        vec![AnnouncementKind::RulesAmended],
        vec![AnnouncementKind::Monitors, AnnouncementKind::Monitors],
    ] {
        let mut rules = RuleSet::egp_2020();
        rules.announced_before_round_one = kinds;
        let refusal = check_rule_set(&rules).unwrap_err();
        assert_eq!(refusal.code(), "rule_set_out_of_range");
    }
}
