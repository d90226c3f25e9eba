//! Order in casual play: what may be reported and by whom it is judged.

use outflank_casual::{
    Act, Answer, Apart, Deed, LONGEST_RESTRICTION_MS, MOST_MODERATORS, MOST_OPEN_OF_ALL,
    MOST_OPEN_OF_GUESTS, MOST_OPEN_REPORTS, Moderation, ModerationCommand, ModerationEvent,
    REPORTED_WITHIN_MS, Report, ReportKind, judged_by,
};
use proptest::prelude::*;

use super::support::NOON_MS;

/// A stream of moderation as it is written.
#[derive(Default)]
struct Stream {
    state: Moderation,
    events: Vec<(i64, ModerationEvent)>,
}

impl Stream {
    fn take(&mut self, command: &ModerationCommand, at_ms: i64) -> Result<(), &'static str> {
        let decided = self.state.decide(command, at_ms);
        let event = decided.map_err(|refusal| refusal.name())?;
        self.state.evolve(at_ms, &event);
        self.events.push((at_ms, event));
        Ok(())
    }
}

/// A report of what black did at a game between `black` and `white`.
fn report(id: &str, game: &str, by: &str) -> Report {
    Report {
        id: id.to_owned(),
        game: game.to_owned(),
        players: ["black".to_owned(), "white".to_owned()],
        by: by.to_owned(),
        about: "black".to_owned(),
        kind: ReportKind::LeftOrStalled,
        by_guest: false,
    }
}

fn reported(report: Report) -> ModerationCommand {
    ModerationCommand::Report {
        report,
        booked_at_ms: NOON_MS,
        wrote: false,
    }
}

fn by(moderator: &str, act: Act, report: Option<Report>) -> ModerationCommand {
    ModerationCommand::Act {
        act,
        report,
        id: "act".to_owned(),
        by: moderator.to_owned(),
    }
}

fn mute(account: &str, until_ms: Option<i64>) -> Act {
    Act::Mute {
        account: account.to_owned(),
        until_ms,
    }
}

fn bar(account: &str, until_ms: Option<i64>) -> Act {
    Act::Bar {
        account: account.to_owned(),
        until_ms,
    }
}

fn end_contest(founder: &str) -> Act {
    Act::EndContest {
        contest: "contest".to_owned(),
        founder: founder.to_owned(),
    }
}

fn remove_entrant(account: &str) -> Act {
    Act::RemoveContestEntrant {
        contest: "contest".to_owned(),
        account: account.to_owned(),
        programs: Vec::new(),
    }
}

fn name(account: &str) -> ModerationCommand {
    ModerationCommand::NameModerator {
        account: account.to_owned(),
        id: "act".to_owned(),
        by: "administrator".to_owned(),
    }
}

#[test]
fn one_reports_somebody_once_a_game_and_some_at_a_time() {
    let mut stream = Stream::default();
    let take = |stream: &mut Stream, command| stream.take(&command, NOON_MS + 1);
    assert_eq!(take(&mut stream, reported(report("1", "1", "w"))), Ok(()));
    let again = reported(report("2", "1", "w"));
    assert_eq!(take(&mut stream, again.clone()), Err("reported_already"));
    for other in 2..=MOST_OPEN_REPORTS {
        let (id, game) = (format!("of {other}"), other.to_string());
        assert_eq!(take(&mut stream, reported(report(&id, &game, "w"))), Ok(()));
    }
    let more = reported(report("more", "more", "w"));
    assert_eq!(take(&mut stream, more.clone()), Err("too_many_reports"));
    assert_eq!(stream.state.open_reports(), MOST_OPEN_REPORTS);
    // What is answered makes room, and is not reported again.
    let answer = Act::Answer(Answer::Dismissed);
    let answered = by("m", answer, Some(report("1", "1", "w")));
    assert_eq!(take(&mut stream, answered.clone()), Ok(()));
    assert_eq!(take(&mut stream, answered), Err("report_answered"));
    assert_eq!(take(&mut stream, again), Err("reported_already"));
    assert_eq!(take(&mut stream, more), Ok(()));
}

