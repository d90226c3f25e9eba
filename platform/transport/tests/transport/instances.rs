//! Roles on several instances: who is called, who is left out, what is tried again, and who is refused.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::Ordering,
    time::Duration,
};

use outflank_access::{Problem, Role};
use outflank_proto::play::v1::{
    GetTableRequest, MoveRequest, play_service_client::PlayServiceClient,
};
use outflank_testbed::PATIENCE;
use outflank_transport::{DEADLINE, Pool, Transport};
use tokio::{net::TcpListener, task::JoinSet};
use tonic::{Code, Status};

use crate::site::{Keys, Manner, Proxy, Site, eventually};

/// What whoever was greeted says against it. On a busy machine a greeting may have to be said again.
async fn refusals(pool: &Pool) -> Vec<String> {
    let mut refusals = Vec::new();
    eventually("a greeting is refused", async || {
        refusals = pool.acquainted(PATIENCE).await;
        !refusals.is_empty()
    })
    .await;
    refusals
}

/// The name of the instance that answered.
async fn asked(transport: &Transport, game_id: &str) -> Result<String, Status> {
    let request = GetTableRequest {
        game_id: game_id.into(),
        ..GetTableRequest::default()
    };
    let mut client = PlayServiceClient::new(transport.clone());
    name_in(client.get_table(request).await.unwrap_err())
}

