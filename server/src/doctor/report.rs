//! What the doctor says.

use std::fmt;

use serde::Serialize;

use outflank_offline::{Format, output};

/// How a check came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// As it should be.
    Good,
    /// It works; somebody should know.
    Caution,
    /// Wrong.
    Finding,
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Good => "good",
            Self::Caution => "caution",
            Self::Finding => "FINDING",
        })
    }
}

/// One line.
#[derive(Debug, Serialize)]
struct Check {
    subject: String,
    verdict: Verdict,
    sentence: String,
}

/// Everything that was looked at.
#[derive(Debug, Serialize)]
pub struct Report {
    /// What was examined.
    target: String,
    /// What an acknowledged command survives there; none where that could not be found out.
    promise: Option<String>,
    checks: Vec<Check>,
}

impl Report {
    /// A report on something, still empty.
    pub fn on(target: impl Into<String>) -> Self {
        Self {
            target: target.into(),
            promise: None,
            checks: Vec::new(),
        }
    }

    /// Notes how a check came out.
    pub fn note(
        &mut self,
        verdict: Verdict,
        subject: impl Into<String>,
        sentence: impl Into<String>,
    ) {
        self.checks.push(Check {
            subject: subject.into(),
            verdict,
            sentence: sentence.into(),
        });
    }

    /// Something is as it should be.
    pub fn good(&mut self, subject: impl Into<String>, sentence: impl Into<String>) {
        self.note(Verdict::Good, subject, sentence);
    }

    /// Something works, and somebody should know of it.
    pub fn caution(&mut self, subject: impl Into<String>, sentence: impl Into<String>) {
        self.note(Verdict::Caution, subject, sentence);
    }

    /// Something is wrong.
    pub fn finding(&mut self, subject: impl Into<String>, sentence: impl Into<String>) {
        self.note(Verdict::Finding, subject, sentence);
    }

    /// What an acknowledged command survives.
    pub fn promise(&mut self, verdict: Verdict, promise: impl Into<String>) {
        let promise = promise.into();
        self.note(verdict, "durability", promise.clone());
        self.promise = Some(promise);
    }

    /// Whether nothing is wrong.
    pub fn holds(&self) -> bool {
        self.checks
            .iter()
            .all(|check| check.verdict != Verdict::Finding)
    }

    /// Says everything.
    pub fn print(&self, format: Format) -> anyhow::Result<()> {
        if format == Format::Json {
            return output::json(self);
        }
        for Check {
            subject,
            verdict,
            sentence,
        } in &self.checks
        {
            output::text_line(&format!("{verdict:7}  {subject}: {sentence}"))?;
        }
        let count = |verdict| {
            let checks = self.checks.iter();
            let count = checks.filter(|check| check.verdict == verdict).count();
            format!("{count} {verdict}")
        };
        let counts = [Verdict::Good, Verdict::Caution, Verdict::Finding].map(count);
        output::text_line(&format!(
            "{}: {}",
            self.target,
            counts.join(", ").to_lowercase()
        ))
    }
}
