//! Readers and writers of the file formats.

mod archive;
pub mod corpus;
mod corrupted;
mod countries;
mod csv;
mod elo_archive;
mod elo_difference;
mod elo_lenient;
mod elo_rewrite;
mod elo_standings;
mod elo_strict;
mod flip_the_disc;
mod ggf;
mod papp_config;
mod papp_exchange;
mod papp_folder;
mod papp_players;
mod papp_round_trip;
mod papp_work_file;
mod papp_xml;
pub mod raw_lines;
mod wthor;
mod wthor_base;
mod wthor_whole;
