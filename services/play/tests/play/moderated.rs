//! Order at casual tables: who is muted, what is taken away, and the operator's filter.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use futures_util::future::join_all;
use outflank_access::Problem;
use outflank_casual::{Deed, ModerationEvent, ModerationFact};
use outflank_play::{ChatFilter, Draft, Verdict};
use outflank_proto::{feed::v1::Fact, play::v1 as proto};

use crate::{
    casual::{book, book_operated},
    world::{BLACK, MAIN_MS, STRANGER, WHITE, World, answered, anywhere},
};

fn deed() -> Deed {
    Deed {
        id: "act".to_owned(),
        by: "moderator".to_owned(),
        report: None,
    }
}

/// Pairing tells what a moderator did.
async fn tell(world: &World, seq: u64, event: ModerationEvent) {
    let body = ModerationFact { version: 1, event };
    for _ in 0..2 {
        world.pairing.tell(Fact {
            id: format!("moderation/1/{seq}/0"),
            stream: "moderation/1".to_owned(),
            seq,
            kind: "moderated".to_owned(),
            body: serde_json::to_vec(&body).unwrap(),
            ..Fact::default()
        });
        world.catch_up().await;
    }
}

fn muted(account: &str, until_ms: Option<i64>) -> ModerationEvent {
    ModerationEvent::Muted {
        account: account.to_owned(),
        until_ms,
        deed: deed(),
    }
}

async fn write(
    world: &World,
    game: &str,
    by: &str,
    text: &str,
) -> Result<proto::ChatMessage, Problem> {
    let request = proto::PostChatRequest {
        command_id: world.new_id(),
        game_id: game.to_owned(),
        channel: proto::ChatChannel::Players.into(),
        text: text.to_owned(),
        ..proto::PostChatRequest::default()
    };
    let answer = answered(world.client().post_chat(world.by(by, request)).await)?;
    Ok(answer.message.unwrap())
}

async fn read(world: &World, game: &str, by: &str) -> proto::ReadChatResponse {
    let request = proto::ReadChatRequest {
        game_id: game.to_owned(),
        ..proto::ReadChatRequest::default()
    };
    answered(world.client().read_chat(world.by(by, request)).await).unwrap()
}

/// Past what is kept of who is silenced.
async fn later(world: &World) {
    world.runs_on(2_000).await;
}

#[test]
fn who_is_muted_writes_at_no_casual_table_until_it_ends() {
    anywhere(async {
        let (world, event) = World::with_game(MAIN_MS).await;
        let game = book(&world).await;
        world.until_live(&game).await;
        write(&world, &game, BLACK, "Good luck").await.unwrap();
        let until_ms = world.clock.now_ms() + 60_000;
        tell(&world, 1, muted(BLACK, Some(until_ms))).await;
        later(&world).await;
        let refused = write(&world, &game, BLACK, "Hello").await.unwrap_err();
        assert_eq!(refused.code, "not_heard");
        assert_eq!(read(&world, &game, BLACK).await.may_write, [0; 0]);
        write(&world, &game, WHITE, "Are you there?").await.unwrap();
        // At a table of an event its director keeps order.
        write(&world, &event, BLACK, "Hello").await.unwrap();
        world.runs_on(60_000).await;
        write(&world, &game, BLACK, "Sorry").await.unwrap();
        tell(&world, 2, muted(BLACK, None)).await;
        later(&world).await;
        assert!(write(&world, &game, BLACK, "Hello").await.is_err());
        let unmuted = ModerationEvent::Unmuted {
            account: BLACK.to_owned(),
            deed: deed(),
        };
        tell(&world, 3, unmuted).await;
        later(&world).await;
        write(&world, &game, BLACK, "Thank you").await.unwrap();
    });
}

