//! Games on paper (`EGP IV.2`): the line `f5d6c3` and the grid of move numbers.
