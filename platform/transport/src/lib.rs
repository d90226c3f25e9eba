//! How roles call each other, in one process or between machines: auth layers in front of services, pools of their
//! instances, the time they share, the feeds they follow, the traces they carry on.
//!
//! Nothing in here knows what a tournament is; of a fact that is not taken in the log says which one it names.

mod address;
mod affinity;
mod auth_layer;
mod budget;
mod calls;
pub mod clock;
mod deadline;
pub mod feed;
mod instance;
mod internal;
pub mod metrics;
mod move_stages;
mod player_commands;
mod pool;
pub mod spans;
mod tls;

pub use address::{PeerAddress, Peers};
pub use auth_layer::{
    AuthLayer, SERVICE_HEADER, Transport, for_person, in_the_name_of, passed_on_by, to_nobody,
};
pub use calls::{CallCount, Calls};
pub use clock::ClusterClock;
pub use deadline::DEADLINE;
pub use instance::Standing;
pub use internal::Internal;
pub use move_stages::{MoveStages, Stage};
pub use player_commands::{
    CommandTaker, DirectCommands, PlayerCommand, PlayerCommands, RemoteCommands,
};
pub use pool::{Acquaintance, Pool};
pub use tls::{DEPLOYMENT_NAME, PeerTls};
