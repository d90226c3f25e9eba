//! The dialect once more, without tables and without haste: JSON from protobuf's own reflection.

use std::fmt::Write as _;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use prost_reflect::{
    DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, OneofDescriptor, ReflectMessage as _,
    Value,
};

const GREATEST: i64 = 9_007_199_254_740_991;

/// What a field says beside its type.
pub struct Says(DynamicMessage);

impl Says {
    pub fn of(field: &FieldDescriptor) -> Self {
        let extension = field
            .parent_pool()
            .get_extension_by_name("outflank.contract.v1.field");
        let says = field
            .options()
            .get_extension(&extension.unwrap())
            .into_owned();
        Self(says.as_message().unwrap().clone())
    }

    pub fn is(&self, what: &str) -> bool {
        self.0.get_field_by_name(what).unwrap().as_bool().unwrap()
    }

    /// Whether an answer gives the field.
    pub fn is_given(&self, message: &DynamicMessage) -> bool {
        let with = self.0.get_field_by_name("given_with").unwrap();
        let with = message.get_field_by_name(with.as_str().unwrap());
        with.is_none_or(|with| with.as_bool().unwrap())
    }

    pub fn most(&self) -> usize {
        let most = self.0.get_field_by_name("most").unwrap().as_u32().unwrap();
        if most == 0 { usize::MAX } else { most as usize }
    }
}

pub fn is_required(field: &FieldDescriptor) -> bool {
    let extension = field
        .parent_pool()
        .get_extension_by_name("google.api.field_behavior");
    let behaviours = field
        .options()
        .get_extension(&extension.unwrap())
        .into_owned();
    let mut behaviours = behaviours.as_list().unwrap().iter();
    behaviours.any(|behaviour| behaviour.as_enum_number() == Some(2))
}

/// The key that names a oneof's member.
pub fn tag(oneof: &OneofDescriptor) -> Option<String> {
    let extension = oneof
        .parent_pool()
        .get_extension_by_name("outflank.contract.v1.choice");
    let choice = oneof
        .options()
        .get_extension(&extension.unwrap())
        .into_owned();
    let tag = choice
        .as_message()
        .unwrap()
        .get_field_by_name("tag")
        .unwrap();
    let tag = tag.as_str().unwrap().to_owned();
    (!tag.is_empty()).then_some(tag)
}

/// The oneof whose member a tag names.
pub fn tagged(field: &FieldDescriptor) -> Option<(OneofDescriptor, String)> {
    let oneof = field.containing_oneof().filter(|of| !of.is_synthetic())?;
    let tag = tag(&oneof)?;
    Some((oneof, tag))
}

/// The name of a field in JSON.
pub fn key(field: &FieldDescriptor) -> String {
    let mut camel = String::new();
    for (at, part) in field.name().split('_').enumerate() {
        let (first, rest) = part.split_at(part.len().min(1));
        let first = if at == 0 {
            first.to_owned()
        } else {
            first.to_uppercase()
        };
        camel.push_str(&first);
        camel.push_str(rest);
    }
    let said = field.json_name();
    if said == camel {
        field.name().to_owned()
    } else {
        said.to_owned()
    }
}

/// The word of an enum's number.
pub fn word(of: &prost_reflect::EnumDescriptor, number: i32) -> Option<String> {
    let zero = of.get_value(0)?.name().to_owned();
    let value = of.get_value(number).filter(|_| number != 0)?;
    let prefix = zero.strip_suffix("UNSPECIFIED")?;
    Some(value.name().strip_prefix(prefix)?.to_lowercase())
}

/// The message as an answer; nothing where it breaks its contract.
pub fn json(message: &DynamicMessage) -> Option<String> {
    Some(format!("{{{}}}", members(message)?.join(",")))
}

fn members(message: &DynamicMessage) -> Option<Vec<String>> {
    let mut members = Vec::new();
    let described = message.descriptor();
    for oneof in described.oneofs().filter(|of| !of.is_synthetic()) {
        if let Some(tag) = tag(&oneof) {
            let member = oneof.fields().find(|of| message.has_field(of))?;
            if Says::of(&member).is("server") {
                return None;
            }
            members.push(format!("\"{tag}\":\"{}\"", key(&member)));
        }
    }
    let mut fields: Vec<_> = described.fields().collect();
    fields.sort_by_key(FieldDescriptor::number);
    for field in fields {
        let says = Says::of(&field);
        if says.is("server") || !says.is_given(message) {
            continue;
        }
        if tagged(&field).is_some() {
            if message.has_field(&field) {
                let inner = message.get_field(&field);
                members.extend(self::members(inner.as_message()?)?);
            }
            continue;
        }
        members.push(format!(
            "\"{}\":{}",
            key(&field),
            value_of(message, &field)?
        ));
    }
    Some(members)
}

