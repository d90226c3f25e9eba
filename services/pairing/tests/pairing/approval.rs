//! Claims of the players list through the contract, and who approves an event.

use crate::world::{ADMINISTRATOR, DIRECTOR, STRANGER, World};
use outflank_access::{Kind, Problem};
use outflank_pairing::EventPolicy;
use outflank_proto::pairing::v1 as proto;

const LIST: &str = "pays = FRA\n\n 50000 ARDENT, Anna %_<1700>\n 50002 BRISK, Ben %_<1600>\n";

async fn with_list(world: &World) {
    let content = LIST.as_bytes().to_vec();
    let asked = proto::ImportPlayersListRequest { content };
    ask!(world, ADMINISTRATOR, import_players_list, asked).unwrap();
}

async fn enters_as(world: &World, id: &str, account: &str, surname: &str, number: u32) -> String {
    let asked = proto::EnterTournamentRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        surname: surname.to_owned(),
        given_names: "A".to_owned(),
        country: "FRA".to_owned(),
        federation_number: number,
        ..proto::EnterTournamentRequest::default()
    };
    let entered = ask!(world, account, enter_tournament, asked);
    entered.unwrap().entrant_id
}

fn says(world: &World, id: &str, entrant: &str, number: u32) -> proto::ConfirmListedPlayerRequest {
    proto::ConfirmListedPlayerRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        entrant_id: entrant.to_owned(),
        federation_number: number,
    }
}

async fn say(world: &World, id: &str, entrant: &str, number: u32) -> Result<u64, Problem> {
    let asked = says(world, id, entrant, number);
    Ok(ask!(world, DIRECTOR, confirm_listed_player, asked)?.seq)
}

/// Claimed, by whom confirmed, number, rating, new.
async fn shown(world: &World, id: &str, entrant: &str) -> (bool, String, u32, i32, bool) {
    let tournament = world.tournament(id).await;
    let mut all = tournament.entrants.into_iter();
    let known = all.find(|known| known.id == entrant).unwrap();
    (
        known.claimed,
        known.confirmed_by,
        known.federation_number,
        known.rating,
        known.new_player,
    )
}

#[tokio::test]
async fn a_claim_is_confirmed_corrected_or_taken_back() {
    let world = World::new().await;
    with_list(&world).await;
    let id = world.create().await;
    let anna = enters_as(&world, &id, STRANGER, "ARDENT", 50_000).await;
    let claimed = (true, String::new(), 50_000, 1_700, false);
    assert_eq!(shown(&world, &id, &anna).await, claimed);
    let asked = says(&world, &id, &anna, 50_000);
    let refused = ask!(world, STRANGER, confirm_listed_player, asked).unwrap_err();
    assert_eq!(refused.kind, Kind::Forbidden, "who claims does not confirm");

    say(&world, &id, &anna, 50_000).await.unwrap();
    let confirmed = (false, DIRECTOR.to_owned(), 50_000, 1_700, false);
    assert_eq!(shown(&world, &id, &anna).await, confirmed);
    let refused = say(&world, &id, &anna, 50_000).await.unwrap_err();
    assert_eq!(refused.code, "nothing_claimed");

    let corrected = says(&world, &id, &anna, 50_002);
    let first = ask!(world, DIRECTOR, confirm_listed_player, corrected.clone()).unwrap();
    let now = (false, DIRECTOR.to_owned(), 50_002, 1_600, false);
    assert_eq!(shown(&world, &id, &anna).await, now);
    let again = ask!(world, DIRECTOR, confirm_listed_player, corrected).unwrap();
    assert_eq!(again.seq, first.seq, "sent again, it gets its first answer");

    say(&world, &id, &anna, 0).await.unwrap();
    let (claimed, by, number, rating, new) = shown(&world, &id, &anna).await;
    assert_eq!((claimed, by.as_str(), rating, new), (false, "", 0, true));
    assert!(![50_000, 50_002].contains(&number), "{number} is listed");
    let refused = say(&world, &id, &anna, 0).await.unwrap_err();
    assert_eq!(refused.code, "nothing_claimed");
    let refused = say(&world, &id, "nobody", 0).await.unwrap_err();
    assert_eq!(refused.kind, Kind::NotFound);
}

#[tokio::test]
async fn a_number_that_another_has_changes_nothing() {
    let world = World::new().await;
    with_list(&world).await;
    let id = world.create().await;
    let anna = enters_as(&world, &id, STRANGER, "ARDENT", 50_000).await;
    let ben = enters_as(&world, &id, "dora", "BRISK", 50_002).await;
    let before = shown(&world, &id, &anna).await;
    let refused = say(&world, &id, &anna, 50_002).await.unwrap_err();
    assert_eq!(refused.code, "federation_number_taken");
    assert_eq!(shown(&world, &id, &anna).await, before);
    assert_eq!(shown(&world, &id, &ben).await.2, 50_002);
}