#[test]
fn guests_fill_a_part_of_the_room_for_reports_and_all_together_no_more_than_it() {
    let mut stream = Stream::default();
    let mut take = |number: usize, by_guest| {
        let (id, game) = (format!("report {number}"), format!("game {number}"));
        let report = Report {
            by_guest,
            ..report(&id, &game, &format!("account {number}"))
        };
        stream.take(&reported(report), NOON_MS + 1)
    };
    for number in 0..MOST_OPEN_OF_GUESTS {
        assert_eq!(take(number, true), Ok(()));
    }
    assert_eq!(take(MOST_OPEN_OF_ALL, true), Err("too_many_reports"));
    for number in MOST_OPEN_OF_GUESTS..MOST_OPEN_OF_ALL {
        assert_eq!(take(number, false), Ok(()));
    }
    assert_eq!(take(MOST_OPEN_OF_ALL, false), Err("too_many_reports"));
    // An answer makes room.
    let answer = Act::Answer(Answer::Dismissed);
    let first = report("report 0", "game 0", "account 0");
    let answered = stream.take(&by("m", answer, Some(first)), NOON_MS + 1);
    assert_eq!(answered, Ok(()));
    let next = reported(report("next", "next", "next"));
    assert_eq!(stream.take(&next, NOON_MS + 1), Ok(()));
}

#[test]
fn nobody_judges_whom_he_has_a_report_with_whether_he_names_it_or_not() {
    let acts = |account: &str| {
        [
            mute(account, None),
            bar(account, None),
            end_contest(account),
            remove_entrant(account),
        ]
    };
    let refused = |stream: &Stream, moderator: &str, account: &str, at_ms| {
        acts(account).into_iter().all(|act| {
            let decided = stream.state.decide(&by(moderator, act, None), at_ms);
            decided.is_err_and(|refusal| refusal.name() == "concerns_yourself")
        })
    };
    let mut stream = Stream::default();
    // Two who played it, and one who watched and reported black.
    let report = report("1", "1", "watcher");
    assert_eq!(stream.take(&reported(report.clone()), NOON_MS), Ok(()));
    let mutes = |stream: &Stream, moderator: &str, account: &str, at_ms| {
        let muting = by(moderator, mute(account, None), None);
        stream.state.decide(&muting, at_ms).is_ok()
    };
    let table = [
        ("watcher", "black", true),
        ("black", "watcher", true),
        ("white", "black", true),
        ("black", "white", true),
        ("watcher", "white", false),
        ("white", "watcher", false),
        ("other", "black", false),
    ];
    for (moderator, account, expected) in table {
        let found = (
            refused(&stream, moderator, account, NOON_MS),
            mutes(&stream, moderator, account, NOON_MS),
        );
        assert_eq!(found, (expected, !expected), "{moderator} {account}");
    }
    // It is so for as long as it is open, and some days after it was made.
    let late = NOON_MS + REPORTED_WITHIN_MS + 1;
    assert!(refused(&stream, "watcher", "black", late));
    let answered = by("other", Act::Answer(Answer::Upheld), Some(report));
    assert_eq!(stream.take(&answered, NOON_MS + 1), Ok(()));
    assert!(refused(&stream, "white", "black", late - 1));
    assert!(mutes(&stream, "white", "black", late));
    assert!(mutes(&stream, "watcher", "black", late));
}

