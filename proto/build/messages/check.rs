//! What the codec cannot carry, and what a contract says that contradicts itself.

use std::collections::BTreeMap;

use prost_reflect::{EnumDescriptor, FieldDescriptor, Kind, MessageDescriptor, Syntax};

use super::{Field, Message};
use crate::{limits::DEEPEST, options::prefix};

/// What is seen of a message is a bit each.
const MOST_FIELDS: usize = 64;

/// What a message's fields are.
pub fn types(message: &MessageDescriptor, faults: &mut Vec<String>) {
    let name = message.full_name();
    if message.parent_file().syntax() != Syntax::Proto3 {
        faults.push(format!("{name}: contracts are written in proto3"));
    }
    if message.fields().len() > MOST_FIELDS {
        faults.push(format!("{name}: has more than {MOST_FIELDS} fields"));
    }
    for field in message.fields() {
        if let Some(what) = not_carried(&field) {
            faults.push(format!("{}: {what}", field.full_name()));
        }
    }
    if let Some(depth) = depth(message, &mut Vec::new()).filter(|depth| *depth > DEEPEST) {
        faults.push(format!(
            "{name}: nests {depth} messages, more than {DEEPEST}"
        ));
    }
}

fn not_carried(field: &FieldDescriptor) -> Option<String> {
    if field.is_map() {
        return Some("maps are not carried: a list of messages has an order".into());
    }
    if field.is_group() {
        return Some("groups are not carried".into());
    }
    match field.kind() {
        Kind::Double | Kind::Float => {
            Some("fractions are not carried: count in a smaller unit".into())
        }
        Kind::Message(of) if of.package_name().starts_with("google.") => {
            Some(format!("{} is not carried", of.full_name()))
        }
        Kind::Enum(of) if of.package_name().starts_with("google.") => {
            Some(format!("{} is not carried", of.full_name()))
        }
        _ => None,
    }
}

/// How many messages stand in one another; unknown where they stand in themselves.
fn depth(message: &MessageDescriptor, around: &mut Vec<String>) -> Option<usize> {
    if around.iter().any(|name| name == message.full_name()) {
        return None;
    }
    around.push(message.full_name().to_owned());
    let mut deepest = Some(0);
    for field in message.fields() {
        if let Kind::Message(inner) = field.kind() {
            let inner = depth(&inner, around);
            deepest = deepest.zip(inner).map(|(one, other)| one.max(other));
        }
    }
    around.pop();
    deepest.map(|deepest| deepest + 1)
}

/// What an enum's values are called.
pub fn words(of: &EnumDescriptor, faults: &mut Vec<String>) {
    let prefix = prefix(of);
    let mut seen = BTreeMap::new();
    for value in of.values() {
        let name = format!("{}.{}", of.full_name(), value.name());
        if !value.name().starts_with(&prefix) || value.name() == prefix {
            faults.push(format!("{name}: begins with {prefix}"));
        }
        let nothing = value.name() == format!("{prefix}UNSPECIFIED");
        if (value.number() == 0) != nothing {
            faults.push(format!(
                "{name}: 0 is {prefix}UNSPECIFIED, and says nothing"
            ));
        }
        let others = [
            seen.insert(value.number().to_string(), name.clone()),
            seen.insert(value.name().to_lowercase(), name.clone()),
        ];
        if let [Some(other), _] | [_, Some(other)] = others {
            faults.push(format!("{name}: is also {other}"));
        }
    }
}

/// What messages say beside their types.
pub fn options(messages: &[Message], faults: &mut Vec<String>) {
    let by_name = |name: &str| messages.iter().find(|message| message.name == name);
    for message in messages {
        for field in &message.fields {
            let tagged = field.oneof.and_then(|of| message.oneofs.get(of));
            let tagged = tagged.is_some_and(|of| of.tag.is_some());
            for what in contradictions(field, tagged) {
                faults.push(format!("{}.{}: {what}", message.name, field.name));
            }
            if field.options.named && !is_list_of_named(field, &by_name) {
                let what = "is no list of messages of a name and a oneof of values";
                faults.push(format!("{}.{}: {what}", message.name, field.name));
            }
            if !is_given_with_a_bool(message, field) {
                let what = "is given with no bool that stands beside it";
                faults.push(format!("{}.{}: {what}", message.name, field.name));
            }
        }
        let tags = message.oneofs.iter().filter(|of| of.tag.is_some());
        if tags.count() > 1 {
            let name = &message.name;
            faults.push(format!("{name}: more than one oneof of it has a tag"));
        }
        keys(message, &[], &by_name, faults);
    }
}

