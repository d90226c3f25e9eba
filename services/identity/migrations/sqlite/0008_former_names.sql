-- What an account was called before: whoever takes another name stays known to moderators.
CREATE TABLE former_names (
    -- The order in which they were given up.
    number       INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    account_id   TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    display_name TEXT    NOT NULL,
    -- When it was given up.
    until_ms     INTEGER NOT NULL
) STRICT;
CREATE INDEX former_names_account ON former_names (account_id, number);
