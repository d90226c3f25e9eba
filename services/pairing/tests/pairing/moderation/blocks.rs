//! Whom somebody has blocked, him and his programs.

use std::collections::BTreeSet;

use super::*;
use crate::casual::{end, heard, news, seek};

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
