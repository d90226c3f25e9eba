-- The rules each tournament is played under, as pairing's facts tell them.
CREATE TABLE tournaments (
    tournament_id TEXT NOT NULL PRIMARY KEY,
    -- The rule set in force, JSON.
    rule_set      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Which account plays for which entrant.
CREATE TABLE seats (
    tournament_id TEXT NOT NULL,
    entrant_id    TEXT NOT NULL,
    account_id    TEXT NOT NULL,
    PRIMARY KEY (tournament_id, entrant_id)
) STRICT, WITHOUT ROWID;

-- Where each game belongs; its row is written before the game is created.
CREATE TABLE games (
    game_id          TEXT    NOT NULL PRIMARY KEY,
    tournament_id    TEXT    NOT NULL,
    round            INTEGER NOT NULL,
    table_number     INTEGER NOT NULL,
    game_number      INTEGER NOT NULL,
    black_entrant_id TEXT    NOT NULL,
    white_entrant_id TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX games_of_a_round ON games (tournament_id, round, table_number, game_number);
