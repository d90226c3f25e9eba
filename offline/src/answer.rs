//! How a tool answers: text for people, JSON for programs.

use std::{collections::BTreeMap, io::IsTerminal as _};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::{output, text::Value};

/// The form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Lines for people.
    Text,
    /// JSON for programs.
    Json,
}

/// Asked of tools whose answer is data. Programs rely on its being JSON where they do not ask.
#[derive(Debug, Clone, Copy, Args)]
pub struct Answer {
    /// Text for people or JSON for programs [default: text on a terminal, json elsewhere].
    #[arg(
        long,
        value_enum,
        value_name = "text|json",
        hide_possible_values = true
    )]
    pub format: Option<Format>,
}

impl Answer {
    /// Prints it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn print(self, answer: &impl Serialize) -> anyhow::Result<()> {
        self.print_naming(answer, &[], &BTreeMap::new())
    }

    /// Prints it; in text, the name stands beside the number of each player whom members of these names mean.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn print_naming(
        self,
        answer: &impl Serialize,
        members: &[&str],
        names: &BTreeMap<String, String>,
    ) -> anyhow::Result<()> {
        match self.format() {
            Format::Json => output::json(answer),
            Format::Text => {
                let json = serde_json::to_string(answer);
                let value = json.and_then(|json| serde_json::from_str::<Value>(&json));
                let mut value = value.context("the answer cannot be written")?;
                value.name_players(members, names);
                output::text_lines(&value.to_string())
            }
        }
    }

    fn format(self) -> Format {
        let script = !std::io::stdout().is_terminal();
        self.format.unwrap_or(match script {
            true => Format::Json,
            false => Format::Text,
        })
    }
}
