//! Answers as a person reads them: whatever a tool answers, made of the same value as its JSON.
//!
//! A record is a block of names and values, a list of records a table. What is too long for a cell, or has parts of its
//! own, stands under its record.

use std::{collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};

use super::output::printable;

/// A cell holds no more letters.
const CELL: usize = 40;
/// What is under something stands further right by so many letters.
const STEP: usize = 2;

/// A value as it stands in JSON, members in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Null.
    Nothing,
    /// A number, written out.
    Number(String),
    /// Anything else that is one word or sentence.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// A record.
    Record(Vec<(String, Value)>),
}

use Value::{List, Nothing, Number, Record, Text};

impl Value {
    /// Writes the name beside the number of each player who is meant by members of these names.
    pub fn name_players(&mut self, members: &[&str], names: &BTreeMap<String, String>) {
        match self {
            List(items) => {
                for item in items {
                    item.name_players(members, names);
                }
            }
            Record(fields) => {
                for (name, value) in fields {
                    if members.contains(&name.as_str()) {
                        value.add_name(names);
                    } else {
                        value.name_players(members, names);
                    }
                }
            }
            Nothing | Number(_) | Text(_) => {}
        }
    }

    fn add_name(&mut self, names: &BTreeMap<String, String>) {
        match self {
            Number(number) => {
                if let Some(name) = names.get(number).filter(|name| !name.is_empty()) {
                    *self = Text(format!("{number} {name}"));
                }
            }
            List(items) => items.iter_mut().for_each(|item| item.add_name(names)),
            Nothing | Text(_) | Record(_) => {}
        }
    }

    /// On one line, where it can stand there.
    fn line(&self) -> Option<String> {
        match self {
            Nothing => Some("–".to_owned()),
            Number(text) | Text(text) => Some(printable(text).into_owned()),
            List(items) if items.is_empty() => Some("–".to_owned()),
            List(items) => {
                let parts: Option<Vec<String>> = items
                    .iter()
                    .map(|item| match item {
                        List(_) => None,
                        item => item.line(),
                    })
                    .collect();
                Some(parts?.join(", "))
            }
            Record(fields) if fields.is_empty() => Some("–".to_owned()),
            Record(_) => None,
        }
    }

    fn is_record(&self) -> bool {
        matches!(self, Record(_))
    }
}

/// The answer in lines.
impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Vec::new();
        write_value(self, 0, &mut lines);
        formatter.write_str(&lines.join("\n"))
    }
}

fn write_value(value: &Value, indent: usize, lines: &mut Vec<String>) {
    match value {
        Record(fields) if !fields.is_empty() => write_record(fields, indent, lines),
        List(items) if items.iter().any(Value::is_record) => write_table(items, indent, lines),
        List(items) if value.line().is_none() => {
            for item in items {
                write_value(item, indent, lines);
            }
        }
        other => lines.push(indented(&other.line().unwrap_or_default(), indent)),
    }
}

fn write_record(fields: &[(String, Value)], indent: usize, lines: &mut Vec<String>) {
    let width = fields
        .iter()
        .filter(|(_, value)| value.line().is_some())
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or_default();
    for (name, value) in fields {
        let name = words(name);
        match value.line() {
            Some(line) => lines.push(indented(&format!("{name:width$}  {line}"), indent)),
            None => {
                lines.push(indented(&name, indent));
                write_value(value, indent + STEP, lines);
            }
        }
    }
}

/// What stands under one name in all rows.
struct Column {
    name: String,
    /// One for each row.
    cells: Vec<String>,
    numbers: bool,
    width: usize,
}

fn write_table(rows: &[Value], indent: usize, lines: &mut Vec<String>) {
    let rows: Vec<Vec<(String, Value)>> = rows.iter().map(fields).collect();
    let mut columns = Vec::new();
    let mut under = Vec::new();
    for name in names(&rows) {
        match column(&name, &rows) {
            Some(column) => columns.push(column),
            None => under.push(name),
        }
    }
    let line = |cells: Vec<String>| indented(cells.join("  ").trim_end(), indent);
    if !columns.is_empty() {
        let names = columns.iter().map(|column| column.pad(&column.name));
        lines.push(line(names.collect()));
    }
    for (at, row) in rows.iter().enumerate() {
        if !columns.is_empty() {
            let cells = columns
                .iter()
                .map(|column| column.pad(column.cells.get(at).map_or("", String::as_str)));
            lines.push(line(cells.collect()));
        }
        let more: Vec<(String, Value)> = row
            .iter()
            .filter(|(name, value)| under.contains(name) && *value != Nothing)
            .cloned()
            .collect();
        write_record(&more, indent + 2 * STEP, lines);
    }
}

impl Column {
    /// Numbers end where numbers end.
    fn pad(&self, cell: &str) -> String {
        let width = self.width;
        if self.numbers {
            format!("{cell:>width$}")
        } else {
            format!("{cell:width$}")
        }
    }
}

/// The members of a row; those of a record of plain values stand among them by themselves.
fn fields(row: &Value) -> Vec<(String, Value)> {
    let Record(members) = row else {
        return vec![(String::new(), row.clone())];
    };
    let mut fields = Vec::new();
    for (name, value) in members {
        match value {
            Record(parts) if parts.iter().all(|(_, part)| part.line().is_some()) => {
                fields.extend(parts.clone());
            }
            value => fields.push((name.clone(), value.clone())),
        }
    }
    fields
}

/// Every name that a row has, in their order.
fn names(rows: &[Vec<(String, Value)>]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (name, _) in rows.iter().flatten() {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// None where a value is too long for a cell, or has parts.
fn column(name: &str, rows: &[Vec<(String, Value)>]) -> Option<Column> {
    let mut cells = Vec::with_capacity(rows.len());
    let mut numbers = true;
    for row in rows {
        let value = row.iter().find(|(other, _)| other == name);
        let value = value.map_or(&Nothing, |(_, value)| value);
        numbers &= matches!(value, Number(_) | Nothing);
        let cell = match value {
            Nothing => String::new(),
            value => value.line()?,
        };
        if cell.chars().count() > CELL {
            return None;
        }
        cells.push(cell);
    }
    let name = words(name);
    let all = cells.iter().chain([&name]);
    let width = all.map(|cell| cell.chars().count()).max();
    Some(Column {
        width: width.unwrap_or_default(),
        name,
        cells,
        numbers,
    })
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}

fn indented(line: &str, indent: usize) -> String {
    format!("{:indent$}{line}", "")
}

impl<'json> Deserialize<'json> for Value {
    fn deserialize<D: Deserializer<'json>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_any(Reader)
    }
}

struct Reader;

impl<'json> Visitor<'json> for Reader {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Nothing)
    }

    fn visit_bool<E>(self, is_so: bool) -> Result<Value, E> {
        Ok(Text(if is_so { "yes" } else { "no" }.to_owned()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Number(number.to_string()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Number(number.to_string()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Number(number.to_string()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'json>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(List(items))
    }

    fn visit_map<A: MapAccess<'json>>(self, mut record: A) -> Result<Value, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = record.next_entry()? {
            fields.push(field);
        }
        Ok(Record(fields))
    }
}
