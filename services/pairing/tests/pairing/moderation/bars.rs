//! Who is barred, he and his programs.

use std::collections::BTreeSet;

use super::*;
use crate::casual::{booked, check, end, ended, heard, news, seek, stand};

const HOUR_MS: i64 = 3_600_000;

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