async fn moved(transport: &Transport, game_id: &str) -> Result<String, Status> {
    let request = MoveRequest {
        command_id: "command".into(),
        game_id: game_id.into(),
        ..MoveRequest::default()
    };
    let mut client = PlayServiceClient::new(transport.clone());
    name_in(client.r#move(request).await.unwrap_err())
}

fn name_in(status: Status) -> Result<String, Status> {
    match status.code() {
        Code::FailedPrecondition => Ok(status.message().to_owned()),
        _ => Err(status),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_keep_to_their_instance_and_move_when_it_dies() {
    for tls in [false, true] {
        let site = Site::new(tls);
        let mut one = site.instance("play-1", Manner::Answers).await;
        let two = site.instance("play-2", Manner::Answers).await;
        let (_, transport) = site.met(&[one.address, two.address]).await;
        let mut homes = BTreeMap::new();
        for game in 0..40 {
            let game = format!("game-{game}");
            let home = asked(&transport, &game).await.unwrap();
            assert_eq!(moved(&transport, &game).await.unwrap(), home);
            homes.insert(game, home);
        }
        let names: BTreeSet<&String> = homes.values().collect();
        assert_eq!(names.len(), 2, "{homes:?}");
        one.kill();
        for (game, home) in &homes {
            let now = moved(&transport, game).await.unwrap();
            assert_eq!(now, "play-2", "{game} was at {home}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_instance_that_is_leaving_gets_nothing_new() {
    let site = Site::new(false);
    let mut one = site.instance("play-1", Manner::Answers).await;
    let two = site.instance("play-2", Manner::Answers).await;
    let place = Proxy::before(one.address).await;
    let (_, transport) = site.met(&[place.address, two.address]).await;
    one.internal.serving(false).await;
    eventually("a leaving instance is left out", async || {
        let before = one.calls.load(Ordering::Relaxed);
        for game in 0..20 {
            asked(&transport, &format!("game-{game}")).await.unwrap();
        }
        one.calls.load(Ordering::Relaxed) == before
    })
    .await;
    // It comes back as a new process at the same address.
    one.stop.cancel();
    one.task.take().unwrap().await.unwrap();
    let again = site.instance("play-3", Manner::Answers).await;
    place.leads_to(again.address).await;
    eventually("an instance that came back is called", async || {
        for game in 0..20 {
            asked(&transport, &format!("game-{game}")).await.unwrap();
        }
        again.calls.load(Ordering::Relaxed) > 0
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_instance_swallows_another_answers() {
    let site = Site::new(false);
    let black_hole = site.instance("play-1", Manner::Hangs).await;
    let proxy = Proxy::before(black_hole.address).await;
    let two = site.instance("play-2", Manner::Answers).await;
    let (_, transport) = site.met(&[proxy.address, two.address]).await;
    let mut calls = tokio::task::JoinSet::new();
    for game in 0..20 {
        let transport = transport.clone();
        calls.spawn(async move { moved(&transport, &format!("game-{game}")).await });
    }
    eventually("a call is swallowed", async || {
        black_hole.calls.load(Ordering::Relaxed) > 0
    })
    .await;
    proxy.swallow().await;
    while let Some(answer) = calls.join_next().await {
        assert_eq!(answer.unwrap().unwrap(), "play-2");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_instance_cannot_do_for_want_of_its_store_another_does() {
    let site = Site::new(false);
    let one = site.instance("play-1", Manner::LacksItsStore).await;
    let two = site.instance("play-2", Manner::Answers).await;
    let (_, transport) = site.met(&[one.address, two.address]).await;
    let begun = std::time::Instant::now();
    for game in 0..40 {
        let game = format!("game-{game}");
        assert_eq!(moved(&transport, &game).await.unwrap(), "play-2");
    }
    // It is not asked about every game only to say so again: not twice in any second.
    let asked_in_vain = one.calls.load(Ordering::Relaxed);
    let seconds = begun.elapsed().as_secs();
    assert!(
        (1..=2 + seconds).contains(&(asked_in_vain as u64)),
        "{asked_in_vain} times in {seconds} s"
    );
    drop(two);
    // Where nobody can, it is the service's own word that comes back.
    let (_, alone) = site.met(&[one.address]).await;
    let said = moved(&alone, "game").await.unwrap_err();
    assert_eq!(Problem::from_status(&said).code, "unavailable");
}

/// One thread reads what hundreds of calls are answered before any of them is looked at.
#[tokio::test]
async fn a_thousand_small_answers_at_once_break_no_connection() {
    let site = Site::new(false);
    let one = site.instance("play-1", Manner::Shows).await;
    let (_, transport) = site.met(&[one.address]).await;
    // On this side no time passes while somebody blocks, so that no machine is too busy to answer a ping in time.
    tokio::time::pause();
    let (go_on, blocked) = std::sync::mpsc::channel::<()>();
    tokio::task::spawn_blocking(move || blocked.recv_timeout(PATIENCE));
    let begun = tokio::time::Instant::now();
    for _ in 0..5 {
        let before = one.calls.load(Ordering::Relaxed);
        let mut calls = JoinSet::new();
        for game in 0..1_000 {
            let mut client = PlayServiceClient::new(transport.clone());
            calls.spawn(async move {
                let request = GetTableRequest {
                    game_id: format!("game-{game}"),
                    ..GetTableRequest::default()
                };
                client.get_table(request).await
            });
        }
        let answered = calls.join_all().await;
        assert!(answered.iter().all(Result::is_ok));
        let asked = one.calls.load(Ordering::Relaxed) - before;
        assert_eq!(asked, 1_000, "none was tried again");
    }
    assert!(begun.elapsed().is_zero());
    drop(go_on);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_key_is_told_at_the_greeting_and_nobody_is_called() {
    let site = Site::new(false);
    let one = site.instance("play-1", Manner::Answers).await;
    let (pool, transport) = site.pool(Keys::Foreign, &[one.address]);
    let refusals = refusals(&pool).await;
    let [sentence] = refusals.as_slice() else {
        panic!("{refusals:?}");
    };
    assert!(
        sentence.contains("play at")
            && sentence.contains("gateway")
            && sentence.contains("keys folder"),
        "{sentence}"
    );
    let refused = asked(&transport, "game").await.unwrap_err();
    assert_eq!(Problem::from_status(&refused).code, "role_away");
    assert_eq!(one.calls.load(Ordering::Relaxed), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_of_another_role_is_told_at_the_greeting() {
    let site = Site::new(false);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let wrong = site
        .instance_on(listener, "standings-1", Manner::Answers, Role::Standings)
        .await;
    let (pool, _) = site.pool(Keys::Ours, &[wrong.address]);
    let refusals = refusals(&pool).await;
    assert!(
        refusals
            .iter()
            .any(|sentence| sentence.contains("standings answers at")),
        "{refusals:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_is_told_to_the_called_and_kept() {
    let site = Site::new(false);
    let one = site.instance("play-1", Manner::Hangs).await;
    let (_, transport) = site.met(&[one.address]).await;
    let mut request = tonic::Request::new(GetTableRequest::default());
    request.set_timeout(Duration::from_millis(200));
    let begun = std::time::Instant::now();
    let answer = PlayServiceClient::new(transport).get_table(request).await;
    assert_eq!(answer.unwrap_err().code(), Code::DeadlineExceeded);
    assert!(begun.elapsed() < DEADLINE);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_called_that_looks_at_the_clock_first_gives_up_in_the_same_words() {
    let site = Site::new(false);
    let one = site.instance("play-1", Manner::GivesUp).await;
    let (_, transport) = site.met(&[one.address]).await;
    let refused = asked(&transport, "game").await.unwrap_err();
    assert_eq!(refused.code(), Code::DeadlineExceeded);
    assert!(asked(&transport, "game").await.is_err());
    assert_eq!(one.calls.load(Ordering::Relaxed), 2, "the instance stays");
}
