//! Compiles the contracts without a `protoc` binary, keeps their descriptor set, and makes tables and documents of what
//! they declare.

#![allow(clippy::print_stdout, reason = "how a build script speaks to Cargo")]

mod asyncapi;
mod comments;
mod json;
#[path = "../src/limits.rs"]
mod limits;
mod messages;
mod methods;
mod openapi;
mod options;
#[path = "../src/printable.rs"]
#[allow(dead_code, reason = "the services judge by it, this script tells it")]
mod printable;
mod schemas;
mod stand_ins;
mod tables;

use std::{env, fs, path::PathBuf};

use prost::Message as _;
use prost_reflect::DescriptorPool;

use comments::Comments;

const CONTRACTS: [&str; 11] = [
    "sentence",
    "problem",
    "feed",
    "identity",
    "pairing",
    "play",
    "standings",
    "ratings",
    "live",
    "peer",
    "gateway",
];
/// What the gateway answers by itself: its messages are compiled, but no service serves its methods.
const UNSERVED: &str = "outflank.gateway.v1";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files = CONTRACTS.map(|name| format!("outflank/{name}/v1/{name}.proto"));
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=google");
    println!("cargo:rerun-if-changed=src/limits.rs");
    println!("cargo:rerun-if-changed=outflank");
    let mut compiler = protox::Compiler::new(["."])?;
    compiler.include_imports(true).include_source_info(true);
    compiler.open_files(files)?;
    let target = PathBuf::from(env::var("OUT_DIR")?);

    // The compiler's own descriptors have no options but its own language's: those of the contracts are in the bytes.
    let pool = DescriptorPool::decode(compiler.encode_file_descriptor_set().as_slice())?;
    fs::write(target.join("methods.rs"), tables::of(&pool)?)?;
    messages::generate(&pool, &target)?;
    fs::write(target.join("stand_ins.rs"), stand_ins::of(&pool))?;
    let comments = Comments::of(&pool);
    let (version, licence) = (
        env::var("CARGO_PKG_VERSION")?,
        env::var("CARGO_PKG_LICENSE")?,
    );
    let document = openapi::of(&pool, &comments, &version, &licence)?;
    fs::write(target.join("openapi.json"), document.document())?;
    let document = asyncapi::of(&pool, &comments)?;
    fs::write(target.join("asyncapi.json"), document.document())?;

    let mut descriptors = compiler.file_descriptor_set();
    let mut served = descriptors.clone();
    served.file.retain(|file| file.package() != UNSERVED);
    fs::write(target.join("descriptors.bin"), served.encode_to_vec())?;

    // What contracts are declared with is never sent.
    descriptors
        .file
        .retain(|file| messages::is_contract(file.package()));
    for file in &mut descriptors.file {
        if file.package() == UNSERVED {
            file.service.clear();
        }
    }
    tonic_prost_build::configure()
        .build_transport(false)
        // What is carried on as it came is not copied.
        .bytes(".outflank.play.v1.TableFrame")
        .compile_fds(descriptors)?;
    Ok(())
}
