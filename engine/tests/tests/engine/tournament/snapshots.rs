//! Folded tournaments as bytes: read back they are the same, and whoever goes on from them comes to the same.

use super::edition::{hex, played};
use outflank_tournament::*;
use sha2::{Digest as _, Sha256};

/// Digest of what the edition folds of the events below.
const FOLDED: &str = "012a889bb1faac902d4f38f0f7e0fc93af7afab176fa9fbe1cbcd0e32b1b8777";

fn read_back(state: &TournamentState) -> TournamentState {
    TournamentState::from_snapshot(&state.to_snapshot().unwrap()).unwrap()
}

#[test]
fn a_fold_that_goes_on_from_a_snapshot_comes_to_the_same() {
    for (preset, entrants) in [("egp-2020", 9), ("mso-swiss", 16), ("aga-mcmahon", 14)] {
        let stream = played(preset, entrants);
        let mut folded = TournamentState::default();
        for (header, event) in &stream.events {
            folded = evolve(read_back(&folded), header, event);
        }
        assert_eq!(folded, stream.state, "{preset}");
    }
}

#[test]
fn what_another_edition_folded_or_is_damaged_is_not_read() {
    let state = played("egp-2020", 5).state;
    let bytes = state.to_snapshot().unwrap();
    let text = String::from_utf8(bytes.clone()).unwrap();
    let own = format!("{{\"edition\":{FOLD_EDITION},");
    assert!(text.starts_with(&own), "{}", &text[..40]);
    let other = text.replacen(&own, &format!("{{\"edition\":{},", FOLD_EDITION + 1), 1);
    let refused = TournamentState::from_snapshot(other.as_bytes()).unwrap_err();
    assert!(
        refused.to_string().contains("edition 3 folded it"),
        "{refused}"
    );
    for cut in (0..bytes.len()).step_by(997) {
        assert!(TournamentState::from_snapshot(&bytes[..cut]).is_err());
    }
}

#[test]
fn what_an_edition_folds_does_not_change() {
    let mut digest = Sha256::new();
    for (preset, entrants) in [
        ("egp-2020", 9),
        ("mso-swiss", 16),
        ("mso-round-robin", 8),
        ("aga-mcmahon", 14),
        ("club", 10),
    ] {
        digest.update(played(preset, entrants).state.to_snapshot().unwrap());
    }
    assert_eq!(
        (FOLD_EDITION, &*hex(digest)),
        (2, FOLDED),
        "events are folded otherwise, or the state has something else in it: count FOLD_EDITION up, and keep the new \
         digest here"
    );
}
