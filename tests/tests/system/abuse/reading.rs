//! Seconds gained by reading slowly.
