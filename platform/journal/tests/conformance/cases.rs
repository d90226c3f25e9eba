//! Every case of the suite, for every backend that is named.

macro_rules! conformance {
    ($backend:ident: $($module:ident::$case:ident),* $(,)?) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $case() {
            use super::backend::Backend as _;
            let backend = super::stores::$backend::start().await;
            super::$module::$case(&backend).await;
        }
    )*};
}

macro_rules! backends {
    ($($name:ident: $backend:ident),*) => {$(
        mod $name {
            conformance!($backend:
                appends::entries_are_read_as_they_were_appended,
                appends::an_entry_follows_the_one_expected_or_nothing_is_written,
                appends::a_repeated_command_gets_its_first_answer,
                appends::entries_the_journal_cannot_take_are_refused,
                appends::streams_are_listed_by_kind,
                appends::one_of_many_writers_takes_each_place,
                appends::one_of_many_commands_takes_a_place,
                appends::a_command_sent_many_times_at_once_is_appended_once,
                appends::a_caller_who_goes_away_cuts_nothing_in_half,
                appends::many_streams_at_once_keep_their_chains,
                appends::a_closed_journal_takes_nothing,
                appends::entries_outlast_a_restart,
                feed::facts_come_in_order_with_stable_ids,
                feed::no_fact_is_skipped_while_many_write,
                feed::a_cursor_of_another_store_is_refused,
                feed::a_consumer_with_a_foreign_cursor_is_told_to_start_over,
                feed::the_feed_goes_on_after_a_restart,
                feed::a_refused_append_leaves_no_fact,
                feed::saved_cursors_are_found_again_and_never_go_back,
                schedule::deadlines_follow_the_entries,
                schedule::deadlines_come_earliest_first,
                schedule::a_refused_append_changes_no_deadline,
                schedule::the_last_beats_outlast_a_restart,
                model::a_single_writer_meets_the_model,
                model::interleaved_writers_leave_a_history_that_fits_their_answers,
            );
        }
    )*};
}
