//! Clients that do not read.
