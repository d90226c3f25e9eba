//! How many files this process may open, and how many of them are for clients.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Kept for what is not a client's: stores, logs, listeners, other roles. Half of what there is, where that is little.
pub const OWN: usize = 256;

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
    files(limit.current).map_or(usize::MAX, of_these_for_clients)
}

/// How many files a server that starts from here may open; `None`: as many as it likes.
pub fn most() -> Option<usize> {
    files(getrlimit(Resource::Nofile).maximum)
}

/// Connections that clients may have at a time where there are so many files.
pub fn of_these_for_clients(files: usize) -> usize {
    files - OWN.min(files / 2)
}

fn files(limit: Option<u64>) -> Option<usize> {
    limit.and_then(|files| usize::try_from(files).ok())
}
