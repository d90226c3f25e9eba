//! Order in casual play: who moderates, what is reported, who is muted, barred or blocked, and the log of it.

use std::collections::BTreeSet;

use outflank_access::{Kind, Problem};
use outflank_casual::{CONDUCT_SPAN_MS, ModerationEvent, ModerationFact};
use outflank_journal::records;
use outflank_proto::{
    pairing::v1::{self as proto, ModerationActKind as Done},
    play::v1 as play,
};
use outflank_transport::for_person;

use crate::{
    casual::{
        account, booked, challenge, check, end, end_as, ended, facts, heard, news, seek, stand,
        take,
    },
    world::{ADMINISTRATOR, World, code},
};

const HOUR_MS: i64 = 3_600_000;

/// The moderator of these tests.
pub fn moderator() -> String {
    account(90)
}

pub async fn moderated() -> World {
    let world = World::new().await;
    name(&world, ADMINISTRATOR, &moderator()).await.unwrap();
    world
}

pub async fn name(world: &World, by: &str, whom: &str) -> Result<Vec<String>, Problem> {
    let asked = proto::NameModeratorRequest {
        command_id: world.command_id(),
        account_id: whom.to_owned(),
    };
    Ok(named(ask!(world, by, name_moderator, asked)?))
}

fn named(answer: proto::ModeratorsResponse) -> Vec<String> {
    let all = answer.moderators.into_iter();
    all.map(|one| one.account.unwrap().account_id).collect()
}

/// A casual game between two accounts.
pub async fn game_between(world: &World, one: &str, other: &str) -> proto::CasualGame {
    let made = challenge(world, one, None).await;
    take(world, other, &made.id).await.unwrap()
}

fn report_of(world: &World, game: &str, about: &str) -> proto::ReportPlayerRequest {
    proto::ReportPlayerRequest {
        command_id: world.command_id(),
        game_id: game.to_owned(),
        account_id: about.to_owned(),
        kind: proto::ReportKind::LeftOrStalled.into(),
        text: " Left as soon as a corner was gone. ".to_owned(),
        messages: Vec::new(),
    }
}

pub async fn report(world: &World, by: &str, game: &str, about: &str) -> Result<String, Problem> {
    let asked = report_of(world, game, about);
    Ok(ask!(world, by, report_player, asked)?.report_id)
}

async fn answer(world: &World, by: &str, report: &str) -> Result<proto::PlayerReport, Problem> {
    let asked = proto::AnswerPlayerReportRequest {
        command_id: world.command_id(),
        report_id: report.to_owned(),
        answer: proto::ReportAnswer::Upheld.into(),
        reason: "He left nine games of twelve.".to_owned(),
    };
    Ok(ask!(world, by, answer_player_report, asked)?
        .report
        .unwrap())
}

fn bar_of(world: &World, whom: &str, until_ms: i64) -> proto::BarPlayerRequest {
    proto::BarPlayerRequest {
        command_id: world.command_id(),
        account_id: whom.to_owned(),
        until_ms,
        reason: "Games were left again and again.".to_owned(),
        ..proto::BarPlayerRequest::default()
    }
}

pub async fn bar(world: &World, whom: &str, until_ms: i64) -> proto::ModeratedAccount {
    let asked = bar_of(world, whom, until_ms);
    let answer = ask!(world, &moderator(), bar_player, asked).unwrap();
    answer.account.unwrap()
}

pub async fn log(world: &World, about: &str) -> Vec<proto::ModerationAct> {
    let asked = proto::ListModerationActsRequest {
        account_id: about.to_owned(),
        ..proto::ListModerationActsRequest::default()
    };
    let answer = ask!(world, &moderator(), list_moderation_acts, asked).unwrap();
    answer.acts
}

async fn standing(world: &World, whom: &str) -> proto::GetCasualStandingResponse {
    let asked = proto::GetCasualStandingRequest {};
    ask!(world, whom, get_casual_standing, asked).unwrap()
}

