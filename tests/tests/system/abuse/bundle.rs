//! A forged event file.
