//! Dependencies point one way.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// What each crate may use inside the workspace, directly or through others.
const MAY_USE: &[(&str, &[&[&str]])] = &[
    ("outflank-othello", &[]),
    ("outflank-matching", &[]),
    ("outflank-casual", &[&["outflank-othello"]]),
    (
        "outflank-tournament",
        &[&["outflank-matching", "outflank-othello"]],
    ),
    (
        "outflank-formats",
        &[&[
            "outflank-matching",
            "outflank-othello",
            "outflank-tournament",
        ]],
    ),
    (
        "outflank-rating-list",
        &[&[
            "outflank-formats",
            "outflank-matching",
            "outflank-othello",
            "outflank-tournament",
        ]],
    ),
    // What it tests are its dev-dependencies.
    ("outflank-engine-tests", &[]),
    ("outflank-proto", &[]),
    ("outflank-client", &[&["outflank-proto"]]),
    ("outflank-journal", &[&["outflank-proto"]]),
    ("outflank-live", &[&["outflank-proto"]]),
    ("outflank-access", &[&["outflank-proto"]]),
    ("outflank-kept", &[]),
    ("outflank-outbound", &[]),
    ("outflank-packed", &[]),
    ("outflank-picture", &[]),
    (
        "outflank-transport",
        &[&["outflank-proto", "outflank-access", "outflank-live"]],
    ),
    // It tells devices.
    ("outflank-identity", &[SERVICE, &["outflank-outbound"]]),
    ("outflank-pairing", &[SERVICE]),
    ("outflank-play", &[SERVICE]),
    ("outflank-standings", &[SERVICE]),
    // It tells webhooks, and reckons the preview of the list.
    (
        "outflank-ratings",
        &[SERVICE, &["outflank-outbound", "outflank-rating-list"]],
    ),
    (
        "outflank-gateway",
        &[&[
            "outflank-proto",
            "outflank-access",
            "outflank-kept",
            "outflank-live",
            "outflank-picture",
            "outflank-transport",
            "outflank-othello",
        ]],
    ),
    (
        "outflank-stillness",
        &[&[
            "outflank-proto",
            "outflank-journal",
            "outflank-access",
            "outflank-live",
            "outflank-transport",
        ]],
    ),
    ("outflank-testbed", &[]),
    (
        "outflank-offline",
        &[&[
            "outflank-matching",
            "outflank-othello",
            "outflank-tournament",
            "outflank-formats",
            "outflank-rating-list",
        ]],
    ),
    (
        "outflank-tests",
        &[&["outflank-client", "outflank-proto", "outflank-testbed"]],
    ),
    // The two services that it runs, and the time that they run in.
    (
        "outflank-simulation",
        &[
            SERVICE,
            &["outflank-stillness", "outflank-pairing", "outflank-play"],
        ],
    ),
    (
        "outflank-fuzz",
        &[&[
            "outflank-matching",
            "outflank-othello",
            "outflank-tournament",
            "outflank-formats",
            "outflank-proto",
            "outflank-access",
            "outflank-kept",
            "outflank-live",
            "outflank-picture",
            "outflank-transport",
            "outflank-gateway",
        ]],
    ),
];

/// Engine, contracts and what carries a service; never another service.
const SERVICE: &[&str] = &[
    "outflank-casual",
    "outflank-matching",
    "outflank-othello",
    "outflank-tournament",
    "outflank-formats",
    "outflank-proto",
    "outflank-access",
    "outflank-journal",
    "outflank-kept",
    "outflank-live",
    "outflank-packed",
    "outflank-transport",
];

/// Nothing in the engine may reach the world.
const WORLDLY: &[&str] = &[
    "tokio",
    "hyper",
    "axum",
    "tonic",
    "sqlx",
    "reqwest",
    "rand",
    "getrandom",
    "chrono",
    "time",
    "mio",
];

fn metadata() -> cargo_metadata::Metadata {
    cargo_metadata::MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"))
        .exec()
        .unwrap()
}

