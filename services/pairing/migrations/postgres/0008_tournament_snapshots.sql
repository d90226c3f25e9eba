-- Tournaments as they were folded up to an entry, so that nobody folds them from their first. Any row may be missing.
CREATE TABLE tournament_snapshots (
    tournament_id TEXT   NOT NULL COLLATE "C" PRIMARY KEY,
    -- The entry, and its hash.
    seq           BIGINT NOT NULL,
    hash          BYTEA  NOT NULL,
    -- The engine's state, with the edition of the fold.
    state         BYTEA  NOT NULL,
    -- What the service folds beside it, as JSON.
    beside        BYTEA  NOT NULL
);
