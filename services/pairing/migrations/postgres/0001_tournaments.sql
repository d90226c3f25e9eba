-- Records: durable, correctable, erasable. The journal refers to them by opaque ids only.

CREATE TABLE entrant_names (
    tournament_id     TEXT COLLATE "C" NOT NULL,
    entrant_id        TEXT COLLATE "C" NOT NULL,
    surname           TEXT COLLATE "C" NOT NULL,
    given_names       TEXT COLLATE "C" NOT NULL,
    federation_number BIGINT NOT NULL CHECK (federation_number > 0),
    -- Not on the federation's list: the number is the first free one of the country's zone.
    new_player        BOOLEAN NOT NULL,
    written_at_ms     BIGINT NOT NULL,
    PRIMARY KEY (tournament_id, entrant_id)
);

CREATE UNIQUE INDEX entrant_names_federation_number
ON entrant_names (tournament_id, federation_number);

CREATE TABLE directors (
    tournament_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name          TEXT COLLATE "C" NOT NULL,
    written_at_ms BIGINT NOT NULL
);

CREATE TABLE reasons (
    tournament_id TEXT COLLATE "C" NOT NULL,
    reason_id     TEXT COLLATE "C" NOT NULL,
    account_id    TEXT COLLATE "C" NOT NULL,
    round         BIGINT NOT NULL,
    board         BIGINT NOT NULL,
    reason        TEXT COLLATE "C" NOT NULL,
    written_at_ms BIGINT NOT NULL,
    PRIMARY KEY (tournament_id, reason_id)
);

-- The secret end of each tournament's hash chain; its links become public one a draw.
CREATE TABLE draw_secrets (
    tournament_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    secret        BYTEA    NOT NULL CHECK (length(secret) = 32),
    links         BIGINT NOT NULL CHECK (links > 0)
);

-- The directory of known players, as imported last.
CREATE TABLE listed_players (
    federation_number BIGINT NOT NULL PRIMARY KEY,
    surname           TEXT COLLATE "C" NOT NULL,
    given_names       TEXT COLLATE "C" NOT NULL,
    country           TEXT COLLATE "C" NOT NULL,
    -- 0 = unrated.
    rating            BIGINT NOT NULL,
    -- The name in plain lower-case letters.
    sought            TEXT COLLATE "C" NOT NULL
);

-- Read models: folded from the journal, rebuilt at start where they lag behind.

CREATE TABLE tournament_index (
    tournament_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    seq           BIGINT NOT NULL,
    name          TEXT COLLATE "C" NOT NULL,
    country       TEXT COLLATE "C" NOT NULL,
    date          TEXT COLLATE "C" NOT NULL,
    rule_set      TEXT COLLATE "C" NOT NULL,
    phase         BIGINT NOT NULL,
    entrants      BIGINT NOT NULL,
    round         BIGINT NOT NULL,
    rounds        BIGINT NOT NULL
);

CREATE TABLE seat_index (
    account_id    TEXT COLLATE "C" NOT NULL,
    tournament_id TEXT COLLATE "C" NOT NULL,
    entrant_id    TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (account_id, tournament_id)
);

CREATE TABLE official_index (
    account_id    TEXT COLLATE "C" NOT NULL,
    tournament_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (account_id, tournament_id)
);

-- What play tells of the tables and no rule depends on: shown at the boards. Times in ms since 1970; 0 = none.
CREATE TABLE board_notes (
    tournament_id      TEXT COLLATE "C" NOT NULL,
    game_id            TEXT COLLATE "C" NOT NULL,
    black_called_at_ms BIGINT NOT NULL DEFAULT 0,
    white_called_at_ms BIGINT NOT NULL DEFAULT 0,
    confirmed_at_ms    BIGINT NOT NULL DEFAULT 0,
    -- The game goes on although its board keeps the result.
    reopened_at_ms     BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (tournament_id, game_id)
);