#[test]
fn nobody_removes_a_program_whom_he_has_a_report_with_by_whoever_operates_it() {
    let mut stream = Stream::default();
    let report = report("1", "1", "watcher");
    assert_eq!(stream.take(&reported(report), NOON_MS), Ok(()));
    for (programs, expected) in [
        (&["program"][..], Ok(())),
        (&["program", "black"][..], Err("concerns_yourself")),
    ] {
        let act = Act::RemoveContestEntrant {
            contest: "contest".to_owned(),
            account: "operator".to_owned(),
            programs: programs.iter().map(|&one| one.to_owned()).collect(),
        };
        let removed = stream.take(&by("watcher", act, None), NOON_MS);
        assert_eq!(removed, expected, "{programs:?}");
    }
}

#[test]
fn nobody_finds_out_who_reported_him_by_acts_that_change_nothing() {
    let mut stream = Stream::default();
    let report = report("1", "1", "watcher");
    assert_eq!(stream.take(&reported(report), NOON_MS), Ok(()));
    let account = || "watcher".to_owned();
    let taken_back = || {
        [
            Act::Unmute { account: account() },
            Act::Readmit { account: account() },
        ]
    };
    let refused = |stream: &Stream, moderator: &str| {
        taken_back().map(|act| {
            let decided = stream.state.decide(&by(moderator, act, None), NOON_MS);
            decided.map_or_else(|refusal| refusal.name(), |_| "")
        })
    };
    for moderator in ["black", "other"] {
        assert_eq!(refused(&stream, moderator), ["not_muted", "not_barred"]);
    }
    for act in [mute("watcher", None), bar("watcher", None)] {
        assert_eq!(stream.take(&by("other", act, None), NOON_MS), Ok(()));
    }
    assert_eq!(refused(&stream, "black"), ["concerns_yourself"; 2]);
    assert_eq!(refused(&stream, "other"), [""; 2]);
}

#[test]
fn reports_are_of_others_who_were_there_and_come_in_time() {
    let mut stream = Stream::default();
    let of = |about: &str, by: &str, wrote| ModerationCommand::Report {
        report: Report {
            about: about.to_owned(),
            ..report("1", "1", by)
        },
        booked_at_ms: NOON_MS,
        wrote,
    };
    let early = NOON_MS + REPORTED_WITHIN_MS - 1;
    let table = [
        (of("black", "black", false), early, Err("report_oneself")),
        (of("other", "white", false), early, Err("not_of_this_game")),
        (
            of("black", "white", false),
            early + 1,
            Err("report_too_late"),
        ),
        (of("other", "white", true), early, Ok(())),
        (of("black", "white", false), early, Ok(())),
        (of("white", "spectator", false), early, Ok(())),
    ];
    for (command, at_ms, expected) in table {
        assert_eq!(stream.take(&command, at_ms), expected, "{command:?}");
    }
}

#[test]
fn mutes_and_bars_end_by_themselves_or_are_taken_back() {
    let mut stream = Stream::default();
    let hour = NOON_MS + 3_600_000;
    let take = |stream: &mut Stream, act, at_ms| stream.take(&by("m", act, None), at_ms);
    for (until_ms, expected) in [
        (NOON_MS, Err("bad_until")),
        (NOON_MS + LONGEST_RESTRICTION_MS + 1, Err("bad_until")),
        (i64::MIN, Err("bad_until")),
        (hour, Ok(())),
    ] {
        assert_eq!(
            take(&mut stream, mute("a", Some(until_ms)), NOON_MS),
            expected
        );
        assert_eq!(
            take(&mut stream, bar("a", Some(until_ms)), NOON_MS),
            expected
        );
    }
    let may = |stream: &Stream, at_ms| {
        let may = stream.state.may_play(judged_by("a", None), at_ms);
        may.map_err(|refusal| (refusal.name(), refusal.values().len()))
    };
    assert_eq!(may(&stream, hour - 1), Err(("barred", 1)));
    assert!(stream.state.muted("a", hour - 1).is_some());
    assert_eq!(may(&stream, hour), Ok(()));
    assert!(stream.state.muted("a", hour).is_none());
    let unmute = || Act::Unmute {
        account: "a".to_owned(),
    };
    let readmit = || Act::Readmit {
        account: "a".to_owned(),
    };
    assert_eq!(take(&mut stream, unmute(), hour), Err("not_muted"));
    assert_eq!(take(&mut stream, readmit(), hour), Err("not_barred"));
    assert_eq!(take(&mut stream, bar("a", None), hour), Ok(()));
    assert_eq!(take(&mut stream, mute("a", None), hour), Ok(()));
    assert_eq!(may(&stream, i64::MAX), Err(("barred", 0)));
    assert_eq!(take(&mut stream, readmit(), hour + 1), Ok(()));
    assert_eq!(take(&mut stream, unmute(), hour + 1), Ok(()));
    assert_eq!(may(&stream, hour + 1), Ok(()));
    assert!(stream.state.muted("a", hour + 1).is_none());
}

