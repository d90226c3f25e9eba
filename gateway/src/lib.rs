//! REST, WebSocket and the web app in front of the services.
//!
//! The gateway decides nothing that a service decides: it translates, passes the caller's token on, stamps players'
//! commands on arrival, and fans commits out.

mod address_places;
mod api_keys;
mod bodies;
mod body_limits;
mod carried;
mod changes;
mod command_rates;
mod connection_log;
mod connection_registry;
mod cookies;
mod docs;
mod ended_sessions;
mod event_list;
mod frames;
mod front;
mod gateway;
mod health;
mod heartbeat;
mod held;
mod holder;
mod key_limits;
mod limits;
mod link_preview;
mod message_prefix;
mod metrics;
mod metrics_readers;
mod operations;
mod origin;
mod pictures;
mod place_counts;
mod places;
mod problem;
mod programs;
mod proxy_header;
mod publications;
mod rate_limiter;
mod reader_limits;
mod registry;
mod request;
mod rest;
mod rooms;
mod seats;
mod seeking;
mod serve;
mod services;
mod sightings;
mod socket;
mod sockets;
mod source;
mod state;
mod stream_places;
mod tickets;
mod tokens;
mod tournament_subscriptions;
mod trusted_proxies;
mod unread;
mod until;
mod viewers;
mod web_app;
mod web_files;

pub use body_limits::BodyLimits;
pub use gateway::{Gateway, GatewayParts};
pub use limits::{Limits, Rate, Shares};
pub use metrics_readers::MetricsReaders;
pub use operations::Ready;
pub use origin::PublicOrigin;
pub use places::Places;
pub use reader_limits::ReaderLimits;
pub use serve::{Entrance, serve, serve_connection};
pub use services::Services;
pub use trusted_proxies::{Network, TrustedProxies};

/// The live protocol: reading the frames that clients send, the types of frames, and their description.
pub mod live_protocol {
    pub use outflank_proto::ASYNCAPI;

    pub use crate::frames::{
        act::Act,
        client_frame::{
            ClientFrame, NotTaken, PROTOCOL, read, read_message, types as client_types,
        },
        server_frame::types as server_types,
    };
}

/// Stamps in programs' commands: the gateway's own in place of whatever stood there.
pub mod stamps {
    pub use crate::programs::stamps::{Bare, Fields, of, without};
}
