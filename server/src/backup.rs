//! `outflank backup` and `outflank restore`: everything that a server keeps, copied while it runs and made anew.

use std::{
    fs::{self, File},
    io::Read as _,
    path::{Path, PathBuf},
    time::{Instant, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use outflank_access::{Role, identifier};
use outflank_journal::{
    DataFolder, JournalLocation, Migrations, PostgresOptions, Store,
    backup::{self, Content, DumpedSchema},
    journals_in,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use outflank_offline::{
    exit::{Exit, OrMisuse as _, misuse},
    output::{note, text_line},
};

use crate::{
    configuration::{Deployment, StoreUrl},
    telemetry,
};
use crate::{event::StoreOptions, roles::Needs};

/// Names the copy: what it is of, and what must be in it.
pub const MANIFEST: &str = "backup.json";
/// The format that this program writes and reads.
const FORMAT: u32 = 1;
/// What lies in the data folder beside the stores.
const BESIDE: [&str; 1] = ["sample-event.json"];
const KEYS: &str = "keys";

/// Arguments of `backup` and `restore`.
#[derive(Debug, Args)]
pub struct Copying {
    /// The folder of the copy. It holds every secret that the server has: keep it to yourself.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    #[command(flatten)]
    pub at: StoreOptions,
}

/// Which of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Backup,
    Restore,
}

#[derive(Serialize, Deserialize)]
struct Manifest {
    format: u32,
    program: String,
    /// When it was made, ms since 1970, by the clock of the machine it was made on.
    at_ms: u64,
    copied: Copied,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Copied {
    /// Files of a data folder.
    Sqlite(Vec<CopiedFile>),
    /// Schemas of a database.
    Postgres(Vec<DumpedSchema>),
}

#[derive(Serialize, Deserialize)]
struct CopiedFile {
    service: String,
    /// SHA-256 of the file, hexadecimal.
    sha256: String,
    content: Content,
}

/// Does it.
pub fn run(act: Act, arguments: &Copying) -> anyhow::Result<Exit> {
    telemetry::start_log();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("no runtime")?;
    let deployment = arguments.at.deployment()?;
    let begun = Instant::now();
    let said = runtime.block_on(async {
        match act {
            Act::Backup => back_up(&deployment, &arguments.folder).await,
            Act::Restore => restore(&deployment, &arguments.folder).await,
        }
    })?;
    text_line(&format!("{said} ({:.1} s)", begun.elapsed().as_secs_f64()))?;
    Ok(Exit::Good)
}

async fn back_up(deployment: &Deployment, folder: &Path) -> anyhow::Result<String> {
    new_folder(folder)?;
    let copied = match &deployment.database {
        Some(url) => {
            let schemas = journals_in(url.secret()).await?;
            Copied::Postgres(backup::dump_schemas(url.secret(), &schemas, folder).await?)
        }
        None => Copied::Sqlite(copy_files(&deployment.data, folder).await?),
    };
    if deployment.keys.is_dir() {
        copy_folder(&deployment.keys, &folder.join(KEYS))?;
    } else {
        note(&format!(
            "{} is no folder: the copy holds no keys, keep those apart",
            deployment.keys.display()
        ));
    }
    for name in BESIDE {
        let from = deployment.data.join(name);
        if deployment.database.is_none() && from.is_file() {
            copy_file(&from, &folder.join(name))?;
        }
    }
    let entries = copied.entries();
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let manifest = Manifest {
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        at_ms: u64::try_from(now.unwrap_or_default().as_millis()).unwrap_or(u64::MAX),
        copied,
    };
    // Written last: without it the folder is no copy.
    let path = folder.join(MANIFEST);
    fs::write(&path, serde_json::to_vec_pretty(&manifest)?)
        .and_then(|()| File::open(&path)?.sync_all())
        .with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(format!("{entries} entries are in {}", folder.display()))
}

/// The files of a data folder, all as they are at one instant.
async fn copy_files(data: &Path, folder: &Path) -> anyhow::Result<Vec<CopiedFile>> {
    let files: Vec<(Role, PathBuf)> = Role::ALL
        .into_iter()
        .map(|role| (role, data.join(file_name(role.name()))))
        .filter(|(_, path)| path.is_file())
        .collect();
    if files.is_empty() {
        let data = data.display();
        return Err(misuse(format!(
            "{data} is no data folder of a server; name it with --data"
        )));
    }
    let pairs: Vec<(PathBuf, PathBuf)> = files
        .iter()
        .map(|(role, from)| (from.clone(), folder.join(file_name(role.name()))))
        .collect();
    backup::copy_files(&pairs).await?;
    let mut copied = Vec::with_capacity(files.len());
    for (role, _) in files {
        let copy = folder.join(file_name(role.name()));
        copied.push(CopiedFile {
            service: role.name().to_owned(),
            sha256: digest(&copy)?,
            content: content_of(&copy).await?,
        });
    }
    Ok(copied)
}

fn file_name(service: &str) -> String {
    format!("{service}.sqlite")
}

async fn content_of(file: &Path) -> anyhow::Result<Content> {
    let records = JournalLocation::File(file.to_owned()).records().await?;
    Ok(backup::content(&records).await?)
}

async fn restore(deployment: &Deployment, folder: &Path) -> anyhow::Result<String> {
    let path = folder.join(MANIFEST);
    let manifest = fs::read(&path)
        .with_context(|| format!("{} is no backup", folder.display()))
        .or_misuse()?;
    let manifest: Manifest = serde_json::from_slice(&manifest)
        .with_context(|| format!("{} cannot be read", path.display()))
        .or_misuse()?;
    ensure!(
        manifest.format == FORMAT,
        "{} was written in format {} by another version of this program, which reads format {FORMAT}",
        path.display(),
        manifest.format
    );
    match (&manifest.copied, &deployment.database) {
        (Copied::Sqlite(files), None) => restore_files(deployment, folder, files).await?,
        (Copied::Postgres(schemas), Some(url)) => restore_schemas(url, folder, schemas).await?,
        (Copied::Sqlite(_), Some(_)) => {
            bail!("this backup is of a data folder: restore it with --data, without --database")
        }
        (Copied::Postgres(_), None) => {
            bail!("this backup is of a Postgres database: restore it with --database")
        }
    }
    let keys = folder.join(KEYS);
    if deployment.keys.is_dir() {
        note(&format!(
            "{} is there already and stays as it is",
            deployment.keys.display()
        ));
    } else if keys.is_dir() {
        copy_folder(&keys, &deployment.keys)?;
    }
    Ok(format!(
        "{} entries are as they were, and every chain is sound",
        manifest.copied.entries()
    ))
}

async fn restore_files(
    deployment: &Deployment,
    folder: &Path,
    files: &[CopiedFile],
) -> anyhow::Result<()> {
    let data = DataFolder::open(&deployment.data)?;
    for role in Role::ALL {
        ensure!(
            !data.database(role.name()).exists(),
            "{} is a server's data folder already; restore into a new one",
            deployment.data.display()
        );
    }
    for file in files {
        let copy = folder.join(file_name(&file.service));
        ensure!(
            digest(&copy)? == file.sha256,
            "{} is not the file that was written: it was altered",
            copy.display()
        );
    }
    for file in files {
        let to = data.database(&file.service);
        copy_file(&folder.join(file_name(&file.service)), &to)?;
        backup::renew_file(&to).await?;
        ensure!(
            content_of(&to).await? == file.content,
            "{} does not hold the entries that were copied",
            to.display()
        );
        check_chains(&JournalLocation::File(to)).await?;
    }
    for name in BESIDE {
        let from = folder.join(name);
        if from.is_file() {
            copy_file(&from, &data.path().join(name))?;
        }
    }
    Ok(())
}

async fn restore_schemas(
    url: &StoreUrl,
    folder: &Path,
    schemas: &[DumpedSchema],
) -> anyhow::Result<()> {
    // Nothing is written before all of it can be.
    for dumped in schemas {
        let schema = dumped.schema.as_str();
        let options = PostgresOptions::new(url.secret(), schema);
        // Makes the tables where there are none.
        let store = Store::in_postgres(options, tables(schema)).await?;
        store.journal.close().await;
        backup::check_restorable(url.secret(), dumped, folder).await?;
    }
    for dumped in schemas {
        let schema = dumped.schema.as_str();
        let content = backup::restore_schema(url.secret(), dumped, folder).await?;
        ensure!(
            content == dumped.content,
            "the schema {schema} does not hold the entries that were copied"
        );
        check_chains(&JournalLocation::Schema {
            url: url.secret().to_owned(),
            schema: schema.to_owned(),
        })
        .await?;
    }
    Ok(())
}

/// The tables of records of the service that has this schema.
fn tables(schema: &str) -> Option<&'static Migrations> {
    Needs::of(schema.parse().ok()?).tables
}

async fn check_chains(place: &JournalLocation) -> anyhow::Result<()> {
    let report = place.verify().await?;
    match report.breaks.first() {
        None => Ok(()),
        Some(broken) => bail!("{place}: {broken}"),
    }
}

impl Copied {
    fn entries(&self) -> u64 {
        match self {
            Self::Sqlite(files) => files.iter().map(|file| file.content.entries).sum(),
            Self::Postgres(schemas) => schemas.iter().map(|dumped| dumped.content.entries).sum(),
        }
    }
}

/// A folder that only its owner can look into, and that holds nothing yet.
fn new_folder(folder: &Path) -> anyhow::Result<()> {
    let cannot = || format!("{} cannot be made", folder.display());
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).with_context(cannot)?;
    let mut inside = fs::read_dir(folder).with_context(cannot)?;
    ensure!(
        inside.next().is_none(),
        "{} holds something already; name a new folder",
        folder.display()
    );
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> anyhow::Result<()> {
    new_folder(to)?;
    let files = fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))?;
    for file in files {
        let file = file.with_context(|| format!("cannot read {}", from.display()))?;
        if file.path().is_file() {
            copy_file(&file.path(), &to.join(file.file_name()))?;
        }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::copy(from, to)
        .and_then(|_| File::open(to)?.sync_all())
        .with_context(|| format!("{} cannot be copied to {}", from.display(), to.display()))
}

fn digest(path: &Path) -> anyhow::Result<String> {
    let cannot = || format!("cannot read {}", path.display());
    let mut file = File::open(path).with_context(cannot)?;
    let mut digest = Sha256::new();
    let mut chunk = vec![0; 1 << 20];
    loop {
        let read = file.read(&mut chunk).with_context(cannot)?;
        match chunk.get(..read) {
            Some(bytes) if !bytes.is_empty() => digest.update(bytes),
            _ => return Ok(identifier::hex(&digest.finalize())),
        }
    }
}
