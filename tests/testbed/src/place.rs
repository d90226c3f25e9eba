//! Which database the store of a test is in.

use std::fs;
use std::path::Path;

use crate::Postgres;

/// Names the database; `postgres` runs every test of the services over Postgres but those whose time is simulated.
const VARIABLE: &str = "OUTFLANK_TEST_STORE";
/// Stands in the folder of a test whose store is in Postgres, and holds its address.
const FILE: &str = "database";

/// Address of the Postgres database that stands for a test's folder; none if the store is a file in it.
///
/// It is in Postgres if [`keep_in_postgres`] said so, or for all tests under
/// `OUTFLANK_TEST_STORE=postgres`. The same folder gives the same database, so a service that is
/// started again finds its store.
#[must_use]
pub fn store_url(folder: &Path) -> Option<String> {
    if let Ok(url) = fs::read_to_string(folder.join(FILE)) {
        return Some(url);
    }
    let everywhere = std::env::var_os(VARIABLE).is_some_and(|store| store == "postgres");
    everywhere.then(|| keep_in_postgres(folder))
}

/// Makes a Postgres database stand for a test's folder.
///
/// # Panics
/// When the folder cannot be written.
#[expect(clippy::expect_used, reason = "a test without its store has to fail")]
pub fn keep_in_postgres(folder: &Path) -> String {
    let url = Postgres::shared().database().url;
    fs::write(folder.join(FILE), &url).expect("the test's folder can be written");
    url
}
