//! REST: every method that has an address in its contract, read and answered as the contract says. It decides nothing.

mod answer;
mod by_hand;
mod reading;
mod route;

pub use by_hand::tickets::holder;
use outflank_proto::contract::Method;
pub use route::routes;

/// Largest JSON body, in bytes.
pub const BODY_LIMIT: usize = 64 * 1024;
/// Largest players list, in bytes: with its envelope it stays below what a service reads at once (4 MiB).
pub const PLAYERS_LIST_LIMIT: usize = 4_000_000;

/// The largest message that a method takes.
pub fn limit(method: &Method) -> usize {
    if method.takes.is_some() {
        PLAYERS_LIST_LIMIT
    } else {
        BODY_LIMIT
    }
}