fn is_given_with_a_bool(message: &Message, field: &Field) -> bool {
    let is_bool = |name: &String| {
        let mut fields = message.fields.iter();
        fields.any(|of| of.name == *name && matches!(of.kind, Kind::Bool) && !of.list)
    };
    field.options.given_with.as_ref().is_none_or(is_bool)
}

/// Whether it is a list of messages that each have a text, and beside it one value of several kinds: plain, or a message
/// that is no more than a list of plain ones.
fn is_list_of_named<'a>(field: &Field, by_name: &impl Fn(&str) -> Option<&'a Message>) -> bool {
    let inner = |field: &Field| by_name(field.kind.as_message()?.full_name());
    let plain = |field: &Field| !matches!(field.kind, Kind::Message(_)) && field.options.is_plain();
    let value = |value: &Field| {
        let is_list = || {
            let list = inner(value).map(|of| of.fields.as_slice());
            matches!(list, Some([only]) if only.list && plain(only))
        };
        value.oneof == Some(0) && (plain(value) || is_list())
    };
    let element = inner(field).filter(|_| field.list);
    element.is_some_and(|of| {
        let untagged = of.oneofs.iter().all(|of| of.tag.is_none());
        matches!(of.fields.as_slice(), [name, values @ ..]
            if matches!(name.kind, Kind::String) && !name.list && name.oneof.is_none() && plain(name)
                && untagged && !values.is_empty() && values.iter().all(value))
    })
}

fn contradictions(field: &Field, tagged: bool) -> Vec<&'static str> {
    let is = &field.options;
    let text = matches!(field.kind, Kind::String | Kind::Bytes);
    let message = matches!(field.kind, Kind::Message(_));
    let letters = |letter: char| letter == '_' || letter.is_ascii_alphanumeric();
    let found = [
        (
            is.null && field.presence,
            "is null already where it is absent",
        ),
        (is.null && field.list, "a list is empty, never null"),
        (
            is.null && matches!(field.kind, Kind::Bool),
            "false is no null",
        ),
        (is.json && !text, "only a text or bytes can be JSON"),
        (
            is.most > 0 && !text && !field.list,
            "only texts, bytes and lists have a length",
        ),
        (
            is.required && (is.server || is.named),
            "what is never taken cannot be required",
        ),
        (is.required && is.null, "what has to be there is not null"),
        (
            is.given_with.is_some() && (is.required || field.oneof.is_some()),
            "what is given only with another is neither required nor a member of a oneof",
        ),
        (
            is.required && field.oneof.is_some(),
            "a member of a oneof cannot be required",
        ),
        (
            tagged && !message,
            "a member of a oneof with a tag is a message, whose fields stand beside the tag",
        ),
        (
            field.json_name.is_empty() || !field.json_name.chars().all(letters),
            "a name in JSON has letters, digits and underscores",
        ),
    ];
    let said = |(so, what): (bool, _)| so.then_some(what);
    found.into_iter().filter_map(said).collect()
}

/// Keys that stand in one JSON object: of the messages around, of the message, and of each member that a tag names.
fn keys<'a>(
    message: &'a Message,
    around: &[&'a str],
    by_name: &impl Fn(&str) -> Option<&'a Message>,
    faults: &mut Vec<String>,
) {
    let mut taken = around.to_vec();
    let before = faults.len();
    let mut take = |key: &'a str, of: &str| {
        if taken.contains(&key) {
            let name = &message.name;
            faults.push(format!("{name}.{of}: `{key}` stands there twice in JSON"));
        }
        taken.push(key);
    };
    let tag = |field: &Field| message.oneofs.get(field.oneof?)?.tag.as_ref();
    let (members, own): (Vec<&Field>, Vec<&Field>) =
        message.fields.iter().partition(|of| tag(of).is_some());
    let members = members.into_iter().filter(|of| !of.options.server);
    for oneof in &message.oneofs {
        if let Some(tag) = &oneof.tag {
            take(tag, &oneof.name);
        }
    }
    for field in own {
        take(&field.json_name, &field.name);
    }
    let mut words = Vec::new();
    for member in members {
        if words.contains(&&member.json_name) {
            faults.push(format!(
                "{}.{}: another member is called so",
                message.name, member.name
            ));
        }
        words.push(&member.json_name);
        // A message that stands in itself has its own tag twice, and ends here.
        if let Kind::Message(inner) = &member.kind
            && let Some(inner) = by_name(inner.full_name())
            && faults.len() == before
        {
            keys(inner, &taken, by_name, faults);
        }
    }
}
