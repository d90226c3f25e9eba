//! One table: its terms, commands, events, state, and the two functions over them.

pub(crate) mod absent;
pub(crate) mod audience;
pub(crate) mod clock;
pub(crate) mod clock_reading;
pub(crate) mod code;
pub(crate) mod command;
pub(crate) mod confirmation;
pub(crate) mod decide;
pub(crate) mod digest;
pub(crate) mod draft;
pub(crate) mod event;
pub(crate) mod evolve;
pub(crate) mod game_rules;
pub(crate) mod interruptions;
pub(crate) mod known;
pub(crate) mod official;
pub(crate) mod reason;
pub(crate) mod refusal;
pub(crate) mod repeat;
pub(crate) mod rule_text;
pub(crate) mod stage;
pub(crate) mod state;
pub(crate) mod time_control;
pub(crate) mod time_default;
pub(crate) mod turn;
