//! JSON whose members keep their order, laid out so that a document's diff can be read.

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Bool(bool),
    Number(i64),
    Text(String),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
    /// JSON already, on one line.
    Written(String),
}

/// What fits on a line is one.
const LINE: usize = 120;

/// A text.
pub fn text(text: impl Into<String>) -> Json {
    Json::Text(text.into())
}

/// A list of texts.
pub fn texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Json {
    Json::List(texts.into_iter().map(text).collect())
}

/// An object.
pub fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    let named = |(name, value): (&str, Json)| (name.to_owned(), value);
    Json::Object(members.into_iter().map(named).collect())
}

impl Json {
    /// The same object with one member more.
    pub fn with(mut self, name: impl Into<String>, value: Self) -> Self {
        if let Self::Object(members) = &mut self {
            members.push((name.into(), value));
        }
        self
    }

    /// With one member more, if there is one.
    pub fn with_some(self, name: &str, value: Option<Self>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// A member of an object.
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else {
            return None;
        };
        let found = members.iter().find(|(of, _)| of == name);
        found.map(|(_, value)| value)
    }

    /// As a document: indented, with a line end.
    pub fn document(&self) -> String {
        let mut to = String::new();
        self.print(&mut to, 0, 0);
        to.push('\n');
        to
    }

    fn print(&self, to: &mut String, indent: usize, before: usize) {
        let (open, close, parts): (_, _, Vec<(Option<&str>, &Self)>) = match self {
            Self::List(list) => ('[', ']', list.iter().map(|value| (None, value)).collect()),
            Self::Object(members) => {
                let parts = members.iter().map(|(name, value)| (Some(&**name), value));
                ('{', '}', parts.collect())
            }
            _ => return to.push_str(&self.line()),
        };
        let line = self.line();
        if parts.is_empty() || self.is_shallow() && indent + before + line.len() <= LINE {
            return to.push_str(&line);
        }
        to.push(open);
        for (at, (name, value)) in parts.iter().enumerate() {
            to.push_str(if at == 0 { "\n" } else { ",\n" });
            to.push_str(&" ".repeat(indent + 2));
            let name = name.map(|name| format!("{}: ", quoted(name)));
            let name = name.unwrap_or_default();
            to.push_str(&name);
            value.print(to, indent + 2, name.len());
        }
        to.push('\n');
        to.push_str(&" ".repeat(indent));
        to.push(close);
    }

    /// Whether nothing in it holds anything but plain values.
    fn is_shallow(&self) -> bool {
        let plain = |value: &Self| match value {
            Self::List(list) => list.iter().all(Self::is_plain),
            value => value.is_plain(),
        };
        match self {
            Self::List(list) => list.iter().all(Self::is_plain),
            Self::Object(members) => members.iter().all(|(_, value)| plain(value)),
            _ => true,
        }
    }

    fn is_plain(&self) -> bool {
        !matches!(self, Self::List(_) | Self::Object(_))
    }

    fn line(&self) -> String {
        match self {
            Self::Bool(value) => value.to_string(),
            Self::Number(value) => value.to_string(),
            Self::Text(value) => quoted(value),
            Self::Written(value) => value.clone(),
            Self::List(list) => {
                let values: Vec<String> = list.iter().map(Self::line).collect();
                format!("[{}]", values.join(", "))
            }
            Self::Object(members) if members.is_empty() => "{}".to_owned(),
            Self::Object(members) => {
                let member =
                    |(name, value): &(String, Self)| format!("{}: {}", quoted(name), value.line());
                let members: Vec<String> = members.iter().map(member).collect();
                format!("{{ {} }}", members.join(", "))
            }
        }
    }
}

fn quoted(text: &str) -> String {
    let mut to = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' => to.push_str("\\\""),
            '\\' => to.push_str("\\\\"),
            '\n' => to.push_str("\\n"),
            letter if letter.is_control() => to.push_str(&format!("\\u{:04x}", u32::from(letter))),
            letter => to.push(letter),
        }
    }
    to.push('"');
    to
}
