//! Writes what the contracts say of their methods as Rust.

use std::fmt::Write as _;

use prost_reflect::{DescriptorPool, EnumDescriptor};

use crate::{
    methods::{self, Method},
    openapi::REFUSALS,
    options::{capitalised, value_of, variant, variants},
};

const CALLS: &str = "outflank.contract.v1.calls";

/// The enums of the contracts' rules, and the table of methods.
///
/// # Errors
/// When a contract is wrong.
pub fn of(pool: &DescriptorPool) -> Result<String, String> {
    let mut text = String::new();
    for name in ["Role", "Repeat", "Scope"] {
        let of = pool.get_enum_by_name(&format!("outflank.contract.v1.{name}"));
        text += &enumeration(&of.ok_or_else(|| format!("{name} is not declared"))?);
    }
    let of = pool.get_enum_by_name("outflank.contract.v1.Role");
    text += &calls(pool, &of.ok_or("roles are not declared")?);
    text += "/// Every method of every contract, by path.\npub static METHODS: &[Method] = &[\n";
    for method in methods::of(pool)? {
        text += &row(&method);
    }
    text += "];\n";
    let everywhere = REFUSALS.iter().flat_map(|of| of.codes);
    let everywhere: Vec<_> = everywhere.collect();
    let _ = writeln!(
        text,
        "/// The codes that any method can be refused with, by what lies before it.\n\
         pub static REFUSED_ANYWHERE: &[&str] = &{everywhere:?};"
    );
    Ok(text)
}

fn row(method: &Method) -> String {
    let role = |name: &String| format!("Role::{name}");
    let need = if method.roles.is_empty() {
        match method.need.as_str() {
            "AnyService" => "Need::Service(&Role::ALL)".to_owned(),
            need => format!("Need::{need}"),
        }
    } else {
        let roles: Vec<_> = method.roles.iter().map(role).collect();
        format!("Need::Service(&[{}])", roles.join(", "))
    };
    let some =
        |value: Option<String>| value.map_or("None".into(), |value| format!("Some({value})"));
    let http = method.http.as_ref().map(|http| {
        format!(
            "Http {{ verb: Verb::{}, path: {:?}, body: {:?}, response_body: {:?} }}",
            capitalised(&http.verb),
            http.path,
            http.body,
            http.response_body
        )
    });
    let Method {
        path,
        name,
        package,
        repeat,
        status,
        tag,
        etag,
        by_hand,
        secret,
        ..
    } = method;
    let Method {
        takes,
        gives,
        input,
        output,
        request,
        response,
        refusals,
        paragraph,
        ..
    } = method;
    format!(
        "    Method {{ path: {path:?}, name: {name:?}, package: {package:?}, need: {need}, repeat: Repeat::{repeat}, \
         scope: {}, http: {}, status: {status}, tag: {tag:?}, etag: {etag:?}, wakes: {}, by_hand: {by_hand}, \
         secret: {secret}, takes: {takes:?}, gives: &{gives:?}, input: {input:?}, output: {output:?}, \
         request: {request:?}, response: {response:?}, refusals: &{refusals:?}, paragraph: {paragraph:?} }},\n",
        some(method.scope.as_ref().map(|scope| format!("Scope::{scope}"))),
        some(http),
        some(
            method
                .wakes
                .as_ref()
                .map(|role| format!("Role::{}", capitalised(role)))
        ),
    )
}

/// An enum of the rules without its unspecified value.
fn enumeration(of: &EnumDescriptor) -> String {
    let name = of.name();
    let values: Vec<_> = of.values().filter(|value| value.number() != 0).collect();
    let mut text = comment(of, of.path(), "");
    text += "#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]\n";
    let _ = writeln!(text, "pub enum {name} {{");
    for value in &values {
        text += &comment(of, value.path(), "    ");
        let _ = writeln!(text, "    {},", variant(of, value.name()));
    }
    let all: Vec<_> = values
        .iter()
        .map(|value| format!("Self::{}", variant(of, value.name())))
        .collect();
    let _ = writeln!(
        text,
        "}}\nimpl {name} {{\n    /// Every one of them.\n    pub const ALL: [Self; {}] = [{}];\n    \
         /// Its name as a text.\n    #[must_use]\n    \
         pub const fn name(self) -> &'static str {{\n        match self {{",
        all.len(),
        all.join(", ")
    );
    for (value, variant) in values.iter().zip(&all) {
        let bare = value.name().get(name.len() + 1..).unwrap_or_default();
        let _ = writeln!(
            text,
            "            {variant} => {:?},",
            bare.to_ascii_lowercase()
        );
    }
    text += "        }\n    }\n}\n";
    text
}

/// Which roles a role calls.
fn calls(pool: &DescriptorPool, of: &EnumDescriptor) -> String {
    let mut text = String::from(
        "impl Role {\n    /// The roles that this one calls.\n    #[must_use]\n    \
         pub const fn calls(self) -> &'static [Self] {\n        match self {\n",
    );
    for value in of.values().filter(|value| value.number() != 0) {
        let called = value_of(pool, &value.options(), CALLS);
        let called = called
            .map(|called| variants(of, &called))
            .unwrap_or_default();
        let called: Vec<_> = called.iter().map(|role| format!("Self::{role}")).collect();
        let caller = variant(of, value.name());
        let _ = writeln!(
            text,
            "            Self::{caller} => &[{}],",
            called.join(", ")
        );
    }
    text += "        }\n    }\n}\n";
    text
}

/// What a contract's comment says of what stands at a place in its file.
fn comment(of: &EnumDescriptor, place: &[i32], indent: &str) -> String {
    let file = of.parent_file();
    let source = file.file_descriptor_proto().source_code_info.as_ref();
    let found = source
        .iter()
        .flat_map(|source| &source.location)
        .find(|at| at.path == place);
    let lines = found.iter().flat_map(|at| at.leading_comments().lines());
    lines
        .map(|line| format!("{indent}/// {}\n", line.trim()))
        .collect()
}
