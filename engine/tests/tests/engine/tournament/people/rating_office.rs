//! What rating officers do with an event: approve it, release its file, give it back, withdraw it, and answer for how it
//! was directed.

use std::collections::BTreeSet;

use super::world::*;
use crate::tournament::early_end::abandoned;
use crate::tournament::support::*;
use outflank_tournament::*;

/// An event that nobody confirmed yet: Ann and Ben play in it, a deputy helps the director.
fn played_event(game: Option<&str>) -> Stream {
    let mut stream = entered_event();
    play_through(&mut stream, game);
    stream
}

fn entered_event() -> Stream {
    let mut stream = under(|rules| *rules = RuleSet::preset("club").unwrap());
    appoint(&mut stream, "deputy", OfficialRole::Assistant);
    for entry in four() {
        stream.give(&Command::RegisterEntrant(entry)).unwrap();
    }
    for (number, name) in [(0, "ann"), (1, "ben")] {
        let seat = Command::AssignSeat {
            entrant: entrant(number),
            account: account(name),
            operator: None,
        };
        stream.give(&seat).unwrap();
    }
    stream
}

/// The same confirmed, and approved by an officer.
fn waiting(game: Option<&str>) -> Stream {
    let mut stream = played_event(game);
    if game.is_none() {
        stream.give(&sign()).unwrap();
    }
    stream.give(&approve()).unwrap();
    stream.give(&confirmation()).unwrap();
    stream
}

/// The same, released by an officer.
fn released(game: Option<&str>) -> Stream {
    let mut stream = waiting(game);
    stream.give(&release(1, "officer")).unwrap();
    stream
}

fn approved_by(officer: &str, directors: &[&str]) -> Command {
    Command::ApproveEvent {
        reason: "announced".to_owned(),
        by: account(officer),
        federation: "XAA".to_owned(),
        directors: directors.iter().map(|name| account(name)).collect(),
    }
}

fn withdrawn_by(officer: &str) -> Command {
    Command::WithdrawApproval {
        reason: "invented".to_owned(),
        by: account(officer),
    }
}

fn returned_by(officer: &str) -> Command {
    Command::ReturnRatingFile {
        reason: "look again".to_owned(),
        by: account(officer),
    }
}

fn complaint(id: &str, by: &str) -> Command {
    Command::FileComplaint {
        complaint: id.to_owned(),
        text: "pairings by hand".to_owned(),
        by: account(by),
    }
}

fn answer(id: &str, by: &str) -> Command {
    Command::AnswerComplaint {
        complaint: id.to_owned(),
        text: "looked into".to_owned(),
        by: account(by),
    }
}

fn corrected(number: usize, change: impl FnOnce(&mut EntrantCorrection)) -> Command {
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

fn code(stream: &mut Stream, command: &Command) -> &'static str {
    stream.refused(command).code()
}

fn standing(stream: &Stream) -> Option<&'static str> {
    stream.state.rating_standing().map(RatingStanding::name)
}

fn pending(stream: &Stream) -> Vec<FileCause> {
    let pending = stream.state.office.pending.iter();
    pending.map(|change| change.cause).collect()
}

/// The file's next version with the ranking as it stands.
fn due(stream: &Stream) -> Event {
    Event::RatingFileDue {
        ranking: stream.state.ranking.clone().unwrap(),
    }
}

fn makes_no_file(events: &[Event]) -> bool {
    let file = |event: &Event| matches!(event, Event::RatingFileDue { .. });
    !events.iter().any(file)
}

#[test]
fn a_head_director_whom_the_federation_approved_directs_what_is_approved() {
    for (directors, refused) in [
        (&[][..], Some("directors_unapproved")),
        (&["somebody"], Some("directors_unapproved")),
        (&["deputy"], Some("directors_unapproved")),
        (&["director"], None),
        (&["somebody", "director"], None),
        (&["second"], None),
    ] {
        let mut stream = entered_event();
        appoint(&mut stream, "second", OfficialRole::HeadDirector);
        let answer = stream.give(&approved_by("officer", directors));
        let told = answer.map_err(|refusal| refusal.code()).err();
        assert_eq!(told, refused, "{directors:?}");
    }
    let mut stream = entered_event();
    stream.give(&approve()).unwrap();
    let approval = stream.state.approval.clone().unwrap();
    assert_eq!(
        (approval.by, approval.federation.as_deref()),
        (account("officer"), Some("XAA"))
    );
    assert_eq!(code(&mut stream, &approve()), "approved_already");
}

