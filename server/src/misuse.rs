//! What is wrong with a command line, in one line that says what would be right.

use std::{error::Error as _, ffi::OsString, num::ParseIntError};

use clap::{
    Arg, Command, Error,
    error::{ContextKind, ContextValue, ErrorKind},
};

/// The sentence for an error of clap's, which is no call for help.
pub fn sentence(error: &Error, command: &Command, arguments: &[OsString]) -> String {
    let (command, name) = called(command, arguments);
    let said = Said {
        error,
        command,
        arguments,
    };
    let what = said.what();
    let end = if what.ends_with('?') { "" } else { ";" };
    format!("{what}{end} `{name} --help` says more")
}

/// The command that was called, and its whole name.
fn called<'c>(root: &'c Command, arguments: &[OsString]) -> (&'c Command, String) {
    let mut words = arguments.iter().skip(1);
    let mut command = root;
    let mut name = root.get_name().to_owned();
    while let Some(inner) = words.next().and_then(|word| command.find_subcommand(word)) {
        command = inner;
        name = format!("{name} {}", inner.get_name());
    }
    (command, name)
}

struct Said<'a> {
    error: &'a Error,
    command: &'a Command,
    arguments: &'a [OsString],
}

impl Said<'_> {
    fn what(&self) -> String {
        match self.error.kind() {
            ErrorKind::InvalidSubcommand => {
                let command = self.word(ContextKind::InvalidSubcommand);
                let near = self.suggested(ContextKind::SuggestedSubcommand);
                format!("there is no command `{command}`{near}")
            }
            ErrorKind::UnknownArgument => self.unknown(),
            ErrorKind::InvalidValue => self.invalid(),
            ErrorKind::ValueValidation => self.refused(),
            ErrorKind::MissingRequiredArgument => {
                let missing = self.words(ContextKind::InvalidArg).join(", ");
                format!("{missing} is missing")
            }
            ErrorKind::NoEquals => {
                let option = self.option();
                format!("the value of {option} follows an equals sign: {option}=VALUE")
            }
            // The rest is said well enough in its first line.
            _ => self.first_line(),
        }
    }

    fn unknown(&self) -> String {
        let given = self.word(ContextKind::InvalidArg);
        if !given.starts_with('-') {
            return format!("`{given}` is one argument too many");
        }
        let near = self.suggested(ContextKind::SuggestedArg);
        format!("there is no option {given} here{near}")
    }

    /// None of the values there are, or none at all.
    fn invalid(&self) -> String {
        let value = self.word(ContextKind::InvalidValue);
        let right = self.words(ContextKind::ValidValue).join(", ");
        match (value.as_str(), right.as_str()) {
            ("", "") => format!("{} needs a value", self.option()),
            ("", right) => format!("{} needs a value: one of {right}", self.option()),
            (value, right) => {
                let near = self.suggested(ContextKind::SuggestedValue);
                format!("{}: write one of {right}{near}", self.setting(value))
            }
        }
    }

    /// A value that its own reader does not take.
    fn refused(&self) -> String {
        let value = self.setting(&self.word(ContextKind::InvalidValue));
        match self.error.source() {
            Some(cause) if cause.is::<ParseIntError>() => format!("{value} is no whole number"),
            Some(cause) => format!("{value}: {cause}"),
            None => self.first_line(),
        }
    }

    /// `--listen here`, or the variable that says so.
    fn setting(&self, value: &str) -> String {
        let option = self.option();
        match self.argument(&option).and_then(Arg::get_env) {
            Some(variable) if !self.is_given(&option) => {
                format!("{}={value}", variable.to_string_lossy())
            }
            _ => format!("{option} {value}"),
        }
    }

    fn argument(&self, option: &str) -> Option<&Arg> {
        let long = option.strip_prefix("--")?;
        self.command
            .get_arguments()
            .find(|argument| argument.get_long() == Some(long))
    }

    fn is_given(&self, option: &str) -> bool {
        let names = self.argument(option).and_then(Arg::get_all_aliases);
        let names: Vec<String> = names
            .unwrap_or_default()
            .into_iter()
            .map(|alias| format!("--{alias}"))
            .chain([option.to_owned()])
            .collect();
        self.arguments.iter().any(|argument| {
            let text = argument.to_string_lossy();
            let name = text.split_once('=').map_or(&*text, |(name, _)| name);
            names.iter().any(|one| one == name)
        })
    }

    /// The option, or the argument, without what its value is called.
    fn option(&self) -> String {
        let shown = self.word(ContextKind::InvalidArg);
        let shown = shown.trim_matches(['<', '>', '[', ']', '.']);
        let name = shown.split([' ', '=', '[']).next();
        name.unwrap_or_default().to_owned()
    }

    fn word(&self, kind: ContextKind) -> String {
        self.words(kind).into_iter().next().unwrap_or_default()
    }

    fn words(&self, kind: ContextKind) -> Vec<String> {
        match self.error.get(kind) {
            Some(ContextValue::String(word)) => vec![word.clone()],
            Some(ContextValue::Strings(words)) => words.clone(),
            _ => Vec::new(),
        }
    }

    fn suggested(&self, kind: ContextKind) -> String {
        match self.words(kind).first() {
            Some(near) => format!("; did you mean {near}?"),
            None => String::new(),
        }
    }

    fn first_line(&self) -> String {
        let text = self.error.render().to_string();
        let line = text.lines().next().unwrap_or_default();
        line.strip_prefix("error: ").unwrap_or(line).to_owned()
    }
}