#[test]
fn who_is_barred_or_blocked_is_not_met() {
    let mut stream = Stream::default();
    let taken = stream.take(&by("m", bar("barred", None), None), NOON_MS);
    assert_eq!(taken, Ok(()));
    let apart: Apart = [("b".to_owned(), "a".to_owned())].into_iter().collect();
    let meet = |one, other| {
        let both = (judged_by(one, None), judged_by(other, None));
        let may = stream.state.may_meet(both, &apart, NOON_MS);
        may.map_err(|refusal| refusal.name())
    };
    assert_eq!(meet("a", "c"), Ok(()));
    assert_eq!(meet("barred", "c"), Err("barred"));
    assert_eq!(meet("c", "barred"), Err("not_with_each_other"));
    // Neither learns who did not want to, nor whether it is that.
    assert_eq!(meet("a", "b"), Err("not_with_each_other"));
    assert_eq!(meet("b", "a"), Err("not_with_each_other"));
}

#[test]
fn bars_and_blocks_of_a_person_hold_for_his_programs_and_not_the_other_way_round() {
    let mut stream = Stream::default();
    for account in ["barred", "program that is barred"] {
        let taken = stream.take(&by("m", bar(account, None), None), NOON_MS);
        assert_eq!(taken, Ok(()));
    }
    let pairs = [("a", "b"), ("a", "program of c")];
    let pairs = pairs.map(|(one, other)| (one.to_owned(), other.to_owned()));
    let apart: Apart = pairs.into_iter().collect();
    let meet = |one, other| {
        let may = stream.state.may_meet((one, other), &apart, NOON_MS);
        may.map_err(|refusal| refusal.name())
    };
    let person = |account| judged_by(account, None);
    let of = |operator| judged_by("a program", Some(operator));
    let (barred, apart) = (Err("barred"), Err("not_with_each_other"));
    assert_eq!(meet(of("barred"), person("c")), barred);
    assert_eq!(meet(person("c"), of("barred")), apart);
    for (one, other, expected) in [
        (of("b"), person("a"), apart),
        (of("b"), of("a"), apart),
        (of("b"), person("c"), Ok(())),
        // Whoever operates a program that is barred or blocked plays himself, and by his others.
        (person("operator"), person("a"), Ok(())),
        (
            judged_by("program that is barred", Some("operator")),
            person("b"),
            barred,
        ),
        (judged_by("program of c", Some("c")), person("a"), apart),
        (judged_by("program of c", Some("c")), of("a"), apart),
        (of("c"), person("a"), Ok(())),
        (person("c"), person("a"), Ok(())),
        // Nobody is kept from his own.
        (of("a"), person("a"), Ok(())),
    ] {
        assert_eq!(meet(one, other), expected, "{one:?} {other:?}");
    }
}

