-- What entrants were called, and which numbers they had, before and after each entry that changed it: a rating file says
-- it as it was said then.
CREATE TABLE entrant_name_changes (
    tournament_id     TEXT    NOT NULL,
    entrant_id        TEXT    NOT NULL,
    -- Whose entry: by its actor and command, known before it stands. Both empty = what stood before the first change.
    actor             TEXT    NOT NULL,
    command_id        TEXT    NOT NULL,
    -- Null = unchanged.
    surname           TEXT,
    given_names       TEXT,
    federation_number INTEGER,
    -- Of the number.
    new_player        INTEGER NOT NULL CHECK (new_player IN (0, 1)),
    PRIMARY KEY (tournament_id, entrant_id, actor, command_id)
) STRICT, WITHOUT ROWID;