#[test]
fn who_plays_or_officiates_decides_nothing_of_the_file() {
    type Made = fn(&str) -> Command;
    let rows: [(fn() -> Stream, Made); 5] = [
        (
            || played_event(Some("game")),
            |by| approved_by(by, &["director"]),
        ),
        (|| waiting(Some("game")), |by| release(1, by)),
        (|| waiting(Some("game")), returned_by),
        (|| released(Some("game")), withdrawn_by),
        (
            || {
                let mut stream = released(Some("game"));
                stream.give(&complaint("first", "ann")).unwrap();
                stream
            },
            |by| answer("first", by),
        ),
    ];
    for (made, command) in rows {
        let mut stream = made();
        for by in ["ann", "director", "deputy"] {
            let command = command(by);
            assert_eq!(code(&mut stream, &command), "own_event", "{command:?}");
        }
        stream.give(&command("another officer")).unwrap();
    }
}

/// Directors say who somebody is on the list, and officers whom nothing binds to the event.
#[test]
fn whoever_has_a_part_and_does_not_direct_says_no_number() {
    let number = |by: &str| Command::ConfirmListedPlayer {
        entrant: entrant(3),
        listing: Listing::Another { rating: None },
        by: account(by),
    };
    let mut stream = entered_event();
    appoint(&mut stream, "judge", OfficialRole::TableJudge);
    for by in ["ann", "judge"] {
        assert_eq!(code(&mut stream, &number(by)), "own_event", "{by}");
    }
    for by in ["director", "deputy", "officer"] {
        let said = Event::ListedPlayerConfirmed {
            entrant: entrant(3),
            listing: Listing::Another { rating: None },
            by: account(by),
        };
        assert_eq!(stream.give(&number(by)).unwrap(), [said], "{by}");
    }
    publish(&mut stream);
    let dismissed = Command::DismissOfficial {
        account: account("deputy"),
    };
    stream.give(&dismissed).unwrap();
    assert_eq!(code(&mut stream, &number("deputy")), "own_event");
}

/// Nobody leaves his seat or his office to decide.
#[test]
fn who_played_or_officiated_decides_nothing_either() {
    let mut stream = entered_event();
    appoint(&mut stream, "planner", OfficialRole::Assistant);
    let dismissed = |name: &str| Command::DismissOfficial {
        account: account(name),
    };
    stream.give(&dismissed("planner")).unwrap();
    let leaves = |number| Command::ReleaseSeat {
        entrant: entrant(number),
    };
    stream.give(&leaves(1)).unwrap();
    publish(&mut stream);
    stream.give(&dismissed("deputy")).unwrap();
    stream.give(&leaves(0)).unwrap();
    for by in ["deputy", "ann"] {
        let approved = approved_by(by, &["director"]);
        assert_eq!(code(&mut stream, &approved), "own_event", "{by}");
    }
    // These went before anybody was paired.
    for by in ["planner", "ben"] {
        stream.give(&approved_by(by, &["director"])).unwrap();
        stream.give(&withdrawn_by(by)).unwrap();
    }
}

#[test]
fn an_event_counts_once_it_is_approved_and_released() {
    let mut stream = played_event(Some("game"));
    assert_eq!(code(&mut stream, &release(1, "officer")), "not_confirmed");
    let approved = stream.give(&approve()).unwrap();
    assert_eq!(approved.len(), 1, "{approved:?}");
    assert!(!stream.state.rated());
    stream.give(&confirmation()).unwrap();
    assert!(!stream.state.rated());
    let first = release(1, "officer");
    let events = stream.give(&first).unwrap();
    assert_eq!(events.last(), Some(&due(&stream)));
    assert!(stream.state.rated());
    let held = stream.state.office.release.clone().unwrap();
    assert_eq!((held.by, held.ranking_version), (account("officer"), 1));
    for by in ["officer", "another officer"] {
        assert_eq!(code(&mut stream, &release(1, by)), "nothing_to_release");
    }
}

#[test]
fn a_confirmed_event_is_approved_without_another_file() {
    let mut stream = played_event(Some("game"));
    stream.give(&confirmation()).unwrap();
    assert_eq!(code(&mut stream, &release(1, "officer")), "not_approved");
    let events = stream.give(&approve()).unwrap();
    assert!(makes_no_file(&events), "{events:?}");
    assert!(!stream.state.rated());
    stream.give(&release(1, "officer")).unwrap();
    assert!(stream.state.rated());
}

