//! The life of a process, and how far the commands in it have come.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio_util::sync::CancellationToken;

use crate::coverage::{Doing, Point};

/// So long a command counts as just answered, ms.
const JUST_MS: i64 = 250;

/// The life of one process: when it is over, nothing that it still does has any effect.
#[derive(Debug, Clone, Default)]
pub struct Life {
    over: CancellationToken,
    under_way: Arc<Mutex<BTreeMap<String, Step>>>,
    fate: Arc<Mutex<Option<Fate>>>,
    course: Arc<Mutex<Course>>,
}

/// How a process fared, by simulated time, ms.
#[derive(Debug, Clone, Default)]
pub struct Course {
    /// When its death was noticed.
    pub died_ms: Option<i64>,
    /// From when to when something was wrong between it and its journal or the live state, as soon as it is known.
    pub disturbed: Vec<(i64, i64)>,
}

/// What a process dies of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// The next command that comes to this point; moves, of which there are most, may be passed over.
    At {
        /// The point.
        point: Point,
        /// Whether a move is as good as any other command.
        moves_too: bool,
    },
    /// So many more looks into its journal.
    Looks(usize),
}

/// How far a command has come.
#[derive(Debug)]
struct Step {
    doing: Doing,
    point: Point,
    since_ms: i64,
    /// Somebody outside waits for an answer.
    awaited: bool,
}

impl Life {
    /// Ends it.
    pub fn end(&self) {
        self.over.cancel();
    }

    /// It will end so, unless it gets another fate before.
    pub fn awaits(&self, fate: Option<Fate>) {
        *self.fate() = fate;
    }

    fn fate(&self) -> MutexGuard<'_, Option<Fate>> {
        self.fate.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The process looks into its journal.
    pub fn looks(&self) {
        let mut fate = self.fate();
        match &mut *fate {
            Some(Fate::Looks(0)) => self.end(),
            Some(Fate::Looks(more)) => *more -= 1,
            Some(Fate::At { .. }) | None => {}
        }
    }

    /// Whether it has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over.is_cancelled()
    }

    /// Returns when it has ended.
    pub async fn over(&self) {
        self.over.cancelled().await;
    }

    /// Returns while the process lives, never afterwards.
    pub async fn go_on(&self) {
        if self.is_over() {
            std::future::pending::<()>().await;
        }
    }

    /// Something is wrong between the process and its journal or the live state, from one instant to the other.
    pub fn is_disturbed(&self, (from_ms, to_ms): (i64, i64)) {
        self.course().disturbed.push((from_ms, to_ms));
    }

    /// It has ended by now.
    pub fn has_died(&self, now_ms: i64) {
        self.course().died_ms.get_or_insert(now_ms);
    }

    /// How it fared so far.
    pub fn course(&self) -> MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn under_way(&self) -> MutexGuard<'_, BTreeMap<String, Step>> {
        self.under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// A command has come to this point. What comes twice is where the first of it is.
    pub fn reaches(&self, point: Point, doing: &Doing, now_ms: i64) {
        let Some(id) = doing.id.clone() else {
            return;
        };
        if self.is_over() {
            return;
        }
        let mut under_way = self.under_way();
        let step = under_way.entry(id).or_insert_with(|| Step {
            doing: doing.clone(),
            point,
            since_ms: now_ms,
            awaited: point == Point::Received,
        });
        let again = point == Point::Received && step.point == Point::Answered;
        if again || point > step.point {
            step.point = match point {
                // What a service does of itself has nobody to be answered.
                Point::Known if !step.awaited => Point::Answered,
                _ => point,
            };
            step.since_ms = now_ms;
            let ends = |fate: &Fate| {
                let Fate::At { point, moves_too } = fate else {
                    return false;
                };
                *point == step.point && (*moves_too || doing.kind != "move")
            };
            if self.fate().as_ref().is_some_and(ends) {
                self.end();
            }
        }
    }

    /// A command came to nothing here: it was refused, or dropped.
    pub fn leaves(&self, doing: &Doing) {
        if let Some(id) = &doing.id
            && !self.is_over()
        {
            self.under_way().remove(id);
        }
    }

    /// Where every command was that was under way, or had just been answered.
    #[must_use]
    pub fn points(&self, now_ms: i64) -> Vec<(Point, Doing)> {
        let under_way = self.under_way();
        let recent = under_way
            .values()
            .filter(|step| step.point != Point::Answered || now_ms - step.since_ms <= JUST_MS);
        recent
            .map(|step| (step.point, step.doing.clone()))
            .collect()
    }
}
