-- +goose Up

-- The memories that were looked up for an answer, their ids with spaces between.
ALTER TABLE agent_turns ADD COLUMN used text NOT NULL DEFAULT '';
-- A temporary chat, in which no memory is read or kept.
ALTER TABLE agent_conversations ADD COLUMN private boolean NOT NULL DEFAULT false;
CREATE INDEX idx_agent_conversations_private ON agent_conversations (bot) WHERE private;
ALTER TABLE people ADD COLUMN private boolean NOT NULL DEFAULT false;

-- +goose Down
ALTER TABLE people DROP COLUMN private;
DROP INDEX idx_agent_conversations_private;
ALTER TABLE agent_conversations DROP COLUMN private;
ALTER TABLE agent_turns DROP COLUMN used;
