//! The timetable and amended rules through the contract.

use outflank_access::{Kind, Problem};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::RuleSet;
use prost::Message as _;

use crate::{
    interest::appoint,
    world::{DIRECTOR, STRANGER, World},
};

const HOUR_MS: i64 = 3_600_000;

fn start(round: u32, starts_at_ms: i64) -> proto::PlannedStart {
    proto::PlannedStart {
        round,
        starts_at_ms,
        ..proto::PlannedStart::default()
    }
}

fn timetable(plays: Vec<proto::PlannedStart>) -> proto::Timetable {
    proto::Timetable {
        utc_offset_minutes: 60,
        sessions: vec![proto::PlannedSession { day: 1, plays }],
        breaks: Vec::new(),
    }
}

async fn set(
    world: &World,
    (id, by): (&str, &str),
    timetable: Option<proto::Timetable>,
) -> Result<u64, Problem> {
    let asked = proto::SetTimetableRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        timetable,
    };
    ask!(world, by, set_timetable, asked).map(|done| done.seq)
}

async fn announcements(world: &World, id: &str) -> Vec<proto::Announcement> {
    let asked = proto::ListAnnouncementsRequest {
        tournament_id: id.to_owned(),
        ..proto::ListAnnouncementsRequest::default()
    };
    ask!(world, STRANGER, list_announcements, asked)
        .unwrap()
        .announcements
}

#[tokio::test]
async fn it_is_set_shown_moved_and_kept_by_publications() {
    let world = World::new().await;
    let id = world.create().await;
    world.register(&id, 6).await;
    let shown = world.tournament(&id).await;
    assert!(!shown.timetable_set);
    let sessions = shown.timetable.unwrap().sessions;
    assert!(sessions.iter().all(|session| !session.plays.is_empty()));
    let day = world.clock.now_ms() / HOUR_MS * HOUR_MS + 24 * HOUR_MS;
    let first = timetable(vec![start(1, day), start(2, day + HOUR_MS)]);
    let stranger = set(&world, (&id, STRANGER), Some(first.clone())).await;
    assert_eq!(stranger.unwrap_err().kind, Kind::Forbidden);
    let nothing = set(&world, (&id, DIRECTOR), None).await;
    assert_eq!(nothing.unwrap_err().code, "bad_timetable");
    let nameless = timetable(vec![start(0, day)]);
    let nameless = set(&world, (&id, DIRECTOR), Some(nameless)).await;
    assert_eq!(nameless.unwrap_err().code, "bad_timetable");
    set(&world, (&id, DIRECTOR), Some(first.clone()))
        .await
        .unwrap();
    let shown = world.tournament(&id).await;
    assert_eq!((shown.timetable_set, shown.timetable), (true, Some(first)));

    let later = timetable(vec![start(1, day), start(2, day + 2 * HOUR_MS)]);
    let moved = proto::MoveTimetableRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        timetable: Some(later),
        reason: "The hall is locked until noon.".to_owned(),
        accept_deviations: false,
    };
    ask!(world, DIRECTOR, move_timetable, moved).unwrap();
    let (round, _) = world.publish(&id).await.unwrap();
    assert_eq!(round.starts_at_ms, day);
    world.play(&id, |_| 40).await;
    let late = proto::PublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        starts_at_ms: day + 2 * HOUR_MS + 1_800_000,
        ..proto::PublishRoundRequest::default()
    };
    ask!(world, DIRECTOR, publish_round, late).unwrap();
    let told: Vec<(String, String)> = announcements(&world, &id)
        .await
        .into_iter()
        .map(|one| (one.text, one.by_account_id))
        .collect();
    assert_eq!(told[0].0, "The hall is locked until noon.");
    let minutes = |at_ms: i64| (at_ms / 60_000 + 60) % (24 * 60);
    let time = |at_ms| format!("{:02}:{:02}", minutes(at_ms) / 60, minutes(at_ms) % 60);
    let (now, before) = (day + 2 * HOUR_MS + 1_800_000, day + 2 * HOUR_MS);
    let sentence = format!(
        "Round 2 starts at {} instead of {}.",
        time(now),
        time(before)
    );
    assert_eq!(told[1..], [(sentence, String::new())]);
}

#[tokio::test]
async fn an_old_announcement_is_told_in_the_time_that_held_then() {
    let world = World::new().await;
    let id = world.create().await;
    world.register(&id, 6).await;
    let hour = world.clock.now_ms() / HOUR_MS * HOUR_MS + 24 * HOUR_MS;
    let first = timetable(vec![start(1, hour)]);
    set(&world, (&id, DIRECTOR), Some(first)).await.unwrap();
    let late = proto::PublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        starts_at_ms: hour + 1_800_000,
        ..proto::PublishRoundRequest::default()
    };
    ask!(world, DIRECTOR, publish_round, late).unwrap();
    let told = announcements(&world, &id).await.remove(0).text;
    let moved = proto::MoveTimetableRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        timetable: Some(proto::Timetable {
            utc_offset_minutes: 0,
            ..timetable(vec![start(1, hour + 1_800_000)])
        }),
        reason: "The clocks went back.".to_owned(),
        accept_deviations: false,
    };
    ask!(world, DIRECTOR, move_timetable, moved).unwrap();
    assert_eq!(announcements(&world, &id).await[0].text, told);
}

