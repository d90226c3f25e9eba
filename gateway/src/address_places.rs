//! Places that clients at one address share: how many there are, and how many one address may have.

use std::{net::IpAddr, sync::Arc};

use outflank_access::Problem;

use crate::{
    place_counts::{CountedPlace, NoPlace, PlaceCounts},
    rate_limiter::network,
};

/// How many places of one kind there are, and what whoever gets none is told.
#[derive(Debug, Clone, Copy)]
pub struct PlaceLimits {
    /// Of this process.
    pub most: usize,
    /// Of one address: a club behind one.
    pub most_of_address: usize,
    /// All are taken.
    pub none_left: fn() -> Problem,
    /// The address has as many as it may.
    pub none_for_address: fn(usize) -> Problem,
}

/// The places of one kind that are taken here, by address.
#[derive(Debug)]
pub struct AddressPlaces {
    limits: PlaceLimits,
    taken: Arc<PlaceCounts>,
}

/// One place, until it is dropped.
pub type AddressPlace = CountedPlace;

impl AddressPlaces {
    /// All free.
    pub fn new(limits: PlaceLimits) -> Self {
        Self {
            limits,
            taken: Arc::default(),
        }
    }

    /// One more, for a client at this address.
    ///
    /// # Errors
    /// Where there is none, in the words of the limits.
    pub fn take(&self, address: IpAddr) -> Result<AddressPlace, Problem> {
        let limits = &self.limits;
        let most = (limits.most, limits.most_of_address);
        let taken = self.taken.take(&network(address), most);
        taken.map_err(|none| match none {
            NoPlace::OfAll => (limits.none_left)(),
            NoPlace::OfOne => (limits.none_for_address)(limits.most_of_address),
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use outflank_access::Kind;

    use super::*;

    const MOST: usize = 40;
    const MOST_OF_ADDRESS: usize = 16;

    fn places() -> AddressPlaces {
        AddressPlaces::new(PlaceLimits {
            most: MOST,
            most_of_address: MOST_OF_ADDRESS,
            none_left: || Problem::new(Kind::TooMany, "none_left", "None."),
            none_for_address: |_| Problem::new(Kind::TooMany, "none_for_address", "None."),
        })
    }

    #[test]
    fn an_address_has_so_many_places_and_all_have_so_many() {
        let places = places();
        let address = |number: u32| IpAddr::from(std::net::Ipv4Addr::from(number));
        let own: Vec<_> = (0..MOST_OF_ADDRESS)
            .map(|_| places.take(address(1)).unwrap())
            .collect();
        let refused = places.take(address(1)).unwrap_err();
        assert_eq!(refused.code, "none_for_address");
        drop(own);
        assert!(places.taken.is_empty());
        let all: Vec<_> = (0..MOST)
            .map(|number| {
                let address = address(u32::try_from(number / MOST_OF_ADDRESS).unwrap());
                places.take(address).unwrap()
            })
            .collect();
        let refused = places.take(address(u32::MAX)).unwrap_err();
        assert_eq!(refused.code, "none_left");
        drop(all);
        assert!(places.take(address(u32::MAX)).is_ok());
    }

    #[test]
    fn neighbours_in_an_ipv6_network_are_one_address() {
        let places = places();
        let own: Vec<_> = (0..MOST_OF_ADDRESS)
            .map(|number| {
                let address = format!("2001:db8::{number:x}").parse().unwrap();
                places.take(address).unwrap()
            })
            .collect();
        assert!(places.take("2001:db8::ffff".parse().unwrap()).is_err());
        drop(own);
    }
}
