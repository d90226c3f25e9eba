//! Everybody behind one address.
