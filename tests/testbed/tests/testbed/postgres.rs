//! A server really runs, ends, and comes back.

use std::path::Path;
use std::process::Command;

use outflank_testbed::Postgres;

fn ask(server: &Postgres, url: &str, sql: &str) -> Option<String> {
    let output = Command::new(server.programs().join("psql"))
        .args(["--no-psqlrc", "-Atc", sql, url])
        .output()
        .unwrap();
    let answer = String::from_utf8(output.stdout).unwrap().trim().to_owned();
    output.status.success().then_some(answer)
}

#[test]
fn a_server_keeps_its_data_over_every_kind_of_end_and_leaves_nothing() {
    let mut server = Postgres::start();
    let (one, other) = (server.database(), server.database());
    let folder = ask(&server, &one.url, "SHOW data_directory").unwrap();
    assert!(ask(&server, &one.url, "CREATE TABLE kept (n int)").is_some());
    assert_eq!(ask(&server, &other.url, "SELECT * FROM kept"), None);
    for setting in ["fsync", "synchronous_commit", "full_page_writes"] {
        let value = ask(&server, &one.url, &format!("SHOW {setting}"));
        assert_eq!(value.as_deref(), Some("on"), "{setting}");
    }
    server.kill();
    assert_eq!(ask(&server, &one.url, "SELECT 1"), None);
    server.restart();
    assert!(ask(&server, &one.url, "INSERT INTO kept VALUES (7)").is_some());
    server.stop();
    assert_eq!(ask(&server, &one.url, "SELECT 1"), None);
    server.restart();
    let kept = ask(&server, &one.url, "SELECT n FROM kept");
    assert_eq!(kept.as_deref(), Some("7"));
    assert!(Path::new(&folder).is_dir());
    let pid = server.pid().unwrap();
    drop(server);
    assert!(!Path::new(&folder).exists());
    assert!(!Path::new(&format!("/proc/{pid}/stat")).exists());
}

#[test]
fn settings_are_taken() {
    let server = Postgres::start_with(&[("synchronous_commit", "off")]);
    let value = ask(&server, &server.url(), "SHOW synchronous_commit");
    assert_eq!(value.as_deref(), Some("off"));
}
