//! The matrix: a module for every service, deny by default.

mod identity;
mod live;
mod pairing;
mod play;
mod ratings;
mod standings;

use super::{Need, Role};

const GATEWAY: Need = Need::Service(&[Role::Gateway]);
/// Whoever folds another service's facts.
const CONSUMERS: Need = Need::Service(&[
    Role::Pairing,
    Role::Play,
    Role::Standings,
    Role::Ratings,
    Role::Gateway,
]);
/// Whoever may wake a service up.
const WAKERS: Need = Need::Service(&Role::ALL);

fn rows() -> impl Iterator<Item = &'static (&'static str, Need)> {
    [
        identity::ROWS,
        pairing::ROWS,
        play::ROWS,
        standings::ROWS,
        ratings::ROWS,
        live::ROWS,
    ]
    .into_iter()
    .flatten()
}

/// The RPC at this path and what it asks; `None` for one that is not in the matrix.
#[must_use]
pub fn rpc(path: &str) -> Option<(&'static str, Need)> {
    rows().find(|row| row.0 == path).copied()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::BTreeSet;

    use prost::Message as _;

    use super::*;

    #[test]
    fn every_rpc_of_every_contract_is_in_the_matrix_and_nothing_else_is() {
        let set = prost_types::FileDescriptorSet::decode(outflank_proto::DESCRIPTOR_SET).unwrap();
        let mut contracts = BTreeSet::new();
        for file in &set.file {
            for service in &file.service {
                for method in &service.method {
                    contracts.insert(format!(
                        "/{}.{}/{}",
                        file.package(),
                        service.name(),
                        method.name()
                    ));
                }
            }
        }
        let matrix: BTreeSet<String> = rows().map(|row| row.0.to_owned()).collect();
        assert_eq!(
            matrix.len(),
            rows().count(),
            "an RPC stands twice in the matrix"
        );
        assert_eq!(matrix, contracts);
    }
}
