-- People and their credentials: durable, correctable, erasable. The journal knows only the ids.
CREATE TABLE accounts (
    id            TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    display_name  TEXT COLLATE "C" NOT NULL,
    -- Lower case; NULL for a light account.
    login         TEXT COLLATE "C" UNIQUE,
    password_hash TEXT COLLATE "C",
    administrator BOOLEAN NOT NULL DEFAULT false,
    created_at_ms BIGINT NOT NULL,
    -- A program's account has no login and no password: it speaks by API keys, and its operator answers for it.
    operator_id   TEXT COLLATE "C" REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX accounts_operator ON accounts (operator_id);

CREATE TABLE sessions (
    id            TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    account_id    TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at_ms BIGINT NOT NULL,
    revoked_at_ms BIGINT
);
CREATE INDEX sessions_account ON sessions (account_id);

-- Each token is good once; a session is the family of all tokens that came from one sign-in.
CREATE TABLE refresh_tokens (
    digest        BYTEA  NOT NULL PRIMARY KEY,
    session_id    TEXT COLLATE "C" NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    expires_at_ms BIGINT NOT NULL,
    used_at_ms    BIGINT
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

CREATE TABLE seat_codes (
    digest        BYTEA  NOT NULL PRIMARY KEY,
    tournament_id TEXT COLLATE "C" NOT NULL,
    entrant_id    TEXT COLLATE "C" NOT NULL,
    display_name  TEXT COLLATE "C" NOT NULL,
    expires_at_ms BIGINT NOT NULL,
    -- Set in the transaction that uses the code, before the journal's entry is written.
    claimed_by    TEXT COLLATE "C",
    -- Set when the entry stands.
    announced     BOOLEAN NOT NULL DEFAULT false,
    -- When the code was used.
    claimed_at_ms BIGINT
);
CREATE INDEX seat_codes_entrant ON seat_codes (tournament_id, entrant_id);
CREATE INDEX seat_codes_cut_short ON seat_codes (claimed_at_ms)
WHERE claimed_by IS NOT NULL AND NOT announced;

-- Each process that begins makes a code of its own; all end when the first administrator is made.
CREATE TABLE administrator_codes (
    -- The order in which they were made.
    number     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    digest     BYTEA  NOT NULL UNIQUE,
    made_at_ms BIGINT NOT NULL
);

CREATE TABLE api_keys (
    -- The part of the key that is no secret: it finds the row and names the key.
    id              TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    -- SHA-256 of the whole key.
    digest          BYTEA  NOT NULL,
    account_id      TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name            TEXT COLLATE "C" NOT NULL,
    -- Names of scopes, separated by spaces.
    scopes          TEXT COLLATE "C" NOT NULL,
    created_at_ms   BIGINT NOT NULL,
    expires_at_ms   BIGINT,
    last_used_at_ms BIGINT,
    revoked_at_ms   BIGINT
);
CREATE INDEX api_keys_account ON api_keys (account_id);