#[test]
fn who_is_muted_writes_by_no_program_of_his_either() {
    anywhere(async {
        let (mut world, event) = World::with_game(MAIN_MS).await;
        let game = book_operated(&world, Some("operator")).await;
        world.until_live(&game).await;
        write(&world, &game, BLACK, "Good luck").await.unwrap();
        tell(&world, 1, muted("operator", None)).await;
        later(&world).await;
        let refused = write(&world, &game, BLACK, "Hello").await.unwrap_err();
        assert_eq!(refused.code, "not_heard");
        assert_eq!(read(&world, &game, BLACK).await.may_write, [0; 0]);
        write(&world, &game, WHITE, "Hello").await.unwrap();
        write(&world, &event, BLACK, "Hello").await.unwrap();
        world.end().await;
        world.start().await;
        assert_eq!(read(&world, &game, BLACK).await.may_write, [0; 0]);
        // What facts told is forgotten and told again: the game stands by then.
        world.pairing.restore_to(world.pairing.last());
        world.catch_up().await;
        later(&world).await;
        assert_eq!(read(&world, &game, BLACK).await.may_write, [0; 0]);
        let unmuted = ModerationEvent::Unmuted {
            account: "operator".to_owned(),
            deed: deed(),
        };
        tell(&world, 2, unmuted).await;
        // The program by itself is muted as anybody is.
        tell(&world, 3, muted(BLACK, None)).await;
        tell(&world, 4, muted("another", None)).await;
        later(&world).await;
        assert_eq!(read(&world, &game, BLACK).await.may_write, [0; 0]);
        let unmuted = ModerationEvent::Unmuted {
            account: BLACK.to_owned(),
            deed: deed(),
        };
        tell(&world, 5, unmuted).await;
        later(&world).await;
        write(&world, &game, BLACK, "Thank you").await.unwrap();
    });
}

#[test]
fn a_message_that_a_moderator_takes_away_is_gone_for_everybody() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let game = book(&world).await;
        world.until_live(&game).await;
        let insult = write(&world, &game, BLACK, "An insult").await.unwrap();
        let removed = ModerationEvent::MessageRemoved {
            game: game.clone(),
            number: insult.number,
            account: BLACK.to_owned(),
            deed: deed(),
        };
        tell(&world, 1, removed).await;
        for viewer in [BLACK, WHITE] {
            let read = read(&world, &game, viewer).await.messages;
            assert!(read[0].removed && read[0].text.is_empty(), "{read:?}");
        }
        assert_eq!(read(&world, &game, STRANGER).await.messages, []);
        // One of a game that is not here any more is passed over.
        let nothing = ModerationEvent::MessageRemoved {
            game: "nothing".to_owned(),
            number: 1,
            account: BLACK.to_owned(),
            deed: deed(),
        };
        tell(&world, 2, nothing).await;
        write(&world, &game, WHITE, "Never mind").await.unwrap();
    });
}

/// Refuses a word, says nothing to another, and keeps what it was asked.
#[derive(Default)]
struct Filter(Mutex<Vec<Draft>>);

#[async_trait]
impl ChatFilter for Filter {
    async fn judge(&self, draft: Draft) -> Option<Verdict> {
        let verdict = match draft.text.as_str() {
            "away" => None,
            "insult" => Some(Verdict::Refused),
            _ => Some(Verdict::Allowed),
        };
        self.0.lock().unwrap().push(draft);
        verdict
    }
}

#[test]
fn the_filter_looks_at_each_message_before_it_stands() {
    anywhere(async {
        let (world, event) = World::with_game(MAIN_MS).await;
        let filter = Arc::new(Filter::default());
        world.grpc().0.filter_chat(filter.clone());
        let game = book(&world).await;
        world.until_live(&game).await;
        for table in [&game, &event] {
            let refused = write(&world, table, BLACK, "insult").await.unwrap_err();
            assert_eq!(refused.code, "chat_refused_by_filter");
            assert!(read(&world, table, BLACK).await.messages.is_empty());
            write(&world, table, BLACK, "away").await.unwrap();
            write(&world, table, WHITE, "Good luck").await.unwrap();
            assert_eq!(read(&world, table, BLACK).await.messages.len(), 2);
        }
        let asked = filter.0.lock().unwrap();
        assert_eq!(asked.len(), 6);
        assert_eq!((&*asked[0].game_id, &*asked[0].account_id), (&*game, BLACK));
        assert_eq!(asked[0].channel, "players");
    });
}

#[test]
fn what_the_filter_refuses_and_what_is_under_way_count_in_the_rate() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let filter = Arc::new(Filter::default());
        world.grpc().0.filter_chat(filter.clone());
        let game = book(&world).await;
        world.until_live(&game).await;
        let mut codes = Vec::new();
        for _ in 0..6 {
            codes.push(
                write(&world, &game, BLACK, "insult")
                    .await
                    .unwrap_err()
                    .code,
            );
        }
        assert_eq!(codes[..5], ["chat_refused_by_filter"; 5]);
        assert_eq!(codes[5], "writing_too_fast");
        assert_eq!(filter.0.lock().unwrap().len(), 5);
        let at_once = (0..8).map(|_| write(&world, &game, WHITE, "Hello"));
        let stand = join_all(at_once).await.into_iter().filter(Result::is_ok);
        assert_eq!(stand.count(), 5);
        assert_eq!(filter.0.lock().unwrap().len(), 10);
        world.runs_on(10_001).await;
        write(&world, &game, BLACK, "Sorry").await.unwrap();
    });
}
