-- The players lists that were imported last, so that one can be taken back.
CREATE TABLE players_lists (
    number          INTEGER NOT NULL PRIMARY KEY,
    -- SHA-256 of the bytes, lower-case hexadecimal.
    sha256          TEXT NOT NULL,
    content         BLOB NOT NULL,
    players         INTEGER NOT NULL,
    problems        INTEGER NOT NULL,
    by_account_id   TEXT NOT NULL,
    at_ms           INTEGER NOT NULL,
    taken_back_by   TEXT,
    taken_back_at_ms INTEGER
) STRICT;

-- Its one row is locked by whoever changes which list counts.
CREATE TABLE players_list_turn (
    id    INTEGER NOT NULL PRIMARY KEY,
    turns INTEGER NOT NULL
) STRICT;
