//! A release holds the web app: when its files change, the gateway is built again. A debug build reads them as they are.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=../web/dist");
    }
}
