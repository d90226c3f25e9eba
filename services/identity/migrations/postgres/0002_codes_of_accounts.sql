-- The account that a code lets in, where its event came from another server; an official's code has no entrant.
ALTER TABLE seat_codes ADD COLUMN account_id TEXT COLLATE "C" REFERENCES accounts (id) ON DELETE CASCADE;
