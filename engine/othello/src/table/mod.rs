//! One table: its terms, commands, events, state, and the two functions over them.

pub(crate) mod absent;
pub(crate) mod clock;
pub(crate) mod command;
pub(crate) mod decide;
pub(crate) mod draft;
pub(crate) mod event;
pub(crate) mod evolve;
pub(crate) mod face;
pub(crate) mod refusal;
pub(crate) mod state;
pub(crate) mod terms;
