//! Rebuildable live state: fan-out, one-use tickets, wake-ups, presence.
