use std::fmt;

/// Something a lenient reader could not take as it stood.
///
/// A problem never stops a reader: what could be read is in the value beside it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Problem {
    /// Line of the file, counted from 1; for binary files the number of the record.
    pub line: u32,
    /// Stable name of the kind of problem, in `snake_case`.
    pub code: &'static str,
    /// One sentence: what is wrong and what would be right.
    pub what: String,
}

impl Problem {
    pub(crate) fn new(line: u32, code: &'static str, what: impl Into<String>) -> Self {
        Self {
            line,
            code,
            what: what.into(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// What a lenient reader made of a file: everything readable, and everything that was not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed<T> {
    /// The readable part.
    pub value: T,
    /// The unreadable part, in the order of the file.
    pub problems: Vec<Problem>,
}
