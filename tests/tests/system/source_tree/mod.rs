//! The tree is in order: what is left out of the gate is made somewhere else, and what a service ships and a page names is there.

mod attacks;
mod circles;
mod modules;
mod mutants;

use std::{fs, path::PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every file of this ending that is the project's own.
fn files(ending: &str) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = [
        "client", "engine", "gateway", "offline", "platform", "proto", "server", "services",
        "tests",
    ]
    .iter()
    .map(|folder| root().join(folder))
    .collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                let name = path.file_name().unwrap();
                if name != "target" && name != "node_modules" {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|found| found == ending) {
                files.push(path);
            }
        }
    }
    assert!(!files.is_empty(), "no file ends in .{ending}");
    files
}

/// What a target of the Makefile does.
fn recipe<'m>(makefile: &'m str, target: &str) -> Option<&'m str> {
    let begin = format!("\n{target}:");
    let (_, after) = makefile.split_once(&begin)?;
    let end = after.find("\n\n").unwrap_or(after.len());
    Some(&after[..end])
}

/// Why an ignored test is not made by anybody; `None` if it is.
fn complaint(makefile: &str, reason: &str, name: &str, module: &str) -> Option<String> {
    if reason.contains("child process of") {
        return None;
    }
    let Some((_, target)) = reason.split_once("make ") else {
        return Some(format!(
            "{name}: its reason names neither a make target nor the tests whose child process it is: {reason:?}"
        ));
    };
    let target: String = target
        .chars()
        .take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '-')
        .collect();
    let Some(recipe) = recipe(makefile, &target) else {
        return Some(format!("{name}: there is no make {target}"));
    };
    let takes_it = recipe.contains("ignored");
    let names_it = recipe.contains(name)
        || recipe.contains(&format!("{module}::"))
        // All of the engine's are made at once.
        || module == "engine" && recipe.contains("--test engine");
    (!takes_it || !names_it)
        .then(|| format!("{name}: make {target} does not run it ({module}): {recipe}"))
}

#[test]
fn every_ignored_test_is_made_by_a_target_or_is_a_child_of_another() {
    let makefile = fs::read_to_string(root().join("Makefile")).unwrap();
    let attribute = concat!("#[", "ignore");
    let (mut seen, mut wrong) = (0, Vec::new());
    for path in files("rs") {
        let text = fs::read_to_string(&path).unwrap();
        for (place, _) in text.match_indices(attribute) {
            let after = &text[place..];
            let line = after.lines().next().unwrap();
            let name = after.split("fn ").nth(1).unwrap();
            let name = name.split(['(', '<']).next().unwrap();
            let stem = path.file_stem().unwrap().to_str().unwrap();
            let folder = path.parent().unwrap().file_name().unwrap();
            let module = match stem {
                _ if path.starts_with(root().join("engine")) => "engine",
                "mod" | "main" => folder.to_str().unwrap(),
                _ => stem,
            };
            let reason = line.split('"').nth(1).unwrap_or_default();
            wrong.extend(complaint(&makefile, reason, name, module));
            seen += 1;
        }
    }
    assert!(seen > 10, "only {seen} ignored tests were found");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn an_ignored_test_that_nobody_makes_is_noticed() {
    let makefile = "\nsoak:\n\tcargo test --test system -- --ignored chaos::\n\nother:\n\ttrue\n";
    let complaint = |reason: &str, module: &str| complaint(makefile, reason, "a_test", module);
    assert_eq!(complaint("luck: make soak", "chaos"), None);
    assert_eq!(complaint("a child process of the tests below", "x"), None);
    for (reason, module) in [
        ("", "chaos"),
        ("minutes", "chaos"),
        ("make missing", "chaos"),
        ("make soak", "failover"),
        ("make other", "chaos"),
    ] {
        assert!(complaint(reason, module).is_some(), "{reason} {module}");
    }
}

#[test]
fn every_script_of_a_services_tables_is_listed() {
    let scripts = files("sql");
    let scripts = scripts.iter().filter(|path| {
        path.components()
            .any(|part| part.as_os_str() == "migrations")
    });
    let mut seen = 0;
    for script in scripts {
        let database = script.parent().unwrap();
        let service = database.parent().unwrap().parent().unwrap();
        let listed = fs::read_to_string(service.join("src/lib.rs")).unwrap();
        let name = script.strip_prefix(service).unwrap().display().to_string();
        assert!(
            listed.contains(&name),
            "{name} is not in {}",
            service.display()
        );
        seen += 1;
    }
    assert!(seen > 5, "only {seen} scripts were found");
}
