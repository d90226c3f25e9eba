-- The archive: results and games of confirmed events and of imported files. All but the files is made of the journal's
-- facts and of them, and can be made again.

-- The bytes of imports that stand, each under its digest.
CREATE TABLE archive_files (
    -- SHA-256, lower-case hexadecimal.
    sha256  TEXT NOT NULL PRIMARY KEY,
    content BLOB NOT NULL
) STRICT;

-- What imports came to.
CREATE TABLE archive_imports (
    import_id     TEXT NOT NULL PRIMARY KEY,
    -- Its place among all imports.
    number        INTEGER NOT NULL,
    kind          TEXT NOT NULL,
    name          TEXT NOT NULL,
    sha256        TEXT NOT NULL,
    by_account_id TEXT NOT NULL,
    at_ms         INTEGER NOT NULL,
    files         INTEGER NOT NULL,
    events        INTEGER NOT NULL,
    results       INTEGER NOT NULL,
    games         INTEGER NOT NULL,
    findings      INTEGER NOT NULL,
    undone_by     TEXT,
    undone_at_ms  INTEGER,
    undone_reason TEXT
) STRICT;
CREATE INDEX archive_imports_by_number ON archive_imports (number);

-- What could not be taken as it stands.
CREATE TABLE archive_findings (
    import_id TEXT NOT NULL,
    number    INTEGER NOT NULL,
    file      TEXT NOT NULL,
    line      INTEGER NOT NULL,
    code      TEXT NOT NULL,
    what      TEXT NOT NULL,
    PRIMARY KEY (import_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE archive_events (
    event         INTEGER NOT NULL PRIMARY KEY,
    -- Of an import, or of a tournament of this server.
    import_id     TEXT,
    tournament_id TEXT,
    -- Digest of the file that tells it: no file counts twice. Lower-case hexadecimal.
    sha256        TEXT NOT NULL,
    name          TEXT NOT NULL,
    country       TEXT NOT NULL,
    day           TEXT,
    -- 0 = not known.
    year          INTEGER NOT NULL,
    -- Its results count on the preview of the rating list.
    counts        INTEGER NOT NULL
) STRICT;
CREATE INDEX archive_events_of_import ON archive_events (import_id);
CREATE INDEX archive_events_by_file ON archive_events (sha256);
CREATE INDEX archive_events_of_tournament ON archive_events (tournament_id);

CREATE TABLE archive_players (
    event       INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    -- 0 = names alone are known.
    number      INTEGER NOT NULL,
    surname     TEXT NOT NULL,
    given_names TEXT NOT NULL,
    country     TEXT NOT NULL,
    -- Both names in small letters without accents.
    folded      TEXT NOT NULL,
    PRIMARY KEY (event, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX archive_players_by_number ON archive_players (number);

CREATE TABLE archive_games (
    event         INTEGER NOT NULL,
    number        INTEGER NOT NULL,
    -- Day, year or nothing of the event: what lists are ordered by.
    day           TEXT NOT NULL,
    year          INTEGER NOT NULL,
    -- 0 = none.
    round         INTEGER NOT NULL,
    -- Places among the players of the event, and their numbers.
    black         INTEGER NOT NULL,
    white         INTEGER NOT NULL,
    black_number  INTEGER NOT NULL,
    white_number  INTEGER NOT NULL,
    colours_known INTEGER NOT NULL,
    outcome       TEXT NOT NULL,
    black_discs   INTEGER,
    white_discs   INTEGER,
    moves         TEXT,
    opening       TEXT,
    PRIMARY KEY (event, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX archive_games_by_day ON archive_games (day, event, number);
CREATE INDEX archive_games_of_black ON archive_games (black_number);
CREATE INDEX archive_games_of_white ON archive_games (white_number);
CREATE INDEX archive_games_by_opening ON archive_games (opening);

-- Which games had which position, whichever way round.
CREATE TABLE archive_positions (
    position INTEGER NOT NULL,
    event    INTEGER NOT NULL,
    number   INTEGER NOT NULL,
    PRIMARY KEY (position, event, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX archive_positions_of ON archive_positions (event);
