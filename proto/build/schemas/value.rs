//! The schema of one field's value, bounds and null as the codec has them.

use prost_reflect::Kind;

use super::{Dialect, Schemas, Way, example::example};
use crate::{
    json::{Json, object, text, texts},
    limits::GREATEST,
    messages::Field,
};

/// Base64url without padding, nothing in the bits that no byte needs.
const BASE64: &str =
    "^([A-Za-z0-9_-]{4})*([A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?$";
const ANY_BUT_NULL: [&str; 5] = ["object", "array", "string", "number", "boolean"];

impl Schemas<'_> {
    /// A field as the property of an object.
    pub fn member(
        &mut self,
        field: &Field,
        way: Way,
        said: Option<String>,
    ) -> Result<Json, String> {
        let value = self.value(field, way)?;
        let value = if may_be_null(field, way) {
            or_null(value)
        } else {
            value
        };
        let example = said.as_deref().and_then(example);
        let example = example.filter(|_| matches!(field.kind, Kind::String) && !field.list);
        let example = example.map(|example| texts([example]));
        Ok(self.described(value, said).with_some("examples", example))
    }

    /// With its description, wherever that can stand.
    pub fn described(&self, schema: Json, said: Option<String>) -> Json {
        let referred = schema.get("$ref").is_some() && self.dialect == Dialect::AsyncApi;
        let schema = match (referred, &said) {
            (true, Some(_)) => object([("allOf", Json::List(vec![schema]))]),
            _ => schema,
        };
        schema.with_some("description", said.map(text))
    }

    /// A field that stands in an address or a header: one of many, where it is a list.
    pub fn part(&mut self, field: &Field) -> Result<Json, String> {
        match field.kind {
            Kind::Message(_) => Err(format!("{} cannot be part of an address", field.name)),
            _ if field.list && field.options.required => {
                let list = self.value(field, Way::Request)?;
                Ok(list.with("minItems", Json::Number(1)))
            }
            _ => self.value(field, Way::Request),
        }
    }

    fn value(&mut self, field: &Field, way: Way) -> Result<Json, String> {
        if field.options.named {
            return self.named(field);
        }
        let one = self.one(field, way)?;
        if !field.list {
            return Ok(one);
        }
        let most = Some(field.options.most).filter(|most| *most > 0);
        let most = most.map(|most| Json::Number(most.into()));
        let list = object([("type", text("array")), ("items", one)]);
        Ok(list.with_some("maxItems", most))
    }

    /// An object whose members have any name, and a value of one of a few kinds.
    fn named(&mut self, field: &Field) -> Result<Json, String> {
        let element = field.kind.as_message().ok_or("only messages are named")?;
        let values = self.message(element.full_name())?.fields.clone();
        let mut kinds = Vec::new();
        for value in values.iter().filter(|value| value.oneof.is_some()) {
            let list = value.kind.as_message().map(|of| of.full_name().to_owned());
            let list = list.map(|of| self.message(&of).cloned()).transpose()?;
            let list = list.iter().flat_map(|of| &of.fields).next();
            kinds.push(self.value(list.unwrap_or(value), Way::Answer)?);
        }
        let value = object([("oneOf", Json::List(kinds))]);
        Ok(object([("type", text("object"))]).with("additionalProperties", value))
    }

    fn one(&mut self, field: &Field, way: Way) -> Result<Json, String> {
        let most = Some(field.options.most).filter(|most| *most > 0 && !field.list);
        let longest = |most: u32| Json::Number(most.into());
        Ok(match &field.kind {
            _ if field.options.json => {
                // What is null says nothing, and so is null where nothing has to be.
                if way == Way::Answer || may_be_null(field, way) {
                    object([])
                } else {
                    object([("type", texts(ANY_BUT_NULL))])
                }
            }
            Kind::Bool => object([("type", text("boolean"))]),
            // So many bytes are at most so many characters.
            Kind::String => {
                object([("type", text("string"))]).with_some("maxLength", most.map(longest))
            }
            Kind::Bytes => object([
                ("type", text("string")),
                ("contentEncoding", text("base64url")),
                ("pattern", text(BASE64)),
            ])
            .with_some(
                "maxLength",
                most.map(|most| longest((most * 4).div_ceil(3))),
            ),
            Kind::Enum(of) => self.words(of.full_name())?,
            Kind::Message(of) => self.of(of.full_name(), way)?,
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => {
                integer("int32", i32::MIN.into(), i32::MAX.into())
            }
            Kind::Uint32 | Kind::Fixed32 => integer("uint32", 0, u32::MAX.into()),
            Kind::Uint64 | Kind::Fixed64 => integer("uint64", 0, GREATEST),
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => integer("int64", -GREATEST, GREATEST),
            Kind::Float | Kind::Double => {
                return Err(format!("{}: fractions have no schema", field.name));
            }
        })
    }
}

fn integer(format: &str, least: i64, most: i64) -> Json {
    object([
        ("type", text("integer")),
        ("format", text(format)),
        ("minimum", Json::Number(least)),
        ("maximum", Json::Number(most)),
    ])
}

/// Whether null may stand there.
pub fn may_be_null(field: &Field, way: Way) -> bool {
    let is = &field.options;
    let message = matches!(field.kind, Kind::Message(_));
    let absent = field.presence || is.null || is.json;
    // What a request has to say, a service may leave out, unless it is a message.
    let needed = is.required && (way == Way::Request || message);
    absent && !needed && !field.list
}

fn or_null(schema: Json) -> Json {
    match schema {
        Json::Object(mut members) => {
            if let Some((_, Json::Text(kind))) = members.first().filter(|(name, _)| name == "type")
            {
                let either = texts([kind.as_str(), "null"]);
                members[0].1 = either;
                return Json::Object(members);
            }
            if members.is_empty() {
                return Json::Object(members);
            }
            let null = object([("type", text("null"))]);
            object([("oneOf", Json::List(vec![Json::Object(members), null]))])
        }
        other => other,
    }
}
