//! Announcements: made, read by whom they are for, told on the bus.

use outflank_access::{Kind, Problem, Role};
use outflank_live::{Received, topic};
use outflank_proto::pairing::v1 as proto;
use prost::Message as _;

use crate::{
    interest::{appoint, publish},
    world::{DIRECTOR, STRANGER, World, code},
};

async fn announce(
    world: &World,
    (id, by): (&str, &str),
    asked: proto::AnnounceRequest,
) -> Result<u32, Problem> {
    let asked = proto::AnnounceRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        ..asked
    };
    ask!(world, by, announce, asked).map(|done| done.number)
}

fn to(audience: &str, text: &str) -> proto::AnnounceRequest {
    proto::AnnounceRequest {
        kind: "general".to_owned(),
        audience: audience.to_owned(),
        text: text.to_owned(),
        ..proto::AnnounceRequest::default()
    }
}

async fn read(world: &World, id: &str, by: &str, page_size: u32) -> Vec<(u32, String)> {
    let mut found = Vec::new();
    let mut page_token = String::new();
    loop {
        let asked = proto::ListAnnouncementsRequest {
            tournament_id: id.to_owned(),
            page_size,
            page_token,
        };
        let page = ask!(world, by, list_announcements, asked).unwrap();
        assert!(page.announcements.len() <= page_size as usize);
        let texts = page.announcements.into_iter();
        found.extend(texts.map(|one| (one.number, one.text)));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return found;
        }
    }
}

#[tokio::test]
async fn they_are_read_in_order_by_whom_they_are_for() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 4).await;
    appoint(&world, &id, "judith", "table_judge").await;
    let round = publish(&world, &id).await;
    let board = &round.boards[0];
    world.claim(&id, &board.black_entrant_id, "nora");
    let other = entrants
        .iter()
        .find(|one| **one != board.black_entrant_id && **one != board.white_entrant_id);
    world.claim(&id, other.unwrap(), "bert");
    world.catch_up().await;

    let by = (id.as_str(), DIRECTOR);
    let lines = "Lunch is at 13:00.\nThe hall is locked meanwhile.";
    let first = announce(&world, by, to("everybody", lines)).await.unwrap();
    let of_board = proto::AnnounceRequest {
        round: 1,
        table: board.table,
        ..to("board", "Your clock is replaced.")
    };
    announce(&world, by, of_board).await.unwrap();
    announce(&world, by, to("officials", "Meet at the desk."))
        .await
        .unwrap();
    let correction = proto::AnnounceRequest {
        corrects: first,
        text: "Lunch is at 13:30.".to_owned(),
        ..proto::AnnounceRequest::default()
    };
    assert_eq!(announce(&world, by, correction).await.unwrap(), 4);

    let everybodys = [(1, lines.to_owned()), (4, "Lunch is at 13:30.".to_owned())];
    let of_board = (2, "Your clock is replaced.".to_owned());
    let of_desk = (3, "Meet at the desk.".to_owned());
    let [one, four] = everybodys.clone();
    for page_size in [1, 2, 100] {
        for (who, expected) in [
            (STRANGER, vec![one.clone(), four.clone()]),
            ("bert", vec![one.clone(), four.clone()]),
            ("nora", vec![one.clone(), of_board.clone(), four.clone()]),
            (
                "judith",
                vec![one.clone(), of_board.clone(), of_desk.clone(), four.clone()],
            ),
        ] {
            assert_eq!(read(&world, &id, who, page_size).await, expected, "{who}");
        }
    }
    let asked = proto::ListAnnouncementsRequest {
        tournament_id: id.clone(),
        ..proto::ListAnnouncementsRequest::default()
    };
    let unsigned = world.client().list_announcements(asked).await.unwrap();
    let numbers: Vec<u32> = unsigned
        .into_inner()
        .announcements
        .iter()
        .map(|one| one.number)
        .collect();
    assert_eq!(numbers, [1, 4]);
    assert_eq!(world.tournament(&id).await.announcements, 4);
}

#[tokio::test]
async fn each_is_told_on_the_bus_with_whom_it_is_for() {
    let world = World::new().await;
    let id = world.create().await;
    let topic = topic::announcements(&id);
    let mut told = world.live.subscribe(&topic).await.unwrap();
    let by = (id.as_str(), DIRECTOR);
    announce(&world, by, to("everybody", "Welcome."))
        .await
        .unwrap();
    announce(&world, by, to("officials", "Count the clocks."))
        .await
        .unwrap();
    let mut heard = Vec::new();
    for _ in 0..2 {
        let Received::Message(message) = told.next().await else {
            panic!("nothing was told");
        };
        heard.push(proto::HeardAnnouncement::decode(message).unwrap());
    }
    let meant: Vec<(bool, Vec<String>)> = heard
        .iter()
        .map(|one| (one.everybody, one.account_ids.clone()))
        .collect();
    assert_eq!(meant, [(true, vec![]), (false, vec![DIRECTOR.to_owned()])]);
    let shown = heard[0].announcement.as_ref().unwrap();
    assert_eq!(
        (shown.number, &*shown.text, &*shown.by_account_id),
        (1, "Welcome.", DIRECTOR)
    );
    // The gateways read the same again.
    let asked = |after_number| proto::ReadAnnouncementsRequest {
        tournament_id: id.clone(),
        after_number,
    };
    let mut gateway = world.service_client(Role::Gateway);
    let again = gateway.read_announcements(asked(0)).await.unwrap();
    assert_eq!(again.into_inner().announcements, heard);
    let later = gateway.read_announcements(asked(1)).await.unwrap();
    assert_eq!(later.into_inner().announcements, heard[1..]);
    let asked = world.by(DIRECTOR, asked(0));
    assert!(world.client().read_announcements(asked).await.is_err());
}

#[tokio::test]
async fn what_is_wrong_is_refused() {
    let world = World::new().await;
    let id = world.create().await;
    let stranger = announce(&world, (&id, STRANGER), to("everybody", "Hello.")).await;
    assert_eq!(stranger.unwrap_err().kind, Kind::Forbidden);
    let named = proto::AnnounceRequest {
        round: 1,
        ..to("everybody", "Hello.")
    };
    let both = proto::AnnounceRequest {
        corrects: 1,
        ..to("everybody", "Hello.")
    };
    let kind = |kind: &str| proto::AnnounceRequest {
        kind: kind.to_owned(),
        ..to("everybody", "Hello.")
    };
    for (asked, code) in [
        (to("everybody", " "), "bad_announcement"),
        (to("everybody", &"x".repeat(2_001)), "bad_announcement"),
        (to("everybody", "a\u{7}b"), "bad_announcement"),
        (to("nobody", "Hello."), "bad_announcement"),
        (kind("gossip"), "bad_announcement"),
        (kind("rules_amended"), "announcement_made_with_act"),
        (named, "bad_announcement"),
        (both, "bad_announcement"),
        (to("board", "Hello."), "unknown_round"),
    ] {
        let refused = announce(&world, (&id, DIRECTOR), asked).await.unwrap_err();
        assert_eq!(refused.code, code);
    }
    assert_eq!(world.tournament(&id).await.announcements, 0);
    let asked = proto::ListAnnouncementsRequest {
        tournament_id: "nowhere".to_owned(),
        ..proto::ListAnnouncementsRequest::default()
    };
    let unknown = world.client().list_announcements(asked).await;
    assert_eq!(code(unknown), "unknown_tournament");
}
