//! Which connections are taken, and what is counted of those that are open.

use std::sync::Arc;

use http::Extensions;
use outflank_access::{Kind, Problem};

use crate::{
    frames::outbox::Closing,
    holder::Holder,
    key_limits::KeyLine,
    places::{Occupant, Place, Standing},
    state::Shared,
};

/// Others come before it.
pub const SHED: Closing = Closing {
    code: 1013,
    reason: "The server is full and others come first: try again in a minute.",
};

/// One open socket, counted until it ends in whatever way.
pub struct Counted {
    shared: Shared,
    /// Its place among sockets.
    place: Place,
    /// What has the place of the connection that carries it.
    connection: Option<Arc<Occupant>>,
    /// Among those of the API key that opened it.
    _of_key: Option<KeyLine>,
    /// Whom it speaks for.
    pub holder: Arc<Holder>,
}

impl Counted {
    fn open(shared: &Shared, holder: Holder, extensions: &Extensions) -> Result<Self, Problem> {
        let of_key = holder.key().map(|key| shared.key_limits.line(key));
        let of_key = of_key.transpose()?;
        let account_id = holder.account_id.as_deref();
        let place = shared.socket_places.seat(holder.standing(), account_id);
        let place = place.ok_or_else(|| {
            Problem::new(
                Kind::Unavailable,
                "server_full",
                "The server has as many connections as it takes: try again in a minute.",
            )
        })?;
        let connection = extensions.get::<Arc<Occupant>>().cloned();
        if let (Some(connection), Some(account_id)) = (&connection, account_id) {
            connection.is_of(holder.standing(), account_id);
        }
        shared.sockets.opened(&holder);
        shared.metrics.sockets_opened.inc();
        shared.rooms.seats_changed(&holder.seats);
        shared.rooms.seats_changed(holder.casual_seat().as_slice());
        Ok(Self {
            shared: shared.clone(),
            place,
            connection,
            _of_key: of_key,
            holder: Arc::new(holder),
        })
    }

    /// What its place counts as: an account's sockets beyond those that count as its own are nobody's.
    pub fn standing(&self) -> Standing {
        self.place.occupant().standing()
    }

    /// Its client did something; an answer to a ping is nothing.
    pub fn acted(&self) {
        self.place.occupant().acted();
        if let Some(connection) = &self.connection {
            connection.acted();
        }
    }

    /// Returns when somebody else is to have its place.
    pub async fn leaves(&self) {
        let place = self.place.occupant().leaves();
        match &self.connection {
            Some(connection) => tokio::select! {
                () = place => {}
                () = connection.leaves() => {}
            },
            None => place.await,
        }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let left = self.shared.sockets.closed(&self.holder);
        self.shared.metrics.sockets_closed.inc();
        self.shared.rooms.seats_changed(&left);
    }
}

/// One more socket, asked for by a request with these extensions.
///
/// # Errors
/// When the server is full or stopping.
pub fn admit_new(
    shared: &Shared,
    holder: Holder,
    extensions: &Extensions,
) -> Result<Counted, Problem> {
    if shared.stop.is_cancelled() {
        return Err(Problem::new(
            Kind::Unavailable,
            "stopping",
            "The server is stopping; connect again.",
        ));
    }
    Counted::open(shared, holder, extensions)
}