#[test]
fn what_moderators_do_in_contests_is_told_and_changes_nothing_of_order() {
    let mut stream = Stream::default();
    assert_eq!(stream.take(&name("m"), NOON_MS), Ok(()));
    let before = stream.state.clone();
    for act in [end_contest("m"), remove_entrant("m")] {
        let refused = stream.take(&by("m", act, None), NOON_MS);
        assert_eq!(refused, Err("concerns_yourself"));
    }
    for act in [end_contest("founder"), remove_entrant("a")] {
        assert_eq!(stream.take(&by("m", act, None), NOON_MS), Ok(()));
    }
    assert_eq!(stream.state, before);
    let deed = || Deed {
        id: "act".to_owned(),
        by: "m".to_owned(),
        report: None,
    };
    let told = stream.events.split_off(1).into_iter();
    let expected = [
        ModerationEvent::ContestEnded {
            contest: "contest".to_owned(),
            founder: "founder".to_owned(),
            deed: deed(),
        },
        ModerationEvent::ContestEntrantRemoved {
            contest: "contest".to_owned(),
            account: "a".to_owned(),
            deed: deed(),
        },
    ];
    assert_eq!(told.map(|(_, event)| event).collect::<Vec<_>>(), expected);
}

#[test]
fn administrators_name_moderators_and_dismiss_them() {
    let mut stream = Stream::default();
    let dismiss = |account: &str| ModerationCommand::DismissModerator {
        account: account.to_owned(),
        id: "act".to_owned(),
        by: "administrator".to_owned(),
    };
    assert_eq!(stream.take(&name("m"), NOON_MS), Ok(()));
    assert_eq!(stream.take(&name("m"), NOON_MS), Err("moderator_already"));
    for number in 1..MOST_MODERATORS {
        let named = stream.take(&name(&number.to_string()), NOON_MS);
        assert_eq!(named, Ok(()));
    }
    assert_eq!(stream.take(&name("n"), NOON_MS), Err("too_many_moderators"));
    assert_eq!(stream.take(&dismiss("m"), NOON_MS), Ok(()));
    assert_eq!(stream.take(&dismiss("m"), NOON_MS), Err("no_moderator"));
    assert!(!stream.state.is_moderator("m"));
}

#[test]
fn entries_stay_as_they_were_always_written() {
    let golden = r#"[{"type":"reported","id":"r","game":"g","players":["a","b"],"by":"a","about":"b","kind":"abusive_chat"},{"type":"reported","id":"s","game":"g","players":["a","b"],"by":"c","about":"b","kind":"other","by_guest":true},{"type":"answered","report":"r","answer":"upheld","deed":{"id":"1","by":"m","report":"r"}},{"type":"muted","account":"b","until_ms":5,"deed":{"id":"2","by":"m"}},{"type":"unmuted","account":"b","deed":{"id":"3","by":"m"}},{"type":"barred","account":"b","deed":{"id":"4","by":"m"}},{"type":"readmitted","account":"b","deed":{"id":"5","by":"m"}},{"type":"message_removed","game":"g","number":7,"account":"b","deed":{"id":"6","by":"m"}},{"type":"moderator_named","account":"m","deed":{"id":"7","by":"x"}},{"type":"moderator_dismissed","account":"m","deed":{"id":"8","by":"x"}},{"type":"contest_ended","contest":"c","founder":"b","deed":{"id":"9","by":"m"}},{"type":"contest_entrant_removed","contest":"c","account":"b","deed":{"id":"10","by":"m"}}]"#;
    let events: Vec<ModerationEvent> = serde_json::from_str(golden).unwrap();
    assert_eq!(serde_json::to_string(&events).unwrap(), golden);
}

#[derive(Debug, Clone)]
enum Asked {
    Report {
        game: u8,
        by: u8,
        about: u8,
    },
    Act {
        by: u8,
        what: u8,
        whom: u8,
        days: Option<i64>,
        report: Option<u8>,
    },
    Name(u8),
    Dismiss(u8),
}

