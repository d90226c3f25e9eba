-- The list of all tournaments, the latest first, is read a page at a time.
CREATE INDEX tournaments_by_date ON tournament_index (date DESC, tournament_id);
