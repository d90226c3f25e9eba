-- Who imported what, and who took it back, stands in the journal: only what an import came to is kept beside it.
DROP INDEX archive_imports_by_number;
ALTER TABLE archive_imports DROP COLUMN number;
ALTER TABLE archive_imports DROP COLUMN kind;
ALTER TABLE archive_imports DROP COLUMN name;
ALTER TABLE archive_imports DROP COLUMN sha256;
ALTER TABLE archive_imports DROP COLUMN by_account_id;
ALTER TABLE archive_imports DROP COLUMN at_ms;
ALTER TABLE archive_imports DROP COLUMN undone_by;
ALTER TABLE archive_imports DROP COLUMN undone_at_ms;
ALTER TABLE archive_imports DROP COLUMN undone_reason;
