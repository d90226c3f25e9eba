//! Readers and writers of the file formats.

pub mod corpus;
mod countries;
mod csv;
mod elo_archive;
mod elo_difference;
mod elo_lenient;
mod elo_rewrite;
mod elo_standings;
mod elo_strict;
mod ggf;
mod papp_players;
mod papp_xml;
pub mod raw_lines;
mod wthor;
