//! `outflank keys create`: the keys of a deployment of several processes.

use outflank_offline::{exit::Exit, output};

use crate::{
    cli::{CreateKeys, Keys},
    keys_folder::KeysFolder,
    roles,
};

/// Makes what a keys folder lacks.
pub fn run(keys: &Keys) -> anyhow::Result<Exit> {
    let Keys::Create(CreateKeys { folder, names }) = keys;
    KeysFolder::create(folder, names)?;
    let of_roles: Vec<String> = roles::keys()
        .map(|(role, key)| format!("{key}.pem for {}", role.name()))
        .collect();
    output::text_line(&format!(
        "{} holds the keys of a deployment. Give every process a copy (--keys): all files *.pub.pem, the \
         private keys of its own roles (service-ROLE.pem; {}), and for --tls auto the files authority.pem, tls.pem and tls-key.pem. \
         Keep authority-key.pem to yourself.",
        folder.display(),
        of_roles.join(", ")
    ))?;
    Ok(Exit::Good)
}
