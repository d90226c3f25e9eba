-- The condition as both databases read it.
DROP INDEX observations_at_a_gateway;
CREATE INDEX observations_at_a_gateway ON observations (gateway_id, at_ms) WHERE lost;
