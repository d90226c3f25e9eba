//! Claims of the players list through the contract, and who approves an event.

use crate::world::{ADMINISTRATOR, DIRECTOR, Hindrance, OFFICER, STRANGER, World};
use outflank_access::{Kind, Problem};
use outflank_journal::{Append, DeadlineChange, NewEntry, StreamId};
use outflank_pairing::EventPolicy;
use outflank_proto::pairing::v1 as proto;

const LIST: &str = "pays = FRA\n\n 50000 ARDENT, Anna %_<1700>\n 50002 BRISK, Ben %_<1600>\n";

pub async fn with_list(world: &World) {
    let content = LIST.as_bytes().to_vec();
    let asked = proto::ImportPlayersListRequest { content };
    ask!(world, ADMINISTRATOR, import_players_list, asked).unwrap();
}

pub async fn enters_as(
    world: &World,
    id: &str,
    account: &str,
    surname: &str,
    number: u32,
) -> String {
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

pub fn says(
    world: &World,
    id: &str,
    entrant: &str,
    number: u32,
) -> proto::ConfirmListedPlayerRequest {
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
pub async fn shown(world: &World, id: &str, entrant: &str) -> (bool, String, u32, i32, bool) {
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

/// Of two players with the same rating the number alone says who it is.
#[tokio::test]
async fn a_number_not_known_to_be_corrected_is_corrected_when_it_is_sent_again() {
    let (world, hindered) = World::hindered().await;
    let content = LIST.replace("1600", "1700").into_bytes();
    let asked = proto::ImportPlayersListRequest { content };
    ask!(world, ADMINISTRATOR, import_players_list, asked).unwrap();
    let id = world.create().await;
    let anna = enters_as(&world, &id, STRANGER, "ARDENT", 50_000).await;
    let before = say(&world, &id, &anna, 50_000).await.unwrap();
    let asked = says(&world, &id, &anna, 50_002);
    hindered.set(&id, Hindrance::Stopped);
    for _ in 0..2 {
        let broken_off = ask!(world, DIRECTOR, confirm_listed_player, asked.clone()).unwrap_err();
        assert_eq!(broken_off.code, "outcome_unknown");
    }
    hindered.end();
    for _ in 0..2 {
        let done = ask!(world, DIRECTOR, confirm_listed_player, asked.clone()).unwrap();
        assert_eq!(done.seq, before + 1);
    }
    let now = (false, DIRECTOR.to_owned(), 50_002, 1_700, false);
    assert_eq!(shown(&world, &id, &anna).await, now);
}

fn club() -> serde_json::Value {
    serde_json::to_value(outflank_tournament::RuleSet::preset("club").unwrap()).unwrap()
}

#[tokio::test]
async fn administrators_found_and_officers_approve() {
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
    world.federation("FRA", &[], &[OFFICER]).await;
    for who in [STRANGER, ADMINISTRATOR] {
        let refused = ask!(world, who, approve_event, world.approval(&id)).unwrap_err();
        assert_eq!(
            (refused.kind, refused.code.as_str()),
            (Kind::Forbidden, "officers_only"),
            "{who}"
        );
    }
    let refused = ask!(world, OFFICER, approve_event, world.approval(&id)).unwrap_err();
    assert_eq!(refused.code, "directors_unapproved");
    let directs = world.let_direct("FRA", OFFICER, ADMINISTRATOR).await;
    directs.unwrap();
    ask!(world, OFFICER, approve_event, world.approval(&id)).unwrap();
    let approved = world.tournament(&id).await;
    assert_eq!(
        (approved.rated, approved.rating_state.as_str()),
        (false, "approved")
    );
    let approval = approved.approval.unwrap();
    assert_eq!(
        (approval.account_id.as_str(), approval.federation.as_str()),
        (OFFICER, "FRA")
    );
    for who in [STRANGER, ADMINISTRATOR] {
        let refused = ask!(world, who, withdraw_approval, world.withdrawal(&id));
        assert_eq!(refused.unwrap_err().code, "officers_only", "{who}");
    }
    ask!(world, OFFICER, withdraw_approval, world.withdrawal(&id)).unwrap();
    let withdrawn = world.tournament(&id).await;
    assert_eq!(
        (withdrawn.approval, withdrawn.rating_state.as_str()),
        (None, "withdrawn")
    );
}

/// What an administrator approved under an earlier program, as it stands in the journal.
async fn approved_earlier(world: &mut World, id: &str) {
    let body = serde_json::json!({"events": [
        {"type": "event_approved", "reason": "announced", "by": ADMINISTRATOR}
    ]});
    let entry = NewEntry {
        stream: StreamId::new("tournament", id),
        expected_seq: world.seq(id).await,
        at_ms: world.clock.now_ms(),
        actor: ADMINISTRATOR.to_owned(),
        command_id: world.command_id(),
        schema_version: 1,
        body: body.to_string().into_bytes(),
        facts: Vec::new(),
        deadline: DeadlineChange::Keep,
        records: Vec::new(),
    };
    let appended = world.journal().append(entry).await.unwrap();
    assert!(matches!(appended, Append::Appended { .. }), "{appended:?}");
    world.restart().await;
}

#[tokio::test]
async fn an_earlier_approval_that_lapsed_says_why_until_it_is_renewed() {
    let mut world = World::asking(EventPolicy::default()).await;
    with_list(&world).await;
    let asked = world.new_tournament();
    let made = ask!(world, ADMINISTRATOR, create_tournament, asked).unwrap();
    let id = made.tournament.unwrap().summary.unwrap().id;
    let anna = enters_as(&world, &id, STRANGER, "ARDENT", 50_000).await;
    approved_earlier(&mut world, &id).await;
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
    world.federation("FRA", &[], &[OFFICER]).await;
    let directs = world.let_direct("FRA", OFFICER, ADMINISTRATOR).await;
    directs.unwrap();
    world.approve(&id).await;
    let shown = world.tournament(&id).await;
    assert!(shown.approval.is_some() && shown.lapsed_approval.is_none());
    assert!(!shown.rated, "an officer releases its file first");
}