#[tokio::test]
async fn the_longest_rules_come_in_pages_that_a_message_holds() {
    const LONGEST_MESSAGE: usize = 4 << 20;
    let world = World::new().await;
    let mut rules = RuleSet::egp_2020();
    for number in 0..250 {
        let key = format!("note.{number}");
        rules.sources.insert(key, "x".repeat(200));
    }
    let written = serde_json::to_value(&rules).unwrap();
    let id = world.create_under(&written).await;
    world.register(&id, 6).await;
    world.publish(&id).await.unwrap();
    let versions = 80;
    for version in 2..=versions {
        rules.round_notice_ms = i64::from(version);
        let asked = proto::AmendRulesRequest {
            command_id: world.command_id(),
            tournament_id: id.clone(),
            rule_set_json: serde_json::to_string(&rules).unwrap(),
            reason: "The hall closes early.".to_owned(),
            announcement: "The notice is another.".to_owned(),
            accept_deviations: true,
        };
        ask!(world, DIRECTOR, amend_rules, asked).unwrap();
    }
    let whole = serde_json::to_string(&rules).unwrap().len() * versions as usize;
    assert!(whole > LONGEST_MESSAGE, "{whole}");
    let mut asked = proto::ListRuleVersionsRequest {
        tournament_id: id,
        page_size: 1_000,
        ..proto::ListRuleVersionsRequest::default()
    };
    let mut numbers = Vec::new();
    loop {
        let page = ask!(world, STRANGER, list_rule_versions, asked.clone()).unwrap();
        assert!(page.encoded_len() < LONGEST_MESSAGE);
        numbers.extend(page.versions.iter().map(|one| one.version));
        asked.page_token = page.next_page_token;
        if asked.page_token.is_empty() {
            break;
        }
    }
    assert_eq!(numbers, (1..=versions).collect::<Vec<u32>>());
}

#[tokio::test]
async fn who_was_not_there_is_shown_to_officials() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 6).await;
    let asked = proto::AnnounceAbsenceRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrants[2].clone(),
        rounds: vec![1],
    };
    ask!(world, DIRECTOR, announce_absence, asked).unwrap();
    world.publish(&id).await.unwrap();
    let asked = || proto::ListMissingEntrantsRequest {
        tournament_id: id.clone(),
        ..proto::ListMissingEntrantsRequest::default()
    };
    let shown = ask!(world, DIRECTOR, list_missing_entrants, asked()).unwrap();
    let missing = proto::MissingEntrant {
        round: 1,
        entrant_id: entrants[2].clone(),
        cause: "absence_announced".to_owned(),
    };
    assert_eq!(shown.missing, [missing]);
    let stranger = ask!(world, STRANGER, list_missing_entrants, asked());
    assert_eq!(stranger.unwrap_err().kind, Kind::Forbidden);
}

#[tokio::test]
async fn rules_are_amended_by_the_head_director_and_every_version_is_shown() {
    let world = World::new().await;
    let id = world.create().await;
    world.register(&id, 6).await;
    appoint(&world, &id, "emil", "assistant_director").await;
    world.publish(&id).await.unwrap();
    let mut rules = RuleSet::egp_2020();
    rules.time_controls.qualification = outflank_tournament::TimeControl::SuddenDeath {
        main_ms: 26 * 60_000,
    };
    let asked = || proto::AmendRulesRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        rule_set_json: serde_json::to_string(&rules).unwrap(),
        reason: "The hall closes early.".to_owned(),
        announcement: "From round 2 on each player has 26 minutes.".to_owned(),
        accept_deviations: false,
    };
    let assistant = ask!(world, "emil", amend_rules, asked());
    assert_eq!(assistant.unwrap_err().code, "head_director_only");
    ask!(world, DIRECTOR, amend_rules, asked()).unwrap();
    let shown = world.tournament(&id).await;
    let from: Vec<u32> = shown
        .rules_of_rounds
        .iter()
        .map(|one| one.from_round)
        .collect();
    assert_eq!(from, [1, 2]);
    assert_eq!(shown.rounds[0].boards[0].main_time_ms, 25 * 60_000);
    let told = announcements(&world, &id).await;
    assert_eq!(
        (&*told[0].kind, &*told[0].text),
        (
            "rules_amended",
            "From round 2 on each player has 26 minutes."
        )
    );
    let asked = proto::ListRuleVersionsRequest {
        tournament_id: id.clone(),
        ..proto::ListRuleVersionsRequest::default()
    };
    let versions = ask!(world, STRANGER, list_rule_versions, asked)
        .unwrap()
        .versions;
    let facts: Vec<_> = versions
        .iter()
        .map(|one| (one.version, one.from_round, &*one.reason, one.announcement))
        .collect();
    assert_eq!(facts, [(1, 1, "", 0), (2, 2, "The hall closes early.", 1)]);
    world.play(&id, |_| 40).await;
    let (second, _) = world.publish(&id).await.unwrap();
    assert_eq!(second.boards[0].main_time_ms, 26 * 60_000);
}
