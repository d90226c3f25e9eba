//! Append-only streams of entries: the only durable history of a service.