#[test]
fn what_changes_after_the_release_waits_for_another_officer() {
    let rating = |number: i32| corrected(1, |correction| correction.rating = Some(number));
    for (changes, causes, version) in [
        (vec![amended(1, 1, 1)], vec![FileCause::RankingAmended], 2),
        (vec![rating(1_400)], vec![FileCause::EntrantCorrected], 1),
        (
            vec![amended(1, 1, 41), sign()],
            vec![FileCause::RankingAmended, FileCause::OverTheBoardDeclared],
            2,
        ),
        (
            vec![rating(1_400), amended(1, 2, 9), sign(), rating(1_300)],
            vec![
                FileCause::EntrantCorrected,
                FileCause::RankingAmended,
                FileCause::OverTheBoardDeclared,
                FileCause::EntrantCorrected,
            ],
            2,
        ),
    ] {
        let signed = causes.contains(&FileCause::OverTheBoardDeclared);
        let mut stream = released((!signed).then_some("game"));
        for change in &changes {
            let events = stream.give(change).unwrap();
            assert!(makes_no_file(&events), "{events:?}");
            assert_eq!(standing(&stream), Some("correction"));
        }
        assert_eq!(pending(&stream), causes);
        let reasons = stream.state.office.pending.iter();
        assert!(reasons.into_iter().all(|change| change.reason.is_some()));
        assert_eq!(
            code(&mut stream, &release(version, "officer")),
            "same_officer"
        );
        let events = stream.give(&release(version, "another officer")).unwrap();
        assert_eq!(events.last(), Some(&due(&stream)), "{causes:?}");
        assert!(stream.state.rated() && pending(&stream).is_empty());
        // The first may release what changes next.
        stream.give(&rating(1_200)).unwrap();
        assert_eq!(
            code(&mut stream, &release(version, "another officer")),
            "same_officer"
        );
        stream.give(&release(version, "officer")).unwrap();
    }
}

#[test]
fn nobody_releases_a_ranking_that_he_has_not_seen() {
    let mut stream = waiting(Some("game"));
    for (version, other) in [(1, 2), (2, 3), (3, u32::MAX)] {
        let refusal = stream.refused(&release(other, "officer"));
        assert_eq!(refusal.code(), "ranking_moved_on");
        let detail = refusal.detail();
        assert!(detail.contains(&format!("version {version} ")), "{detail}");
        stream.give(&amended(1, 1, version)).unwrap();
        let earlier = release(version, "officer");
        assert_eq!(code(&mut stream, &earlier), "ranking_moved_on");
    }
    stream.give(&release(4, "officer")).unwrap();
    assert!(stream.state.rated());
}

#[test]
fn a_result_that_nobody_signed_for_is_not_released() {
    let mut stream = released(None);
    stream.give(&amended(1, 1, 41)).unwrap();
    assert!(!stream.state.rated());
    let again = release(2, "another officer");
    assert_eq!(code(&mut stream, &again), "results_without_game");
    stream.give(&sign()).unwrap();
    stream.give(&again).unwrap();
}

#[test]
fn a_game_that_cannot_have_been_is_not_released() {
    let mut stream = waiting(Some("game"));
    let board = &mut stream.state.rounds[1].boards[1];
    board.results.last_mut().unwrap().result.white_discs = 64;
    let refusal = decide(&stream.state, &release(1, "officer"), stream.now_ms).unwrap_err();
    assert_eq!(refusal.code(), "unreleasable");
    assert!(refusal.detail().contains("2/2"), "{refusal}");
}

#[test]
fn a_file_given_back_is_the_directors_until_he_corrects_it() {
    let rating = corrected(1, |correction| correction.rating = Some(1_400));
    // Before the first release a correction makes a version that does not count, and none where one counts already.
    for (mut stream, again, officer) in [
        (waiting(Some("game")), "waiting", "officer"),
        (
            {
                let mut stream = released(Some("game"));
                stream.give(&amended(1, 1, 1)).unwrap();
                stream
            },
            "correction",
            "another officer",
        ),
    ] {
        let counted = stream.state.rated();
        let events = stream.give(&returned_by("another officer")).unwrap();
        assert!(makes_no_file(&events), "{events:?}");
        assert_eq!(standing(&stream), Some("returned"));
        let returned = stream.state.office.returned.clone().unwrap();
        assert_eq!(
            (returned.by, returned.reason.as_str(), returned.at_ms),
            (account("another officer"), "look again", stream.now_ms)
        );
        let once = returned_by("officer");
        assert_eq!(code(&mut stream, &once), "nothing_to_return");
        assert_eq!(stream.state.rated(), counted, "what was released counts");
        let events = stream.give(&rating).unwrap();
        assert_eq!(makes_no_file(&events), counted, "{events:?}");
        assert_eq!(standing(&stream), Some(again));
        assert_eq!(stream.state.office.returned, None);
        let version = stream.state.ranking_versions.last().unwrap().version;
        stream.give(&release(version, officer)).unwrap();
        assert_eq!(code(&mut stream, &once), "nothing_to_return");
    }
}

