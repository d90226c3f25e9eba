//! Tables for spreadsheets (RFC 4180): comma-separated lines that end in CR LF, UTF-8.

use std::fmt::Display;

/// Half width, and full width as Japanese keyboards write them.
const BEGINS_A_FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// A table under construction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CsvTable {
    text: String,
    /// The line under construction has a cell already.
    begun: bool,
}

impl CsvTable {
    /// A table with this line of headings.
    #[must_use]
    pub fn with_headings<T: AsRef<str>>(headings: impl IntoIterator<Item = T>) -> Self {
        let mut table = Self::default();
        for heading in headings {
            table.text(heading.as_ref());
        }
        table.end_line();
        table
    }

    /// Adds a cell that anybody may have written: no spreadsheet takes it for a formula.
    pub fn text(&mut self, cell: &str) {
        // Leading blanks are dropped by some programs before they look for a formula.
        let runs = cell.trim_start().starts_with(BEGINS_A_FORMULA);
        let runs = runs || cell.starts_with(['\t', '\r', '\n']);
        let defused = if runs { "'" } else { "" };
        self.cell(&format!("{defused}{cell}"));
    }

    /// Adds a cell of our own making: a number, a sign, a word of the format.
    pub fn own(&mut self, cell: impl Display) {
        self.cell(&cell.to_string());
    }

    fn cell(&mut self, cell: &str) {
        if self.begun {
            self.text.push(',');
        }
        self.begun = true;
        // Some spreadsheets part lines at semicolons or tabs.
        if cell.contains([',', ';', '"', '\t', '\r', '\n']) {
            self.text.push('"');
            self.text.push_str(&cell.replace('"', "\"\""));
            self.text.push('"');
        } else {
            self.text.push_str(cell);
        }
    }

    /// Ends the line.
    pub fn end_line(&mut self) {
        self.text.push_str("\r\n");
        self.begun = false;
    }

    /// The table as text.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }
}
