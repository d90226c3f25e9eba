//! Readers and writers of the file formats.

mod corpus;
mod countries;
mod elo_archive;
mod elo_lenient;
mod elo_rewrite;
mod elo_standings;
mod elo_strict;
mod ggf;
mod papp_players;
mod wthor;
