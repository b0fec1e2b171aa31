-- +goose Up

-- On how many days a memory was shown in a prompt unasked, and the last of them: see memory/priority.go.
ALTER TABLE agent_memories ADD COLUMN shown_at TIMESTAMP;
ALTER TABLE agent_memories ADD COLUMN shown_count INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE agent_memories DROP COLUMN shown_count;
ALTER TABLE agent_memories DROP COLUMN shown_at;
