-- The players lists that were imported last, so that one can be taken back.
CREATE TABLE players_lists (
    number          BIGINT NOT NULL PRIMARY KEY,
    -- SHA-256 of the bytes, lower-case hexadecimal.
    sha256          TEXT COLLATE "C" NOT NULL,
    content         BYTEA NOT NULL,
    players         BIGINT NOT NULL,
    problems        BIGINT NOT NULL,
    by_account_id   TEXT COLLATE "C" NOT NULL,
    at_ms           BIGINT NOT NULL,
    taken_back_by   TEXT COLLATE "C",
    taken_back_at_ms BIGINT
);

-- Its one row is locked by whoever changes which list counts.
CREATE TABLE players_list_turn (
    id    BIGINT NOT NULL PRIMARY KEY,
    turns BIGINT NOT NULL
);
