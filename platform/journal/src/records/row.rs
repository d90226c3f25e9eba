//! Structs read from a row by the names of their fields.

#[doc(hidden)]
pub use sqlx::{Error, FromRow, Row, postgres::PgRow, sqlite::SqliteRow};

/// Has a struct read from a row of either database, each field from the column of its name. A macro of ours, because
/// sqlx's derive compiles both drivers a second time.
///
/// In brackets stands what is special about a field: `[in "name"]`, the name of its column; `[i64]`, a whole number that
/// is kept in a narrower type or without sign; `[from function]`, what a function makes of the column; `[flat]`, a struct that
/// is read from the same row.
///
/// ```
/// struct Seat {
///     id: String,
///     table: u32,
///     scopes: Vec<String>,
/// }
///
/// outflank_journal::from_row!(Seat {
///     id [in "seat_id"],
///     table [i64],
///     scopes [from |names: String| names.split(' ').map(str::to_owned).collect()],
/// });
/// ```
#[macro_export]
macro_rules! from_row {
    ($into:ident { $($field:ident $([$($how:tt)+])?),+ $(,)? }) => {
        $crate::from_row!(@in $crate::records::row::SqliteRow, $into { $($field $([$($how)+])?),+ });
        $crate::from_row!(@in $crate::records::row::PgRow, $into { $($field $([$($how)+])?),+ });
    };
    (@in $row:ty, $into:ident { $($field:ident $([$($how:tt)+])?),+ }) => {
        impl<'r> $crate::records::row::FromRow<'r, $row> for $into {
            fn from_row(row: &'r $row) -> Result<Self, $crate::records::row::Error> {
                #[allow(unused_imports, reason = "a struct may be flat in all its fields")]
                use $crate::records::row::Row as _;
                Ok(Self { $($field: $crate::from_row!(@read row, $field $([$($how)+])?)),+ })
            }
        }
    };
    (@read $row:ident, $field:ident) => { $row.try_get(stringify!($field))? };
    (@read $row:ident, $field:ident [in $column:literal]) => { $row.try_get($column)? };
    (@read $row:ident, $field:ident [i64]) => {
        $crate::records::row::narrowed(stringify!($field), $row.try_get(stringify!($field))?)?
    };
    (@read $row:ident, $field:ident [from $made:expr]) => { ($made)($row.try_get(stringify!($field))?) };
    (@read $row:ident, $field:ident [flat]) => { $crate::records::row::FromRow::from_row($row)? };
}

#[doc(hidden)]
pub fn narrowed<T>(column: &str, number: i64) -> Result<T, Error>
where
    T: TryFrom<i64, Error: std::error::Error + Send + Sync + 'static>,
{
    T::try_from(number).map_err(|cause| Error::ColumnDecode {
        index: column.to_owned(),
        source: Box::new(cause),
    })
}
