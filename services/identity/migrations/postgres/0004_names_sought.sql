-- The words of the name that an account shows, in plain small letters, by which others find it; NULL until somebody looks.
ALTER TABLE accounts ADD COLUMN sought TEXT COLLATE "C";
CREATE INDEX accounts_sought ON accounts (sought);
