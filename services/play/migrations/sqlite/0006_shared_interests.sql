-- What officials have at stake beside the seats that they hold, as pairing's facts tell it: by whoever appointed them once
-- a round was paired, and by seats that they gave up.
CREATE TABLE shared_interests (
    tournament_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (tournament_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE left_seats (
    tournament_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    entrant_id TEXT NOT NULL,
    through_round INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, account_id, entrant_id)
) STRICT, WITHOUT ROWID;
