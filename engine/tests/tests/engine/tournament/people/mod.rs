//! Entry, teams, presence, rulings, protests and appeals: the clauses one by one.

mod appeals;
mod approval;
mod computers;
mod correction;
mod eligibility;
mod entry;
mod entry_facts;
mod old_streams;
mod places;
mod presence;
mod random;
mod rulings;
mod tables;
mod teams;
mod terms;
mod titles;
mod waiting_list;
pub mod world;
