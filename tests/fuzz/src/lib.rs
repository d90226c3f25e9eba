//! Fuzz targets for everything that reads what others wrote: frames of the live protocol, messages of the
//! contracts and their JSON, transcripts, journal entries, commands, and the files of the Othello world.
//!
//! A target takes any bytes and fails by panicking. `scripts/fuzz` drives them with libFuzzer; the tests of this
//! crate replay the corpora in `corpus/`, every byte of which was made for them.

mod commands;
mod contracts;
mod files;
mod frames;
mod json;
mod stream;

/// One target.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, and that of its corpus.
    pub name: &'static str,
    /// Takes any bytes.
    pub run: fn(&[u8]),
}

/// Every target.
pub const TARGETS: [Target; 16] = [
    Target {
        name: "frame",
        run: frames::frame,
    },
    Target {
        name: "message",
        run: contracts::message,
    },
    Target {
        name: "live_message",
        run: frames::live_message,
    },
    Target {
        name: "stamped_call",
        run: contracts::stamped_call,
    },
    Target {
        name: "answer_json",
        run: json::answer_json,
    },
    Target {
        name: "request_json",
        run: json::request_json,
    },
    Target {
        name: "transcript",
        run: files::transcript,
    },
    Target {
        name: "stream",
        run: stream::stream,
    },
    Target {
        name: "commands",
        run: commands::commands,
    },
    Target {
        name: "ggf",
        run: files::ggf,
    },
    Target {
        name: "elo",
        run: files::elo,
    },
    Target {
        name: "wthor",
        run: files::wthor,
    },
    Target {
        name: "papp_players",
        run: files::papp_players,
    },
    Target {
        name: "papp_work_file",
        run: files::papp_work_file,
    },
    Target {
        name: "papp_config",
        run: files::papp_config,
    },
    Target {
        name: "flip_the_disc",
        run: files::flip_the_disc,
    },
];

/// The target of this name.
#[must_use]
pub fn target(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|target| target.name == name)
}
