//! Readers and writers of the file formats of the Othello world.
