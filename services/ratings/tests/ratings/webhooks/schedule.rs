//! When a delivery that failed is tried again, by a clock that is made.

use outflank_ratings::webhooks::schedule::{
    FIRST_MS, GIVEN_UP_AFTER_MS, LONGEST_MS, Next, after_failure,
};

/// Every wait of a delivery that always fails at once, in ms.
fn waits(chance: impl Fn(u32) -> u32) -> Vec<i64> {
    let (mut now_ms, mut waits) = (1_000, Vec::new());
    for tries in 1.. {
        match after_failure(FIRST_MS, (tries, 1_000), now_ms, chance(tries)) {
            Next::Again { at_ms } => {
                waits.push(at_ms - now_ms);
                now_ms = at_ms;
            }
            Next::GiveUp => break,
        }
    }
    waits
}

#[test]
fn waits_double_from_ten_seconds_to_hours_and_end_after_three_days() {
    let seconds: Vec<i64> = waits(|_| 0).iter().map(|wait| wait / 1_000).collect();
    let doubling = [
        10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 10_240, 14_400, 14_400,
    ];
    assert_eq!(seconds[..13], doubling);
    assert!(seconds[13..].iter().all(|wait| *wait == 14_400));
    let all: i64 = seconds.iter().sum();
    let day = 24 * 3_600;
    assert!((3 * day - 14_400..=3 * day).contains(&all), "{all}");
}

#[test]
fn chance_makes_waits_longer_by_up_to_a_half_and_never_longer_than_the_longest() {
    let (least, most) = (waits(|_| 0), waits(|_| u32::MAX));
    for (least, most) in least.iter().zip(&most) {
        assert_eq!(*most, least + least / 2);
    }
    assert_eq!((least[0], most.last()), (FIRST_MS, Some(&LONGEST_MS)));
    let scattered = waits(|tries| tries.wrapping_mul(2_654_435_761));
    for (place, wait) in scattered.iter().enumerate().take(most.len()) {
        assert!((least[place]..=most[place]).contains(wait));
    }
    assert!(scattered.iter().sum::<i64>() <= GIVEN_UP_AFTER_MS);
}

#[test]
fn no_number_is_too_large() {
    for tries in [0, 1, 31, 32, u32::MAX] {
        for now_ms in [i64::MIN, 0, i64::MAX] {
            for since_ms in [i64::MIN, 0, i64::MAX] {
                let _ = after_failure(i64::MAX, (tries, since_ms), now_ms, u32::MAX);
            }
        }
    }
    let last = after_failure(FIRST_MS, (u32::MAX, 0), i64::MAX, 0);
    assert_eq!(last, Next::GiveUp);
}
