//! What the contracts' comments say: the descriptions of every document.

use std::collections::HashMap;

use prost_reflect::{
    DescriptorPool, EnumDescriptor, FieldDescriptor, FileDescriptor, MessageDescriptor,
    MethodDescriptor,
};

/// The comment before each thing of each contract.
pub struct Comments(HashMap<(String, Vec<i32>), String>);

impl Comments {
    /// Every comment of the contracts.
    pub fn of(pool: &DescriptorPool) -> Self {
        let mut comments = HashMap::new();
        for file in pool.files() {
            let source = file.file_descriptor_proto().source_code_info.iter();
            for at in source.flat_map(|source| &source.location) {
                let said = flowing(at.leading_comments());
                if !said.is_empty() {
                    comments.insert((file.name().to_owned(), at.path.clone()), said);
                }
            }
        }
        Self(comments)
    }

    fn at(&self, file: &FileDescriptor, path: &[i32]) -> Option<String> {
        let found = self.0.get(&(file.name().to_owned(), path.to_vec()));
        found.cloned()
    }

    /// What is said of a message.
    pub fn message(&self, of: &MessageDescriptor) -> Option<String> {
        self.at(&of.parent_file(), of.path())
    }

    /// What is said of a field.
    pub fn field(&self, of: &FieldDescriptor) -> Option<String> {
        self.at(&of.parent_file(), of.path())
    }

    /// What is said of a method.
    pub fn method(&self, of: &MethodDescriptor) -> Option<String> {
        self.at(&of.parent_file(), of.path())
    }

    /// What is said of an enum, and of each of its values; `word` is how a value is called in JSON.
    pub fn words(&self, of: &EnumDescriptor, word: impl Fn(i32) -> Option<String>) -> String {
        let mut said = self.at(&of.parent_file(), of.path()).unwrap_or_default();
        for value in of.values() {
            let comment = self.at(&of.parent_file(), value.path());
            if let (Some(word), Some(comment)) = (word(value.number()), comment) {
                said += &format!("\n- `{word}`: {comment}");
            }
        }
        said
    }
}

/// A comment's lines as one text; an empty line parts its paragraphs.
fn flowing(comment: &str) -> String {
    let mut text = String::new();
    for line in comment.lines().map(str::trim) {
        match line {
            "" => text.push_str("\n\n"),
            line if text.is_empty() || text.ends_with('\n') => text.push_str(line),
            line => {
                text.push(' ');
                text.push_str(line);
            }
        }
    }
    text.trim().to_owned()
}

/// The first sentence of a comment, without its full stop.
pub fn first_sentence(comment: &str) -> &str {
    let paragraph = comment.lines().next().unwrap_or_default();
    let begins = |rest: &str| rest.starts_with(char::is_uppercase);
    let mut stops = paragraph.match_indices(". ");
    let stop = stops.find(|(at, _)| paragraph.get(at + 2..).is_some_and(begins));
    let sentence = stop.and_then(|(at, _)| paragraph.get(..at));
    sentence.unwrap_or(paragraph).trim_end_matches('.')
}
