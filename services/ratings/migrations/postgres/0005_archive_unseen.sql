-- Events that nobody sees: those of an import that is still being written, and those that are to be erased.
CREATE TABLE archive_unseen (
    event BIGINT NOT NULL PRIMARY KEY
);

-- An event is erased game by game.
DROP INDEX archive_positions_of;
CREATE INDEX archive_positions_of ON archive_positions (event, number);

-- Digests of all versions of the files of own events, lower-case hexadecimal: none is imported beside its event.
CREATE TABLE archive_own_files (
    sha256 TEXT COLLATE "C" NOT NULL PRIMARY KEY
);

-- Which process writes the archive, and until when.
CREATE TABLE archive_turn (
    name     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    holder   TEXT COLLATE "C" NOT NULL,
    until_ms BIGINT NOT NULL
);
