//! Who is muted, and messages that are removed.

use outflank_casual::{ModerationEvent, ModerationFact};
use outflank_proto::play::v1 as play;

use super::*;
use crate::casual::facts;

/// What play is told of order in casual play.
async fn told(world: &World) -> Vec<ModerationEvent> {
    let facts = facts::<ModerationFact>(world, "moderated").await;
    facts.into_iter().map(|fact| fact.event).collect()
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
