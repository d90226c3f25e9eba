//! Real servers for tests: started on free ports in temporary folders, gone with the test.
//!
//! A server is a direct child of the test. It ends when its handle is dropped, also by a panic;
//! a server in a `static`, or of a test that was killed, ends with the test's process.
//!
//! Everything here panics with one sentence when it cannot be done: a test without its server
//! has to fail.

mod breach;
mod dice;
mod http2;
mod idle_http2;
mod initial;
mod pages;
mod place;
mod postgres;
mod redis;
mod server;

pub use breach::{BREACH, breach, is_safe, no_breach};
pub use dice::Dice;
pub use http2::Http2;
pub use idle_http2::IdleHttp2;
pub use pages::{Page, by_pages, spoilt};
pub use place::{keep_in_postgres, store_url};
pub use postgres::{Database, Postgres};
pub use redis::Redis;
pub use server::free_port;

/// How long anything may take that has to come, however busy the machine is. What takes longer does not come.
pub const PATIENCE: std::time::Duration = std::time::Duration::from_secs(60);
