-- Events that nobody sees: those of an import that is still being written, and those that are to be erased.
CREATE TABLE archive_unseen (
    event BIGINT NOT NULL PRIMARY KEY
);

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

-- Older programs would count what nobody sees yet.
UPDATE journal_versions SET serves_from = 5 WHERE part = 'records';
