//! Entry, teams, presence, rulings, protests and appeals: the clauses one by one.

mod appeals;
mod approval;
mod computers;
mod correction;
mod entry;
mod old_streams;
mod places;
mod presence;
mod random;
mod rulings;
mod tables;
mod teams;
pub mod world;
