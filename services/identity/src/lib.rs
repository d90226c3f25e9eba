//! Accounts, sessions, tokens and seat claim codes.
