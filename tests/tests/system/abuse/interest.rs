//! Officials who play.
