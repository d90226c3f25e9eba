-- People and their credentials: durable, correctable, erasable. The journal knows only the ids.
CREATE TABLE accounts (
    id            TEXT PRIMARY KEY,
    display_name  TEXT NOT NULL,
    -- Lower case; NULL for a light account.
    login         TEXT UNIQUE,
    password_hash TEXT,
    administrator INTEGER NOT NULL DEFAULT 0,
    created_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
    id            TEXT PRIMARY KEY,
    account_id    TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at_ms INTEGER NOT NULL,
    revoked_at_ms INTEGER
) STRICT;

-- Each token is good once; a session is the family of all tokens that came from one sign-in.
CREATE TABLE refresh_tokens (
    digest        BLOB PRIMARY KEY,
    session_id    TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    expires_at_ms INTEGER NOT NULL,
    used_at_ms    INTEGER
) STRICT;
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

CREATE TABLE seat_codes (
    digest        BLOB PRIMARY KEY,
    tournament_id TEXT NOT NULL,
    entrant_id    TEXT NOT NULL,
    display_name  TEXT NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    -- Set in the transaction that uses the code, before the journal's entry is written.
    claimed_by    TEXT,
    -- Set when the entry stands.
    announced     INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX seat_codes_entrant ON seat_codes (tournament_id, entrant_id);

-- At most one row: the code that makes the first administrator.
CREATE TABLE administrator_code (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    digest   BLOB NOT NULL
) STRICT;
