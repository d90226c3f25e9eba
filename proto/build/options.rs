//! Reads the options that contracts carry.

use prost_reflect::{
    DescriptorPool, DynamicMessage, EnumDescriptor, Kind, ReflectMessage as _, Value,
};

/// A message of options.
#[derive(Debug, Clone)]
pub struct Options(DynamicMessage);

impl Options {
    /// The message that stands under an extension, if it is set.
    pub fn of(pool: &DescriptorPool, options: &DynamicMessage, extension: &str) -> Option<Self> {
        match value_of(pool, options, extension)? {
            Value::Message(message) => Some(Self(message)),
            _ => None,
        }
    }

    fn value(&self, name: &str) -> Option<Value> {
        let set = self.0.has_field_by_name(name);
        set.then(|| self.0.get_field_by_name(name))?
            .map(std::borrow::Cow::into_owned)
    }

    /// A text; none when it is not set.
    pub fn text(&self, name: &str) -> Option<String> {
        self.value(name)?.as_str().map(str::to_owned)
    }

    /// A list of texts.
    pub fn texts(&self, name: &str) -> Vec<String> {
        let list = self.value(name);
        let list = list.iter().filter_map(Value::as_list).flatten();
        list.filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// A number; 0 when it is not set.
    pub fn number(&self, name: &str) -> u32 {
        self.value(name)
            .and_then(|value| value.as_u32())
            .unwrap_or_default()
    }

    /// A flag.
    pub fn is(&self, name: &str) -> bool {
        self.value(name)
            .and_then(|value| value.as_bool())
            .unwrap_or_default()
    }

    /// The variants of an enum that are set: one at most unless it is a list.
    pub fn variants(&self, name: &str) -> Vec<String> {
        let field = self.0.descriptor().get_field_by_name(name);
        let Some(Kind::Enum(of)) = field.map(|field| field.kind()) else {
            return Vec::new();
        };
        self.value(name)
            .map(|value| variants(&of, &value))
            .unwrap_or_default()
    }
}

/// The value of an extension, if it is set.
pub fn value_of(pool: &DescriptorPool, options: &DynamicMessage, extension: &str) -> Option<Value> {
    let extension = pool.get_extension_by_name(extension)?;
    let set = options.has_extension(&extension);
    set.then(|| options.get_extension(&extension).into_owned())
}

/// The Rust names of an enum's values; the unspecified one has none.
pub fn variants(of: &EnumDescriptor, value: &Value) -> Vec<String> {
    let one = std::slice::from_ref(value);
    let values = value.as_list().unwrap_or(one).iter();
    values
        .filter_map(Value::as_enum_number)
        .filter(|number| *number != 0)
        .filter_map(|number| of.get_value(number))
        .map(|found| variant(of, found.name()))
        .collect()
}

/// The Rust name of an enum's value: `Director` of `NEED_DIRECTOR`.
pub fn variant(of: &EnumDescriptor, value: &str) -> String {
    let bare = value.strip_prefix(&prefix(of)).unwrap_or(value);
    let word = |word: &str| {
        let (first, rest) = word.split_at(1.min(word.len()));
        format!("{first}{}", rest.to_ascii_lowercase())
    };
    bare.split('_').map(word).collect()
}

/// What the names of an enum's values begin with: `CHAT_CHANNEL_`.
pub fn prefix(of: &EnumDescriptor) -> String {
    let mut prefix = String::new();
    for letter in of.name().chars() {
        if letter.is_uppercase() && !prefix.is_empty() {
            prefix.push('_');
        }
        prefix.extend(letter.to_uppercase());
    }
    prefix.push('_');
    prefix
}

/// A word as Rust begins its names: protobuf's `sfixed32` is `Sfixed32`.
pub fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(1.min(word.len()));
    format!("{}{rest}", first.to_ascii_uppercase())
}

/// `import_players_list` of `ImportPlayersList`.
pub fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
