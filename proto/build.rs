//! Compiles the contracts without a `protoc` binary and keeps their descriptor set.

use std::{env, fs, path::PathBuf};

use prost::Message as _;

const CONTRACTS: [&str; 9] = [
    "problem",
    "feed",
    "identity",
    "pairing",
    "play",
    "standings",
    "ratings",
    "live",
    "peer",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<String> = CONTRACTS
        .iter()
        .map(|name| format!("outflank/{name}/v1/{name}.proto"))
        .collect();
    println!("cargo:rerun-if-changed=outflank");
    println!("cargo:rerun-if-changed=google");
    let descriptors = protox::compile(&files, ["."])?;
    let target = PathBuf::from(env::var("OUT_DIR")?).join("descriptors.bin");
    fs::write(target, descriptors.encode_to_vec())?;
    tonic_prost_build::configure()
        .build_transport(false)
        .compile_fds(descriptors)?;
    Ok(())
}
