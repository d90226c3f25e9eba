-- Rules amended after round 1, by the entry that amended them, and the first round under them.
CREATE TABLE amended_rules (
    tournament_id TEXT    NOT NULL,
    seq           INTEGER NOT NULL,
    from_round    INTEGER NOT NULL,
    rule_set      TEXT    NOT NULL,
    PRIMARY KEY (tournament_id, seq)
) STRICT, WITHOUT ROWID;
