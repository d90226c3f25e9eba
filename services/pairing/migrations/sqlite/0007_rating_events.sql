-- How the rating file of every event stands: the rating office reads it by nation and by standing, a page at a time.
ALTER TABLE tournament_index ADD COLUMN rating_state TEXT NOT NULL DEFAULT '';
ALTER TABLE tournament_index ADD COLUMN rating_since_ms INTEGER NOT NULL DEFAULT 0;
-- 0 = never released.
ALTER TABLE tournament_index ADD COLUMN first_released_ms INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tournaments_by_rating_state ON tournament_index (rating_state, rating_since_ms DESC, tournament_id);
-- Where a player's number stands.
CREATE INDEX entrant_names_by_number ON entrant_names (federation_number);
-- The next start reads it off the streams.
UPDATE tournament_index SET seq = 0;
