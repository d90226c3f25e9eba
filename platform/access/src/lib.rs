//! Who calls and what they may do: people and roles, their keys and tokens, and how a refusal is put.
//!
//! Nothing in here knows what a tournament is.

mod caller;
mod eddsa;
pub mod identifier;
pub mod keys;
mod problem;
mod scopes;
pub mod tokens;

pub use caller::{Caller, Person, Standing, repeat, rpc};
pub use outflank_proto::contract::{Need, Repeat, Role, Scope};
pub use problem::{Kind, Problem};
pub use scopes::Scopes;
