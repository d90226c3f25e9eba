//! Statements written once for both databases: `$1` for the first value, `ON CONFLICT`, no function that
//! only one of them knows; integers are `i64`, and truth values `bool`.

use std::convert::identity;
use std::fmt;
use std::future::Future;
use std::marker::PhantomData;

use sqlx::postgres::{PgArguments, PgRow};
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{FromRow, Postgres, SqlSafeStr, SqlStr, Sqlite};

use super::{Executor, Runs};
use crate::postgres::dialect;
use crate::sql::{on, silence};

/// A value bound to a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Text, or nothing in its place.
    Text(Option<String>),
    /// A whole number, or nothing in its place.
    Integer(Option<i64>),
    /// Bytes, or nothing in their place.
    Bytes(Option<Vec<u8>>),
    /// True or false.
    Truth(bool),
}

macro_rules! value {
    ($($from:ty => $kind:ident($convert:expr)),+ $(,)?) => {$(
        impl From<$from> for Value {
            fn from(value: $from) -> Self {
                Self::$kind($convert(value))
            }
        }
    )+};
}

value! {
    &str => Text(|text: &str| Some(text.to_owned())),
    String => Text(Some),
    &String => Text(|text: &String| Some(text.clone())),
    Option<String> => Text(identity),
    &Option<String> => Text(Clone::clone),
    Option<&str> => Text(|text: Option<&str>| text.map(str::to_owned)),
    i64 => Integer(Some),
    i32 => Integer(|number: i32| Some(i64::from(number))),
    u32 => Integer(|number: u32| Some(i64::from(number))),
    Option<i64> => Integer(identity),
    Vec<u8> => Bytes(Some),
    &Vec<u8> => Bytes(|bytes: &Vec<u8>| Some(bytes.clone())),
    bool => Truth(identity),
}

/// A row of either database, read into one type: tuples, and structs that derive [`FromRow`].
pub trait FromEitherRow:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

impl<T> FromEitherRow for T where
    T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

/// A statement whose rows, if it has any, are of no interest.
#[derive(Clone, PartialEq, Eq)]
#[must_use = "a statement does nothing until it is executed"]
pub struct Query {
    sql: SqlStr,
    values: Vec<Value>,
}

impl fmt::Debug for Query {
    /// Without the values: names and secrets are among them.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sql, values) = self.parts();
        write!(formatter, "Query({sql:?}, {} values)", values.len())
    }
}

/// A statement whose rows are read as `T`.
#[derive(Debug, Clone)]
#[must_use = "a statement does nothing until its rows are fetched"]
pub struct QueryAs<T> {
    query: Query,
    rows: PhantomData<fn() -> T>,
}

/// A statement whose rows have one column, read as `T`.
#[derive(Debug, Clone)]
#[must_use = "a statement does nothing until its rows are fetched"]
pub struct QueryScalar<T>(QueryAs<(T,)>);

/// A statement to execute.
pub fn query(sql: impl SqlSafeStr) -> Query {
    Query {
        sql: sql.into_sql_str(),
        values: Vec::new(),
    }
}

/// A statement that answers rows.
pub fn query_as<T: FromEitherRow>(sql: impl SqlSafeStr) -> QueryAs<T> {
    QueryAs {
        query: query(sql),
        rows: PhantomData,
    }
}

/// A statement that answers rows of one column.
pub fn query_scalar<T>(sql: impl SqlSafeStr) -> QueryScalar<T>
where
    (T,): FromEitherRow,
{
    QueryScalar(query_as(sql))
}

impl Query {
    /// The statement and its values, the first for `$1`.
    pub(crate) fn parts(&self) -> (&str, &[Value]) {
        (self.sql.as_str(), &self.values)
    }