/// What play is told of order in casual play.
async fn told(world: &World) -> Vec<ModerationEvent> {
    let facts = facts::<ModerationFact>(world, "moderated").await;
    facts.into_iter().map(|fact| fact.event).collect()
}

#[tokio::test]
async fn administrators_name_moderators_and_nobody_else_moderates() {
    let world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let refused = name(&world, &anna, &anna).await.unwrap_err();
    assert_eq!(refused.code, "administrators_only");
    let moderators = name(&world, ADMINISTRATOR, &anna).await.unwrap();
    assert_eq!(moderators, [anna.as_str()]);
    let refused = name(&world, ADMINISTRATOR, &anna).await.unwrap_err();
    assert_eq!(refused.code, "moderator_already");
    let reads = |who: String| {
        let world = &world;
        async move {
            let asked = proto::ListPlayerReportsRequest::default();
            ask!(world, &who, list_player_reports, asked)
                .map_err(|problem| (problem.kind, problem.code))
        }
    };
    assert!(reads(anna.clone()).await.is_ok());
    let only = || Err((Kind::Forbidden, "moderators_only".to_owned()));
    assert_eq!(reads(boris.clone()).await.map(drop), only());
    assert_eq!(reads(ADMINISTRATOR.to_owned()).await.map(drop), only());
    assert!(standing(&world, &anna).await.moderator);
    let asked = proto::DismissModeratorRequest {
        command_id: world.command_id(),
        account_id: anna.clone(),
    };
    let left = ask!(world, ADMINISTRATOR, dismiss_moderator, asked.clone()).unwrap();
    assert_eq!(named(left), [""; 0]);
    // The same command again changes nothing.
    assert!(ask!(world, ADMINISTRATOR, dismiss_moderator, asked).is_ok());
    assert_eq!(reads(anna).await.map(drop), only());
}

