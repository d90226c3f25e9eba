//! `outflank completions` and `outflank manual`: the command line as shells and `man` read it.

use std::{fs, io};

use anyhow::Context as _;

use outflank_offline::exit::Exit;

use crate::cli::{Cli, Completions, Manual};

/// Prints what a shell reads.
pub fn complete(arguments: &Completions) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::whole(), "outflank", &mut script);
    io::Write::write_all(&mut io::stdout(), &script)
        .context("cannot write to the standard output")?;
    Ok(Exit::Good)
}

/// Writes a page for every command.
pub fn write(arguments: &Manual) -> anyhow::Result<Exit> {
    let folder = &arguments.folder;
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Cli::whole(), folder))
        .with_context(|| format!("the manual cannot be written to {}", folder.display()))?;
    Ok(Exit::Good)
}
