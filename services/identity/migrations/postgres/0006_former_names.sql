-- What an account was called before: whoever takes another name stays known to moderators.
CREATE TABLE former_names (
    -- The order in which they were given up.
    number       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id   TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    display_name TEXT COLLATE "C" NOT NULL,
    -- When it was given up.
    until_ms     BIGINT NOT NULL
);
CREATE INDEX former_names_account ON former_names (account_id, number);
