//! Standings and crosstables, folded from the pairing service's feed.
