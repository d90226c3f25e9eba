//! Rounds paired from a rule set's policies.

mod conditions;
mod explanations;
mod extra_rounds;
mod first_rounds;
mod limits;
mod oracle;
mod parts;
mod plain;
mod reachability;
mod reproduction;
mod second_solver;
mod swiss_optimum;
