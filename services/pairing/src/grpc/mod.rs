//! The contract: translate, authorise, call the app.

mod acts;
mod announcements;
mod approval;
mod casual;
mod casual_view;
mod challenges;
mod clocks;
mod concerned;
mod contests;
mod contests_view;
mod course;
mod deeds;
mod description;
mod disputes_view;
mod early_end;
mod encoded;
mod entrants;
mod entry;
mod events;
mod explain;
mod federations;
mod history;
mod interests_view;
mod library;
mod moderation;
mod moderation_view;
mod moderators;
mod officials;
mod own_order;
mod own_play;
mod papp;
mod people;
mod permissions;
mod players;
mod preview;
mod rating_office;
mod rehearsals;
mod rounds;
mod rules;
mod rulings;
mod rulings_view;
mod seasons;
mod seasons_view;
mod service;
mod summonses;
pub(crate) mod timetable;
mod view;
mod view_course;

use std::sync::Arc;

use outflank_access::{Caller, Problem, Standing, identifier};
use prost::Message;
use tonic::{Request, Response, Status};

pub(crate) use casual_view::wire_terms;
pub use encoded::PairingServer;
pub(crate) use view::{Beside, shown};

use crate::app::{Act, App, Authority, check};

/// The service behind its contract.
#[derive(Debug, Clone)]
pub struct PairingGrpc(pub(crate) Arc<App>);

type Answer<T> = Result<Response<T>, Status>;

/// For what belongs to no tournament: decided at once.
fn authorised<T>(request: &Request<T>) -> Result<Caller, Status> {
    let caller = Caller::of(request)?;
    caller.authorize(Standing::default())?;
    Ok(caller)
}

/// The token that the caller came with, for asking others in their name.
fn access_token<T>(request: &Request<T>) -> Option<String> {
    let value = request.metadata().get("authorization")?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(str::to_owned)
}

/// An official's act. Whether the caller is one is judged on the state that the act continues.
fn official<T: Message>(request: &Request<T>, command_id: &str) -> Result<Act, Problem> {
    act(request, command_id, Authority::Official)
}

/// The same for acts of head directors.
fn head_director<T: Message>(request: &Request<T>, command_id: &str) -> Result<Act, Problem> {
    act(request, command_id, Authority::HeadDirector)
}

/// The same request under the same id is the same command. Another request under a used id is another
/// command: it must not be told that it was done.
fn act<T: Message>(
    request: &Request<T>,
    command_id: &str,
    authority: impl FnOnce(Caller) -> Authority,
) -> Result<Act, Problem> {
    check::command_id(command_id)?;
    let caller = Caller::of(request)?;
    let content = identifier::hex(&request.get_ref().encode_to_vec());
    Ok(Act {
        actor: caller.person()?.account_id.clone(),
        command_id: identifier::derived_id(&[caller.rpc, command_id, &content]),
        authority: authority(caller),
    })
}
