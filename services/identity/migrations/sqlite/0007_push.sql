-- The key that messages to devices are signed with.
CREATE TABLE push_key (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    -- PKCS #8.
    document BLOB NOT NULL
) STRICT;

-- Where the device of a session is reached; gone with the session.
CREATE TABLE push_subscriptions (
    session_id    TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    account_id    TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    endpoint      TEXT NOT NULL UNIQUE,
    -- The device's key and secret, which messages are sealed with.
    public_key    BLOB NOT NULL,
    secret        BLOB NOT NULL,
    -- The language that it is told in.
    language      TEXT NOT NULL,
    made_at_ms    INTEGER NOT NULL
) STRICT;
CREATE INDEX push_subscriptions_account ON push_subscriptions (account_id, made_at_ms);

-- What calls people, until nobody is called by it any more.
CREATE TABLE push_summonses (
    -- Follows from the fact.
    id               TEXT PRIMARY KEY,
    tournament_id    TEXT NOT NULL,
    -- 0: an announcement calls.
    round            INTEGER NOT NULL,
    seq              INTEGER NOT NULL,
    -- 0: none calls.
    announcement     INTEGER NOT NULL,
    -- The table of the round that calls for the director; 0: none calls.
    board            INTEGER NOT NULL,
    -- It calls to the start of the round, not to its publication.
    to_start         INTEGER NOT NULL,
    due_at_ms        INTEGER NOT NULL,
    ends_at_ms       INTEGER NOT NULL,
    claimed_until_ms INTEGER NOT NULL DEFAULT 0,
    done             INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX push_summonses_due ON push_summonses (done, due_at_ms);

-- What devices are still to be told.
CREATE TABLE push_messages (
    -- Follows from the summons and the session.
    id               TEXT PRIMARY KEY,
    session_id       TEXT NOT NULL REFERENCES push_subscriptions (session_id) ON DELETE CASCADE,
    -- A message takes the place of an earlier one with the same topic; empty: of none.
    topic            TEXT NOT NULL,
    body             TEXT NOT NULL,
    due_at_ms        INTEGER NOT NULL,
    ends_at_ms       INTEGER NOT NULL,
    tries            INTEGER NOT NULL DEFAULT 0,
    claimed_until_ms INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX push_messages_due ON push_messages (due_at_ms);
CREATE INDEX push_messages_session ON push_messages (session_id);
