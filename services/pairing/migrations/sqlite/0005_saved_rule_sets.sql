-- The library of rule sets: each under a name of its owner's.
CREATE TABLE saved_rule_sets (
    rule_set_id   TEXT    NOT NULL PRIMARY KEY,
    owner         TEXT    NOT NULL,
    name          TEXT    NOT NULL,
    -- The number of its last version, from 1: who counts it up saves that version.
    latest        INTEGER NOT NULL CHECK (latest > 0),
    shared        INTEGER NOT NULL CHECK (shared IN (0, 1)),
    retired       INTEGER NOT NULL CHECK (retired IN (0, 1)),
    created_at_ms INTEGER NOT NULL,
    saved_at_ms   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX saved_rule_sets_by_name ON saved_rule_sets (owner, name);
CREATE INDEX saved_rule_sets_by_owner ON saved_rule_sets (owner, created_at_ms DESC, rule_set_id);
CREATE INDEX saved_rule_sets_by_age ON saved_rule_sets (created_at_ms DESC, rule_set_id);

-- Their versions, which never change.
CREATE TABLE rule_set_versions (
    rule_set_id  TEXT    NOT NULL,
    version      INTEGER NOT NULL CHECK (version > 0),
    -- The command that saved it.
    command_id   TEXT    NOT NULL,
    -- The rules whole, as JSON.
    rule_set     TEXT    NOT NULL,
    note         TEXT    NOT NULL,
    account_id   TEXT    NOT NULL,
    saved_at_ms  INTEGER NOT NULL,
    -- preset, saved or tournament; empty = given as a document.
    from_kind    TEXT    NOT NULL,
    from_id      TEXT    NOT NULL,
    from_version INTEGER NOT NULL,
    from_name    TEXT    NOT NULL,
    PRIMARY KEY (rule_set_id, version)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX rule_set_versions_by_command ON rule_set_versions (rule_set_id, command_id);

-- Which events took their rules from which version: folded from the journal, and never taken back.
CREATE TABLE rule_set_uses (
    tournament_id TEXT    NOT NULL,
    rule_set_id   TEXT    NOT NULL,
    version       INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, rule_set_id, version)
) STRICT, WITHOUT ROWID;

CREATE INDEX rule_set_uses_by_version ON rule_set_uses (rule_set_id, version);
