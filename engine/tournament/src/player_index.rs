//! Which player of a table.

/// A player by his index in the [`ResultTable`](crate::ResultTable) that is paired. A search also counts vertices, chairs
/// and places drawn; none of them is a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PlayerIndex(pub usize);

impl PlayerIndex {
    pub fn pair((one, two): (usize, usize)) -> (Self, Self) {
        (Self(one), Self(two))
    }
}
