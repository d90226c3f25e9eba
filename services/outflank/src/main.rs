//! The Outflank binary.
fn main() {}
