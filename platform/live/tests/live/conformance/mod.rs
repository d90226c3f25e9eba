//! What every live store must do, shown on each of them.

mod suite;

/// One process's store, and two processes' stores over one Redis.
macro_rules! on_every_store {
    ($($name:ident),* $(,)?) => {
        mod in_process {
            use std::sync::Arc;
            use outflank_live::{InProcess, SharedLive};
            $(
                #[tokio::test(start_paused = true)]
                async fn $name() {
                    let live: SharedLive = Arc::new(InProcess::new());
                    crate::conformance::suite::$name(Arc::clone(&live), live).await;
                }
            )*
        }
        mod over_redis {
            use std::sync::{Arc, OnceLock};
            use outflank_live::{Redis, RedisOptions, SharedLive};
            use outflank_testbed as testbed;

            async fn handle(prefix: &str) -> SharedLive {
                static SERVER: OnceLock<testbed::Redis> = OnceLock::new();
                let url = SERVER.get_or_init(testbed::Redis::start).url();
                let options = RedisOptions {
                    prefix: prefix.to_owned(),
                    // What is shown here does not depend on how busy the machine is.
                    call_limit: testbed::PATIENCE,
                    ..RedisOptions::at(&url)
                };
                let redis = Redis::connect(&options).await.unwrap();
                redis.reach_now().await;
                Arc::new(redis)
            }
            trait ReachNow {
                async fn reach_now(&self);
            }
            impl ReachNow for Redis {
                async fn reach_now(&self) {
                    use outflank_live::Live as _;
                    let mut connectivity = self.connectivity();
                    let reached = connectivity.wait_for(|up| *up);
                    let reached = tokio::time::timeout(testbed::PATIENCE, reached).await;
                    reached.expect("Redis is reached").unwrap();
                }
            }
            $(
                #[tokio::test]
                async fn $name() {
                    let prefix = concat!(stringify!($name), "/");
                    crate::conformance::suite::$name(handle(prefix).await, handle(prefix).await).await;
                }
            )*
        }
    };
}

on_every_store! {
    a_message_reaches_every_subscriber_of_its_topic_and_no_other,
    messages_of_one_publisher_arrive_in_order,
    a_slow_subscriber_is_told_what_it_missed_and_holds_nobody_back,
    a_topic_can_be_left_and_joined_again,
    a_ticket_is_good_once_and_only_in_its_time,
    of_many_takers_one_gets_the_ticket,
    a_limit_admits_so_many_in_each_window,
    a_use_that_is_given_back_is_not_counted,
    a_limit_holds_under_concurrent_use,
    an_older_snapshot_never_overwrites_a_newer_one,
    under_concurrent_writers_the_newest_snapshot_stays,
    what_is_due_is_given_out_earliest_first_and_once,
    an_older_note_of_a_deadline_changes_nothing,
    a_place_is_known_while_it_is_said_again,
    who_is_at_places_of_one_beginning_is_told_together,
    of_very_many_at_places_so_many_are_told,
    a_seek_stands_while_it_is_said_again,
    of_many_seeks_each_ends_by_itself,
}
