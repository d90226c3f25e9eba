//! The documents' schemas against the codec: what it writes is valid, and it takes what is valid and nothing else.

use std::{collections::BTreeMap, mem};

use boon::{Compiler, Draft, SchemaIndex};
use outflank_proto::{
    json,
    schema::{Kind, Message},
};
use proptest::prelude::*;
use prost::Message as _;
use prost_reflect::{DescriptorPool, MessageDescriptor};
use serde_json::{Value, json};

use crate::{
    agreement::{DIALECT, dice},
    arbitrary::{Dice, Manner, message},
    comments::Comments,
    oracle,
    schemas::{Dialect, Schemas, Way},
    tables::{self, contracts, dialect},
};

/// The schemas of messages, ready to judge JSON by.
pub struct Judge {
    schemas: boon::Schemas,
    of: BTreeMap<String, SchemaIndex>,
}

/// The schemas of these messages, and what each message's is called.
pub fn schemas(
    pool: &DescriptorPool,
    way: Way,
    messages: &[String],
) -> (Value, BTreeMap<String, String>) {
    let comments = Comments::of(pool);
    let (requests, answers) = match way {
        Way::Request => (messages, &[][..]),
        Way::Answer => (&[][..], messages),
    };
    let made = Schemas::new(pool, &comments, Dialect::OpenApi, requests, answers);
    let mut made = made.unwrap();
    let mut names = BTreeMap::new();
    for message in messages {
        let reference = made.of(message, way).unwrap().document();
        let reference: Value = serde_json::from_str(&reference).unwrap();
        let address = reference["$ref"].as_str().unwrap().to_owned();
        names.insert(message.clone(), address);
    }
    let made: Value = serde_json::from_str(&made.finish().document()).unwrap();
    (json!({"components": {"schemas": made}}), names)
}

impl Judge {
    /// Of a document and the addresses of schemas in it; each of them has to be one.
    pub fn new(document: Value, addresses: &BTreeMap<String, String>) -> Self {
        const PLACE: &str = "https://outflank.invalid/document";
        let mut compiler = Compiler::new();
        compiler.set_default_draft(Draft::V2020_12);
        compiler.add_resource(PLACE, document).unwrap();
        let mut schemas = boon::Schemas::new();
        let mut of = BTreeMap::new();
        for (name, address) in addresses {
            let compiled = compiler.compile(&format!("{PLACE}{address}"), &mut schemas);
            let index = compiled.unwrap_or_else(|wrong| panic!("{name}: {wrong:#}"));
            of.insert(name.clone(), index);
        }
        Self { schemas, of }
    }

    /// What is wrong with a value.
    pub fn wrong(&self, name: &str, value: &Value) -> Option<String> {
        let judged = self.schemas.validate(value, self.of[name]);
        judged.err().map(|wrong| format!("{wrong:#}"))
    }
}

fn judge(pool: &DescriptorPool, way: Way, messages: &[String]) -> Judge {
    let (document, addresses) = schemas(pool, way, messages);
    Judge::new(document, &addresses)
}

type Described = (MessageDescriptor, &'static Message);

struct Everything {
    messages: Vec<Described>,
    answers: [Judge; 2],
    requests: [Judge; 2],
}

impl Everything {
    fn new() -> Self {
        let contracts: Vec<Described> = contracts().collect();
        let dialect: Vec<Described> = DIALECT.map(dialect).into();
        let names = |of: &[Described]| {
            let name = |(_, table): &Described| table.name.to_owned();
            of.iter().map(name).collect::<Vec<String>>()
        };
        let pools = [&*tables::CONTRACTS, &*tables::DIALECT];
        let both = |way| {
            let [contracts_pool, dialect_pool] = pools;
            [
                judge(contracts_pool, way, &names(&contracts)),
                judge(dialect_pool, way, &names(&dialect)),
            ]
        };
        let (answers, requests) = (both(Way::Answer), both(Way::Request));
        Self {
            messages: contracts.into_iter().chain(dialect).collect(),
            answers,
            requests,
        }
    }

    fn of<'j>(judges: &'j [Judge; 2], name: &str) -> &'j Judge {
        let [contracts, dialect] = judges;
        let is_dialect = name.starts_with("outflank.dialect.");
        if is_dialect { dialect } else { contracts }
    }
}

thread_local! {
    static EVERYTHING: Everything = Everything::new();
}

