//! How often a program may ask: the same counters as over REST.

use std::net::IpAddr;

use outflank_access::Problem;

use crate::{problem::ApiProblem, state::Shared};

/// Counts a call, where it is of those that are counted.
///
/// # Errors
/// When the rate is used up.
pub async fn admit(shared: &Shared, rpc: &str, address: IpAddr) -> Result<(), ApiProblem> {
    let (limits, limiter) = (&shared.limits, &shared.limiter);
    let method = rpc.strip_prefix("/outflank.identity.v1.IdentityService/");
    let (name, rate) = match method {
        Some("SignIn") => ("sign-in", limits.sign_ins_per_address),
        Some("CreateAccount") => ("accounts", limits.accounts_per_address),
        Some("GetSeatCode" | "ClaimSeat") => ("seats", limits.seat_claims_per_address),
        Some("ExchangeApiKey") => ("key-exchanges", limits.key_exchanges_per_address),
        _ => return Ok(()),
    };
    limiter.admit_address(name, address, rate).await
}

/// Counts an opened stream like a socket's ticket.
///
/// # Errors
/// When the rate is used up.
pub async fn admit_stream(shared: &Shared, address: IpAddr) -> Result<(), Problem> {
    let rate = shared.limits.tickets_per_address;
    let limiter = &shared.limiter;
    Ok(limiter.admit_address("tickets", address, rate).await?)
}
