-- Who operates the account that holds a seat, where it is a program's.
ALTER TABLE seats ADD COLUMN operator_id TEXT COLLATE "C";