#[tokio::test]
async fn a_report_is_judged_by_somebody_whom_it_does_not_concern() {
    let world = moderated().await;
    let (anna, boris, carla) = (account(1), account(2), account(3));
    let game = game_between(&world, &anna, &boris).await.game_id;
    let id = report(&world, &anna, &game, &boris).await.unwrap();
    for (by, about, expected) in [
        (&anna, &boris, "reported_already"),
        (&anna, &anna, "report_oneself"),
        (&anna, &carla, "not_of_this_game"),
    ] {
        let refused = report(&world, by, &game, about).await.unwrap_err();
        assert_eq!(refused.code, expected);
    }
    let refused = report(&world, &anna, "nothing", &boris).await.unwrap_err();
    assert_eq!(refused.code, "unknown_casual_game");
    let unsaid = proto::ReportPlayerRequest {
        text: " ".to_owned(),
        ..report_of(&world, &game, &boris)
    };
    let refused = ask!(world, &carla, report_player, unsaid).unwrap_err();
    assert_eq!(refused.code, "bad_report");
    // Who watched reports as well.
    report(&world, &carla, &game, &boris).await.unwrap();

    for concerned in [&anna, &boris] {
        name(&world, ADMINISTRATOR, concerned).await.unwrap();
        let refused = answer(&world, concerned, &id).await.unwrap_err();
        assert_eq!(refused.code, "concerns_yourself");
    }
    let asked = proto::GetPlayerReportRequest {
        report_id: id.clone(),
    };
    // Who is reported reads nothing of it.
    let refused = ask!(world, &boris, get_player_report, asked.clone()).unwrap_err();
    assert_eq!(refused.code, "unknown_report");
    let listed = |by: String, account_id: &str| {
        let asked = proto::ListPlayerReportsRequest {
            account_id: account_id.to_owned(),
            ..proto::ListPlayerReportsRequest::default()
        };
        let world = &world;
        async move {
            let listed = ask!(world, &by, list_player_reports, asked).unwrap();
            (listed.reports.len(), listed.open)
        }
    };
    for account_id in ["", &*boris] {
        assert_eq!(listed(boris.clone(), account_id).await, (0, 2));
        assert_eq!(listed(anna.clone(), account_id).await, (2, 2));
    }
    assert_eq!(listed(anna.clone(), &carla).await, (0, 2));
    let by = moderator();
    let shown = ask!(world, &by, get_player_report, asked.clone()).unwrap();
    let of = shown.report.unwrap();
    assert_eq!(of.text, "Left as soon as a corner was gone.");
    assert_eq!((of.answer, of.concerns_caller), (0, false));
    assert_eq!(shown.game.unwrap().game_id, game);
    assert_eq!(shown.of_same_game.len(), 1);
    let about = shown.about.unwrap();
    assert_eq!((about.reports, about.open, about.upheld), (2, 2, 0));
    assert!(
        ask!(world, &anna, get_player_report, asked)
            .unwrap()
            .report
            .unwrap()
            .concerns_caller
    );

    let answered = answer(&world, &by, &id).await.unwrap();
    assert_eq!(answered.answered_by.unwrap().account_id, by);
    let refused = answer(&world, &by, &id).await.unwrap_err();
    assert_eq!(refused.code, "report_answered");
    let refused = answer(&world, &by, "nothing").await.unwrap_err();
    assert_eq!(refused.code, "unknown_report");
    let mut seen = Vec::new();
    let mut asked = proto::ListPlayerReportsRequest {
        page_size: 1,
        ..proto::ListPlayerReportsRequest::default()
    };
    loop {
        let page = ask!(world, &by, list_player_reports, asked.clone()).unwrap();
        assert_eq!(page.open, 1);
        seen.extend(page.reports);
        if page.next_page_token.is_empty() {
            break;
        }
        asked.page_token = page.next_page_token;
    }
    // Open ones come first.
    let answers: Vec<i32> = seen.iter().map(|report| report.answer).collect();
    assert_eq!(answers, [0, i32::from(proto::ReportAnswer::Upheld)]);
    let acts = log(&world, &boris).await;
    assert_eq!(acts[0].kind(), Done::ReportUpheld);
    assert_eq!(
        (acts[0].report_id.as_str(), acts[0].game_id.as_str()),
        (&*id, &*game)
    );
    assert_eq!(acts[0].reason, "He left nine games of twelve.");
    let asked = proto::ListModerationActsRequest {
        account_id: boris.clone(),
        ..proto::ListModerationActsRequest::default()
    };
    let seen = ask!(world, &boris, list_moderation_acts, asked).unwrap();
    let seen = seen.acts.iter().find(|act| act.number == acts[0].number);
    let seen = seen.unwrap();
    assert_eq!((&*seen.report_id, &*seen.game_id), ("", ""));
    assert_eq!(seen.kind(), Done::ReportUpheld);
    // Anna reported him: she does not judge him either where she leaves her report out.
    let barring = bar_of(&world, &boris, 0);
    let refused = ask!(world, &anna, bar_player, barring).unwrap_err();
    assert_eq!(refused.code, "concerns_yourself");
}

#[tokio::test]
async fn a_report_that_is_sent_again_is_one_report() {
    let mut world = moderated().await;
    let (anna, boris) = (account(1), account(2));
    let game = game_between(&world, &anna, &boris).await.game_id;
    let asked = report_of(&world, &game, &boris);
    let first = ask!(world, &anna, report_player, asked.clone()).unwrap();
    bar(&world, &boris, 0).await;
    let again = ask!(world, &anna, report_player, asked.clone()).unwrap();
    assert_eq!(again, first);
    world.restart().await;
    let again = ask!(world, &anna, report_player, asked).unwrap();
    assert_eq!(again, first);
    let asked = proto::ListPlayerReportsRequest::default();
    let listed = ask!(world, &moderator(), list_player_reports, asked).unwrap();
    assert_eq!((listed.reports.len(), listed.open), (1, 1));
}

