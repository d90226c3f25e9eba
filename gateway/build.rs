//! A release holds the web app: when its files change, the gateway is built again. A debug build reads them as they are,
//! from where they were when it was built: one that found none is built again.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if is_release || !Path::new("../web/dist").exists() {
        println!("cargo:rerun-if-changed=../web/dist");
    }
}
