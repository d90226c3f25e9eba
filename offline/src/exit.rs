//! How a command ends: one table of exit codes for all of them.

use std::{fmt, process::ExitCode};

/// How a command ended. Scripts rely on the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done, and nothing is wrong.
    Good = 0,
    /// Something is wrong, or the command was not done to its end.
    Findings = 1,
    /// Nothing was begun.
    Usage = 2,
}

impl Exit {
    /// In the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Good, Self::Findings, Self::Usage];

    /// Good where nothing was found.
    #[must_use]
    pub fn of_findings(found: bool) -> Self {
        if found { Self::Findings } else { Self::Good }
    }

    /// What an error makes of the command that it ends.
    #[must_use]
    pub fn of_error(error: &anyhow::Error) -> Self {
        match error.downcast_ref::<Misuse>() {
            Some(_) => Self::Usage,
            None => Self::Findings,
        }
    }

    /// The number that the shell gets.
    #[must_use]
    pub fn code(self) -> u8 {
        self as u8
    }

    /// When a command ends so.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Good => "Done, and nothing is wrong.",
            Self::Findings => {
                "Something is wrong, or it was not done: findings, a refusal, a failure, or nothing left to do; the answer or \
                 standard error says what."
            }
            Self::Usage => {
                "Not begun: the command line is wrong, or what it names to read (its files, its database, the settings file) \
                 cannot be read."
            }
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// An error that ends a command with [`Exit::Usage`].
#[derive(Debug)]
struct Misuse(anyhow::Error);

impl fmt::Display for Misuse {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:#}", self.0)
    }
}

impl std::error::Error for Misuse {}

/// Says of what failed that the command line does not fit, or what it gave to read cannot be read.
pub trait OrMisuse<T> {
    /// The error, if there is one, ends the command with [`Exit::Usage`].
    ///
    /// # Errors
    /// The same.
    fn or_misuse(self) -> anyhow::Result<T>;
}

impl<T, E: Into<anyhow::Error>> OrMisuse<T> for Result<T, E> {
    fn or_misuse(self) -> anyhow::Result<T> {
        self.map_err(|error| Misuse(error.into()).into())
    }
}

/// An error that says how the command line does not fit.
#[must_use]
pub fn misuse(sentence: String) -> anyhow::Error {
    Misuse(anyhow::Error::msg(sentence)).into()
}
