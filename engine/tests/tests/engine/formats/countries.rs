//! The countries of the players lists and their zones of federation numbers.

use std::collections::BTreeSet;

use outflank_formats::papp::{COUNTRIES, first_free_number};

#[test]
fn zones_do_not_overlap_and_codes_are_in_order() {
    for pair in COUNTRIES.windows(2) {
        assert!(
            pair[0].code < pair[1].code,
            "{} {}",
            pair[0].code,
            pair[1].code
        );
    }
    for a in COUNTRIES {
        for b in COUNTRIES {
            let apart = a.zone.end() < b.zone.start() || b.zone.end() < a.zone.start();
            assert!(a.code == b.code || apart, "{} {}", a.code, b.code);
        }
    }
}

#[test]
fn a_new_player_gets_the_first_free_number_of_the_zone() {
    let taken = BTreeSet::from([140_000, 140_001, 140_003]);
    assert_eq!(first_free_number("NOR", &taken), Some(140_002));
    assert_eq!(first_free_number("XXX", &taken), Some(9_000));
    let full: BTreeSet<u32> = (230_000..=234_999).collect();
    assert_eq!(first_free_number("HRV", &full), None);
}
