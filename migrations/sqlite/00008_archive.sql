-- +goose Up

-- R7: what has left because there was too much, or because its time was over. It stays
-- searchable and can be restored.
ALTER TABLE agent_memories ADD COLUMN archived_at TIMESTAMP;

-- R11: whose time to live ends.
CREATE INDEX idx_agent_memories_expires_at ON agent_memories (expires_at) WHERE expires_at IS NOT NULL AND archived_at IS NULL;

-- +goose Down
DROP INDEX idx_agent_memories_expires_at;
ALTER TABLE agent_memories DROP COLUMN archived_at;
