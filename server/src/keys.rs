//! `outflank keys create`: the keys of a deployment of several processes.

use std::process::ExitCode;

use crate::keys_folder::KeysFolder;

use crate::cli::{CreateKeys, Keys};

/// Makes what a keys folder lacks. Exit code 2 with one line when it cannot.
#[allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is the program's answer"
)]
pub fn run(keys: &Keys) -> ExitCode {
    let Keys::Create(CreateKeys { folder, names }) = keys;
    match KeysFolder::create(folder, names) {
        Ok(_) => {
            println!(
                "{} holds the keys of a deployment. Give every process a copy (--keys): all files *.pub.pem, the \
                 private keys of its own roles (service-ROLE.pem; people.pem for identity, results.pem for play, \
                 exports.pem for ratings), and for --tls auto the files authority.pem, tls.pem and tls-key.pem. \
                 Keep authority-key.pem to yourself.",
                folder.display()
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("outflank: {error}");
            ExitCode::from(2)
        }
    }
}
