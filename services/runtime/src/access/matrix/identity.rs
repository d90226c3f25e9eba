//! Accounts, sessions and seat codes.

use super::{CONSUMERS, GATEWAY};
use crate::access::{Need, Role};

pub(super) const ROWS: &[(&str, Need)] = &[
    (
        "/outflank.identity.v1.IdentityService/CreateAccount",
        Need::Anyone,
    ),
    ("/outflank.identity.v1.IdentityService/SignIn", Need::Anyone),
    (
        "/outflank.identity.v1.IdentityService/RefreshSession",
        Need::Anyone,
    ),
    (
        "/outflank.identity.v1.IdentityService/SignOut",
        Need::Anyone,
    ),
    (
        "/outflank.identity.v1.IdentityService/GetAccount",
        Need::Account,
    ),
    (
        "/outflank.identity.v1.IdentityService/IssueSeatCode",
        Need::Service(&[Role::Pairing]),
    ),
    (
        "/outflank.identity.v1.IdentityService/GetSeatCode",
        Need::Anyone,
    ),
    (
        "/outflank.identity.v1.IdentityService/ClaimSeat",
        Need::Anyone,
    ),
    ("/outflank.identity.v1.IdentityService/GetSession", GATEWAY),
    (
        "/outflank.identity.v1.IdentityService/GetKeySet",
        Need::Anyone,
    ),
    (
        "/outflank.identity.v1.IdentityService/CreateProgram",
        Need::Member,
    ),
    (
        "/outflank.identity.v1.IdentityService/ListPrograms",
        Need::Member,
    ),
    (
        "/outflank.identity.v1.IdentityService/IssueApiKey",
        Need::Member,
    ),
    (
        "/outflank.identity.v1.IdentityService/ListApiKeys",
        Need::Member,
    ),
    (
        "/outflank.identity.v1.IdentityService/RevokeApiKey",
        Need::Member,
    ),
    (
        "/outflank.identity.v1.IdentityService/ExchangeApiKey",
        Need::Anyone,
    ),
    ("/outflank.identity.v1.IdentityService/ReadFacts", CONSUMERS),
];
