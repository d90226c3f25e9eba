//! Other people's accounts.
