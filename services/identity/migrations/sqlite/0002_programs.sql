-- A program's account has no login and no password: it speaks by API keys, and its operator answers for it.
ALTER TABLE accounts ADD COLUMN operator_id TEXT REFERENCES accounts (id) ON DELETE CASCADE;
CREATE INDEX accounts_operator ON accounts (operator_id);

CREATE TABLE api_keys (
    -- The part of the key that is no secret: it finds the row and names the key.
    id              TEXT PRIMARY KEY,
    -- SHA-256 of the whole key.
    digest          BLOB NOT NULL,
    account_id      TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name            TEXT NOT NULL,
    -- Names of scopes, separated by spaces.
    scopes          TEXT NOT NULL,
    created_at_ms   INTEGER NOT NULL,
    expires_at_ms   INTEGER,
    last_used_at_ms INTEGER,
    revoked_at_ms   INTEGER
) STRICT;
CREATE INDEX api_keys_account ON api_keys (account_id);
