//! What a bot does without any random source.

use outflank_access::identifier;

/// A number below the bound that follows from its parts.
pub fn whim(parts: &[&str], bound: u64) -> u64 {
    identifier::derived_number(parts) % bound.max(1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_choice_is_taken_now_and_then_and_the_same_one_each_time() {
        let taken = |ply: usize| whim(&["game", &ply.to_string()], 7);
        let all: BTreeSet<u64> = (0..200).map(taken).collect();
        assert_eq!(all, (0..7).collect());
        assert_eq!(taken(5), taken(5));
        assert_eq!(whim(&["alone"], 0), 0);
    }
}
