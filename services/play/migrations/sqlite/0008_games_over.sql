-- Nobody is awaited at a game that is over; noted when somebody is found to come to one.
ALTER TABLE games ADD COLUMN is_over INTEGER NOT NULL DEFAULT 0 CHECK (is_over IN (0, 1));
