//! The matrix: a module for every service, deny by default.

mod identity;
mod live;
mod pairing;
mod peer;
mod play;
mod ratings;
mod standings;

use super::{Need, Repeat, Role};

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

fn rows() -> impl Iterator<Item = &'static (&'static str, Need, Repeat)> {
    [
        identity::ROWS,
        pairing::ROWS,
        play::ROWS,
        standings::ROWS,
        ratings::ROWS,
        live::ROWS,
        peer::ROWS,
    ]
    .into_iter()
    .flatten()
}

/// The RPC at this path and what it asks; `None` for one that is not in the matrix.
#[must_use]
pub fn rpc(path: &str) -> Option<(&'static str, Need)> {
    row(path).map(|(rpc, need, _)| (rpc, need))
}

/// Whether the RPC at this path may be sent again when nobody knows what became of it; one that is not in the matrix
/// may not.
#[must_use]
pub fn repeat(path: &str) -> Repeat {
    row(path).map_or(Repeat::Never, |(_, _, repeat)| repeat)
}

fn row(path: &str) -> Option<(&'static str, Need, Repeat)> {
    rows().find(|row| row.0 == path).copied()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::{BTreeMap, BTreeSet};

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

    #[test]
    fn the_contracts_say_the_same() {
        use crate::access::scopes;
        use outflank_proto::contract;
        let rpcs = contract::METHODS.iter().filter(|method| method.is_rpc());
        assert_eq!(rpcs.count(), rows().count());
        for (rpc, need, repeat) in rows() {
            let said = contract::method(rpc).unwrap();
            assert_eq!(format!("{:?}", said.need), format!("{need:?}"), "{rpc}");
            assert_eq!(format!("{:?}", said.repeat), format!("{repeat:?}"), "{rpc}");
            let scopes = match said.scope {
                Some(scope) => format!("[{scope:?}]"),
                None => format!("{:?}", scopes::asked("", *need)),
            };
            assert_eq!(scopes, format!("{:?}", scopes::asked(rpc, *need)), "{rpc}");
        }
    }

    #[test]
    fn a_command_is_what_begins_with_a_command_id() {
        let set = prost_types::FileDescriptorSet::decode(outflank_proto::DESCRIPTOR_SET).unwrap();
        let first_fields: BTreeMap<String, Vec<(i32, String)>> = set
            .file
            .iter()
            .flat_map(|file| {
                file.message_type.iter().map(|message| {
                    let fields = message.field.iter();
                    let fields = fields.map(|field| (field.number(), field.name().to_owned()));
                    (
                        format!(".{}.{}", file.package(), message.name()),
                        fields.collect(),
                    )
                })
            })
            .collect();
        for file in &set.file {
            for service in &file.service {
                for method in &service.method {
                    let path = format!("/{}.{}/{}", file.package(), service.name(), method.name());
                    let fields = &first_fields[method.input_type()];
                    let named = fields.iter().any(|field| field.1 == "command_id");
                    assert_eq!(repeat(&path) == Repeat::Command, named, "{path}");
                    assert!(
                        !named || fields.contains(&(1, "command_id".to_owned())),
                        "{path}"
                    );
                    let object = if named { 2 } else { 1 };
                    let of_game = fields.iter().find(|field| field.1 == "game_id");
                    assert!(of_game.is_none_or(|field| field.0 == object), "{path}");
                }
            }
        }
    }
}
