//! Players' commands on standing streams to several instances: where they go, and what becomes of those under way when
//! a stream ends.

use std::{collections::BTreeMap, net::SocketAddr, sync::Arc};

use outflank_access::Problem;
use outflank_proto::play::v1::MoveRequest;
use outflank_testbed::PATIENCE;
use outflank_transport::{PlayerCommand, PlayerCommands, RemoteCommands};
use tokio::task::JoinSet;

use crate::site::{Instance, Manner, Proxy, Site, eventually};

impl Site {
    /// A gateway's way to play at these addresses, once all serve.
    async fn commands_to(&self, addresses: &[SocketAddr]) -> Arc<dyn PlayerCommands> {
        let (pool, calls) = self.met(addresses).await;
        Arc::new(RemoteCommands::to(pool, calls))
    }
}

/// A move, and who answered.
async fn moved(way: &dyn PlayerCommands, game: usize) -> Result<String, Problem> {
    let command = PlayerCommand::Move(MoveRequest {
        command_id: format!("command-{game:04}"),
        game_id: format!("game-{game}"),
        ..MoveRequest::default()
    });
    let problem = Problem::from_status(&way.send(command).await.unwrap_err());
    if problem.code == "name" {
        Ok(problem.detail)
    } else {
        Err(problem)
    }
}

fn taken_by(instance: &Instance) -> Vec<String> {
    let mut taken = instance.commands.lock().unwrap().clone();
    taken.sort();
    taken
}

/// Many at once.
fn all_at_once(way: &Arc<dyn PlayerCommands>, count: usize) -> JoinSet<Result<String, Problem>> {
    let mut moves = JoinSet::new();
    for game in 0..count {
        let way = Arc::clone(way);
        moves.spawn(async move { moved(&*way, game).await });
    }
    moves
}

#[tokio::test(flavor = "multi_thread")]
async fn each_game_keeps_to_its_instance_and_moves_when_that_dies() {
    for tls in [false, true] {
        let site = Site::new(tls);
        let mut one = site.instance("play-1", Manner::Answers).await;
        let two = site.instance("play-2", Manner::Answers).await;
        let way = site.commands_to(&[one.address, two.address]).await;
        let mut homes = BTreeMap::new();
        for game in 0..40 {
            let home = moved(&*way, game).await.unwrap();
            assert_eq!(moved(&*way, game).await.unwrap(), home);
            *homes.entry(home).or_insert(0) += 1;
        }
        assert_eq!(homes.len(), 2, "{homes:?}");
        let called = one.calls.load(std::sync::atomic::Ordering::Relaxed);
        assert_eq!(called, 0, "all came over the stream");
        one.kill();
        for game in 0..40 {
            assert_eq!(moved(&*way, game).await.unwrap(), "play-2");
        }
    }
}

/// Ten times what one stream has under way at a time.
#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_at_once_are_all_answered() {
    let site = Site::new(false);
    let one = site.instance("play-1", Manner::Answers).await;
    let way = site.commands_to(&[one.address]).await;
    let answers = all_at_once(&way, 10_000).join_all().await;
    assert!(
        answers
            .iter()
            .all(|answer| answer.as_deref() == Ok("play-1"))
    );
    assert_eq!(taken_by(&one).len(), 10_000, "none was sent again");
}

/// The process ends, or its machine falls silent, with commands under way.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_under_way_on_a_broken_stream_is_sent_again_under_its_id() {
    for silent in [false, true] {
        let site = Site::new(false);
        let mut one = site.instance("play-1", Manner::Hangs).await;
        let cable = Proxy::before(one.address).await;
        let two = site.instance("play-2", Manner::Answers).await;
        let way = site.commands_to(&[cable.address, two.address]).await;
        let moves = all_at_once(&way, 40);
        eventually("all are taken by either", async || {
            taken_by(&one).len() + taken_by(&two).len() == 40
        })
        .await;
        let swallowed = taken_by(&one);
        assert!(!swallowed.is_empty());
        if silent {
            cable.swallow().await;
        } else {
            one.kill();
        }
        for answer in moves.join_all().await {
            assert_eq!(answer.unwrap(), "play-2");
        }
        let all: Vec<String> = (0..40).map(|game| format!("command-{game:04}")).collect();
        assert_eq!(taken_by(&two), all, "{swallowed:?} came again");
    }
}

/// A process that is told to stop answers what it has taken.
#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_stops_answers_what_it_has_taken() {
    let site = Site::new(false);
    let mut one = site.instance("play-1", Manner::Waits).await;
    let way = site.commands_to(&[one.address]).await;
    let moves = all_at_once(&way, 20);
    eventually("all are taken", async || taken_by(&one).len() == 20).await;
    one.stop.cancel();
    one.go_on.add_permits(20);
    for answer in moves.join_all().await {
        assert_eq!(answer.unwrap(), "play-1");
    }
    let stopped = tokio::time::timeout(PATIENCE, one.task.take().unwrap()).await;
    stopped.unwrap().unwrap();
    assert_eq!(taken_by(&one).len(), 20, "none was sent again");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_instance_cannot_do_for_want_of_its_store_another_does() {
    let site = Site::new(false);
    let one = site.instance("play-1", Manner::LacksItsStore).await;
    let two = site.instance("play-2", Manner::Answers).await;
    let way = site.commands_to(&[one.address, two.address]).await;
    for game in 0..40 {
        assert_eq!(moved(&*way, game).await.unwrap(), "play-2");
    }
    assert!(!taken_by(&one).is_empty());
    drop(two);
    let alone = site.commands_to(&[one.address]).await;
    let said = moved(&*alone, 0).await.unwrap_err();
    assert_eq!(said.code, "unavailable", "the service's own word");
}

/// While a deployment is brought to a newer version, gateways of the new one call play of the old.
#[tokio::test(flavor = "multi_thread")]
async fn an_older_instance_that_knows_no_streams_is_called() {
    let site = Site::new(false);
    let older = site.instance("play-1", Manner::Older).await;
    let way = site.commands_to(&[older.address]).await;
    for game in 0..5 {
        assert_eq!(moved(&*way, game).await.unwrap(), "play-1");
    }
    assert!(taken_by(&older).is_empty());
}