#[tokio::test]
async fn neither_a_program_nor_an_account_without_a_password_moderates() {
    let world = moderated().await;
    let (program, operator) = (account(7), account(8));
    world.identity.operated_by(&program, &operator);
    let refused = name(&world, ADMINISTRATOR, &program).await.unwrap_err();
    assert_eq!(refused.code, "bad_account_id");
    let asked = proto::ListPlayerReportsRequest::default();
    let by = world.token(&moderator(), true);
    let asked = for_person(asked, Some(&by));
    let refused = world.client().list_player_reports(asked).await;
    assert_eq!(code(refused), "moderators_only");
}

#[tokio::test]
async fn of_a_program_moderators_and_whoever_blocks_it_see_who_operates_it() {
    let world = moderated().await;
    let by = moderator();
    let (anna, program, operator) = (account(1), account(7), account(8));
    world.identity.operated_by(&program, &operator);
    let game = game_between(&world, &anna, &program).await.game_id;
    let id = report(&world, &anna, &game, &program).await.unwrap();
    let asked = proto::GetPlayerReportRequest { report_id: id };
    let shown = ask!(world, &by, get_player_report, asked).unwrap();
    let told = shown.report.unwrap();
    let looked = |account_id: &str| proto::GetModeratedAccountRequest {
        account_id: account_id.to_owned(),
    };
    let looked_at = ask!(world, &by, get_moderated_account, looked(&program)).unwrap();
    let block = proto::BlockPlayerRequest {
        account_id: program.clone(),
    };
    ask!(world, &anna, block_player, block).unwrap();
    let asked = proto::ListBlocksRequest::default();
    let mut blocks = ask!(world, &anna, list_blocks, asked).unwrap().blocks;
    let operated = (operator.clone(), format!("Account {operator}"));
    for named in [told.about, blocks.remove(0).account] {
        let named = named.unwrap();
        let told = (named.operator_account_id, named.operator_display_name);
        assert_eq!(told, operated);
    }
    for account in [shown.about, looked_at.account] {
        let account = account.unwrap();
        let told = (account.operator_account_id, account.operator_display_name);
        assert_eq!(told, operated);
    }
    // A person has none.
    let person = ask!(world, &by, get_moderated_account, looked(&anna)).unwrap();
    assert_eq!(person.account.unwrap().operator_account_id, "");
    assert_eq!(told.by.unwrap().operator_account_id, "");
}

#[tokio::test]
async fn who_takes_another_name_is_shown_to_moderators_with_those_before() {
    let world = moderated().await;
    let by = moderator();
    let (anna, boris) = (account(1), account(2));
    world.identity.called_before(&boris, "Guest 48211", 1_000);
    world
        .identity
        .called_before(&boris, "Boris the Bold", 2_000);
    let game = game_between(&world, &anna, &boris).await.game_id;
    let id = report(&world, &anna, &game, &boris).await.unwrap();
    let asked = proto::GetPlayerReportRequest { report_id: id };
    let shown = ask!(world, &by, get_player_report, asked).unwrap();
    let looked = |account_id: &str| proto::GetModeratedAccountRequest {
        account_id: account_id.to_owned(),
    };
    let looked_at = ask!(world, &by, get_moderated_account, looked(&boris)).unwrap();
    let barred = bar(&world, &boris, 0).await;
    for account in [shown.about.unwrap(), looked_at.account.unwrap(), barred] {
        let names = account.former_names.into_iter();
        let names: Vec<_> = names.map(|one| (one.display_name, one.until_ms)).collect();
        let expected = [("Boris the Bold", 2_000), ("Guest 48211", 1_000)];
        assert_eq!(names, expected.map(|(name, at)| (name.to_owned(), at)));
    }
    let other = ask!(world, &by, get_moderated_account, looked(&anna)).unwrap();
    assert!(other.account.unwrap().former_names.is_empty());
}