    /// The value of the next number, from `$1` on.
    pub fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Runs it; answers how many rows it changed.
    ///
    /// # Errors
    /// What the database says.
    pub fn execute<'c>(
        self,
        on: impl Into<Executor<'c>>,
    ) -> impl Future<Output = Result<u64, sqlx::Error>> + Send {
        let on = on.into();
        async move {
            match on.0 {
                Runs::SqlitePool(pool) => {
                    let done = sqlite(self).execute(pool).await?;
                    Ok(done.rows_affected())
                }
                Runs::Sqlite(connection) => {
                    let done = sqlite(self).execute(connection).await?;
                    Ok(done.rows_affected())
                }
                Runs::PostgresPool(pool) => {
                    let done = on!(pool, as identity, one => postgres(self).execute(one));
                    Ok(done?.rows_affected())
                }
                Runs::InTransaction(begun) => {
                    let done = in_time(postgres(self).execute(begun.on()?)).await?;
                    Ok(done.rows_affected())
                }
            }
        }
    }
}

impl Query {
    /// Every row, its columns read in their order as what they are said to be.
    ///
    /// # Errors
    /// What the database says, and when a column is something else.
    pub fn fetch_values<'c>(
        self,
        on: impl Into<Executor<'c>>,
        columns: &[Column],
    ) -> impl Future<Output = Result<Vec<Vec<Value>>, sqlx::Error>> + Send {
        let on = on.into();
        let columns = columns.to_vec();
        async move {
            match on.0 {
                Runs::SqlitePool(pool) => values(&sqlite(self).fetch_all(pool).await?, &columns),
                Runs::Sqlite(one) => values(&sqlite(self).fetch_all(one).await?, &columns),
                Runs::PostgresPool(pool) => {
                    let all = on!(pool, as identity, one => postgres(self).fetch_all(one));
                    values(&all?, &columns)
                }
                Runs::InTransaction(begun) => {
                    let all = in_time(postgres(self).fetch_all(begun.on()?)).await;
                    values(&all?, &columns)
                }
            }
        }
    }
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// Text, or nothing.
    Text,
    /// A whole number, or nothing.
    Integer,
    /// Bytes, or nothing.
    Bytes,
    /// True or false.
    Truth,
}

fn values<R: sqlx::Row>(rows: &[R], columns: &[Column]) -> Result<Vec<Vec<Value>>, sqlx::Error>
where
    usize: sqlx::ColumnIndex<R>,
    for<'r> Option<String>: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    for<'r> Option<i64>: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    for<'r> Option<Vec<u8>>: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    for<'r> bool: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
{
    let value = |row: &R, (place, column): (usize, &Column)| {
        Ok(match column {
            Column::Text => Value::Text(row.try_get(place)?),
            Column::Integer => Value::Integer(row.try_get(place)?),
            Column::Bytes => Value::Bytes(row.try_get(place)?),
            Column::Truth => Value::Truth(row.try_get(place)?),
        })
    };
    let row = |row: &R| {
        let columns = columns.iter().enumerate();
        columns.map(|column| value(row, column)).collect()
    };
    rows.iter().map(row).collect()
}

impl<T: FromEitherRow> QueryAs<T> {
    /// The value of the next number, from `$1` on.
    pub fn bind(mut self, value: impl Into<Value>) -> Self {
        self.query = self.query.bind(value);
        self
    }

