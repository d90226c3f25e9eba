-- The arena or ladder that an act is of; empty without one. Kinds of such acts: 'contest_ended', 'contest_entrant_removed'.
ALTER TABLE moderation_acts ADD COLUMN contest_id TEXT COLLATE "C" NOT NULL DEFAULT '';
