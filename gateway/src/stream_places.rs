//! Places of answers that go on for long: how many there are at a time.

use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use outflank_access::{Kind, Problem, problem};

use crate::rate_limiter::network;

/// Most streams of one address: a club's programs behind one.
const MOST_OF_ADDRESS: usize = 16;
/// Most streams of this process.
const MOST: usize = 1_000;

/// The streams of one kind that are open here, by address.
#[derive(Debug, Default)]
pub struct StreamPlaces {
    open: Mutex<BTreeMap<String, usize>>,
}

/// One stream's place, until it is dropped.
#[derive(Debug)]
pub struct StreamPlace {
    among: Arc<StreamPlaces>,
    address: String,
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut open = self.among.lock();
        if let Some(count) = open.get_mut(&self.address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

impl StreamPlaces {
    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more stream, of a client at this address.
    ///
    /// # Errors
    /// `too_many_streams`.
    pub fn open(self: &Arc<Self>, address: IpAddr) -> Result<StreamPlace, Problem> {
        let address = network(address);
        let mut open = self.lock();
        if open.values().sum::<usize>() >= MOST {
            return Err(Problem::new(
                Kind::TooMany,
                "too_many_streams",
                "The server has as many streams as it takes: try again in a minute.",
            ));
        }
        let own = open.entry(address.clone()).or_default();
        if *own >= MOST_OF_ADDRESS {
            return Err(problem!(
                Kind::TooMany,
                "too_many_streams",
                "{most} streams are open at this address, as many as there may be: end one first.",
                most = MOST_OF_ADDRESS,
            ));
        }
        *own += 1;
        Ok(StreamPlace {
            among: Arc::clone(self),
            address,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn an_address_has_so_many_streams_and_all_have_so_many() {
        let places = Arc::new(StreamPlaces::default());
        let address = |number: u32| IpAddr::from(std::net::Ipv4Addr::from(number));
        let own: Vec<_> = (0..MOST_OF_ADDRESS)
            .map(|_| places.open(address(1)).unwrap())
            .collect();
        let refused = places.open(address(1)).unwrap_err();
        assert_eq!(refused.code, "too_many_streams");
        drop(own);
        assert!(places.lock().is_empty());
        let all: Vec<_> = (0..MOST)
            .map(|number| {
                let address = address(u32::try_from(number / MOST_OF_ADDRESS).unwrap());
                places.open(address).unwrap()
            })
            .collect();
        assert!(places.open(address(u32::MAX)).is_err());
        drop(all);
        assert!(places.open(address(u32::MAX)).is_ok());
    }

    #[test]
    fn neighbours_in_an_ipv6_network_are_one_address() {
        let places = Arc::new(StreamPlaces::default());
        let own: Vec<_> = (0..MOST_OF_ADDRESS)
            .map(|number| {
                let address = format!("2001:db8::{number:x}").parse().unwrap();
                places.open(address).unwrap()
            })
            .collect();
        assert!(places.open("2001:db8::ffff".parse().unwrap()).is_err());
        drop(own);
    }
}
