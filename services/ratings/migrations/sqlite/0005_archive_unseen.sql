-- Events that nobody sees: those of an import that is still being written, and those that are to be erased.
CREATE TABLE archive_unseen (
    event INTEGER NOT NULL PRIMARY KEY
) STRICT;

-- Digests of all versions of the files of own events, lower-case hexadecimal: none is imported beside its event.
CREATE TABLE archive_own_files (
    sha256 TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Which process writes the archive, and until when.
CREATE TABLE archive_turn (
    name     TEXT    NOT NULL PRIMARY KEY,
    holder   TEXT    NOT NULL,
    until_ms INTEGER NOT NULL
) STRICT;