#[tokio::test]
async fn a_number_that_is_refused_after_all_is_as_before() {
    let world = World::new().await;
    with_list(&world).await;
    let id = world.create_under(&club()).await;
    world.register(&id, 2).await;
    let entrant = world.tournament(&id).await.entrants[0].clone();
    for _ in 0..2 {
        world.publish(&id).await.unwrap();
        world.play(&id, |_| 40).await;
    }
    let asked = proto::ConfirmTournamentRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        without_finals: true,
    };
    ask!(world, DIRECTOR, confirm_tournament, asked).unwrap();
    let before = shown(&world, &id, &entrant.id).await;
    let refused = say(&world, &id, &entrant.id, 50_000).await.unwrap_err();
    assert_eq!(refused.code, "tournament_confirmed");
    assert_eq!(shown(&world, &id, &entrant.id).await, before);
}

fn club() -> serde_json::Value {
    serde_json::to_value(outflank_tournament::RuleSet::preset("club").unwrap()).unwrap()
}

#[tokio::test]
async fn administrators_alone_approve_and_found() {
    let world = World::asking(EventPolicy::default()).await;
    let told = ask!(
        world,
        STRANGER,
        list_rule_sets,
        proto::ListRuleSetsRequest::default()
    );
    assert_eq!(told.unwrap().founding, "administrators");
    let asked = world.new_tournament();
    let refused = ask!(world, STRANGER, create_tournament, asked).unwrap_err();
    assert_eq!(
        (refused.kind, refused.code.as_str()),
        (Kind::Forbidden, "founding_closed")
    );
    let asked = world.new_tournament();
    let made = ask!(world, ADMINISTRATOR, create_tournament, asked).unwrap();
    let id = made.tournament.unwrap().summary.unwrap().id;
    let approval = || proto::ApproveEventRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        reason: "Announced in May.".to_owned(),
    };
    let refused = ask!(world, STRANGER, approve_event, approval()).unwrap_err();
    assert_eq!(refused.code, "administrators_only");
    assert!(!world.tournament(&id).await.rated);
    ask!(world, ADMINISTRATOR, approve_event, approval()).unwrap();
    let approved = world.tournament(&id).await;
    assert!(approved.rated);
    assert_eq!(approved.approval.unwrap().account_id, ADMINISTRATOR);
    let withdrawal = || proto::WithdrawApprovalRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        reason: "Called off.".to_owned(),
    };
    let refused = ask!(world, STRANGER, withdraw_approval, withdrawal()).unwrap_err();
    assert_eq!(refused.code, "administrators_only");
    ask!(world, ADMINISTRATOR, withdraw_approval, withdrawal()).unwrap();
    assert!(!world.tournament(&id).await.rated);
}

#[tokio::test]
async fn an_approval_that_lapsed_says_why_until_it_is_renewed() {
    let world = World::asking(EventPolicy::default()).await;
    with_list(&world).await;
    let asked = world.new_tournament();
    let made = ask!(world, ADMINISTRATOR, create_tournament, asked).unwrap();
    let id = made.tournament.unwrap().summary.unwrap().id;
    let anna = enters_as(&world, &id, STRANGER, "ARDENT", 50_000).await;
    let approval = || proto::ApproveEventRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        reason: "Announced in May.".to_owned(),
    };
    ask!(world, ADMINISTRATOR, approve_event, approval()).unwrap();
    let asked = says(&world, &id, &anna, 50_000);
    ask!(world, ADMINISTRATOR, confirm_listed_player, asked).unwrap();
    assert!(world.tournament(&id).await.rated, "she is who she was");

    let asked = says(&world, &id, &anna, 50_002);
    ask!(world, ADMINISTRATOR, confirm_listed_player, asked).unwrap();
    let shown = world.tournament(&id).await;
    assert!(!shown.rated && shown.approval.is_none());
    let lapsed = shown.lapsed_approval.unwrap();
    assert_eq!(
        (lapsed.cause.as_str(), lapsed.entrant_id, lapsed.account_id),
        ("number_changed", anna, ADMINISTRATOR.to_owned())
    );
    assert!(lapsed.lapsed_at_ms >= lapsed.at_ms);
    ask!(world, ADMINISTRATOR, approve_event, approval()).unwrap();
    let shown = world.tournament(&id).await;
    assert!(shown.rated && shown.lapsed_approval.is_none());
}
