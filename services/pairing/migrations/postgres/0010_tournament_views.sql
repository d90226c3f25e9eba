-- Tournaments that are over, as they were shown after their last entry, so that who reads one reads a row. Any row may be
-- missing.
CREATE TABLE tournament_views (
    tournament_id TEXT    NOT NULL COLLATE "C" PRIMARY KEY,
    -- The entry, and its hash.
    seq           BIGINT  NOT NULL,
    hash          BYTEA   NOT NULL,
    -- How often what is shown beside the stream had been written.
    times_written BIGINT  NOT NULL,
    -- What it was made by.
    edition       TEXT    NOT NULL,
    -- The answer, as the contract has it.
    answer        BYTEA   NOT NULL
);

-- How often what is shown of a tournament beside its stream was written: what was read before is known to be old. No row:
-- never since this is counted.
CREATE TABLE record_writes (
    tournament_id TEXT    NOT NULL COLLATE "C" PRIMARY KEY,
    times         BIGINT  NOT NULL
);
