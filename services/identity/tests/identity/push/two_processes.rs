//! Two processes over one database share the devices.

use std::collections::BTreeMap;

use outflank_testbed::PATIENCE;

use super::called::{LATE_MS, on_a_device, publish, signed_in, to_a_board};
use crate::people::house;

const DEVICES: usize = 6;

#[tokio::test]
async fn each_device_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    outflank_testbed::keep_in_postgres(folder.path());
    let (mut one, other) = (house(folder.path()).await, house(folder.path()).await);
    let (id, _) = signed_in(&mut one, "ingrid").await;
    for number in 0..DEVICES {
        let tokens = one.sign_in("ingrid").await;
        let endpoint = format!("https://push.example/{number}");
        on_a_device(&mut one, &tokens, (&endpoint, "en")).await;
    }
    let houses = [&one, &other];
    let followers = houses.map(|house| {
        house.called(to_a_board(&id, LATE_MS));
        house.call_people()
    });
    for round in 1..=3 {
        let at_ms = one.now_ms();
        for (house, [follower, _]) in houses.iter().zip(&followers) {
            publish(house, at_ms, LATE_MS);
            follower.catch_up().await.unwrap();
        }
        let told = || houses.map(|house| house.receiver.received());
        let all_told = async {
            while told().iter().map(Vec::len).sum::<usize>() < DEVICES * round {
                tokio::select! {
                    () = one.receiver.next() => {}
                    () = other.receiver.next() => {}
                }
            }
        };
        let all_told = tokio::time::timeout(PATIENCE, all_told).await;
        all_told.expect("every device is told");
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for posted in told().into_iter().flatten() {
            *times.entry(posted.url.to_string()).or_default() += 1;
        }
        assert_eq!(times.into_values().collect::<Vec<_>>(), [round; DEVICES]);
    }
}
