//! What settings make of a process, and which ones make none.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::fs;

use clap::Args as _;
use outflank_access::Role;

use super::{Deployment, Settings, StoreUrl, Tls};

fn settings(text: &str) -> Settings {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("outflank.toml");
    fs::write(&path, text).unwrap();
    Settings::read(&path).unwrap()
}

fn refusal(text: &str) -> String {
    let sentence = Deployment::of(settings(text)).unwrap_err().to_string();
    assert!(!sentence.contains('\n'), "{sentence}");
    sentence
}

const STORES: &str =
    "database = 'postgres://outflank:secret@db/outflank'\nredis = 'redis://live'\n";

#[test]
fn nothing_said_is_a_whole_server_on_this_machine() {
    let deployment = Deployment::of(Settings::default()).unwrap();
    assert!(!deployment.is_split() && deployment.owns_keys && deployment.limited);
    assert_eq!(deployment.roles.len(), Role::ALL.len());
    assert_eq!(deployment.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(deployment.internal_listen, None);
    assert_eq!(
        (deployment.tls, deployment.internal_tls),
        (Tls::Off, Tls::Off)
    );
    assert!(deployment.instance.starts_with("server-"));
}

#[test]
fn what_is_said_first_counts_and_the_file_fills_the_rest() {
    let first = settings("listen = '127.0.0.1:9000'");
    let file = settings("listen = '127.0.0.1:9001'\ndata = '/var/lib/outflank'");
    let deployment = Deployment::of(first.over(file)).unwrap();
    assert_eq!(deployment.listen.port(), 9000);
    assert_eq!(deployment.data.to_str(), Some("/var/lib/outflank"));
}

#[test]
fn older_names_go_on_being_read() {
    let older = Deployment::of(settings("log = 'json'")).unwrap();
    let now = Deployment::of(settings("log-format = 'json'")).unwrap();
    assert_eq!(older.log_format, now.log_format);
    assert_ne!(
        older.log_format,
        Deployment::of(Settings::default()).unwrap().log_format
    );
}

#[test]
fn a_part_of_a_server_knows_what_it_runs_and_where_the_rest_is() {
    let deployment = Deployment::of(settings(&format!(
        "{STORES}roles = ['play']\npeers = ['pairing=http://a:8081|http://b:8081', 'pairing=dns:c:8081', 'play=http://x:1']"
    )))
    .unwrap();
    assert!(deployment.is_split() && !deployment.owns_keys);
    assert!(deployment.instance.starts_with("play-"));
    assert_eq!(
        deployment.internal_listen.unwrap().to_string(),
        "127.0.0.1:8081"
    );
    let pairing: Vec<String> = deployment.peers[&Role::Pairing]
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(pairing, ["http://a:8081", "http://b:8081", "dns:c:8081"]);
    // One file serves every process: addresses of what runs here are not used.
    assert!(!deployment.peers.contains_key(&Role::Play));
}

#[test]
fn trusted_proxies_are_addresses_and_networks() {
    let deployment = Deployment::of(settings(
        "trusted-proxies = ['10.0.0.5', 'fd00::/8', '::1']\nproxy-protocol = true",
    ))
    .unwrap();
    let networks: Vec<String> = deployment
        .trusted_proxies
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(networks, ["10.0.0.5/32", "fd00::/8", "::1/128"]);
    assert!(deployment.proxy_protocol);
    let nobody = Deployment::of(Settings::default()).unwrap();
    assert!(nobody.trusted_proxies.is_empty() && !nobody.proxy_protocol);
}

#[test]
fn house_bots_come_to_nobody_unless_it_is_said_or_a_sample_event_is_held() {
    let bots = |text: &str| Deployment::of(settings(text)).unwrap().casual_bots;
    assert_eq!(bots(""), 0);
    assert_eq!(bots("casual-bots = 16"), 16);
    assert_eq!(bots("sample-event = true"), 2);
    assert_eq!(bots("sample-event = true\ncasual-bots = 0"), 0);
}

#[test]
fn what_cannot_work_gets_one_sentence_with_what_would() {
    let refused = [
        ("roles = ['play']", "--database postgres://"),
        (
            "roles = ['play']\ndatabase = 'postgres://db/outflank'",
            "--redis redis://",
        ),
        (
            &format!("{STORES}roles = ['play']"),
            "--peers pairing=http://HOST:PORT",
        ),
        ("roles = []", "leave it out"),
        ("database = 'mysql://db/outflank'", "postgres://USER"),
        ("redis = 'http://live'", "redis://HOST"),
        ("instance = 'a b'", "--instance a b"),
        ("sample-event = true\ntls = 'auto'", "leave --tls out"),
        ("casual-bots = 17", "0 to 16"),
        ("origin = 'open.example'", "https://HOST"),
        ("proxy-protocol = true", "--trusted-proxies"),
        (
            &format!(
                "{STORES}roles = ['play']\ninternal-tls = 'auto'\npeers = ['pairing=http://a:8081']"
            ),
            "write https://",
        ),
    ];
    for (text, hint) in refused {
        let sentence = refusal(text);
        assert!(sentence.contains(hint), "{sentence}");
    }
}

#[test]
fn a_wrong_line_of_the_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("outflank.toml");
    for (text, line, word) in [
        ("data = 'x'\n\nlisen = '127.0.0.1:1'", 3, "lisen"),
        ("listen = 'here'", 1, "socket address"),
        ("data = 'x'\nroles = ['paly']", 2, "`paly` is no role"),
        ("log-filter = 'outflank_play=loud'", 1, "error, warn, info"),
        ("tls = 'yes'", 1, "auto, off, or CERT,KEY"),
        ("\npeers = ['play=10.0.0.5']", 2, "http://HOST:PORT"),
        ("trusted-proxies = ['10.0.0.0/99']", 1, "10.0.0.0/8"),
        ("data = ", 1, ""),
    ] {
        fs::write(&path, text).unwrap();
        let sentence = Settings::read(&path).unwrap_err().to_string();
        assert!(
            sentence.contains(&format!("outflank.toml line {line}: ")) && sentence.contains(word),
            "{sentence}"
        );
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
    }
}

#[test]
fn no_password_is_ever_shown() {
    for url in [
        "postgres://outflank:secret@db:5432/outflank?sslmode=require",
        "postgres://db/outflank?user=outflank&password=secret",
        "redis://:secret@live",
    ] {
        let url: StoreUrl = url.parse().unwrap();
        assert!(!format!("{url} {url:?}").contains("secret"), "{url}");
        assert!(url.secret().contains("secret"));
    }
}

#[test]
fn the_help_of_roles_names_every_role() {
    let command = Settings::augment_args(clap::Command::new("serve"));
    let roles = command.get_arguments().find(|one| one.get_id() == "roles");
    let help = roles.and_then(clap::Arg::get_help).unwrap().to_string();
    for role in Role::ALL {
        assert!(help.contains(role.name()), "{help}");
    }
}