#[tokio::test]
async fn who_is_barred_seeks_challenges_and_is_matched_no_more_until_it_ends() {
    let mut world = moderated().await;
    let (anna, boris, carla) = (account(1), account(2), account(3));
    let open = challenge(&world, &boris, None).await;
    let standing_seek = check(&world, &boris, 5).await.unwrap();
    let until_ms = world.clock.now_ms() + HOUR_MS;
    let barred = bar(&world, &boris, until_ms).await.bar.unwrap();
    assert_eq!(barred.until_ms, until_ms);
    let told = standing(&world, &boris).await.bar.unwrap();
    assert_eq!(told.reason, "Games were left again and again.");
    let refused = check(&world, &boris, 5).await.unwrap_err();
    assert_eq!(
        (refused.code.as_str(), refused.parameters().len()),
        ("barred", 1)
    );
    let refused = take(&world, &anna, &open.id).await.unwrap_err();
    assert_eq!(refused.code, "not_with_each_other");
    let hers = challenge(&world, &anna, None).await;
    let refused = take(&world, &boris, &hers.id).await.unwrap_err();
    assert_eq!(refused.code, "barred");
    // A seek that stood before is matched with nobody, and its line is told why.
    let why = ended(&world, &standing_seek).await;
    assert_eq!(why.as_deref(), Some("barred"));
    let mut news = news(&world).await;
    stand(&world, &boris, standing_seek).await;
    let lobby = ask!(world, &boris, get_lobby, proto::GetLobbyRequest {}).unwrap();
    assert_eq!((lobby.seeking, lobby.seeks.len()), (0, 0));
    // He looks on, and is not shown to be here.
    assert_eq!((lobby.people, lobby.here.len()), (0, 0));
    seek(&world, &anna).await;
    seek(&world, &carla).await;
    let booking = heard(&mut news).await.remove(0);
    let players = [booking.black_account_id, booking.white_account_id];
    assert_eq!(BTreeSet::from(players), BTreeSet::from([anna, carla]));
    assert!(booked(&world, &[&boris]).await.is_empty());

    // It stands in the journal: another start knows of it.
    world.restart().await;
    assert_eq!(check(&world, &boris, 5).await.unwrap_err().code, "barred");
    let asked = proto::ReadmitPlayerRequest {
        command_id: world.command_id(),
        account_id: boris.clone(),
        reason: "He wrote to us.".to_owned(),
    };
    ask!(world, &moderator(), readmit_player, asked).unwrap();
    assert!(check(&world, &boris, 5).await.is_ok());
    let kinds: Vec<Done> = log(&world, &boris)
        .await
        .iter()
        .map(proto::ModerationAct::kind)
        .collect();
    assert_eq!(kinds, [Done::Readmitted, Done::Barred]);
}

