//! Contracts of which no document can be made, and why not.

use prost_reflect::DescriptorPool;

use crate::{
    comments::Comments,
    openapi,
    schemas::{Dialect, Schemas, Way},
    tables::compiled,
};

fn contract(body: &str) -> DescriptorPool {
    compiled(&format!(
        "syntax = \"proto3\"; package outflank.tried.v1;\n\
         import \"google/api/annotations.proto\"; import \"outflank/contract/v1/contract.proto\";\n\
         import \"outflank/problem/v1/problem.proto\";\n\
         message Ask {{ string id = 1; string other = 2; Told told = 3; }} message Told {{}} {}",
        body.replace(
            "TAG",
            "option (outflank.contract.v1.choice).tag = \"type\";"
        )
    ))
}

fn with<T>(pool: &DescriptorPool, ask: impl FnOnce(&mut Schemas) -> T) -> T {
    let comments = Comments::of(pool);
    let schemas = Schemas::new(pool, &comments, Dialect::OpenApi, &[], &[]);
    ask(&mut schemas.unwrap())
}

const ASK: &str = "outflank.tried.v1.Ask";

#[test]
fn a_schema_has_one_meaning_and_one_name() {
    let pool = contract("");
    let id = ["id".to_owned()];
    with(&pool, |schemas| {
        assert!(schemas.body(ASK, &id).is_ok());
        assert!(schemas.body(ASK, &id).is_ok());
        let told = schemas.body(ASK, &[]).unwrap_err();
        assert_eq!(told, "outflank.tried.v1.Ask: its schema would be two");
    });
    let pool = contract("message Act { oneof act { TAG Told pause = 1; } } message ActPause {}");
    with(&pool, |schemas| {
        assert!(
            schemas
                .of("outflank.tried.v1.ActPause", Way::Answer)
                .is_ok()
        );
        let told = schemas
            .of("outflank.tried.v1.Act", Way::Answer)
            .unwrap_err();
        assert_eq!(told, "two schemas are called ActPause");
    });
    with(&pool, |schemas| {
        let told = schemas.of("outflank.tried.v1.Nobody", Way::Answer);
        assert_eq!(told.unwrap_err(), "outflank.tried.v1.Nobody is no message");
    });
}

#[test]
fn a_method_is_described_and_its_query_is_made_of_texts() {
    let refused = |said: &str, http: &str| {
        let pool = contract(&format!(
            "service Tried {{\n{said}\nrpc Do(Ask) returns (Told) {{ option (google.api.http) = {{ {http} }}; \
             option (outflank.contract.v1.rule) = {{ need: NEED_ANYONE repeat: REPEAT_FREELY tag: \"live\" }}; }} }}"
        ));
        openapi::of(&pool, &Comments::of(&pool), "1", "MIT").unwrap_err()
    };
    let told = refused("", "post: \"/\" body: \"*\"");
    assert_eq!(told, "/outflank.tried.v1.Tried/Do: nothing is said of it");
    let told = refused("// Does it.", "get: \"/{id}\"");
    let wanted = "/outflank.tried.v1.Tried/Do: told cannot be part of an address";
    assert_eq!(told, wanted);
}
