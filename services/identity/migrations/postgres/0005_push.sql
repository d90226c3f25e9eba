-- The key that messages to devices are signed with.
CREATE TABLE push_key (
    only_row SMALLINT PRIMARY KEY CHECK (only_row = 1),
    -- PKCS #8.
    document BYTEA NOT NULL
);

-- Where the device of a session is reached; gone with the session.
CREATE TABLE push_subscriptions (
    session_id    TEXT COLLATE "C" PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    account_id    TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    endpoint      TEXT COLLATE "C" NOT NULL UNIQUE,
    -- The device's key and secret, which messages are sealed with.
    public_key    BYTEA NOT NULL,
    secret        BYTEA NOT NULL,
    -- The language that it is told in.
    language      TEXT COLLATE "C" NOT NULL,
    made_at_ms    BIGINT NOT NULL
);
CREATE INDEX push_subscriptions_account ON push_subscriptions (account_id, made_at_ms);

-- What calls people, until nobody is called by it any more.
CREATE TABLE push_summonses (
    -- Follows from the fact.
    id               TEXT COLLATE "C" PRIMARY KEY,
    tournament_id    TEXT COLLATE "C" NOT NULL,
    -- 0: an announcement calls.
    round            BIGINT NOT NULL,
    seq              BIGINT NOT NULL,
    -- 0: none calls.
    announcement     BIGINT NOT NULL,
    -- The table of the round that calls for the director; 0: none calls.
    board            BIGINT NOT NULL,
    -- It calls to the start of the round, not to its publication.
    to_start         BOOLEAN NOT NULL,
    due_at_ms        BIGINT NOT NULL,
    ends_at_ms       BIGINT NOT NULL,
    claimed_until_ms BIGINT NOT NULL DEFAULT 0,
    done             BOOLEAN NOT NULL DEFAULT false
);
CREATE INDEX push_summonses_due ON push_summonses (done, due_at_ms);

-- What devices are still to be told.
CREATE TABLE push_messages (
    -- Follows from the summons and the session.
    id               TEXT COLLATE "C" PRIMARY KEY,
    session_id       TEXT COLLATE "C" NOT NULL REFERENCES push_subscriptions (session_id) ON DELETE CASCADE,
    -- A message takes the place of an earlier one with the same topic; empty: of none.
    topic            TEXT COLLATE "C" NOT NULL,
    body             TEXT COLLATE "C" NOT NULL,
    due_at_ms        BIGINT NOT NULL,
    ends_at_ms       BIGINT NOT NULL,
    tries            BIGINT NOT NULL DEFAULT 0,
    claimed_until_ms BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX push_messages_due ON push_messages (due_at_ms);
CREATE INDEX push_messages_session ON push_messages (session_id);
