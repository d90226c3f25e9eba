//! `outflank keys create`: the keys of a deployment of several processes.

use std::process::ExitCode;

use crate::{
    cli::{CreateKeys, Keys},
    keys_folder::KeysFolder,
    roles,
};

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
            let of_roles: Vec<String> = roles::keys()
                .map(|(role, key)| format!("{key}.pem for {}", role.name()))
                .collect();
            println!(
                "{} holds the keys of a deployment. Give every process a copy (--keys): all files *.pub.pem, the \
                 private keys of its own roles (service-ROLE.pem; {}), and for --tls auto the files authority.pem, tls.pem and tls-key.pem. \
                 Keep authority-key.pem to yourself.",
                folder.display(),
                of_roles.join(", ")
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("outflank: {error}");
            ExitCode::from(2)
        }
    }
}
