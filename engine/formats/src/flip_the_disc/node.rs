//! JSON values with the place they stand at, taken apart one level at a time.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::findings::{Findings, shown};

/// A document, and where its lines begin.
pub(super) struct Document<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Document<'a> {
    pub fn new(text: &'a str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at.saturating_add(1));
        Self {
            text,
            starts: std::iter::once(0).chain(ends).collect(),
        }
    }

    /// The whole document as a value; a problem where it is no JSON.
    pub fn root(&self, findings: &mut Findings) -> Option<Node<'_>> {
        match serde_json::from_str::<&RawValue>(self.text) {
            Ok(value) => Some(Node {
                document: self,
                raw: value.get(),
                path: String::new(),
            }),
            Err(error) => {
                let line = u32::try_from(error.line()).unwrap_or(u32::MAX);
                let last = u32::try_from(self.starts.len()).unwrap_or(u32::MAX);
                findings.add(
                    line.clamp(1, last),
                    "not_json",
                    format!("this is no JSON: {error}"),
                );
                None
            }
        }
    }

    fn line(&self, raw: &str) -> u32 {
        let at = raw
            .as_ptr()
            .addr()
            .saturating_sub(self.text.as_ptr().addr());
        let line = self.starts.partition_point(|start| *start <= at);
        u32::try_from(line).unwrap_or(u32::MAX).max(1)
    }
}

/// A value of a document.
#[derive(Clone)]
pub(super) struct Node<'a> {
    document: &'a Document<'a>,
    raw: &'a str,
    path: String,
}

impl<'a> Node<'a> {
    fn inner(&self, raw: &'a RawValue, path: String) -> Self {
        Self {
            document: self.document,
            raw: raw.get(),
            path,
        }
    }

    /// The members of an object.
    pub fn members(&self) -> Option<BTreeMap<Cow<'a, str>, Node<'a>>> {
        if !self.raw.starts_with('{') {
            return None;
        }
        let members: BTreeMap<Cow<'a, str>, &'a RawValue> = serde_json::from_str(self.raw).ok()?;
        let member = |(key, raw): (Cow<'a, str>, &'a RawValue)| {
            let path = match self.path.is_empty() {
                true => shown(&key),
                false => format!("{}.{}", self.path, shown(&key)),
            };
            (key, self.inner(raw, path))
        };
        Some(members.into_iter().map(member).collect())
    }

    /// The items of a list.
    pub fn items(&self) -> Option<Vec<Node<'a>>> {
        if !self.raw.starts_with('[') {
            return None;
        }
        let items: Vec<&'a RawValue> = serde_json::from_str(self.raw).ok()?;
        let item = |(place, raw): (usize, &'a RawValue)| {
            self.inner(raw, format!("{}[{place}]", self.path))
        };
        Some(items.into_iter().enumerate().map(item).collect())
    }

    pub fn is_null(&self) -> bool {
        self.raw == "null"
    }

    /// The value, if it is of that type.
    pub fn value<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_str(self.raw).ok()
    }

    /// A whole number, given as a number or as a text of digits.
    pub fn whole(&self) -> Option<i64> {
        self.value::<i64>().or_else(|| {
            let text: String = self.value()?;
            text.trim().parse().ok()
        })
    }

    /// A number as it is written, or the text that stands for one.
    pub fn number(&self) -> Option<String> {
        let is_number = self
            .raw
            .starts_with(|c: char| c == '-' || c.is_ascii_digit());
        if is_number {
            return Some(self.raw.to_owned());
        }
        self.text()
    }

    pub fn text(&self) -> Option<String> {
        let text: String = self.value()?;
        Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// A problem with this value.
    pub fn finding(&self, findings: &mut Findings, code: &'static str, what: &str) {
        let path = match self.path.is_empty() {
            true => "the document",
            false => &self.path,
        };
        findings.add(
            self.document.line(self.raw),
            code,
            format!("{path}: {what}"),
        );
    }
}
