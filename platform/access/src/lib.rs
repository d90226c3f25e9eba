//! Who calls and what they may do: people and roles, their keys and tokens, how a refusal is put,
//! and how a list is given a page at a time.
//!
//! Nothing in here knows what a tournament is.

mod caller;
mod eddsa;
pub mod identifier;
pub mod keys;
pub mod page;
mod problem;
mod scopes;
mod sentence;
pub mod tokens;

pub use caller::{
    Caller, Person, Standing, members_only, moderators_only, officers_only, repeat, rpc,
};
pub use outflank_proto::contract::{Need, Repeat, Role, Scope};
pub use page::Page;
pub use problem::{Kind, Problem};
pub use scopes::Scopes;
pub use sentence::{SaidValue, beginning};
