//! A store's failure, as a caller sees it.

use outflank_access::Problem;
use outflank_journal::StoreFailure;

/// What a store's failure means to who asked.
pub(crate) fn stored(error: impl StoreFailure) -> Problem {
    let away = error.is_away();
    Problem::stored(error, away)
}
