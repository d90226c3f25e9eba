//! How many files may be open, held against the places for clients' connections.

use outflank_access::Role;
use outflank_gateway::Limits;

use super::report::Report;
use crate::{
    configuration::Deployment,
    open_files::{OWN, most, of_these_for_clients},
};

/// Kept for 600 seated players, each with a socket and a connection for requests: fewer are told of.
const ENOUGH: usize = 1_200;

/// Whether everybody who is to come in finds a place, and what is kept for who plays or officiates.
pub fn examine(deployment: &Deployment, report: &mut Report) {
    if !deployment.runs(Role::Gateway) {
        return;
    }
    let Limits {
        connections: wanted,
        shares,
        ..
    } = Limits::default();
    let Some(files) = most() else {
        return report.good("files", format!("any number may be open, and {wanted} connections, {} of them kept free for seated players and officials", shares.kept(wanted)));
    };
    let places = of_these_for_clients(files).min(wanted);
    let kept = shares.kept(places);
    let have = format!(
        "{files} may be open: {places} connections at a time, {kept} of them kept free for seated players and officials"
    );
    if kept >= ENOUGH {
        return report.good("files", have);
    }
    let right = format!(
        "let {} be open (`LimitNOFILE` of the unit, `ulimits` of the container, `ulimit -Hn` here) for {wanted} and {}",
        wanted + OWN,
        shares.kept(wanted)
    );
    if files < 2 * OWN {
        report.finding(
            "files",
            format!("{have}, and fewer than {OWN} for the server's own: {right}"),
        );
    } else {
        report.caution("files", format!("{have}: {right}"));
    }
}
