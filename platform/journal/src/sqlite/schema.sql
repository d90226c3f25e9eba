-- Everything one accepted command caused. Never changed, never removed.
CREATE TABLE journal_entries (
    stream_kind    TEXT    NOT NULL,
    stream_id      TEXT    NOT NULL,
    seq            INTEGER NOT NULL CHECK (seq > 0),
    at_ms          INTEGER NOT NULL,
    actor          TEXT    NOT NULL,
    command_id     TEXT    NOT NULL,
    schema_version INTEGER NOT NULL,
    body           BLOB    NOT NULL,
    previous_hash  BLOB    NOT NULL CHECK (length(previous_hash) = 32),
    hash           BLOB    NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (stream_kind, stream_id, seq),
    UNIQUE (stream_kind, stream_id, actor, command_id)
) STRICT;

CREATE INDEX journal_streams ON journal_entries (stream_kind, stream_id) WHERE seq = 1;

CREATE TRIGGER journal_entries_stand BEFORE UPDATE ON journal_entries
BEGIN SELECT RAISE(ABORT, 'entries of the journal are never changed'); END;

CREATE TRIGGER journal_entries_stay BEFORE DELETE ON journal_entries
BEGIN SELECT RAISE(ABORT, 'entries of the journal are never removed'); END;

-- What other services are told. Written with the entry, numbered afterwards.
CREATE TABLE journal_facts (
    arrival     INTEGER PRIMARY KEY,
    number      INTEGER UNIQUE,
    stream_kind TEXT    NOT NULL,
    stream_id   TEXT    NOT NULL,
    seq         INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    kind        TEXT    NOT NULL,
    body        BLOB    NOT NULL,
    UNIQUE (stream_kind, stream_id, seq, place),
    FOREIGN KEY (stream_kind, stream_id, seq)
        REFERENCES journal_entries (stream_kind, stream_id, seq)
) STRICT;

CREATE INDEX journal_facts_unnumbered ON journal_facts (arrival) WHERE number IS NULL;

CREATE TRIGGER journal_facts_stand BEFORE UPDATE ON journal_facts
WHEN OLD.number IS NOT NULL
  OR OLD.stream_kind IS NOT NEW.stream_kind OR OLD.stream_id IS NOT NEW.stream_id
  OR OLD.seq IS NOT NEW.seq OR OLD.place IS NOT NEW.place
  OR OLD.kind IS NOT NEW.kind OR OLD.body IS NOT NEW.body
BEGIN SELECT RAISE(ABORT, 'facts of the journal are never changed'); END;

CREATE TRIGGER journal_facts_stay BEFORE DELETE ON journal_facts
BEGIN SELECT RAISE(ABORT, 'facts of the journal are never removed'); END;

-- Open streams and what falls due in them next; no deadline while a game is paused.
CREATE TABLE journal_open_streams (
    stream_kind TEXT NOT NULL,
    stream_id   TEXT NOT NULL,
    deadline_ms INTEGER,
    PRIMARY KEY (stream_kind, stream_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX journal_deadlines ON journal_open_streams (deadline_ms, stream_kind, stream_id)
WHERE deadline_ms IS NOT NULL;

-- How far this service has consumed the feeds of others.
CREATE TABLE journal_cursors (
    consumer TEXT    NOT NULL PRIMARY KEY,
    epoch    TEXT    NOT NULL,
    number   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The last sign of life of each process.
CREATE TABLE journal_heartbeats (
    process TEXT    NOT NULL PRIMARY KEY,
    at_ms   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The identity of this store: cursors of another one mean nothing here.
CREATE TABLE journal_store (
    one   INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    epoch TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO journal_store (one, epoch) VALUES (1, lower(hex(randomblob(16))));

-- "Oflk"
PRAGMA application_id = 1332112491;
