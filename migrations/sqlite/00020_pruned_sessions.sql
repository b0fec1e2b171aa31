-- +goose Up

-- What is left of pruned sessions, because it is evidence, is looked through every hour.
CREATE INDEX idx_agent_conversations_pruned ON agent_conversations (public_id) WHERE public_id = '';

-- +goose Down
DROP INDEX idx_agent_conversations_pruned;