/// Every crate's normal dependencies, through all levels.
fn reachable(metadata: &cargo_metadata::Metadata) -> BTreeMap<String, BTreeSet<String>> {
    let resolve = metadata.resolve.as_ref().unwrap();
    let names: BTreeMap<_, _> = metadata
        .packages
        .iter()
        .map(|p| (&p.id, p.name.to_string()))
        .collect();
    let direct: BTreeMap<String, Vec<String>> = resolve
        .nodes
        .iter()
        .map(|node| {
            let normal = node.deps.iter().filter(|dependency| {
                dependency
                    .dep_kinds
                    .iter()
                    .any(|kind| kind.kind == cargo_metadata::DependencyKind::Normal)
            });
            (
                names[&node.id].clone(),
                normal.map(|d| names[&d.pkg].clone()).collect(),
            )
        })
        .collect();
    direct
        .keys()
        .map(|name| {
            let mut seen = BTreeSet::new();
            let mut open = vec![name.clone()];
            while let Some(next) = open.pop() {
                for dependency in direct.get(&next).into_iter().flatten() {
                    if seen.insert(dependency.clone()) {
                        open.push(dependency.clone());
                    }
                }
            }
            (name.clone(), seen)
        })
        .collect()
}

#[test]
fn every_crate_uses_only_what_stands_below_it() {
    let metadata = metadata();
    let reachable = reachable(&metadata);
    let members: BTreeSet<String> = metadata
        .workspace_packages()
        .iter()
        .map(|p| p.name.to_string())
        .collect();
    for member in &members {
        if member == "outflank" {
            continue;
        }
        let allowed = MAY_USE
            .iter()
            .find(|row| row.0 == member)
            .unwrap_or_else(|| panic!("{member} has no row: say what it may use"))
            .1;
        for used in reachable[member]
            .iter()
            .filter(|used| members.contains(*used))
        {
            assert!(
                allowed.iter().any(|group| group.contains(&used.as_str())),
                "{member} may not use {used}"
            );
        }
    }
    for (name, _) in MAY_USE {
        assert!(
            members.contains(*name),
            "{name} is no crate any more: drop its row"
        );
    }
}

#[test]
fn the_engine_cannot_reach_the_world() {
    let reachable = reachable(&metadata());
    for engine in [
        "outflank-casual",
        "outflank-matching",
        "outflank-othello",
        "outflank-tournament",
        "outflank-formats",
        "outflank-rating-list",
    ] {
        for used in WORLDLY {
            assert!(
                !reachable[engine].contains(*used),
                "{engine} reaches {used}"
            );
        }
    }
}

/// The files of Rust below a folder.
fn sources(folder: PathBuf) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![folder], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// Whether a comment opens a block of code that would be run as a test.
fn has_doc_test(source: &str) -> bool {
    let mut inside = false;
    source.lines().any(|line| {
        let line = line.trim();
        let comment = line.strip_prefix("///").or(line.strip_prefix("//!"));
        let Some(kind) = comment.and_then(|comment| comment.trim().strip_prefix("```")) else {
            return false;
        };
        inside = !inside;
        let prose = ["json", "text", "sh", "toml"];
        inside && !prose.contains(&kind)
    })
}

/// A crate that says it has no unit tests or doc tests is built without them: then none may be written there.
#[test]
fn no_test_stands_where_none_is_run() {
    let metadata = metadata();
    let mut asked = 0;
    for package in metadata.workspace_packages() {
        let Some(library) = package.targets.iter().find(|target| target.is_lib()) else {
            continue;
        };
        let folder = library.src_path.parent().unwrap();
        for file in sources(folder.into()) {
            let source = std::fs::read_to_string(&file).unwrap();
            asked += 1;
            let file = file.display();
            assert!(
                library.test || !source.contains("#[test]") && !source.contains("cfg(test)"),
                "{file} has a unit test, and its Cargo.toml says `test = false`"
            );
            assert!(
                library.doctest || !has_doc_test(&source),
                "{file} has a doc test, and its Cargo.toml says `doctest = false`"
            );
        }
    }
    assert!(asked > 300, "{asked} files");
    assert!(has_doc_test("/// ```\n/// let a = 1;\n/// ```"));
    assert!(!has_doc_test("//! ```json\n//! {}\n//! ```"));
}