fn asked() -> impl Strategy<Value = Asked> {
    let who = || 0..6_u8;
    let report = (0..8_u8, who(), who());
    let act = (
        who(),
        0..8_u8,
        who(),
        prop::option::of(1..40_i64),
        prop::option::of(0..20_u8),
    );
    prop_oneof![
        3 => report.prop_map(|(game, by, about)| Asked::Report { game, by, about }),
        4 => act.prop_map(|(by, what, whom, days, report)| Asked::Act { by, what, whom, days, report }),
        1 => who().prop_map(Asked::Name),
        1 => who().prop_map(Asked::Dismiss),
    ]
}

/// The command that it comes to, where players of game `n` are `n` and `n + 1`, as far as there is one.
fn command(asked: &Asked, filed: &[Report], at_ms: i64) -> ModerationCommand {
    let account = |number: u8| number.to_string();
    let players = |game: u8| [account(game % 6), account((game + 1) % 6)];
    match asked {
        Asked::Report { game, by, about } => ModerationCommand::Report {
            report: Report {
                id: filed.len().to_string(),
                game: account(*game),
                players: players(*game),
                by: account(*by),
                about: account(*about),
                kind: ReportKind::Other,
                by_guest: false,
            },
            booked_at_ms: at_ms,
            wrote: false,
        },
        Asked::Act {
            by: who,
            what,
            whom,
            days,
            report,
        } => {
            let until_ms = days.map(|days| at_ms + days * 24 * 3_600_000);
            let report = report
                .and_then(|number| filed.get(usize::from(number)))
                .cloned();
            let account = account(*whom);
            let act = match what {
                0 => Act::Mute { account, until_ms },
                1 => Act::Unmute { account },
                2 => Act::Bar { account, until_ms },
                3 => Act::Readmit { account },
                4 => Act::RemoveMessage {
                    game: "1".to_owned(),
                    players: players(1),
                    number: 1,
                    account,
                },
                5 => end_contest(&account),
                6 => remove_entrant(&account),
                _ => Act::Answer(Answer::Upheld),
            };
            by(&who.to_string(), act, report)
        }
        Asked::Name(who) => name(&account(*who)),
        Asked::Dismiss(who) => ModerationCommand::DismissModerator {
            account: account(*who),
            id: "act".to_owned(),
            by: "administrator".to_owned(),
        },
    }
}

proptest! {
    #![proptest_config(crate::property::cases(200))]

    #[test]
    fn nobody_judges_what_is_his_own_and_the_fold_is_the_same_again(
        all in prop::collection::vec((asked(), 0..200_000_000_i64), 0..60),
    ) {
        let mut stream = Stream::default();
        let (mut filed, mut at_ms): (Vec<Report>, i64) = (Vec::new(), NOON_MS);
        for (asked, later_ms) in &all {
            at_ms += later_ms;
            let command = command(asked, &filed, at_ms);
            let taken = stream.take(&command, at_ms).is_ok();
            match command {
                ModerationCommand::Report { report, .. } if taken => filed.push(report),
                ModerationCommand::Act { act, report, by, .. } if taken => {
                    prop_assert!(report.is_none_or(|report| !report.concerns(&by)));
                    let of_himself = match act {
                        Act::Mute { account, .. } | Act::Unmute { account } | Act::Bar { account, .. }
                        | Act::Readmit { account } | Act::EndContest { founder: account, .. }
                        | Act::RemoveContestEntrant { account, .. } => account == by,
                        Act::RemoveMessage { players, account, .. } => account == by || players.contains(&by),
                        Act::Answer(_) => false,
                    };
                    prop_assert!(!of_himself);
                }
                _ => {}
            }
        }
        // Written and read again, one event after the other.
        let mut again = Moderation::default();
        for (at_ms, event) in &stream.events {
            let stored = serde_json::to_vec(event).unwrap();
            let read: ModerationEvent = serde_json::from_slice(&stored).unwrap();
            prop_assert_eq!(&read, event);
            again.evolve(*at_ms, &read);
        }
        prop_assert_eq!(again, stream.state);
    }
}
