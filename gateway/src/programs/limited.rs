//! How often a program may ask: the same counters as over REST.

use std::net::IpAddr;

use outflank_access::{Kind, Person, Problem, identifier};
use outflank_proto::{contract::Method, identity::v1 as identity};
use prost::Message as _;
use tonic::Status;

use crate::{
    problem::ApiProblem, programs::standing, rate_limiter::Counted, request::Bearer, state::Shared,
};

/// What identity answers about a seat code that it never gave out, or that is too old.
const UNKNOWN_SEAT_CODE: &str = "unknown_seat_code";

/// The tag of what is read of contests and done in them. What an account does there counts as commands at one table: others
/// wait for their turn meanwhile.
const CONTESTS: &str = "contests";

/// What a call was counted as before it was answered.
pub enum Use {
    /// Nothing that its answer changes.
    Any,
    /// An account that is made or kept.
    Account(Counted),
    /// An API key that may not be good.
    Key(String, Counted),
}

impl Use {
    /// Takes it back where the answer says that it was none.
    pub async fn answered(self, shared: &Shared, refusal: Option<&Status>) {
        let kind = refusal.map(|status| Problem::from_status(status).kind);
        match self {
            Self::Account(counted) if kind == Some(Kind::Invalid) => {
                shared.limiter.take_back(counted).await;
            }
            Self::Key(key, counted) => shared.api_keys.answered(&key, counted, kind).await,
            Self::Account(_) | Self::Any => {}
        }
    }
}

/// Counts a call, where it is of those that are counted. Sign-ins identity counts, which knows who is known.
///
/// # Errors
/// When the rate is used up.
pub async fn admit(
    shared: &Shared,
    (method, person): (&Method, Option<&Person>),
    address: IpAddr,
    message: &[u8],
) -> Result<Use, ApiProblem> {
    let (limits, limiter) = (&shared.limits, &shared.limiter);
    if let Some(person) = person
        && method.tag == CONTESTS
        && !standing::reads(method)
    {
        shared.command_rates.admit(&person.account_id, CONTESTS)?;
    }
    let of_identity = method
        .path
        .strip_prefix("/outflank.identity.v1.IdentityService/");
    match of_identity {
        // Who keeps an account hears whether a login is taken, as who makes one does.
        Some("CreateAccount" | "OpenGuestSession" | "KeepAccount") => {
            let rate = limits.account_attempts_per_address;
            limiter
                .admit_address("account-attempts", address, rate)
                .await?;
            let rate = limits.accounts_per_address;
            let counted = limiter.admit_address("accounts", address, rate).await?;
            Ok(Use::Account(counted))
        }
        Some("GetSeatCode" | "ClaimSeat") => {
            admit_seat_code(shared, address, message).await?;
            Ok(Use::Any)
        }
        Some("ExchangeApiKey") => {
            let asked = identity::ExchangeApiKeyRequest::decode(message);
            let key = asked.map_err(Problem::internal)?.key;
            let counted = shared.api_keys.count(address, &key).await?;
            Ok(Use::Key(key, counted))
        }
        _ => Ok(Use::Any),
    }
}

/// Counts a seat code. A good one counts by itself, wherever it is used; one that is good for nothing counts against its
/// address, so that who guesses there uses nothing up that his neighbours need. It is looked up first: who guesses gets
/// no further.
async fn admit_seat_code(
    shared: &Shared,
    address: IpAddr,
    message: &[u8],
) -> Result<(), ApiProblem> {
    let (limits, limiter) = (&shared.limits, &shared.limiter);
    let rate = limits.seat_claims_per_address;
    limiter.admit_address("seats", address, rate).await?;
    // Both messages begin with the code.
    let asked = identity::GetSeatCodeRequest::decode(message).map_err(Problem::internal)?;
    let code = identifier::typed_code(&asked.code);
    let found = shared.nameless.identity().get_seat_code(asked).await;
    let missed = found.map_err(|status| Problem::from_status(&status)).err();
    match missed.filter(|problem| problem.code == UNKNOWN_SEAT_CODE) {
        Some(unknown) => {
            let rate = limits.seat_misses_per_address;
            limiter.admit_address("seat-misses", address, rate).await?;
            Err(unknown.into())
        }
        None => {
            let rate = limits.uses_per_seat_code;
            limiter.admit("seat-code", &code, rate).await?;
            Ok(())
        }
    }
}

/// Counts an opened stream, or a socket's ticket: by its account, or by its address where it is for nobody in particular.
///
/// # Errors
/// When the rate is used up, or the token is not good.
pub async fn admit_ticket(
    shared: &Shared,
    address: IpAddr,
    bearer: &Bearer,
) -> Result<(), Problem> {
    let (limits, limiter) = (&shared.limits, &shared.limiter);
    match bearer.token() {
        Some(token) => {
            let account_id = shared.tokens.person(token)?.account_id;
            let rate = limits.tickets_per_account;
            limiter.admit("tickets-of", &account_id, rate).await?;
        }
        None => {
            let rate = limits.tickets_per_address;
            limiter.admit_address("tickets", address, rate).await?;
        }
    }
    Ok(())
}
