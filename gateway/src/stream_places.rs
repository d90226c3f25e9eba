//! Places of answers that go on for long: how many there are at a time.

use std::net::IpAddr;

use outflank_access::{Kind, Problem, problem};

use crate::address_places::{AddressPlace, AddressPlaces, PlaceLimits};

/// How many streams of one kind there may be: of an address those of a club's programs behind one.
const LIMITS: PlaceLimits = PlaceLimits {
    most: 1_000,
    most_of_address: 16,
    none_left: || {
        Problem::new(
            Kind::TooMany,
            "too_many_streams",
            "The server has as many streams as it takes: try again in a minute.",
        )
    },
    none_for_address: |most| {
        problem!(
            Kind::TooMany,
            "too_many_streams",
            "{most} streams are open at this address, as many as there may be: end one first.",
            most,
        )
    },
};

/// The streams of one kind that are open here, by address.
#[derive(Debug)]
pub struct StreamPlaces(AddressPlaces);

impl Default for StreamPlaces {
    fn default() -> Self {
        Self(AddressPlaces::new(LIMITS))
    }
}

/// One stream's place, until it is dropped.
pub type StreamPlace = AddressPlace;

impl StreamPlaces {
    /// One more stream, of a client at this address.
    ///
    /// # Errors
    /// `too_many_streams`.
    pub fn open(&self, address: IpAddr) -> Result<StreamPlace, Problem> {
        self.0.take(address)
    }
}
