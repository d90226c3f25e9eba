//! The presets as the web app's pages are made of: `engine/tests/presets`, a document each.

use std::collections::BTreeSet;

use outflank_tournament::{RuleSet, readings};
use serde_json::json;

use crate::sources::repository;

#[test]
fn the_kept_presets_are_what_the_engine_has() {
    let folder = repository().join("engine/tests/presets");
    let update = std::env::var_os("UPDATE_PRESETS").is_some();
    let mut expected = BTreeSet::new();
    for name in RuleSet::preset_names() {
        let rules = RuleSet::preset(name).unwrap();
        let title = RuleSet::preset_title(name).unwrap();
        let readings = readings(&rules);
        let whole = json!({ "title": title, "rule_set_document": rules, "readings": readings });
        let made = serde_json::to_string_pretty(&whole).unwrap() + "\n";
        let file = format!("{name}.json");
        if update {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join(&file), &made).unwrap();
        }
        let kept = std::fs::read_to_string(folder.join(&file)).unwrap_or_default();
        assert!(
            kept == made,
            "engine/tests/presets/{file} is not what the engine has: run this test with UPDATE_PRESETS=1"
        );
        expected.insert(file);
    }
    let kept: BTreeSet<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|one| one.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(kept, expected);
}
