//! Failures of a store that pass by themselves: the same command may be taken soon.

use std::fmt::{Debug, Display};
use std::io;

use crate::JournalError;

/// Postgres: connection lost, not enough resources, an operator's intervention (a server that stops, starts or fell
/// behind its primary), errors of its system, by the first two characters of the SQLSTATE.
const POSTGRES_CLASSES: [&str; 4] = ["08", "53", "57", "58"];
/// Postgres: a serialization failure, a deadlock, a standby that takes no writes, a lock not to be had.
const POSTGRES_CODES: [&str; 4] = ["40001", "40P01", "25006", "55P03"];
/// SQLite's primary codes `BUSY`, `LOCKED`, `IOERR`, `FULL`, `CANTOPEN`.
const SQLITE_CODES: [u32; 5] = [5, 6, 10, 13, 14];

/// What a store said when it failed.
pub trait StoreFailure: Debug + Display {
    /// Whether the store cannot be reached or cannot work now, so that nothing is wrong with what was asked.
    fn is_away(&self) -> bool;
}

impl StoreFailure for sqlx::Error {
    fn is_away(&self) -> bool {
        match self {
            Self::Io(_)
            | Self::Tls(_)
            | Self::Protocol(_)
            | Self::PoolTimedOut
            | Self::PoolClosed
            | Self::WorkerCrashed => true,
            Self::Database(error) => error.code().is_some_and(|code| passes(&code)),
            // A new connection was not got ready.
            Self::Configuration(cause) => cause
                .downcast_ref::<JournalError>()
                .is_some_and(StoreFailure::is_away),
            _ => false,
        }
    }
}

impl StoreFailure for rusqlite::Error {
    fn is_away(&self) -> bool {
        let code = self.sqlite_error().map(|error| error.extended_code & 0xff);
        code.is_some_and(|code| {
            SQLITE_CODES
                .iter()
                .any(|away| i64::from(*away) == i64::from(code))
        })
    }
}

impl StoreFailure for io::Error {
    fn is_away(&self) -> bool {
        true
    }
}

/// SQLite's codes are decimal numbers with the primary code in the lowest byte, and up to four digits; Postgres' have
/// five characters.
fn passes(code: &str) -> bool {
    if code.len() == 5 {
        return POSTGRES_CODES.contains(&code)
            || POSTGRES_CLASSES.iter().any(|class| code.starts_with(class));
    }
    code.parse::<u32>()
        .is_ok_and(|code| SQLITE_CODES.contains(&(code & 0xff)))
}

impl<T: StoreFailure + ?Sized> StoreFailure for &T {
    fn is_away(&self) -> bool {
        (**self).is_away()
    }
}

impl StoreFailure for JournalError {
    fn is_away(&self) -> bool {
        match self {
            Self::Storage { cause, .. } => cause.is_away(),
            Self::OutcomeUnknown | Self::Closed | Self::Unreachable { .. } => true,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::passes;

    #[test]
    fn what_passes_by_itself_is_told_from_what_does_not() {
        for code in [
            "57P01", "57P03", "58030", "08006", "53300", "40001", "25006", "5", "517", "13", "10",
            "1034",
        ] {
            assert!(passes(code), "{code}");
        }
        for code in [
            "23505", "42P01", "22P02", "1555", "2067", "1", "11", "26", "",
        ] {
            assert!(!passes(code), "{code}");
        }
    }
}
