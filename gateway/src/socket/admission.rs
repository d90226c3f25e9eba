//! Which connections are taken, and what is counted of those that are open.

use std::sync::Arc;

use outflank_access::{Kind, Problem};

use crate::{holder::Holder, state::Shared};

/// One open socket, counted until it ends in whatever way.
pub struct Counted {
    shared: Shared,
    /// Whom it speaks for.
    pub holder: Arc<Holder>,
}

impl Counted {
    fn open(shared: &Shared, holder: Holder) -> Result<Self, Problem> {
        if !shared.sockets.opened(&holder, shared.limits.sockets) {
            return Err(Problem::new(
                Kind::Unavailable,
                "server_full",
                "The server has as many connections as it takes: try again in a minute.",
            ));
        }
        shared.metrics.sockets_opened.add();
        shared.rooms.seats_changed(&holder.seats);
        Ok(Self {
            shared: shared.clone(),
            holder: Arc::new(holder),
        })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let left = self.shared.sockets.closed(&self.holder);
        self.shared.metrics.sockets_closed.add();
        self.shared.rooms.seats_changed(&left);
    }
}

/// One more connection.
///
/// # Errors
/// When the server is full or stopping.
pub fn admit_new(shared: &Shared, holder: Holder) -> Result<Counted, Problem> {
    if shared.stop.is_cancelled() {
        return Err(Problem::new(
            Kind::Unavailable,
            "stopping",
            "The server is stopping; connect again.",
        ));
    }
    Counted::open(shared, holder)
}
