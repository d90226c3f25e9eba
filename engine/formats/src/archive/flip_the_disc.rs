//! FlipTheDisc's JSON.

use super::{ArchiveEvent, ArchiveFile, told};
use crate::flip_the_disc;
use crate::problem::Problem;

pub(super) fn take(file: ArchiveFile<'_>, problems: &mut Vec<Problem>) -> Vec<ArchiveEvent> {
    let parsed = flip_the_disc::read(file.bytes);
    problems.extend(parsed.problems);
    told::taken(parsed.value.event, file.name, problems)
        .into_iter()
        .collect()
}
