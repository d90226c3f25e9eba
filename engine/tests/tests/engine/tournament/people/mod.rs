//! Entry, teams, presence, rulings, protests and appeals: the clauses one by one.

mod appeals;
mod appeals_committee;
mod approval;
mod computers;
mod correction;
mod duties;
mod eligibility;
mod entry;
mod entry_facts;
mod federations;
mod officials;
mod old_streams;
mod places;
mod presence;
mod random;
mod rating_checks;
mod rating_office;
mod reports;
mod ruled_boards;
mod rulings;
mod tables;
mod teams;
mod terms;
mod titles;
mod waiting_list;
pub mod world;
