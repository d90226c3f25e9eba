-- Rows that are to be made anew, found at every start.
CREATE INDEX unindexed_tournaments ON tournament_index (tournament_id) WHERE seq = 0;
