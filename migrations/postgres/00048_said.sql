-- +goose Up

-- When what a memory says was last said (package memory): the life of what extraction found counts from then, not from when it was read.
-- NULL = updated_at.
ALTER TABLE agent_memories ADD COLUMN said_at TIMESTAMPTZ;

-- +goose Down
ALTER TABLE agent_memories DROP COLUMN said_at;
