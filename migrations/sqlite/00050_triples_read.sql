-- +goose Up

-- The version of a memory whose content was looked at for triples (package memory/linking); 0 = none was.
ALTER TABLE agent_memories ADD COLUMN triples_version INTEGER NOT NULL DEFAULT 0;
CREATE INDEX idx_agent_memories_unread ON agent_memories (id)
  WHERE triples_version < version AND deleted_at IS NULL AND archived_at IS NULL AND kind = 'item' AND status = 'active';

-- +goose Down
DROP INDEX idx_agent_memories_unread;
ALTER TABLE agent_memories DROP COLUMN triples_version;