/// What the codec writes of an answer is valid, and no more than its keys are.
pub fn written_is_valid(
    judge: &Judge,
    of: &MessageDescriptor,
    table: &'static Message,
    seed: u64,
) -> Result<(), String> {
    let message = message(of, &mut dice(seed, of), Manner::Right);
    let mut out = Vec::new();
    let name = table.name;
    json::write(table, &message.encode_to_vec(), &mut out)
        .map_err(|fault| format!("{name}: {fault}"))?;
    let mut value: Value = serde_json::from_slice(&out).unwrap();
    if let Some(wrong) = judge.wrong(name, &value) {
        return Err(format!("{name}: {value}\n{wrong}"));
    }
    // A tag's member stands in the object itself.
    let members = table.fields.iter().filter_map(|field| match field.kind {
        Kind::Message(of) if field.oneof.is_some() => Some(of.fields),
        _ => None,
    });
    let fields = members.flatten().chain(table.fields);
    let sometimes = fields.filter(|field| field.given_with.is_some());
    let sometimes: Vec<&str> = sometimes.map(|field| field.json_name).collect();
    let mut keys: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
    keys.retain(|key| !sometimes.contains(&key.as_str()));
    for key in keys {
        let removed = value.as_object_mut().unwrap().remove(&key).unwrap();
        if judge.wrong(name, &value).is_none() {
            return Err(format!("{name}: valid without {key}: {value}"));
        }
        value.as_object_mut().unwrap().insert(key, removed);
    }
    Ok(())
}

/// A request is valid when the codec takes it, and taken when it is valid: as it should be, and with a mistake.
pub fn taken_as_valid(
    judge: &Judge,
    of: &MessageDescriptor,
    table: &'static Message,
    seed: u64,
) -> Result<bool, String> {
    let mut dice = dice(seed, of);
    let message = message(of, &mut dice, Manner::Right);
    let right: Value = serde_json::from_str(&oracle::json(&message).unwrap()).unwrap();
    let name = table.name;
    let mut mistaken = false;
    let mut value = right.clone();
    for _ in 0..4 {
        let wrong = judge.wrong(name, &value);
        let text = value.to_string();
        let mut out = Vec::new();
        let read = json::read(table, text.as_bytes(), &mut out, json::Fields::default());
        if wrong.is_none() != read.is_ok() {
            return Err(format!("{name}: {text}\ntaken: {read:?}\nvalid: {wrong:?}"));
        }
        mistaken |= read.is_err();
        value.clone_from(&right);
        change(&mut value, &mut dice);
    }
    Ok(mistaken)
}

/// Changes one thing somewhere in it.
fn change(value: &mut Value, dice: &mut Dice) {
    let deeper = match value {
        Value::Array(list) => !list.is_empty(),
        Value::Object(members) => !members.is_empty(),
        _ => false,
    };
    if deeper && !dice.one_in(4) {
        match value {
            Value::Array(list) => {
                let at = dice.below(list.len());
                if dice.one_in(3) {
                    list.push(list[at].clone());
                } else {
                    change(&mut list[at], dice);
                }
            }
            Value::Object(members) => {
                let keys: Vec<String> = members.keys().cloned().collect();
                let key = dice.pick(&keys);
                match dice.below(6) {
                    0 => drop(members.remove(key)),
                    1 => drop(members.insert("nobody_knows".to_owned(), json!(1))),
                    2 => drop(members.insert(key.clone(), Value::Null)),
                    _ => change(members.get_mut(key).unwrap(), dice),
                }
            }
            _ => {}
        }
        return;
    }
    let others = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(7),
        json!(1.5),
        json!(4_294_967_296_i64),
        json!(-2_147_483_649_i64),
        json!(9_007_199_254_740_991_i64),
        json!(9_007_199_254_740_992_i64),
        json!(-9_007_199_254_740_992_i64),
        json!(""),
        json!("word"),
        json!("AB"),
        json!("a b c d e f"),
        json!("black"),
        json!("leave"),
        json!([]),
        json!([null]),
        json!(["a", "b", "c"]),
        json!({}),
        json!({"x": 1}),
    ];
    drop(mem::replace(value, dice.pick(&others).clone()));
}

proptest! {
    #![proptest_config(crate::property::cases(16))]

    #[test]
    fn what_is_written_is_valid_whole_and_not_in_parts(seed: u64) {
        EVERYTHING.with(|everything| {
            for (of, table) in &everything.messages {
                let judge = Everything::of(&everything.answers, table.name);
                prop_assert_eq!(written_is_valid(judge, of, table, seed), Ok(()));
            }
            Ok(())
        })?;
    }

    #[test]
    fn what_is_valid_is_taken_and_nothing_else(seed: u64) {
        EVERYTHING.with(|everything| {
            let mut mistaken = 0;
            for (of, table) in &everything.messages {
                let judge = Everything::of(&everything.requests, table.name);
                let taken = taken_as_valid(judge, of, table, seed);
                prop_assert!(taken.is_ok(), "{}", taken.unwrap_err());
                mistaken += u32::from(taken == Ok(true));
            }
            prop_assert!(mistaken > 50, "{mistaken}");
            Ok(())
        })?;
    }
}
