//! Tournaments: entrants, rounds, pairings and results.
