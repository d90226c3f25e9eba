//! How every property is tried: so many cases of one seed, the same ones wherever and however the binary is run.
//! `PROPTEST_RNG_SEED` and `PROPTEST_CASES` ask for others.

use proptest::{prelude::ProptestConfig, test_runner::RngSeed};

/// So many cases of the one seed.
pub fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(20_260_509),
        ..ProptestConfig::with_cases(cases)
    }
}
