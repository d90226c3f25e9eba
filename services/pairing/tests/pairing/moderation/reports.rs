//! What is reported, and by whom it is judged.

use outflank_access::identifier;

use super::*;

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
async fn a_program_of_the_server_itself_is_reported_and_barred_like_any_account() {
    let world = moderated().await;
    let (anna, bot) = (account(1), identifier::house_account(1_009));
    let game = game_between(&world, &anna, &bot).await.game_id;
    report(&world, &anna, &game, &bot).await.unwrap();
    let barred = bar(&world, &bot, 0).await;
    assert_eq!((barred.reports, barred.bar.is_some()), (1, true));
}
