//! The rules of Othello: board, clocks, and the state machine of one table.
