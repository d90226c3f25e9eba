//! Rows of a table of records as plain values, to be carried into the same table of another database.

use sqlx::AssertSqlSafe;

use super::{Column, Executor, Records, Value, WriteTransaction, query, query_scalar};

/// Rows of a table, each with the table's columns in their order.
pub type Rows = Vec<Vec<Value>>;

/// A table whose rows can be carried from one database to another.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// The column that says what a row is about.
    pub about: &'static str,
    /// Its key.
    pub key: &'static [&'static str],
    /// Its columns, the key's among them.
    pub columns: &'static [(&'static str, Column)],
}

impl Table {
    /// The rows about these things, or all rows where `of` is `None`.
    ///
    /// # Errors
    /// What the database says.
    pub async fn rows(
        &self,
        records: &Records,
        of: Option<&[String]>,
    ) -> Result<Rows, sqlx::Error> {
        let names = self.names().join(", ");
        let columns: Vec<Column> = self.columns.iter().map(|(_, column)| *column).collect();
        let order = self.key.join(", ");
        let Some(of) = of else {
            let all = format!("SELECT {names} FROM {} ORDER BY {order}", self.name);
            let all = query(AssertSqlSafe(all));
            return all.fetch_values(records.read(), &columns).await;
        };
        let mut rows = Rows::new();
        for about in of {
            let some = format!(
                "SELECT {names} FROM {} WHERE {} = $1 ORDER BY {order}",
                self.name, self.about
            );
            let some = query(AssertSqlSafe(some)).bind(about);
            rows.extend(some.fetch_values(records.read(), &columns).await?);
        }
        Ok(rows)
    }

    /// The first of these rows whose key stands here already and is about something else; its place.
    ///
    /// # Errors
    /// What the database says.
    pub async fn taken(
        &self,
        records: &Records,
        rows: &Rows,
    ) -> Result<Option<usize>, sqlx::Error> {
        if self.key.contains(&self.about) {
            return Ok(None);
        }
        let place = |of: &str| self.columns.iter().position(|(name, _)| *name == of);
        let about = place(self.about).unwrap_or_default();
        let keys: Vec<usize> = self.key.iter().filter_map(|name| place(name)).collect();
        let conditions: Vec<String> = (2..)
            .zip(self.key)
            .map(|(number, name)| format!("{name} = ${number}"))
            .collect();
        let statement = format!(
            "SELECT {} FROM {} WHERE {} <> $1 AND {}",
            self.about,
            self.name,
            self.about,
            conditions.join(" AND ")
        );
        for (number, row) in rows.iter().enumerate() {
            let mut found = query_scalar::<String>(AssertSqlSafe(statement.clone()));
            for place in std::iter::once(&about).chain(&keys) {
                if let Some(value) = row.get(*place) {
                    found = found.bind(value.clone());
                }
            }
            if found.fetch_optional(records.read()).await?.is_some() {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Writes rows; one whose key is there already is replaced, or stays as it is where `replace` is false. Answers
    /// how many rows were written.
    ///
    /// # Errors
    /// What the database says.
    pub async fn write(
        &self,
        transaction: &mut WriteTransaction,
        rows: &Rows,
        replace: bool,
    ) -> Result<u64, sqlx::Error> {
        let statement = self.insertion(replace);
        let mut written = 0_u64;
        for row in rows {
            let mut insertion = query(AssertSqlSafe(statement.clone()));
            for value in row {
                insertion = insertion.bind(value.clone());
            }
            let on: Executor<'_> = transaction.on();
            written = written.saturating_add(insertion.execute(on).await?);
        }
        Ok(written)
    }

    fn names(&self) -> Vec<&'static str> {
        self.columns.iter().map(|(name, _)| *name).collect()
    }

    fn insertion(&self, replace: bool) -> String {
        let names = self.names();
        let values: Vec<String> = (1..=names.len()).map(|place| format!("${place}")).collect();
        let others = names.iter().filter(|name| !self.key.contains(name));
        let changes: Vec<String> = others
            .map(|name| format!("{name} = excluded.{name}"))
            .collect();
        let conflict = if replace && !changes.is_empty() {
            format!(
                "ON CONFLICT ({}) DO UPDATE SET {}",
                self.key.join(", "),
                changes.join(", ")
            )
        } else {
            "ON CONFLICT DO NOTHING".to_owned()
        };
        format!(
            "INSERT INTO {} ({}) VALUES ({}) {conflict}",
            self.name,
            names.join(", "),
            values.join(", ")
        )
    }
}
