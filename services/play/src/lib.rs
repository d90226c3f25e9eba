//! Live games: moves, clocks, flags.
