-- The officials of each tournament, as pairing's facts tell them.
CREATE TABLE officials (
    tournament_id TEXT NOT NULL,
    account_id    TEXT NOT NULL,
    -- A JSON string, as the fact has it.
    role          TEXT NOT NULL,
    PRIMARY KEY (tournament_id, account_id)
) STRICT, WITHOUT ROWID;

-- Who is sent from the room of a tournament by a ruling, as pairing's facts tell them.
CREATE TABLE room_expulsions (
    ruling_id     TEXT    NOT NULL PRIMARY KEY,
    tournament_id TEXT    NOT NULL,
    entrant_id    TEXT,
    account_id    TEXT,
    -- Until when, ms of cluster time; NULL = for good.
    until_ms      INTEGER,
    official_id   TEXT    NOT NULL,
    paragraph     TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX room_expulsions_of_a_tournament ON room_expulsions (tournament_id);

-- Who may move for a player with special needs (WOC IV.10), as pairing's facts tell them.
CREATE TABLE assistants (
    tournament_id TEXT NOT NULL,
    entrant_id    TEXT NOT NULL,
    account_id    TEXT NOT NULL,
    PRIMARY KEY (tournament_id, entrant_id)
) STRICT, WITHOUT ROWID;

-- Officials' and players' written reasons; the journal holds their ids.
CREATE TABLE reasons (
    reason_id TEXT NOT NULL PRIMARY KEY,
    game_id   TEXT NOT NULL,
    text      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX reasons_of_a_game ON reasons (game_id);

-- What is written at the tables.
CREATE TABLE chat_messages (
    game_id      TEXT    NOT NULL,
    -- From 1 in each game.
    number       INTEGER NOT NULL,
    account_id   TEXT    NOT NULL,
    command_id   TEXT    NOT NULL,
    -- "players", "spectators", "officials".
    channel      TEXT    NOT NULL,
    -- "black", "white", "official", "spectator".
    role         TEXT    NOT NULL,
    -- "black", "white" or empty.
    addressed_to TEXT    NOT NULL,
    text         TEXT    NOT NULL,
    at_ms        INTEGER NOT NULL,
    -- The official who took it away, and why.
    removed_by   TEXT,
    reason       TEXT,
    PRIMARY KEY (game_id, number),
    UNIQUE (game_id, account_id, command_id)
) STRICT, WITHOUT ROWID;

-- Accounts that may not write in a tournament.
CREATE TABLE chat_mutes (
    tournament_id TEXT    NOT NULL,
    account_id    TEXT    NOT NULL,
    official_id   TEXT    NOT NULL,
    reason        TEXT    NOT NULL,
    at_ms         INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, account_id)
) STRICT, WITHOUT ROWID;

-- Games in which an official opened or closed the spectators' channel, whatever the rules say.
CREATE TABLE chat_rooms (
    game_id             TEXT    NOT NULL PRIMARY KEY,
    open_to_spectators  INTEGER NOT NULL,
    official_id         TEXT    NOT NULL,
    reason              TEXT    NOT NULL,
    at_ms               INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_of_an_account ON seats (account_id);

-- Which ruling each appeal is about, as pairing's facts tell them.
CREATE TABLE appeals (
    appeal_id TEXT NOT NULL PRIMARY KEY,
    ruling_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Public keys of this service's signatures, base64url.
CREATE TABLE signing_keys (
    key_id     TEXT NOT NULL PRIMARY KEY,
    public_key TEXT NOT NULL
) STRICT, WITHOUT ROWID;
