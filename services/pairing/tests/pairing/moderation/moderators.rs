//! Who moderates, and what moderators see of programs.

use outflank_access::Kind;
use outflank_transport::for_person;

use super::*;
use crate::world::code;

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
