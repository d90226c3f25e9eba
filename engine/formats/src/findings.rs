//! The problems of a file, however many there are.

use crate::problem::Problem;

/// So many are told; of the rest, that there are more.
const MOST: usize = 1_000;
/// So many characters of what a file says are repeated in a sentence about it.
const MOST_SHOWN: usize = 60;

/// Collects problems in the order they are met.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    problems: Vec<Problem>,
    more: Option<u32>,
}

impl Findings {
    pub(crate) fn add(&mut self, line: u32, code: &'static str, what: impl Into<String>) {
        if self.problems.len() < MOST {
            self.problems.push(Problem::new(line, code, what));
        } else {
            self.more = Some(self.more.map_or(line, |first| first.min(line)));
        }
    }

    /// All of them by line.
    pub(crate) fn told(mut self) -> Vec<Problem> {
        self.problems.sort_by_key(|problem| problem.line);
        if let Some(line) = self.more {
            let what = format!("there are more than {MOST} problems; the others are not listed");
            self.problems
                .push(Problem::new(line, "more_problems", what));
        }
        self.problems
    }
}

/// What a file says, cut to the length of a sentence.
pub(crate) fn shown(text: &str) -> String {
    let mut letters = text.trim().chars();
    let mut shown: String = letters.by_ref().take(MOST_SHOWN).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}
