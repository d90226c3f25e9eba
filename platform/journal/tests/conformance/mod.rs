//! One suite every backend of the journal has to pass.

#[macro_use]
mod cases;

mod appends;
mod backend;
mod feed;
mod model;
mod schedule;
mod stores;

backends!(sqlite: Sqlite, postgres: Postgres);
