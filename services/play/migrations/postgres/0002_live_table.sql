-- The officials of each tournament, as pairing's facts tell them.
CREATE TABLE officials (
    tournament_id TEXT COLLATE "C" NOT NULL,
    account_id    TEXT COLLATE "C" NOT NULL,
    -- A JSON string, as the fact has it.
    role          TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament_id, account_id)
);

-- Who is sent from the room of a tournament by a ruling, as pairing's facts tell them.
CREATE TABLE room_expulsions (
    ruling_id     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    tournament_id TEXT COLLATE "C" NOT NULL,
    entrant_id    TEXT COLLATE "C",
    account_id    TEXT COLLATE "C",
    -- Until when, ms of cluster time; NULL = for good.
    until_ms      BIGINT,
    official_id   TEXT COLLATE "C" NOT NULL,
    paragraph     TEXT COLLATE "C"
);

CREATE INDEX room_expulsions_of_a_tournament ON room_expulsions (tournament_id);

-- Who may move for a player with special needs (WOC IV.10), as pairing's facts tell them.
CREATE TABLE assistants (
    tournament_id TEXT COLLATE "C" NOT NULL,
    entrant_id    TEXT COLLATE "C" NOT NULL,
    account_id    TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament_id, entrant_id)
);

-- Officials' and players' written reasons; the journal holds their ids.
CREATE TABLE reasons (
    reason_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    game_id   TEXT COLLATE "C" NOT NULL,
    text      TEXT COLLATE "C" NOT NULL
);

CREATE INDEX reasons_of_a_game ON reasons (game_id);

-- What is written at the tables.
CREATE TABLE chat_messages (
    game_id      TEXT COLLATE "C" NOT NULL,
    -- From 1 in each game.
    number       BIGINT NOT NULL,
    account_id   TEXT COLLATE "C" NOT NULL,
    command_id   TEXT COLLATE "C" NOT NULL,
    -- "players", "spectators", "officials".
    channel      TEXT COLLATE "C" NOT NULL,
    -- "black", "white", "official", "spectator".
    role         TEXT COLLATE "C" NOT NULL,
    -- "black", "white" or empty.
    addressed_to TEXT COLLATE "C" NOT NULL,
    text         TEXT COLLATE "C" NOT NULL,
    at_ms        BIGINT NOT NULL,
    -- The official who took it away, and why.
    removed_by   TEXT COLLATE "C",
    reason       TEXT COLLATE "C",
    PRIMARY KEY (game_id, number),
    UNIQUE (game_id, account_id, command_id)
);

-- Accounts that may not write in a tournament.
CREATE TABLE chat_mutes (
    tournament_id TEXT COLLATE "C" NOT NULL,
    account_id    TEXT COLLATE "C" NOT NULL,
    official_id   TEXT COLLATE "C" NOT NULL,
    reason        TEXT COLLATE "C" NOT NULL,
    at_ms         BIGINT NOT NULL,
    PRIMARY KEY (tournament_id, account_id)
);

-- Games in which an official opened or closed the spectators' channel, whatever the rules say.
CREATE TABLE chat_rooms (
    game_id             TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    open_to_spectators  BOOLEAN NOT NULL,
    official_id         TEXT COLLATE "C" NOT NULL,
    reason              TEXT COLLATE "C" NOT NULL,
    at_ms               BIGINT NOT NULL
);

CREATE INDEX seats_of_an_account ON seats (account_id);

-- Which ruling each appeal is about, as pairing's facts tell them.
CREATE TABLE appeals (
    appeal_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    ruling_id TEXT COLLATE "C" NOT NULL
);

-- Public keys of this service's signatures, base64url.
CREATE TABLE signing_keys (
    key_id     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    public_key TEXT COLLATE "C" NOT NULL
);