#[test]
fn an_officer_may_release_what_he_gave_back() {
    let mut stream = waiting(Some("game"));
    stream.give(&returned_by("officer")).unwrap();
    stream.give(&release(1, "officer")).unwrap();
    assert_eq!(standing(&stream), Some("released"));
    assert_eq!(stream.state.office.returned, None);
}

#[test]
fn only_a_file_that_waits_is_given_back() {
    let mut stream = played_event(Some("game"));
    let back = returned_by("officer");
    assert_eq!(code(&mut stream, &back), "not_confirmed");
    let mut stream = released(Some("game"));
    assert_eq!(code(&mut stream, &back), "nothing_to_return");
    stream.give(&withdraw()).unwrap();
    assert_eq!(code(&mut stream, &back), "nothing_to_return");
}

#[test]
fn a_withdrawal_makes_a_file_that_does_not_count_at_once() {
    for changes in [vec![], vec![amended(1, 1, 1)], vec![amended(2, 1, 41)]] {
        // The last of them leaves a result that nobody signed for: what was released counted all the same.
        let game = (changes != [amended(2, 1, 41)]).then_some("game");
        let mut stream = released(game);
        for change in &changes {
            stream.give(change).unwrap();
        }
        let events = stream.give(&withdraw()).unwrap();
        assert_eq!(events.last(), Some(&due(&stream)), "{changes:?}");
        assert!(!stream.state.rated() && pending(&stream).is_empty());
        assert_eq!(stream.state.office.release, None);
        if game.is_none() {
            stream.give(&sign()).unwrap();
        }
        let events = stream.give(&approve()).unwrap();
        assert!(makes_no_file(&events), "{events:?}");
        assert!(!stream.state.rated(), "it is released anew");
        let version = stream.state.ranking_versions.last().unwrap().version;
        let same = release(version, "officer");
        assert_eq!(code(&mut stream, &same), "same_officer");
        stream.give(&release(version, "another officer")).unwrap();
        assert!(stream.state.rated());
    }
}

#[test]
fn a_withdrawal_of_what_never_counted_makes_no_file() {
    let mut stream = waiting(Some("game"));
    let events = stream.give(&withdraw()).unwrap();
    assert!(makes_no_file(&events), "{events:?}");
    assert_eq!(standing(&stream), Some("withdrawn"));
    assert_eq!(code(&mut stream, &withdraw()), "not_approved");
    let events = stream.give(&amended(1, 1, 1)).unwrap();
    assert_eq!(events.last(), Some(&due(&stream)), "nothing holds it back");
}

/// An officer looks at names and numbers when he releases the file; his approval of the event stands.
#[test]
fn a_correction_does_not_end_an_officers_approval() {
    let mut stream = entered_event();
    stream.give(&approve()).unwrap();
    let number = corrected(1, |correction| {
        correction.number = Some(CorrectedNumber {
            confirmed: true,
            list_claim: ListClaim::None,
        });
    });
    let name = corrected(2, |correction| correction.renamed = true);
    let listed = Command::ConfirmListedPlayer {
        entrant: entrant(3),
        listing: Listing::Another { rating: None },
        by: account("director"),
    };
    for command in [&number, &name, &listed] {
        stream.give(command).unwrap();
    }
    play_through(&mut stream, Some("game"));
    stream.give(&number).unwrap();
    stream.give(&confirmation()).unwrap();
    stream.give(&name).unwrap();
    assert!(stream.state.approval_in_force().is_some());
}

#[test]
fn a_release_counts_on_its_own_server_alone() {
    for (own, standing_after) in [(true, "released"), (false, "waiting")] {
        let mut stream = released(Some("game"));
        let events = come_along(&mut stream, own);
        assert_eq!(makes_no_file(&events), own, "{events:?}");
        assert_eq!(stream.state.rated(), own);
        assert_eq!(standing(&stream), Some(standing_after));
    }
}

