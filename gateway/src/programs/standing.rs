//! Whether the session behind a call still stands. An access token outlives it by minutes; its acts do not.

use outflank_access::{Kind, Person, Problem};
use outflank_proto::{
    contract::{Method, Need, Verb},
    identity::v1::{GetAccountRequest, GetSessionRequest},
    pairing::v1::ListFederationsRequest,
};
use outflank_transport::for_person;

use crate::{
    connection_registry::session_ended, holder::Holder, programs::stamps, request::Bearer,
    state::Shared,
};

/// Whether whoever acts by a call still may. What is done at a table goes by what is known here, and identity is asked
/// beside it, so that games go on without it; of everything else identity has the word.
///
/// # Errors
/// When the session has ended, or nobody can say.
pub async fn admit(
    shared: &Shared,
    method: &'static Method,
    person: Option<&Person>,
) -> Result<(), Problem> {
    let checks = changes(method) && shared.limits.check_sessions;
    let Some(person) = person.filter(|_| checks) else {
        return Ok(());
    };
    let ended = &shared.connections.ended;
    if ended.has(&person.session_id) {
        return Err(session_ended());
    }
    if stamps::of(method.path).is_some() {
        look(shared, &person.session_id);
        return Ok(());
    }
    match stands(shared, &person.session_id).await {
        Some(true) => Ok(()),
        Some(false) => Err(session_ended()),
        None => Err(unknown()),
    }
}

/// Whom a connection speaks for that its bearer opens.
///
/// # Errors
/// When the token is not good, or its session is known to have ended.
pub async fn holder(shared: &Shared, bearer: &Bearer) -> Result<Holder, Problem> {
    let holder = Holder::of(bearer, &shared.tokens, &shared.services).await?;
    if shared.limits.check_sessions
        && let Some(session) = &holder.session
    {
        if shared.connections.has_ended(&holder) {
            return Err(session_ended());
        }
        look(shared, &session.session_id);
    }
    Ok(holder)
}

/// Asks identity about a session beside whatever is done under it, where that is due.
fn look(shared: &Shared, session_id: &str) {
    if !shared.connections.ended.is_due(session_id) {
        return;
    }
    let (shared, session_id) = (shared.clone(), session_id.to_owned());
    tokio::spawn(async move { stands(&shared, &session_id).await });
}

/// What identity says, which is remembered; none when it does not answer.
async fn stands(shared: &Shared, session_id: &str) -> Option<bool> {
    let request = GetSessionRequest {
        session_id: session_id.to_owned(),
    };
    match shared.services.identity().get_session(request).await {
        Ok(answer) if answer.get_ref().stands => {
            shared.connections.ended.stood(session_id);
            Some(true)
        }
        Ok(_) => {
            shared.connections.end_session(session_id);
            Some(false)
        }
        Err(status) => {
            tracing::warn!(%status, "whether a session stands is not known");
            None
        }
    }
}

/// Whether this token is an administrator's.
///
/// # Errors
/// When it is not good, or identity does not answer.
pub async fn is_administrator(shared: &Shared, token: Option<&str>) -> Result<bool, Problem> {
    let asked = for_person(GetAccountRequest {}, token);
    let answer = shared.services.identity().get_account(asked).await;
    let account = answer
        .map_err(|status| Problem::from_status(&status))?
        .into_inner()
        .account;
    Ok(account.is_some_and(|account| account.administrator))
}

/// Whether this token is a rating officer's.
///
/// # Errors
/// When it is not good, or pairing does not answer.
pub async fn is_officer(shared: &Shared, token: Option<&str>) -> Result<bool, Problem> {
    let asked = ListFederationsRequest {
        page_size: 1,
        mine: true,
        ..ListFederationsRequest::default()
    };
    let answer = shared.services.pairing();
    let answer = answer
        .clone()
        .list_federations(for_person(asked, token))
        .await;
    let told = answer.map_err(|status| Problem::from_status(&status))?;
    Ok(!told.into_inner().federations.is_empty())
}

/// Whether it is there to be read.
pub fn reads(method: &Method) -> bool {
    method.http.is_some_and(|http| http.verb == Verb::Get)
}

/// Whether somebody signed in changes something by it.
fn changes(method: &Method) -> bool {
    !reads(method) && (method.need != Need::Anyone || method.scope.is_some())
}

fn unknown() -> Problem {
    Problem::new(
        Kind::Unavailable,
        "session_unknown",
        "Whether your session still stands cannot be found out now. Nothing changed: try again in a moment. What you do \
         at your table goes on.",
    )
}
