//! Invented games of listed players.