#[test]
fn a_release_keeps_whom_the_players_list_did_not_know() {
    let mut stream = waiting(Some("game"));
    let Command::ReleaseRatingFile {
        ranking_version,
        reason,
        by,
        ..
    } = release(1, "officer")
    else {
        panic!("another command");
    };
    let released = Command::ReleaseRatingFile {
        ranking_version,
        reason,
        by,
        unlisted: [entrant(2), entrant(99)].into(),
    };
    stream.give(&released).unwrap();
    let unlisted = stream.state.office.release.clone().unwrap().unlisted;
    assert_eq!(unlisted, BTreeSet::from([entrant(2)]));
}

#[test]
fn the_first_release_stays_known_and_a_standing_has_its_time() {
    let mut stream = waiting(Some("game"));
    let mut since = stream.state.office.since_ms;
    assert_eq!(since, stream.now_ms);
    stream.give(&amended(1, 1, 1)).unwrap();
    assert_eq!(stream.state.office.since_ms, since, "it waited before");
    stream.give(&release(2, "officer")).unwrap();
    let first = stream.now_ms;
    for (command, changes) in [
        (amended(1, 1, 2), true),
        (amended(1, 1, 3), false),
        (returned_by("officer"), true),
        (amended(1, 1, 4), true),
        (release(5, "another officer"), true),
        (withdraw(), true),
        (amended(1, 1, 5), false),
        (approve(), true),
        (release(6, "officer"), true),
    ] {
        stream.give(&command).unwrap();
        if changes {
            since = stream.now_ms;
        }
        let office = &stream.state.office;
        assert_eq!(office.since_ms, since, "{command:?}");
        assert_eq!(office.first_released_ms, Some(first));
    }
}

#[test]
fn each_stage_of_an_event_has_its_standing() {
    let mut seen = BTreeSet::new();
    let mut rows: Vec<(Stream, Option<&str>)> = vec![
        (Stream::new(1), None),
        (entered_event(), Some("announced")),
        (played_event(Some("game")), Some("announced")),
        (waiting(Some("game")), Some("waiting")),
        (released(Some("game")), Some("released")),
    ];
    let mut after = |mut stream: Stream, commands: &[Command], standing| {
        for command in commands {
            stream.give(command).unwrap();
        }
        rows.push((stream, standing));
    };
    let game = Some("game");
    let back = returned_by("officer");
    let cancelled = Command::CancelTournament {
        annul_rounds: false,
        reason: "too few came".to_owned(),
        by: account("director"),
    };
    after(entered_event(), &[approve()], Some("approved"));
    after(entered_event(), &[approve(), withdraw()], Some("withdrawn"));
    let anew = [approve(), withdraw(), approve()];
    after(entered_event(), &anew, Some("approved"));
    let cancelled_then = [approve(), cancelled];
    after(entered_event(), &cancelled_then, None);
    after(played_event(game), &[confirmation()], Some("waiting"));
    let unapproved = [confirmation(), back.clone()];
    after(played_event(game), &unapproved, Some("returned"));
    let approved_then = [confirmation(), back.clone(), approve()];
    after(played_event(game), &approved_then, Some("returned"));
    let once = [back.clone()];
    after(waiting(game), &once, Some("returned"));
    let put_right = [back.clone(), amended(1, 1, 1)];
    after(waiting(game), &put_right, Some("waiting"));
    after(waiting(game), &[withdraw()], Some("withdrawn"));
    let back_then = [back.clone(), withdraw()];
    after(waiting(game), &back_then, Some("withdrawn"));
    let amendment = amended(1, 1, 1);
    let once = [amendment.clone()];
    after(released(game), &once, Some("correction"));
    let given_back = [amendment.clone(), back];
    after(released(game), &given_back, Some("returned"));
    let withdrawn_then = [amendment.clone(), withdraw()];
    after(released(game), &withdrawn_then, Some("withdrawn"));
    let withdrawn_anew = [withdraw(), approve()];
    after(released(game), &withdrawn_anew, Some("waiting"));
    let second = [amendment, release(2, "another officer")];
    after(released(game), &second, Some("released"));
    for (confirmed, standing) in [(false, None), (true, Some("waiting"))] {
        let mut stream = entered_event();
        stream.give(&approve()).unwrap();
        publish(&mut stream);
        play(&mut stream);
        let stopped = abandoned(&stream, None, confirmed);
        stream.give(&stopped).unwrap();
        rows.push((stream, standing));
    }
    let mut earlier = played_event(game);
    approve_earlier(&mut earlier);
    rows.push((earlier.clone(), Some("approved")));
    earlier.give(&confirmation()).unwrap();
    rows.push((earlier.clone(), Some("released")));
    earlier.give(&amended(1, 1, 1)).unwrap();
    rows.push((earlier.clone(), Some("released")));
    let renamed = corrected(1, |correction| correction.renamed = true);
    earlier.give(&renamed).unwrap();
    rows.push((earlier, Some("waiting")));
    for (place, (stream, expected)) in rows.iter().enumerate() {
        assert_eq!(standing(stream), *expected, "row {place}");
        seen.extend(*expected);
    }
    let all: BTreeSet<&str> = RatingStanding::ALL.map(RatingStanding::name).into();
    assert_eq!(seen, all);
}