#[tokio::test]
async fn who_has_blocked_somebody_is_never_matched_with_him_and_neither_is_told_why() {
    let world = World::new().await;
    let (anna, boris, carla) = (account(1), account(2), account(3));
    let game = game_between(&world, &anna, &boris).await;
    end(&world, &game.game_id, true).await;
    let block = |whom: &str| proto::BlockPlayerRequest {
        account_id: whom.to_owned(),
    };
    let refused = ask!(world, &anna, block_player, block(&anna)).unwrap_err();
    assert_eq!(refused.code, "block_oneself");
    for _ in 0..2 {
        ask!(world, &anna, block_player, block(&boris)).unwrap();
    }
    let listed = ask!(
        world,
        &anna,
        list_blocks,
        proto::ListBlocksRequest::default()
    )
    .unwrap();
    assert_eq!(listed.blocks.len(), 1);
    assert_eq!(listed.blocks[0].account.as_ref().unwrap().account_id, boris);
    for (one, other, alone) in [(&anna, &boris, true), (&boris, &anna, false)] {
        let made = challenge(&world, one, None).await;
        let refused = take(&world, other, &made.id).await.unwrap_err();
        assert_eq!(refused.code, "not_with_each_other");
        let asked = proto::OfferRematchRequest {
            game_id: game.game_id.clone(),
        };
        let offered = ask!(world, one, offer_rematch, asked);
        let offered = offered
            .map(|offered| offered.game)
            .map_err(|problem| problem.code);
        // Who offers first learns nothing by it.
        let expected = if alone {
            Ok(None)
        } else {
            Err("not_with_each_other".to_owned())
        };
        assert_eq!(offered, expected);
    }
    let mut news = news(&world).await;
    for who in [&anna, &boris, &carla] {
        seek(&world, who).await;
    }
    let booking = heard(&mut news).await.remove(0);
    let players = BTreeSet::from([booking.black_account_id, booking.white_account_id]);
    assert!(players.contains(&carla), "{players:?}");
    let asked = proto::UnblockPlayerRequest {
        account_id: boris.clone(),
    };
    ask!(world, &anna, unblock_player, asked).unwrap();
    let listed = ask!(
        world,
        &anna,
        list_blocks,
        proto::ListBlocksRequest::default()
    )
    .unwrap();
    assert_eq!(listed.blocks, []);
}

#[tokio::test]
async fn who_is_barred_plays_by_no_program_of_his_either() {
    let mut world = moderated().await;
    let (anna, boris, carla, program) = (account(1), account(2), account(3), account(4));
    world.identity.operated_by(&program, &boris);
    let game = game_between(&world, &anna, &program).await.game_id;
    end(&world, &game, true).await;
    let open = challenge(&world, &program, None).await;
    let hers = challenge(&world, &anna, None).await;
    let standing_seek = check(&world, &program, 5).await.unwrap();
    bar(&world, &boris, 0).await;
    let refused = take(&world, &anna, &open.id).await.unwrap_err();
    assert_eq!(refused.code, "not_with_each_other");
    let again = proto::OfferRematchRequest { game_id: game };
    for refused in [
        check(&world, &program, 5).await.map(drop),
        take(&world, &program, &hers.id).await.map(drop),
        ask!(world, &program, offer_rematch, again).map(drop),
    ] {
        assert_eq!(refused.unwrap_err().code, "barred");
    }
    let why = ended(&world, &standing_seek).await;
    assert_eq!(why.as_deref(), Some("barred"));
    let mut news = news(&world).await;
    stand(&world, &program, standing_seek).await;
    let lobby = ask!(world, &program, get_lobby, proto::GetLobbyRequest {}).unwrap();
    assert_eq!((lobby.seeking, lobby.people), (0, 0));
    assert_eq!(lobby.here, []);
    seek(&world, &anna).await;
    seek(&world, &carla).await;
    let booking = heard(&mut news).await.remove(0);
    let players = [booking.black_account_id, booking.white_account_id];
    assert_eq!(BTreeSet::from(players), BTreeSet::from([anna, carla]));

    world.restart().await;
    let refused = check(&world, &program, 5).await.unwrap_err();
    assert_eq!(refused.code, "barred");
    let asked = proto::ReadmitPlayerRequest {
        command_id: world.command_id(),
        account_id: boris.clone(),
        reason: "He wrote to us.".to_owned(),
    };
    ask!(world, &moderator(), readmit_player, asked).unwrap();
    assert!(check(&world, &program, 5).await.is_ok());
    // A bar of the program is none of who operates it.
    bar(&world, &program, 0).await;
    let refused = check(&world, &program, 5).await.unwrap_err();
    assert_eq!(refused.code, "barred");
    assert!(check(&world, &boris, 5).await.is_ok());
}

