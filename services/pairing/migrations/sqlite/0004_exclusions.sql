-- Whose event it is, and which leg of which series; read anew from every stream.
ALTER TABLE tournament_index ADD COLUMN organiser TEXT NOT NULL DEFAULT '';
ALTER TABLE tournament_index ADD COLUMN series TEXT NOT NULL DEFAULT '';
ALTER TABLE tournament_index ADD COLUMN leg INTEGER NOT NULL DEFAULT 0;
UPDATE tournament_index SET seq = 0;
CREATE INDEX tournaments_by_organiser ON tournament_index (organiser);
CREATE INDEX tournaments_by_series ON tournament_index (series);

-- Whom rulings keep out of further events of an organiser or a series: by account, or by federation number.
CREATE TABLE exclusions (
    tournament_id     TEXT NOT NULL,
    ruling_id         TEXT NOT NULL,
    scope             TEXT NOT NULL,
    scope_id          TEXT NOT NULL,
    account_id        TEXT NOT NULL,
    federation_number INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, ruling_id, account_id, federation_number)
) STRICT, WITHOUT ROWID;

CREATE INDEX exclusions_by_person ON exclusions (account_id, federation_number);
