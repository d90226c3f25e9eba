-- Each process that begins makes a code of its own; all end when the first administrator is made.
CREATE TABLE administrator_codes (
    -- The order in which they were made.
    number     INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    digest     BLOB    NOT NULL UNIQUE,
    made_at_ms INTEGER NOT NULL
) STRICT;
DROP TABLE administrator_code;

-- When the code was used; NULL before that, and for codes used before this column was.
ALTER TABLE seat_codes ADD COLUMN claimed_at_ms INTEGER;
