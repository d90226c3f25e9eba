-- Tournaments as they were folded up to an entry, so that nobody folds them from their first. Any row may be missing.
CREATE TABLE tournament_snapshots (
    tournament_id TEXT    NOT NULL PRIMARY KEY,
    -- The entry, and its hash.
    seq           INTEGER NOT NULL,
    hash          BLOB    NOT NULL,
    -- The engine's state, with the edition of the fold.
    state         BLOB    NOT NULL,
    -- What the service folds beside it, as JSON.
    beside        BLOB    NOT NULL
) STRICT;
