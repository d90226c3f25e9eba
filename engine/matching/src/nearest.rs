//! Who is nearest to a node.

use crate::weight::Weight;

/// The even vertex that is nearest to a node.
#[derive(Clone, Copy)]
pub struct Nearest<W> {
    /// The vertex; 0 if none is known, and then the slack is beyond all.
    pub vertex: usize,
    /// The slack of the edge from it.
    pub slack: W,
}

impl<W: Weight> Nearest<W> {
    /// None is known.
    pub const UNKNOWN: Self = Self {
        vertex: 0,
        slack: W::BEYOND,
    };
    /// Of an odd node: nothing is nearer.
    pub const NEVER: Self = Self {
        vertex: 0,
        slack: W::ZERO,
    };
}
