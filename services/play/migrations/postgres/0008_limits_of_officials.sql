-- How far the offices go: powers and tables, a JSON document as pairing's facts tell them. None: as the role.
ALTER TABLE officials ADD COLUMN limits TEXT;
