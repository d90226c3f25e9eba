//! Where a caller is, for the services that are told so.

use std::net::IpAddr;

use bytes::Bytes;
use outflank_proto::{contract::Method, schema};
use prost::encoding;

use crate::rate_limiter::network;

/// The number of the field in which a method's service is told where the caller is; none where it is not.
pub fn of(method: &Method) -> Option<u32> {
    let field = schema::message(method.input)?.field("address")?;
    field.server.then_some(field.number)
}

/// The message with the caller's address. Of what a message says twice the last counts, so nothing that a caller wrote
/// there does.
pub fn told(message: &Bytes, field: u32, address: IpAddr) -> Bytes {
    let mut told = message.to_vec();
    encoding::string::encode(field, &network(address), &mut told);
    told.into()
}