    /// Every row.
    ///
    /// # Errors
    /// What the database says, and when a row is no `T`.
    pub fn fetch_all<'c>(
        self,
        on: impl Into<Executor<'c>>,
    ) -> impl Future<Output = Result<Vec<T>, sqlx::Error>> + Send {
        let on = on.into();
        // It is part of every future that waits for rows: boxed, so that those stay small.
        Box::pin(async move {
            match on.0 {
                Runs::SqlitePool(pool) => rows(&sqlite(self.query).fetch_all(pool).await?),
                Runs::Sqlite(one) => rows(&sqlite(self.query).fetch_all(one).await?),
                Runs::PostgresPool(pool) => {
                    rows(&on!(pool, as identity, one => postgres(self.query).fetch_all(one))?)
                }
                Runs::InTransaction(begun) => {
                    rows(&in_time(postgres(self.query).fetch_all(begun.on()?)).await?)
                }
            }
        })
    }

    /// The first row, if there is one.
    ///
    /// # Errors
    /// What the database says, and when the row is no `T`.
    pub fn fetch_optional<'c>(
        self,
        on: impl Into<Executor<'c>>,
    ) -> impl Future<Output = Result<Option<T>, sqlx::Error>> + Send {
        let all = self.fetch_all(on);
        async move { Ok(all.await?.into_iter().next()) }
    }

    /// The first row.
    ///
    /// # Errors
    /// What the database says, and [`sqlx::Error::RowNotFound`] if there is no row.
    pub fn fetch_one<'c>(
        self,
        on: impl Into<Executor<'c>>,
    ) -> impl Future<Output = Result<T, sqlx::Error>> + Send {
        let first = self.fetch_optional(on);
        async move { first.await?.ok_or(sqlx::Error::RowNotFound) }
    }
}

impl<T> QueryScalar<T>
where
    (T,): FromEitherRow,
{
    /// The value of the next number, from `$1` on.
    pub fn bind(mut self, value: impl Into<Value>) -> Self {
        self.0 = self.0.bind(value);
        self
    }

    /// The column of every row.
    ///
    /// # Errors
    /// What the database says, and when a value is no `T`.
    pub fn fetch_all<'c>(
        self,
        on: impl Into<Executor<'c>>,
    ) -> impl Future<Output = Result<Vec<T>, sqlx::Error>> + Send {
        let all = self.0.fetch_all(on);
        async move { Ok(all.await?.into_iter().map(|(column,)| column).collect()) }
    }

    /// The column of the first row, if there is one.
    ///
    /// # Errors
    /// What the database says, and when the value is no `T`.
    pub fn fetch_optional<'c>(
        self,
        on: impl Into<Executor<'c>>,
    ) -> impl Future<Output = Result<Option<T>, sqlx::Error>> + Send {
        let first = self.0.fetch_optional(on);
        async move { Ok(first.await?.map(|(column,)| column)) }
    }

    /// The column of the first row.
    ///
    /// # Errors
    /// What the database says, and [`sqlx::Error::RowNotFound`] if there is no row.
    pub fn fetch_one<'c>(
        self,
        on: impl Into<Executor<'c>>,
    ) -> impl Future<Output = Result<T, sqlx::Error>> + Send {
        let first = self.0.fetch_one(on);
        async move { first.await.map(|(column,)| column) }
    }
}

fn sqlite(query: Query) -> sqlx::query::Query<'static, Sqlite, SqliteArguments> {
    let mut bound = sqlx::query(query.sql);
    for value in query.values {
        bound = match value {
            Value::Text(text) => bound.bind(text),
            Value::Integer(number) => bound.bind(number),
            Value::Bytes(bytes) => bound.bind(bytes),
            Value::Truth(truth) => bound.bind(truth),
        };
    }
    bound
}

pub(crate) fn postgres(query: Query) -> sqlx::query::Query<'static, Postgres, PgArguments> {
    let mut bound = sqlx::query(query.sql);
    for value in query.values {
        bound = match value {
            Value::Text(text) => bound.bind(text),
            Value::Integer(number) => bound.bind(number),
            Value::Bytes(bytes) => bound.bind(bytes),
            Value::Truth(truth) => bound.bind(truth),
        };
    }
    bound
}

fn rows<T, R: sqlx::Row>(rows: &[R]) -> Result<Vec<T>, sqlx::Error>
where
    T: for<'r> FromRow<'r, R>,
{
    rows.iter().map(T::from_row).collect()
}

/// Waits for a server for as long as the journal does.
pub(super) async fn in_time<T>(
    work: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    match tokio::time::timeout(dialect::LIMIT, work).await {
        Ok(done) => done,
        Err(_) => Err(silence()),
    }
}
