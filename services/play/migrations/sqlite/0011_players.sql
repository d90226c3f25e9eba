-- Whose program holds a seat, and whom somebody assists: asked by account, to see whether a game of theirs is under way.
CREATE INDEX seats_of_an_operator ON seats (operator_id);
CREATE INDEX assistants_by_account ON assistants (account_id);
CREATE INDEX games_of_black ON games (tournament_id, black_entrant_id);
CREATE INDEX games_of_white ON games (tournament_id, white_entrant_id);
