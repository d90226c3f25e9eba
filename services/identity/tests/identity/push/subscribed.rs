//! Who subscribes with what, and when a subscription ends.

use outflank_outbound::NotPosted;
use outflank_proto::{identity::v1 as proto, pairing::v1 as pairing};
use outflank_transport::for_person;

use super::{
    called::{ENDPOINT, LATE_MS, on_a_device, publish, signed_in, subscribe, to_a_board},
    device::{Device, encoded},
};
use crate::people::{House, code_of, house, house_with};

const WATCHER: &str = "https://push.example/of/the-watcher";

/// Somebody with a device is called; what became of it is what the push service answers.
async fn called(house: &mut House, answered: Result<u16, NotPosted>) -> proto::Tokens {
    let (id, tokens) = signed_in(house, "ingrid").await;
    on_a_device(house, &tokens, (ENDPOINT, "en")).await;
    house.receiver.answers(move |_| answered);
    house.called(to_a_board(&id, LATE_MS));
    publish(house, house.now_ms(), LATE_MS);
    house.call_people()[0].catch_up().await.unwrap();
    house.receiver.until(1).await;
    tokens
}

/// Another device that is called as well, and where messages go until it was told twice: by then whatever was told
/// beside the first has come.
async fn told_next(house: &mut House) -> Vec<String> {
    let before = house.receiver.received().len();
    house.receiver.answers(|_| Ok(201));
    let (id, tokens) = signed_in(house, "watcher").await;
    on_a_device(house, &tokens, (WATCHER, "en")).await;
    let mut summonses = house.last_called();
    let mut own = summonses.summonses[0].clone();
    own.account_id = id;
    summonses.summonses.push(own);
    house.called(summonses);
    let [follower, _] = house.call_people();
    let mut count = before;
    for told in 1..=2 {
        publish(house, house.now_ms(), LATE_MS);
        follower.catch_up().await.unwrap();
        loop {
            count += 1;
            let received = house.receiver.until(count).await;
            let own = received
                .iter()
                .filter(|posted| posted.url.as_str() == WATCHER);
            if own.count() == told {
                break;
            }
        }
    }
    let received = house.receiver.received();
    received[before..]
        .iter()
        .map(|posted| posted.url.to_string())
        .collect()
}

#[tokio::test]
async fn a_device_that_is_gone_is_told_nothing_more() {
    for status in [404, 410] {
        let folder = tempfile::tempdir().unwrap();
        let mut house = house(folder.path()).await;
        called(&mut house, Ok(status)).await;
        assert_eq!(told_next(&mut house).await, [WATCHER, WATCHER]);
    }
}

#[tokio::test]
async fn what_is_not_taken_is_told_later_by_whichever_process() {
    for answer in [Ok(503), Ok(429), Err(NotPosted::NoConnection)] {
        let folder = tempfile::tempdir().unwrap();
        let mut house = house(folder.path()).await;
        called(&mut house, answer).await;
        drop(house);
        let house = house_with(folder.path(), Default::default(), 40_000).await;
        house.call_people();
        let received = house.receiver.until(1).await;
        assert_eq!(received[0].url.as_str(), ENDPOINT);
    }
}

#[tokio::test]
async fn a_device_that_never_answers_holds_up_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    house.receiver.hangs_at(ENDPOINT);
    called(&mut house, Ok(201)).await;
    let told = told_next(&mut house).await;
    assert_eq!(told.iter().filter(|url| *url == WATCHER).count(), 2);
}

#[tokio::test]
async fn what_takes_the_place_of_a_message_is_told_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    called(&mut house, Ok(503)).await;
    // The round is published anew, and this is told at once.
    house.receiver.answers(|_| Ok(201));
    let mut anew = house.last_called();
    anew.summonses[0].opponent = "Somebody with a longer name than before".to_owned();
    house.called(anew);
    publish(&house, house.now_ms(), LATE_MS);
    house.call_people()[0].catch_up().await.unwrap();
    let received = house.receiver.until(2).await;
    let [before, anew] = [0, 1].map(|place: usize| received[place].body.len());
    assert_ne!(before, anew, "they are told apart by their lengths");
    drop(house);
    let mut house = house_with(folder.path(), Default::default(), 40_000).await;
    house.called(pairing::GetSummonsesResponse {
        summonses: vec![pairing::Summons::default()],
        ..pairing::GetSummonsesResponse::default()
    });
    told_next(&mut house).await;
    // Whoever falls before it is noted that a device was told tells it again, but nothing older.
    let again = house.receiver.received().into_iter();
    let mut again = again.filter(|posted| posted.url.as_str() == ENDPOINT);
    assert!(again.all(|posted| posted.body.len() == anew));
}

