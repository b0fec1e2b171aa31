-- +goose Up

-- What upkeep and erasure look for, so that no table is read from end to end.
CREATE INDEX idx_memory_tombstones_purge_at ON memory_tombstones (purge_at) WHERE content <> '';
CREATE INDEX idx_memory_decisions_memory_id ON memory_decisions (memory_id);
CREATE INDEX idx_memory_decisions_settled ON memory_decisions (CASE WHEN decided_at IS NULL THEN made_at ELSE decided_at END);
CREATE INDEX idx_people_access ON people (access);
CREATE INDEX idx_usage_notices_about ON usage_notices (about);
-- The messages that are not as they were appended: a window that is kept asks for these alone.
CREATE INDEX idx_agent_messages_marked ON agent_messages (session_id, seq)
	WHERE NOT (masked_at IS NULL AND edited = '' AND revised IS NULL AND removed_at IS NULL);

-- Statistics of a young database say that every table is small: without any, its indexes are used.
DROP TABLE IF EXISTS sqlite_stat4;
DROP TABLE IF EXISTS sqlite_stat1;

-- +goose Down
DROP INDEX idx_agent_messages_marked;
DROP INDEX idx_usage_notices_about;
DROP INDEX idx_people_access;
DROP INDEX idx_memory_decisions_settled;
DROP INDEX idx_memory_decisions_memory_id;
DROP INDEX idx_memory_tombstones_purge_at;
