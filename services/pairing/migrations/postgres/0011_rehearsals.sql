-- Of which event a tournament is a rehearsal; empty = of none.
ALTER TABLE tournament_index ADD COLUMN rehearsal_of TEXT NOT NULL DEFAULT '';
-- Those that house bots play, and those of one event.
CREATE INDEX rehearsals ON tournament_index (rehearsal_of, tournament_id) WHERE rehearsal_of <> '';
