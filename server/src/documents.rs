//! `docs/cli.md` and `docs/configuration.md` are made of the command line, and its examples are read by it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::{ffi::OsString, fmt::Write as _, fs, path::Path};

use clap::{Arg, ArgAction, Command};
use outflank_offline::exit::Exit;

use crate::{cli::Cli, configuration::Settings};

/// The heading under which help shows what `serve` reads from three places.
const SETTINGS: &str = "Settings";

/// Who reads a setting, where not every process does.
const READ_BY: [(&str, &str); 14] = [
    ("internal-listen", "all but gateway"),
    ("origin", "gateway, identity"),
    ("names", "gateway"),
    ("trusted-proxies", "gateway"),
    ("proxy-protocol", "gateway"),
    ("founding", "pairing"),
    ("webhook-allow", "ratings"),
    ("webhook-wait-ms", "ratings"),
    ("chat-filter-url", "play"),
    ("sample-event", "gateway"),
    ("sample-pace", "gateway"),
    ("house", "gateway"),
    ("casual-bots", "gateway"),
    ("no-limits", "gateway, identity"),
];

/// Every command that does something, with its whole name.
fn commands() -> Vec<(String, Command)> {
    fn under(command: &Command, name: &str, found: &mut Vec<(String, Command)>) {
        for inner in command.get_subcommands() {
            let name = format!("{name} {}", inner.get_name());
            if inner.has_subcommands() {
                under(inner, &name, found);
            } else {
                found.push((name, inner.clone()));
            }
        }
    }
    let mut root = Cli::whole().disable_help_subcommand(true);
    root.build();
    let mut found = Vec::new();
    under(&root, root.get_name(), &mut found);
    found
}

fn is_setting(argument: &Arg) -> bool {
    argument.get_help_heading() == Some(SETTINGS)
}

fn settings() -> Vec<Arg> {
    let commands = commands();
    let serve = commands.iter().find(|(name, _)| name == "outflank serve");
    let (_, serve) = serve.expect("serve");
    serve
        .get_arguments()
        .filter(|argument| is_setting(argument))
        .cloned()
        .collect()
}

fn long(argument: &Arg) -> &str {
    argument.get_long().expect("a long name")
}

fn value(argument: &Arg) -> String {
    match argument.get_action() {
        ArgAction::SetTrue | ArgAction::Help | ArgAction::Version => String::new(),
        _ => {
            let names = argument.get_value_names().unwrap_or_default();
            names.first().map(ToString::to_string).unwrap_or_default()
        }
    }
}

