//! libFuzzer over the target that `OUTFLANK_FUZZ_TARGET` names.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use outflank_fuzz::Target;

static TARGET: OnceLock<Target> = OnceLock::new();

fn chosen() -> Target {
    let name = std::env::var("OUTFLANK_FUZZ_TARGET").unwrap_or_default();
    outflank_fuzz::target(&name).unwrap_or_else(|| panic!("there is no target {name:?}"))
}

fuzz_target!(|data: &[u8]| {
    (TARGET.get_or_init(chosen).run)(data);
});