fn value_of(message: &DynamicMessage, field: &FieldDescriptor) -> Option<String> {
    if field.supports_presence() && !message.has_field(field) {
        let needed = is_required(field) && matches!(field.kind(), Kind::Message(_));
        return (!needed).then(|| "null".to_owned());
    }
    let value = message.get_field(field);
    let Value::List(list) = &*value else {
        return one(&value, field);
    };
    if Says::of(field).is("named") {
        let members: Option<Vec<Option<String>>> = list.iter().map(named).collect();
        let members: Vec<String> = members?.into_iter().flatten().collect();
        return Some(format!("{{{}}}", members.join(",")));
    }
    let elements: Option<Vec<String>> = list.iter().map(|element| one(element, field)).collect();
    Some(format!("[{}]", elements?.join(",")))
}

/// A name, and the value of one of several kinds, if there is one.
fn named(element: &Value) -> Option<Option<String>> {
    let element = element.as_message()?;
    let fields = || {
        element
            .descriptor()
            .fields()
            .collect::<Vec<_>>()
            .into_iter()
    };
    let name = fields().find(|of| of.number() == 1)?;
    let Some(value) = fields().find(|of| of.number() != 1 && element.has_field(of)) else {
        return Some(None);
    };
    let name = one(&element.get_field(&name), &name)?;
    let given = element.get_field(&value);
    let given = match &*given {
        Value::Message(list) => value_of(list, &list.descriptor().fields().next()?)?,
        plain => one(plain, &value)?,
    };
    Some(Some(format!("{name}:{given}")))
}

/// Whether an answer holds what no request may say.
pub fn is_given_only(of: &MessageDescriptor) -> bool {
    let mut seen = Vec::new();
    let mut left = vec![of.clone()];
    while let Some(of) = left.pop() {
        for field in of.fields().filter(|field| !Says::of(field).is("server")) {
            if Says::of(&field).is("named") {
                return true;
            }
            if let Kind::Message(inner) = field.kind()
                && !seen.contains(&inner)
            {
                seen.push(inner.clone());
                left.push(inner);
            }
        }
    }
    false
}

fn one(value: &Value, field: &FieldDescriptor) -> Option<String> {
    let says = Says::of(field);
    let plain = !field.is_list() && !field.supports_presence();
    if says.is("null") && plain && value.is_default(&field.kind()) {
        return Some("null".to_owned());
    }
    if says.is("json") {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Bytes(bytes) => String::from_utf8(bytes.to_vec()).ok()?,
            _ => return None,
        };
        return Some(if text.is_empty() {
            "null".to_owned()
        } else {
            text
        });
    }
    let exact = |number: i64| {
        let exact = (-GREATEST..=GREATEST).contains(&number);
        exact.then(|| number.to_string())
    };
    match value {
        Value::Bool(yes) => Some(yes.to_string()),
        Value::I32(number) => Some(number.to_string()),
        Value::U32(number) => Some(number.to_string()),
        Value::I64(number) => exact(*number),
        Value::U64(number) => exact(i64::try_from(*number).ok()?),
        Value::String(text) => Some(serde_json::to_string(text).unwrap()),
        Value::Bytes(bytes) => Some(format!("\"{}\"", URL_SAFE_NO_PAD.encode(bytes))),
        Value::EnumNumber(number) => {
            let Kind::Enum(of) = field.kind() else {
                return None;
            };
            let mut text = String::new();
            write!(text, "\"{}\"", word(&of, *number)?).ok()?;
            Some(text)
        }
        Value::Message(inner) => json(inner),
        _ => None,
    }
}

/// The message without what only the server fills, and what answers leave out.
pub fn outside(whole: &DynamicMessage) -> DynamicMessage {
    let mut message = whole.clone();
    let fields: Vec<_> = message.descriptor().fields().collect();
    for field in fields {
        let says = Says::of(&field);
        if says.is("server") || !says.is_given(whole) {
            message.clear_field(&field);
        } else if message.has_field(&field) && matches!(field.kind(), Kind::Message(_)) {
            match message.get_field_mut(&field) {
                Value::Message(inner) => *inner = outside(inner),
                Value::List(list) => {
                    for element in list {
                        if let Value::Message(inner) = element {
                            *inner = outside(inner);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    message
}
