//! What casual play draws.

use std::{fmt, sync::Arc};

use outflank_access::{
    Problem,
    identifier::{derived_id, hex, random_bytes},
};

type Draw = dyn Fn() -> Result<[u8; 16], Problem> + Send + Sync;

/// Where the lots of casual games come from, and the ids that nobody finds by guessing.
#[derive(Clone)]
pub struct Lots(Arc<Draw>);

/// From the operating system: nobody can foresee them.
impl Default for Lots {
    fn default() -> Self {
        Self(Arc::new(|| random_bytes().map_err(Problem::internal)))
    }
}

impl fmt::Debug for Lots {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Lots")
    }
}

impl Lots {
    /// As somebody draws them for a simulation: no two may be the same.
    pub fn drawn_by(draw: impl Fn() -> [u8; 16] + Send + Sync + 'static) -> Self {
        Self(Arc::new(move || Ok(draw())))
    }

    /// What a draw follows from.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    pub(crate) fn seed(&self) -> Result<u64, Problem> {
        let [a, b, c, d, e, f, g, h, ..] = (self.0)()?;
        Ok(u64::from_be_bytes([a, b, c, d, e, f, g, h]))
    }

    /// A new id.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    pub(crate) fn id(&self) -> Result<String, Problem> {
        Ok(derived_id(&["lot", &hex(&(self.0)()?)]))
    }
}
