//! What every service needs to run: configuration, tokens, time, error codes.
