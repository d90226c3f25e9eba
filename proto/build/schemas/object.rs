//! The object that a message is; where a tag names the member of a oneof, one object for each.

use super::{Dialect, Schemas, Way, names::capitalised, reference};
use crate::{
    json::{Json, object, text, texts},
    messages::{Field, Message},
};

/// An object on its way to be a schema.
#[derive(Clone, Debug)]
pub struct Object {
    way: Way,
    description: Option<String>,
    properties: Vec<(String, Json)>,
    required: Vec<String>,
    exclusive: Vec<(String, Json)>,
}

/// One of the objects that a message with a tag can be.
pub struct Variant {
    pub member: String,
    pub said: Option<String>,
    pub schema: Json,
}

impl Object {
    pub fn new(way: Way, description: Option<String>) -> Self {
        Self {
            way,
            description,
            properties: Vec::new(),
            required: Vec::new(),
            exclusive: Vec::new(),
        }
    }

    fn add(&mut self, name: &str, schema: Json, required: bool) {
        self.properties.push((name.to_owned(), schema));
        if required {
            self.required.push(name.to_owned());
        }
    }

    fn schema(self, dialect: Dialect) -> Json {
        // Frames may say more than is known of them: new clients speak to old servers.
        let closed = self.way == Way::Request && dialect == Dialect::OpenApi;
        let closed = closed.then_some(Json::Bool(false));
        let required = (!self.required.is_empty()).then(|| texts(self.required));
        let exclusive = (!self.exclusive.is_empty()).then_some(Json::Object(self.exclusive));
        object([("type", text("object"))])
            .with_some("description", self.description.map(text))
            .with_some("required", required)
            .with("properties", Json::Object(self.properties))
            .with_some("dependentSchemas", exclusive)
            .with_some("additionalProperties", closed)
    }
}

/// What a field's part of a message is besides its own: fields of other places, members that a tag names.
fn is_tagged(message: &Message, field: &Field) -> bool {
    let oneof = field.oneof.and_then(|of| message.oneofs.get(of));
    oneof.is_some_and(|of| of.tag.is_some())
}

impl Schemas<'_> {
    /// The schema of a message whose fields stand beside what is in the object already.
    pub fn shape(
        &mut self,
        name: &str,
        message: &str,
        mut shape: Object,
        elsewhere: &[String],
    ) -> Result<Json, String> {
        self.fill(&mut shape, message, elsewhere)?;
        let description = shape.description.take();
        let Some((tag, variants)) = self.variants(name, message, &shape)? else {
            shape.description = description;
            return Ok(shape.schema(self.dialect));
        };
        let mut references = Vec::new();
        let mut mapping = Vec::new();
        for variant in variants {
            let own = format!("{name}{}", capitalised(&variant.member));
            references.push(reference(&own));
            let address = format!("#/components/schemas/{own}");
            mapping.push((variant.member, text(address)));
            self.put(&own, variant.schema)?;
        }
        // Elsewhere each schema says its word itself, and that is all.
        let discriminator = (self.dialect == Dialect::OpenApi).then(|| {
            object([
                ("propertyName", text(tag)),
                ("mapping", Json::Object(mapping)),
            ])
        });
        Ok(object([])
            .with_some("description", description.map(text))
            .with("oneOf", Json::List(references))
            .with_some("discriminator", discriminator))
    }

    /// The objects that a message with a tag can be, and the tag; nothing for a message without one.
    pub fn variants(
        &mut self,
        name: &str,
        message: &str,
        around: &Object,
    ) -> Result<Option<(String, Vec<Variant>)>, String> {
        let table = self.message(message)?;
        let Some(tag) = table.oneofs.iter().find_map(|of| of.tag.clone()) else {
            return Ok(None);
        };
        let members = table.fields.iter();
        let members = members.filter(|of| is_tagged(table, of) && !of.options.server);
        let members: Vec<_> = members
            .filter_map(|of| {
                let inner = of.kind.as_message()?.full_name().to_owned();
                let said = self.said_of_field(message, of);
                Some((of.json_name.clone(), inner, said))
            })
            .collect();
        let mut variants = Vec::new();
        for (member, inner, said) in members {
            let said = said.or_else(|| self.said_of(&inner));
            let mut shape = Object::new(around.way, said.clone());
            let word = object([
                ("type", text("string")),
                ("const", text(&member)),
                ("description", text("Which of them it is.")),
            ]);
            shape.add(&tag, word, true);
            shape.properties.extend(around.properties.iter().cloned());
            shape.required.extend(around.required.iter().cloned());
            shape.exclusive.extend(around.exclusive.iter().cloned());
            let own = format!("{name}{}", capitalised(&member));
            let schema = self.shape(&own, &inner, shape, &[])?;
            variants.push(Variant {
                member,
                said,
                schema,
            });
        }
        Ok(Some((tag, variants)))
    }

    /// Puts a message's own fields into an object, but for those that are said elsewhere.
    pub fn fill(
        &mut self,
        to: &mut Object,
        message: &str,
        elsewhere: &[String],
    ) -> Result<(), String> {
        let table = self.message(message)?;
        let own = |field: &&Field| {
            let said_elsewhere = elsewhere.contains(&field.name);
            let taken = to.way == Way::Answer || !field.options.named;
            !field.options.server && taken && !is_tagged(table, field) && !said_elsewhere
        };
        let fields: Vec<Field> = table.fields.iter().filter(own).cloned().collect();
        for field in &fields {
            let said = self.said_of_field(message, field);
            let mut schema = self.member(field, to.way, said)?;
            if to.way == Way::Request {
                schema = self.bounded(message, field, schema)?;
            }
            let given = to.way == Way::Answer && field.options.given_with.is_none();
            let required = given || field.options.required;
            to.add(&field.json_name, schema, required);
        }
        if to.way == Way::Request && self.dialect == Dialect::OpenApi {
            to.exclusive.extend(exclusive(&fields));
        }
        Ok(())
    }
}

/// Of a oneof's members one at most is there: whoever is, all after it are null.
fn exclusive(fields: &[Field]) -> Vec<(String, Json)> {
    let null = |field: &Field| (field.json_name.clone(), object([("type", text("null"))]));
    let nulls = |fields: &[&Field]| {
        let properties = fields.iter().map(|field| null(field)).collect();
        object([("properties", Json::Object(properties))])
    };
    let mut rules = Vec::new();
    for (at, field) in fields.iter().enumerate() {
        let later = fields.iter().skip(at + 1);
        let others: Vec<&Field> = later
            .filter(|other| field.oneof.is_some() && other.oneof == field.oneof)
            .collect();
        if !others.is_empty() {
            let either = Json::List(vec![nulls(&[field]), nulls(&others)]);
            rules.push((field.json_name.clone(), object([("anyOf", either)])));
        }
    }
    rules
}
