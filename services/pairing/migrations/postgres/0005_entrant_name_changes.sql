-- What entrants were called, and which numbers they had, before and after each entry that changed it: a rating file says
-- it as it was said then.
CREATE TABLE entrant_name_changes (
    tournament_id     TEXT COLLATE "C" NOT NULL,
    entrant_id        TEXT COLLATE "C" NOT NULL,
    -- Whose entry: by its actor and command, known before it stands. Both empty = what stood before the first change.
    actor             TEXT COLLATE "C" NOT NULL,
    command_id        TEXT COLLATE "C" NOT NULL,
    -- Null = unchanged.
    surname           TEXT COLLATE "C",
    given_names       TEXT COLLATE "C",
    federation_number BIGINT,
    -- Of the number.
    new_player        BOOLEAN NOT NULL,
    PRIMARY KEY (tournament_id, entrant_id, actor, command_id)
);
