//! The life of a table: pauses, officials' acts, adjournment, absence, signatures, spectators.

mod acts;
mod bad_commands;
mod model;
mod moving;
mod oracle;
mod pauses;
mod penalties;
mod random;
mod scenarios;
mod scene;
mod signatures;
mod spectators;
mod variants;
