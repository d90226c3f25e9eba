//! The rules of Othello tournaments: rule sets, pairings, results and rankings.
