//! Real servers for tests: started on free ports in temporary folders, gone with the test.
//!
//! A server is a direct child of the test. It ends when its handle is dropped, also by a panic;
//! a server in a `static`, or of a test that was killed, ends with the test's process.
//!
//! Everything here panics with one sentence when it cannot be done: a test without its server
//! has to fail.

mod place;
mod postgres;
mod redis;
mod server;

pub use place::{keep_in_postgres, store_url};
pub use postgres::{Database, Postgres};
pub use redis::Redis;
pub use server::free_port;
