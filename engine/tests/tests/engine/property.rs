//! How every property is tried: so many cases of one seed, the same ones wherever and however the binary is run.
//! `PROPTEST_RNG_SEED` and `PROPTEST_CASES` ask for others.

use std::cell::RefCell;

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, contextualize_config};

use crate::sources::{files, repository};

const SEED: u64 = 20_260_509;

/// So many cases of the one seed.
pub fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(SEED),
        ..ProptestConfig::with_cases(cases)
    }
}

fn drawn() -> Vec<u64> {
    let drawn = RefCell::new(Vec::new());
    proptest!(cases(16), |(number: u64)| drawn.borrow_mut().push(number));
    drawn.into_inner()
}

#[test]
fn the_seed_is_in_force() {
    let asked = std::env::var("PROPTEST_RNG_SEED").ok();
    let wanted = asked.map_or(SEED, |seed| seed.parse().expect("a seed is a number"));
    let found = contextualize_config(cases(1)).rng_seed;
    assert_eq!(found, RngSeed::Fixed(wanted));
    let (once, again) = (drawn(), drawn());
    assert!(once.len() >= 16 || std::env::var_os("PROPTEST_CASES").is_some());
    assert_eq!(once, again);
}

/// No property of the repository draws its cases in a way of its own.
#[test]
fn every_property_is_tried_from_the_one_seed() {
    let folders = [
        "client", "engine", "gateway", "offline", "platform", "proto", "server", "services",
        "tests",
    ];
    let mut properties = 0;
    for file in files(folders.map(|folder| repository().join(folder)).into()) {
        let source = std::fs::read_to_string(&file).unwrap();
        let mut lines = source.lines().map(str::trim);
        while let Some(line) = lines.next() {
            let file = file.display();
            if ["proptest! {", "proptest::proptest! {"]
                .iter()
                .any(|begin| line.starts_with(begin))
            {
                let config = lines.next().unwrap_or_default();
                assert!(
                    config.starts_with("#![proptest_config(crate::property::cases("),
                    "{file}: {config}"
                );
                properties += 1;
            }
            // A runner by hand is either the deterministic one or has a configuration from here.
            for own in ["TestRunner::new", "TestRunner::default"] {
                let here = file.to_string().ends_with("engine/property.rs");
                assert!(here || !line.contains(own), "{file}: {line}");
            }
        }
    }
    assert!(properties >= 9, "{properties} blocks of properties");
}
