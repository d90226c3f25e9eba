//! Positions that rulings take, after everything else is ranked (MSO 5.1).

use crate::table::Fall;

/// The lines in groups of equal rank, once those who fall are where they fall to. Who shares a rank falls behind those he
/// shares it with, which is the first position; who falls alike from one rank stays equal.
pub(crate) fn fallen<T>(
    lines: Vec<T>,
    rank: impl Fn(&T) -> u32,
    fall: impl Fn(&T) -> Fall,
) -> Vec<Vec<T>> {
    let (out, lines): (Vec<T>, Vec<T>) =
        lines.into_iter().partition(|line| fall(line).disqualified);
    let mut groups = equal(lines, &rank);
    // From the bottom, so that two neighbours dropped alike both fall.
    for at in (0..groups.len()).rev() {
        let Some(group) = groups.get(at) else {
            continue;
        };
        let mut drops: Vec<u32> = group.iter().map(|line| fall(line).positions).collect();
        drops.retain(|&positions| positions > 0);
        drops.sort_unstable_by(|a, b| b.cmp(a));
        drops.dedup();
        let mut at = at;
        for positions in drops {
            let (falling, staying): (Vec<T>, Vec<T>) = groups
                .remove(at)
                .into_iter()
                .partition(|line| fall(line).positions == positions);
            let mut positions = usize::try_from(positions).unwrap_or(usize::MAX);
            if !staying.is_empty() {
                groups.insert(at, staying);
                positions -= 1;
                at += 1;
            }
            let target = at.saturating_add(positions).min(groups.len());
            groups.insert(target, falling);
            at = at.saturating_sub(1);
        }
    }
    groups.extend(equal(out, &rank));
    groups
}

fn equal<T>(lines: Vec<T>, rank: &impl Fn(&T) -> u32) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    for line in lines {
        match groups.last_mut() {
            Some(group) if group.last().is_some_and(|last| rank(last) == rank(&line)) => {
                group.push(line);
            }
            _ => groups.push(vec![line]),
        }
    }
    groups
}
