-- The archive: results and games of confirmed events and of imported files. All but the files is made of the journal's
-- facts and of them, and can be made again.

-- The bytes of imports that stand, each under its digest.
CREATE TABLE archive_files (
    -- SHA-256, lower-case hexadecimal.
    sha256  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    content BYTEA NOT NULL
);

-- What imports came to.
CREATE TABLE archive_imports (
    import_id     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    -- Its place among all imports.
    number        BIGINT NOT NULL,
    kind          TEXT COLLATE "C" NOT NULL,
    name          TEXT COLLATE "C" NOT NULL,
    sha256        TEXT COLLATE "C" NOT NULL,
    by_account_id TEXT COLLATE "C" NOT NULL,
    at_ms         BIGINT NOT NULL,
    files         BIGINT NOT NULL,
    events        BIGINT NOT NULL,
    results       BIGINT NOT NULL,
    games         BIGINT NOT NULL,
    findings      BIGINT NOT NULL,
    undone_by     TEXT COLLATE "C",
    undone_at_ms  BIGINT,
    undone_reason TEXT COLLATE "C"
);
CREATE INDEX archive_imports_by_number ON archive_imports (number);

-- What could not be taken as it stands.
CREATE TABLE archive_findings (
    import_id TEXT COLLATE "C" NOT NULL,
    number    BIGINT NOT NULL,
    file      TEXT COLLATE "C" NOT NULL,
    line      BIGINT NOT NULL,
    code      TEXT COLLATE "C" NOT NULL,
    what      TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (import_id, number)
);

CREATE TABLE archive_events (
    event         BIGINT NOT NULL PRIMARY KEY,
    -- Of an import, or of a tournament of this server.
    import_id     TEXT COLLATE "C",
    tournament_id TEXT COLLATE "C",
    -- Digest of the file that tells it: no file counts twice. Lower-case hexadecimal.
    sha256        TEXT COLLATE "C" NOT NULL,
    name          TEXT COLLATE "C" NOT NULL,
    country       TEXT COLLATE "C" NOT NULL,
    day           TEXT COLLATE "C",
    -- 0 = not known.
    year          BIGINT NOT NULL,
    -- Its results count on the preview of the rating list.
    counts        BIGINT NOT NULL
);
CREATE INDEX archive_events_of_import ON archive_events (import_id);
CREATE INDEX archive_events_by_file ON archive_events (sha256);
CREATE INDEX archive_events_of_tournament ON archive_events (tournament_id);

CREATE TABLE archive_players (
    event       BIGINT NOT NULL,
    place       BIGINT NOT NULL,
    -- 0 = names alone are known.
    number      BIGINT NOT NULL,
    surname     TEXT COLLATE "C" NOT NULL,
    given_names TEXT COLLATE "C" NOT NULL,
    country     TEXT COLLATE "C" NOT NULL,
    -- Both names in small letters without accents.
    folded      TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (event, place)
);
CREATE INDEX archive_players_by_number ON archive_players (number);

CREATE TABLE archive_games (
    event         BIGINT NOT NULL,
    number        BIGINT NOT NULL,
    -- Day, year or nothing of the event: what lists are ordered by.
    day           TEXT COLLATE "C" NOT NULL,
    year          BIGINT NOT NULL,
    -- 0 = none.
    round         BIGINT NOT NULL,
    -- Places among the players of the event, and their numbers.
    black         BIGINT NOT NULL,
    white         BIGINT NOT NULL,
    black_number  BIGINT NOT NULL,
    white_number  BIGINT NOT NULL,
    colours_known BIGINT NOT NULL,
    outcome       TEXT COLLATE "C" NOT NULL,
    black_discs   BIGINT,
    white_discs   BIGINT,
    moves         TEXT COLLATE "C",
    opening       TEXT COLLATE "C",
    PRIMARY KEY (event, number)
);
CREATE INDEX archive_games_by_day ON archive_games (day, event, number);
CREATE INDEX archive_games_of_black ON archive_games (black_number);
CREATE INDEX archive_games_of_white ON archive_games (white_number);
CREATE INDEX archive_games_by_opening ON archive_games (opening);

-- Which games had which position, whichever way round.
CREATE TABLE archive_positions (
    position BIGINT NOT NULL,
    event    BIGINT NOT NULL,
    number   BIGINT NOT NULL,
    PRIMARY KEY (position, event, number)
);
CREATE INDEX archive_positions_of ON archive_positions (event);
