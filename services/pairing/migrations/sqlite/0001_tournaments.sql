-- Records: durable, correctable, erasable. The journal refers to them by opaque ids only.

CREATE TABLE entrant_names (
    tournament_id     TEXT    NOT NULL,
    entrant_id        TEXT    NOT NULL,
    surname           TEXT    NOT NULL,
    given_names       TEXT    NOT NULL,
    federation_number INTEGER NOT NULL CHECK (federation_number > 0),
    -- Not on the federation's list: the number is the first free one of the country's zone.
    new_player        INTEGER NOT NULL CHECK (new_player IN (0, 1)),
    written_at_ms     INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, entrant_id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX entrant_names_federation_number
ON entrant_names (tournament_id, federation_number);

CREATE TABLE directors (
    tournament_id TEXT    NOT NULL PRIMARY KEY,
    name          TEXT    NOT NULL,
    written_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE reasons (
    tournament_id TEXT    NOT NULL,
    reason_id     TEXT    NOT NULL,
    account_id    TEXT    NOT NULL,
    round         INTEGER NOT NULL,
    board         INTEGER NOT NULL,
    reason        TEXT    NOT NULL,
    written_at_ms INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, reason_id)
) STRICT, WITHOUT ROWID;

-- The secret end of each tournament's hash chain; its links become public one a draw.
CREATE TABLE draw_secrets (
    tournament_id TEXT    NOT NULL PRIMARY KEY,
    secret        BLOB    NOT NULL CHECK (length(secret) = 32),
    links         INTEGER NOT NULL CHECK (links > 0)
) STRICT, WITHOUT ROWID;

-- The directory of known players, as imported last.
CREATE TABLE listed_players (
    federation_number INTEGER NOT NULL PRIMARY KEY,
    surname           TEXT    NOT NULL,
    given_names       TEXT    NOT NULL,
    country           TEXT    NOT NULL,
    -- 0 = unrated.
    rating            INTEGER NOT NULL,
    -- The name in plain lower-case letters.
    sought            TEXT    NOT NULL
) STRICT;

-- Read models: folded from the journal, rebuilt at start where they lag behind.

CREATE TABLE tournament_index (
    tournament_id TEXT    NOT NULL PRIMARY KEY,
    seq           INTEGER NOT NULL,
    name          TEXT    NOT NULL,
    country       TEXT    NOT NULL,
    date          TEXT    NOT NULL,
    rule_set      TEXT    NOT NULL,
    phase         INTEGER NOT NULL,
    entrants      INTEGER NOT NULL,
    round         INTEGER NOT NULL,
    rounds        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE seat_index (
    account_id    TEXT NOT NULL,
    tournament_id TEXT NOT NULL,
    entrant_id    TEXT NOT NULL,
    PRIMARY KEY (account_id, tournament_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE official_index (
    account_id    TEXT NOT NULL,
    tournament_id TEXT NOT NULL,
    PRIMARY KEY (account_id, tournament_id)
) STRICT, WITHOUT ROWID;
