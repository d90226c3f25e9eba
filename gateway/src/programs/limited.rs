//! How often a program may ask: the same counters as over REST.

use std::net::IpAddr;

use outflank_access::Problem;

use crate::{limits, problem::ApiProblem, programs::call, state::Shared};

/// Counts a call, where it is of those that are counted.
///
/// # Errors
/// When the rate is used up.
pub async fn admit(
    shared: &Shared,
    rpc: &str,
    address: IpAddr,
    message: &[u8],
) -> Result<(), ApiProblem> {
    let limits = &shared.limits;
    let method = rpc.strip_prefix("/outflank.identity.v1.IdentityService/");
    let (name, rate) = match method {
        Some("SignIn") => ("sign-in", limits.sign_ins_per_address),
        Some("CreateAccount") => ("accounts", limits.accounts_per_address),
        Some("GetSeatCode" | "ClaimSeat") => ("seats", limits.seat_claims_per_address),
        Some("ExchangeApiKey") => ("key-exchanges", limits.key_exchanges_per_address),
        _ => return Ok(()),
    };
    limits::admit_address(shared, name, address, rate).await?;
    if method == Some("SignIn")
        && let Some(login) = call::login(message)
    {
        limits::admit(shared, "sign-in-to", &login, limits.sign_ins_per_login).await?;
    }
    Ok(())
}

/// Counts an opened stream like a socket's ticket.
///
/// # Errors
/// When the rate is used up.
pub async fn admit_stream(shared: &Shared, address: IpAddr) -> Result<(), Problem> {
    let rate = shared.limits.tickets_per_address;
    Ok(limits::admit_address(shared, "tickets", address, rate).await?)
}