#[tokio::test]
async fn a_session_that_ends_is_told_nothing_more() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let tokens = called(&mut house, Ok(201)).await;
    let ended = proto::SignOutRequest {
        refresh_token: tokens.refresh_token,
    };
    house.anyone.sign_out(ended).await.unwrap();
    assert_eq!(told_next(&mut house).await, [WATCHER, WATCHER]);
}

#[tokio::test]
async fn a_device_that_wants_to_know_nothing_is_told_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let tokens = called(&mut house, Ok(201)).await;
    let asked = for_person(
        proto::RemovePushSubscriptionRequest {},
        Some(&tokens.access_token),
    );
    house.anyone.remove_push_subscription(asked).await.unwrap();
    assert_eq!(told_next(&mut house).await, [WATCHER, WATCHER]);
}

#[tokio::test]
async fn a_device_belongs_to_whoever_signed_in_on_it_last() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    called(&mut house, Ok(201)).await;
    let (_, tokens) = signed_in(&mut house, "nora").await;
    on_a_device(&mut house, &tokens, (ENDPOINT, "en")).await;
    assert_eq!(told_next(&mut house).await, [WATCHER, WATCHER]);
}

#[tokio::test]
async fn of_an_account_the_ten_newest_devices_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let (id, tokens) = signed_in(&mut house, "ingrid").await;
    on_a_device(&mut house, &tokens, ("https://push.example/0", "en")).await;
    for number in 1..=10 {
        let tokens = house.sign_in("ingrid").await;
        let endpoint = format!("https://push.example/{number}");
        on_a_device(&mut house, &tokens, (&endpoint, "en")).await;
    }
    house.called(to_a_board(&id, LATE_MS));
    publish(&house, house.now_ms(), LATE_MS);
    house.call_people()[0].catch_up().await.unwrap();
    let received = house.receiver.until(10).await;
    let mut urls: Vec<&str> = received.iter().map(|posted| posted.url.path()).collect();
    urls.sort_unstable();
    assert_eq!(
        urls,
        ["/1", "/10", "/2", "/3", "/4", "/5", "/6", "/7", "/8", "/9"]
    );
}

#[tokio::test]
async fn what_is_no_browsers_subscription_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let (_, tokens) = signed_in(&mut house, "ingrid").await;
    let good = Device::at(ENDPOINT).subscription("en");
    let changed = |change: &dyn Fn(&mut proto::AddPushSubscriptionRequest)| {
        let mut changed = good.clone();
        change(&mut changed);
        changed
    };
    let endpoint = |url: &str| changed(&|of| url.clone_into(&mut of.endpoint));
    let bad = [
        endpoint("http://push.example/of/a-device"),
        endpoint("https://10.0.0.1/of/a-device"),
        endpoint("https://[::1]:22/of/a-device"),
        endpoint("https://name:word@push.example/"),
        endpoint("ftp://push.example/"),
        endpoint(&format!("https://push.example/{}", "a".repeat(2_000))),
        endpoint(""),
        changed(&|of| of.public_key = encoded(&[4; 65])),
        changed(&|of| of.public_key = encoded(&[4; 64])),
        changed(&|of| "%".clone_into(&mut of.public_key)),
        changed(&|of| of.secret = encoded(&[7; 15])),
        changed(&|of| "EN".clone_into(&mut of.language)),
        changed(&|of| "eng".clone_into(&mut of.language)),
    ];
    for asked in bad {
        let refused = subscribe(&mut house, &tokens, asked.clone())
            .await
            .unwrap_err();
        assert_eq!(code_of(&refused), "bad_push_subscription", "{asked:?}");
    }
    // An operator's own push service, by the address that he allows.
    let own = endpoint("http://127.0.0.1:8080/of/a-device");
    subscribe(&mut house, &tokens, own).await.unwrap();
    let nobody = house.anyone.add_push_subscription(good).await.unwrap_err();
    assert_eq!(nobody.code(), tonic::Code::Unauthenticated);
}
