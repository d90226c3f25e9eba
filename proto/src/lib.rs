//! The gRPC contracts of every Outflank service: generated code, tables of what they say, and their JSON.
//!
//! One module a package (`outflank_proto::play::v1`). Clients are generic over their transport, so
//! that a caller cannot tell an in-process service from a remote one.

mod bytes_codec;
pub mod contract;
pub mod json;
mod limits;
pub mod parameter;
pub mod printable;
pub mod schema;
mod table;

pub use bytes_codec::BytesCodec;

include!(concat!(env!("OUT_DIR"), "/stand_ins.rs"));

/// Every contract as a serialised `FileDescriptorSet`, for reflection and for tests over all RPCs.
pub const DESCRIPTOR_SET: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

/// Every method with an address over HTTP, and every message that it takes or gives, as an `OpenAPI` 3.1 document.
pub const OPENAPI: &str = include_str!(concat!(env!("OUT_DIR"), "/openapi.json"));

/// Every frame of the live protocol, with an example, as an `AsyncAPI` 3 document.
pub const ASYNCAPI: &str = include_str!(concat!(env!("OUT_DIR"), "/asyncapi.json"));

macro_rules! contract {
    ($(#[$doc:meta])* $name:ident, $package:literal) => {
        $(#[$doc])*
        pub mod $name {
            /// Version 1 of the contract.
            #[allow(missing_docs, clippy::all, clippy::pedantic)]
            pub mod v1 {
                tonic::include_proto!($package);
            }
        }
    };
}

contract!(/** What sentences are made of. */ sentence, "outflank.sentence.v1");
contract!(/** Why a request was refused. */ problem, "outflank.problem.v1");
contract!(/** Feeds of facts between services. */ feed, "outflank.feed.v1");
contract!(/** Accounts, sessions, seat codes. */ identity, "outflank.identity.v1");
contract!(/** Tournaments, entrants, rounds, results. */ pairing, "outflank.pairing.v1");
contract!(/** Live games. */ play, "outflank.play.v1");
contract!(/** Standings and crosstables. */ standings, "outflank.standings.v1");
contract!(/** Signed rating exports. */ ratings, "outflank.ratings.v1");
contract!(/** Everything live on one stream, for programs. */ live, "outflank.live.v1");
contract!(/** What the gateway answers itself over HTTP. */ gateway, "outflank.gateway.v1");
contract!(/** Processes of one deployment getting to know each other. */ peer, "outflank.peer.v1");