#[tokio::test]
async fn who_is_blocked_is_met_by_no_program_of_his_either() {
    let world = World::new().await;
    let (anna, boris, carla, program) = (account(1), account(2), account(3), account(4));
    world.identity.operated_by(&program, &boris);
    let block = |whom: &str| proto::BlockPlayerRequest {
        account_id: whom.to_owned(),
    };
    // A block of the program is none of who operates it.
    ask!(world, &anna, block_player, block(&program)).unwrap();
    let game = game_between(&world, &anna, &boris).await;
    end(&world, &game.game_id, true).await;
    let asked = proto::UnblockPlayerRequest {
        account_id: program.clone(),
    };
    ask!(world, &anna, unblock_player, asked).unwrap();
    ask!(world, &anna, block_player, block(&boris)).unwrap();
    for (one, other) in [(&anna, &program), (&program, &anna)] {
        let made = challenge(&world, one, None).await;
        let refused = take(&world, other, &made.id).await.unwrap_err();
        assert_eq!(refused.code, "not_with_each_other");
    }
    let mut news = news(&world).await;
    for who in [&anna, &program, &carla] {
        seek(&world, who).await;
    }
    let booking = heard(&mut news).await.remove(0);
    let players = BTreeSet::from([booking.black_account_id, booking.white_account_id]);
    assert!(players.contains(&carla), "{players:?}");
}

#[tokio::test]
async fn play_hears_of_mutes_and_of_messages_that_are_gone() {
    let world = moderated().await;
    let (anna, boris, carla) = (account(1), account(2), account(3));
    let game = game_between(&world, &anna, &boris).await.game_id;
    world.play.chat.lock().unwrap().push(play::ChatMessage {
        number: 7,
        game_id: game.clone(),
        account_id: carla.clone(),
        text: "You should be ashamed.".to_owned(),
        ..play::ChatMessage::default()
    });
    // Whoever wrote at the table is reported for that alone.
    let refused = report(&world, &anna, &game, &carla).await.unwrap_err();
    assert_eq!(refused.code, "not_of_this_game");
    let asked = proto::ReportPlayerRequest {
        kind: proto::ReportKind::AbusiveChat.into(),
        messages: vec![7],
        ..report_of(&world, &game, &carla)
    };
    // However much was written since, a message that is named is found.
    let since = (8..=600).map(|number| play::ChatMessage {
        number,
        game_id: game.clone(),
        account_id: boris.clone(),
        text: "Never mind.".to_owned(),
        ..play::ChatMessage::default()
    });
    world.play.chat.lock().unwrap().extend(since);
    let unnamed = proto::ReportPlayerRequest {
        command_id: world.command_id(),
        messages: vec![8],
        ..asked.clone()
    };
    let refused = ask!(world, &anna, report_player, unnamed).unwrap_err();
    assert_eq!(refused.code, "not_of_this_game");
    let id = ask!(world, &anna, report_player, asked).unwrap().report_id;
    world.play.chat.lock().unwrap().truncate(1);
    let by = moderator();
    let asked = proto::ReadModeratedChatRequest {
        game_id: game.clone(),
        ..proto::ReadModeratedChatRequest::default()
    };
    let read = ask!(world, &by, read_moderated_chat, asked).unwrap();
    assert_eq!(read.messages[0].text, "You should be ashamed.");
    let remove = |number| proto::RemoveCasualMessageRequest {
        command_id: world.command_id(),
        game_id: game.clone(),
        number,
        reason: "An insult.".to_owned(),
    };
    let refused = ask!(world, &by, remove_casual_message, remove(8)).unwrap_err();
    assert_eq!(refused.code, "unknown_message");
    ask!(world, &by, remove_casual_message, remove(7)).unwrap();
    let mute = |whom: &str| proto::MutePlayerRequest {
        command_id: world.command_id(),
        account_id: whom.to_owned(),
        reason: "Insults.".to_owned(),
        report_id: id.clone(),
        ..proto::MutePlayerRequest::default()
    };
    // The report is about somebody else.
    let refused = ask!(world, &by, mute_player, mute(&boris)).unwrap_err();
    assert_eq!(refused.code, "unknown_report");
    ask!(world, &by, mute_player, mute(&carla)).unwrap();
    assert_eq!(
        standing(&world, &carla).await.mute.unwrap().reason,
        "Insults."
    );
    let asked = proto::UnmutePlayerRequest {
        command_id: world.command_id(),
        account_id: carla.clone(),
        reason: "Enough.".to_owned(),
    };
    ask!(world, &by, unmute_player, asked.clone()).unwrap();
    let again = proto::UnmutePlayerRequest {
        command_id: world.command_id(),
        ..asked
    };
    assert_eq!(
        ask!(world, &by, unmute_player, again).unwrap_err().code,
        "not_muted"
    );
    let heard = told(&world).await;
    assert!(matches!(
        &heard[..],
        [
            ModerationEvent::MessageRemoved { number: 7, .. },
            ModerationEvent::Muted { .. },
            ModerationEvent::Unmuted { .. },
        ]
    ));
    let acts = log(&world, &carla).await;
    let kinds: Vec<Done> = acts.iter().map(proto::ModerationAct::kind).collect();
    assert_eq!(kinds, [Done::Unmuted, Done::Muted, Done::MessageRemoved]);
    assert_eq!((acts[1].report_id.as_str(), acts[2].message), (&*id, 7));
}