/// What it is for, and what it is unless given.
fn help(argument: &Arg) -> (String, String) {
    let help = argument.get_help().expect("help").to_string();
    let given: Vec<_> = argument.get_default_values().iter().collect();
    match (help.split_once(" [default: "), given.as_slice()) {
        (Some((help, default)), _) => {
            let default = default.trim_end_matches('.').trim_end_matches(']');
            (help.to_owned(), default.to_owned())
        }
        (None, [default]) if !value(argument).is_empty() => {
            (help, format!("`{}`", default.to_string_lossy()))
        }
        (None, _) => (help, "–".to_owned()),
    }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn row(cells: &[&str]) -> String {
    let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
    format!("| {} |\n", cells.join(" | "))
}

fn shown(argument: &Arg) -> String {
    let value = value(argument);
    match argument.get_long() {
        Some(long) => format!("`--{long} {value}`").replace(" `", "`"),
        None => format!("`{value}`"),
    }
}

fn table_of_exit_codes() -> String {
    let mut text = "| exit code | when |\n|---|---|\n".to_owned();
    for exit in Exit::ALL {
        text += &row(&[&exit.code().to_string(), exit.meaning()]);
    }
    text
}

fn cli() -> String {
    let mut text = format!(
        "# The command line\n\n\
         Made of the program itself by the tests; `outflank COMMAND --help` says the same. `outflank completions` makes a shell \
         complete it, `outflank manual` writes manual pages of it.\n\n{}\n\
         The answer goes to standard output, everything about it to standard error. Tools whose answer is data give text on a \
         terminal and JSON elsewhere; `--format` asks for one of the two. Members of the JSON may become more, none goes away.\n\n\
         | command | what it does |\n|---|---|\n",
        table_of_exit_codes()
    );
    for (name, command) in commands() {
        let anchor = name.replace(' ', "-");
        text += &row(&[&format!("[`{name}`](#{anchor})"), &about(&command)]);
    }
    for (name, command) in commands() {
        let usage = command.clone().render_usage().to_string();
        let usage = usage.trim_start_matches("Usage: ");
        let whole = command.get_long_about().or(command.get_about());
        let whole = whole.expect("what it does");
        write!(text, "\n## {name}\n\n{whole}\n\n```text\n{usage}\n```\n").unwrap();
        let arguments: Vec<&Arg> = command
            .get_arguments()
            .filter(|argument| !argument.is_hide_set() && !is_setting(argument))
            .filter(|argument| !matches!(argument.get_action(), ArgAction::Help))
            .collect();
        if !arguments.is_empty() {
            text += "\n| argument | what it is | unless given |\n|---|---|---|\n";
        }
        for argument in arguments {
            let (help, default) = help(argument);
            let default = match argument.is_required_set() {
                true => "required".to_owned(),
                false => default,
            };
            let values: Vec<String> = argument
                .get_possible_values()
                .iter()
                .filter(|_| !argument.is_hide_possible_values_set() && !value(argument).is_empty())
                .map(|value| format!("`{}`", value.get_name()))
                .collect();
            let help = match (values.is_empty(), argument.get_env()) {
                (false, _) => format!("{help}: {}", values.join(", ")),
                (true, Some(variable)) => {
                    format!("{help}. Also `{}`.", variable.to_string_lossy())
                }
                (true, None) => help,
            };
            text += &row(&[&shown(argument), &help, &default]);
        }
        if command.get_arguments().any(is_setting) {
            text += "\nBeside these, every setting of [configuration.md](configuration.md).\n";
        }
        let examples = examples(&command);
        write!(text, "\n```sh\n{}\n```\n", examples.join("\n")).unwrap();
    }
    text
}

fn about(command: &Command) -> String {
    command.get_about().expect("what it does").to_string()
}

fn examples(command: &Command) -> Vec<String> {
    let after = command.get_after_help().map(ToString::to_string);
    let after = after.unwrap_or_default();
    let lines = after
        .strip_prefix("Examples:\n")
        .unwrap_or_default()
        .lines();
    lines.map(|line| line.trim().to_owned()).collect()
}

fn configuration() -> String {
    let mut text = "# Configuration\n\n\
         Made of the program itself by the tests. What follows are the settings of `outflank serve`, and of `outflank doctor`, which looks at \
         what they make. Each is an option (`--internal-listen`), a variable (`OUTFLANK_INTERNAL_LISTEN`) and a line of the \
         settings file (`internal-listen = \"0.0.0.0:8081\"`), which is TOML and is named by `--config FILE` or `OUTFLANK_CONFIG`. \
         The command line comes before the environment, the environment before the file. `outflank backup`, `restore`, `event save`, \
         `event load` and `event links` take `data`, `database` and `keys` from the same places.\n\n\
         In the file a list is a list of texts (`roles = [\"pairing\", \"play\"]`); on the command line and in the environment its parts \
         are parted by commas.\n\n"
        .to_owned();
    let (tests, settings): (Vec<Arg>, Vec<Arg>) =
        settings().into_iter().partition(Arg::is_hide_set);
    text += &table_of_settings(&settings);
    text += "\nOlder names go on being read: `--log` and `log` for `log-format`, and the variable `OUTFLANK_LOG` for \
         `OUTFLANK_LOG_FILTER`, which comes before it.\n\n\
         ## Of others\n\n\
         | variable | what it sets |\n|---|---|\n\
         | `OTEL_EXPORTER_OTLP_ENDPOINT` | the collector, where nothing else names one |\n\
         | `OTEL_TRACES_SAMPLER`, `OTEL_TRACES_SAMPLER_ARG` | which traces are kept; `parentbased_traceidratio` and `0.01` keep one in a hundred |\n\n\
         ## For tests\n\nNo server that people play on has them; the doctor reports each as a finding.\n\n";
    text += &table_of_settings(&tests);
    text
}

fn table_of_settings(settings: &[Arg]) -> String {
    let mut text =
        "| option | value | variable | in the file | unless given | read by | what it sets |\n\
         |---|---|---|---|---|---|---|\n"
            .to_owned();
    for setting in settings {
        let name = long(setting);
        let (help, default) = help(setting);
        let variable = setting.get_env().expect("a variable").to_string_lossy();
        let read_by = READ_BY.iter().find(|(read, _)| *read == name);
        text += &row(&[
            &format!("`--{name}`"),
            &format!("`{}`", value(setting)),
            &format!("`{variable}`"),
            &format!("`{name}`"),
            &default,
            read_by.map_or("all", |(_, readers)| readers),
            &help,
        ]);
    }
    text
}

fn root() -> &'static Path {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = folder.ancestors();
    folders
        .find(|folder| folder.join("Cargo.lock").exists())
        .expect("the workspace")
}

#[test]
fn the_documents_are_what_the_program_says() {
    for (name, made) in [("cli.md", cli()), ("configuration.md", configuration())] {
        let path = root().join("docs").join(name);
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&path, &made).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == made,
            "docs/{name} is not what the program says: run this test with UPDATE_DOCS=1"
        );
    }
}

#[test]
fn every_command_is_in_the_readme_and_has_examples_that_it_takes() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    for (name, command) in commands() {
        assert!(
            readme.contains(&format!("| `{name}")),
            "{name} is in no table"
        );
        let examples = examples(&command);
        assert!(!examples.is_empty(), "{name} has no example");
        for example in examples {
            let (line, what) = example.split_once("  # ").expect("what it does");
            assert!(!what.is_empty() && line.starts_with(&name), "{example}");
            let line = line.split(" > ").next().unwrap_or_default();
            let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
            let read = Cli::read(&words);
            assert!(read.is_ok(), "{example}: {}", read.unwrap_err());
        }
    }
}

#[test]
fn every_setting_has_one_name_on_the_command_line_in_the_environment_and_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("outflank.toml");
    for setting in settings() {
        let name = long(&setting);
        let variable = setting.get_env().expect("a variable").to_string_lossy();
        let upper = name.to_uppercase().replace('-', "_");
        assert_eq!(variable, format!("OUTFLANK_{upper}"));
        fs::write(&file, format!("{name} = {{}}")).unwrap();
        let said = Settings::read(&file).unwrap_err().to_string();
        assert!(!said.contains("unknown field"), "{said}");
    }
    for (name, _) in READ_BY {
        assert!(
            settings().iter().any(|setting| long(setting) == name),
            "{name}"
        );
    }
}
