//! The tables of this service in both databases.

#[path = "../../../../platform/journal/tests/support/same_tables.rs"]
mod same_tables;

#[tokio::test]
async fn both_databases_have_the_same_tables_and_columns() {
    same_tables::assert_same_tables(&outflank_ratings::MIGRATIONS).await;
}
