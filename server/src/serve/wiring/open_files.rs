//! How many files this process may open, and how many of them are for clients.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Kept for what is not a client's: stores, logs, listeners, other roles. Half of what there is, where that is little.
const OWN: usize = 256;

/// Connections that clients may have at a time. The limit is raised as far as the system lets it be.
pub fn for_clients() -> usize {
    let mut limit = getrlimit(Resource::Nofile);
    let allowed = limit.current;
    limit.current = limit.maximum;
    if allowed != limit.maximum
        && let Err(error) = setrlimit(Resource::Nofile, limit)
    {
        tracing::debug!(%error, "the limit of open files stays as it was");
        limit.current = allowed;
    }
    let files = limit.current.and_then(|files| usize::try_from(files).ok());
    files.map_or(usize::MAX, |files| files - OWN.min(files / 2))
}