#[test]
fn whoever_took_part_complains_once_the_event_is_over() {
    let mut stream = played_event(Some("game"));
    let first = complaint("first", "ann");
    assert_eq!(code(&mut stream, &first), "complaint_too_early");
    stream.give(&confirmation()).unwrap();
    for by in ["somebody", "officer", "director"] {
        let other = complaint("other", by);
        assert_eq!(code(&mut stream, &other), "no_entrant_here", "{by}");
    }
    let events = stream.give(&first).unwrap();
    assert!(matches!(events[..], [Event::ComplaintFiled { .. }]));
    let filed = stream.state.office.complaints["first"].clone();
    assert_eq!(
        (filed.by, filed.text.as_str(), filed.at_ms, filed.answer),
        (account("ann"), "pairings by hand", stream.now_ms, None)
    );
    // Nobody files in the place of another's complaint.
    for by in ["ann", "ben"] {
        assert_eq!(
            code(&mut stream, &complaint("first", by)),
            "complaint_exists"
        );
    }
    for id in ["second", "third"] {
        stream.give(&complaint(id, "ann")).unwrap();
    }
    let fourth = complaint("fourth", "ann");
    assert_eq!(code(&mut stream, &fourth), "too_many_complaints");
    stream.give(&complaint("of another", "ben")).unwrap();
    assert_eq!(
        standing(&stream),
        Some("waiting"),
        "the file stands as before"
    );
}

#[test]
fn a_complaint_is_answered_once() {
    let mut stream = released(Some("game"));
    stream.give(&complaint("first", "ann")).unwrap();
    let unknown = answer("second", "officer");
    assert_eq!(code(&mut stream, &unknown), "unknown_complaint");
    stream.give(&answer("first", "officer")).unwrap();
    let answered = stream.state.office.complaints["first"].answer.clone();
    let answered = answered.unwrap();
    assert_eq!(
        (answered.by, answered.reason.as_str(), answered.at_ms),
        (account("officer"), "looked into", stream.now_ms)
    );
    let again = answer("first", "another officer");
    assert_eq!(code(&mut stream, &again), "complaint_answered");
}

#[test]
fn events_that_ended_early_are_complained_of_too() {
    let mut stream = entered_event();
    let cancelled = Command::CancelTournament {
        annul_rounds: false,
        reason: "too few came".to_owned(),
        by: account("director"),
    };
    stream.give(&cancelled).unwrap();
    let approved = approve();
    assert_eq!(code(&mut stream, &approved), "tournament_cancelled");
    stream.give(&complaint("first", "ann")).unwrap();
    stream.give(&answer("first", "officer")).unwrap();

    let mut stream = entered_event();
    publish(&mut stream);
    play(&mut stream);
    let stopped = abandoned(&stream, None, false);
    stream.give(&stopped).unwrap();
    assert_eq!(code(&mut stream, &approve()), "tournament_abandoned");
    stream.give(&complaint("first", "ann")).unwrap();
    stream.give(&answer("first", "officer")).unwrap();
}

#[test]
fn approvals_of_earlier_programs_are_read() {
    let told = r#"{"type":"event_approved","reason":"announced","by":"administrator"}"#;
    let event: Event = serde_json::from_str(told).unwrap();
    let Event::EventApproved { federation, .. } = &event else {
        panic!("another event");
    };
    assert_eq!(*federation, None);
    assert_eq!(serde_json::to_string(&event).unwrap(), told);
}
