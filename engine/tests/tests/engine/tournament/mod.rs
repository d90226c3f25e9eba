//! Rule sets, pairings, results, rankings, and the streams of whole events.

mod bad_input;
mod clauses;
mod course;
mod events;
mod events_all;
mod explain_published;
mod finals;
mod finals_stream;
mod lists;
mod pairing;
mod papp;
mod papp_corpus;
mod papp_events;
mod people;
mod round_robin;
mod rule_sets;
mod rules_table;
mod season;
mod standings;
mod stream;
mod stream_random;
mod support;
mod swiss;
mod table_rules;
mod team_list;
mod tie_breaks;
