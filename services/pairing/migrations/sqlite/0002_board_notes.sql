-- What play tells of the tables and no rule depends on: shown at the boards. Times in ms since 1970; 0 = none.
CREATE TABLE board_notes (
    tournament_id      TEXT    NOT NULL,
    game_id            TEXT    NOT NULL,
    black_called_at_ms INTEGER NOT NULL DEFAULT 0,
    white_called_at_ms INTEGER NOT NULL DEFAULT 0,
    confirmed_at_ms    INTEGER NOT NULL DEFAULT 0,
    -- The game goes on although its board keeps the result.
    reopened_at_ms     INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tournament_id, game_id)
) STRICT, WITHOUT ROWID;