async fn conduct(world: &World) -> proto::ListConductResponse {
    let asked = proto::ListConductRequest::default();
    ask!(world, &moderator(), list_conduct, asked).unwrap()
}

#[tokio::test]
async fn games_left_unbegun_are_shown_to_moderators() {
    let world = moderated().await;
    let (anna, boris) = (account(1), account(2));
    for _ in 0..3 {
        let made = challenge(&world, &anna, Some(play::Color::White)).await;
        let game = take(&world, &boris, &made.id).await.unwrap();
        end_as(&world, &game.game_id, ("absence", false, 1)).await;
    }
    let before_ms = world.clock.now_ms();
    let told = conduct(&world).await;
    let since_ms = before_ms - CONDUCT_SPAN_MS..=world.clock.now_ms() - CONDUCT_SPAN_MS;
    assert!(since_ms.contains(&told.since_ms), "{told:?}");
    let [of] = &told.accounts[..] else {
        panic!("one account: {told:?}");
    };
    assert_eq!(of.account.as_ref().unwrap().account_id, anna);
    assert_eq!((of.games, of.never_began, of.longest_run), (3, 3, 0));
}

#[tokio::test]
async fn where_more_games_were_played_than_are_looked_at_moderators_read_since_when_they_count() {
    const LOOKED_AT: i64 = 20_000;
    let world = moderated().await;
    let last_ms = world.clock.now_ms();
    // One of them in each millisecond.
    let insert = records::query(
        "INSERT INTO casual_games (game_id, black_account_id, white_account_id, variant, main_ms, increment_ms, \
         origin, drawn_opening, booked_at_ms, starts_at_ms, over_at_ms, winner, ending, plies) \
         WITH RECURSIVE numbers (number) AS \
         (SELECT CAST(0 AS BIGINT) UNION ALL SELECT number + 1 FROM numbers WHERE number < $1) \
         SELECT 'game-' || number, $2, $3, 'othello', 300000, 0, 'seeks', '', $4 - number, $4 - number, \
         $4 - number, 'black', 'played', 60 FROM numbers",
    );
    let insert = insert
        .bind(LOOKED_AT + 4)
        .bind(account(1))
        .bind(account(2))
        .bind(last_ms);
    let inserted = world.records().run(insert).await.unwrap();
    assert_eq!(inserted, 20_005);
    let told = conduct(&world).await;
    assert_eq!(told.since_ms, last_ms - (LOOKED_AT - 1));
    assert_eq!(told.accounts, []);
}
