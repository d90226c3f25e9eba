-- Who takes part in which arena or ladder: whoever has left one, or was removed from it, does not.
CREATE TABLE contest_players (
    account_id TEXT NOT NULL,
    contest_id TEXT NOT NULL,
    PRIMARY KEY (account_id, contest_id)
) STRICT, WITHOUT ROWID;
