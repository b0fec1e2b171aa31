-- +goose Up

-- MARSYS's whole message (M1): content that is JSON, calls of other agents, structured
-- data, images; and the view beside the record: what is shown instead, what no more.
ALTER TABLE agent_messages ADD COLUMN object TEXT NOT NULL DEFAULT '';
ALTER TABLE agent_messages ADD COLUMN agent_calls TEXT;
ALTER TABLE agent_messages ADD COLUMN structured_data TEXT NOT NULL DEFAULT '';
ALTER TABLE agent_messages ADD COLUMN images TEXT;
ALTER TABLE agent_messages ADD COLUMN revised TEXT;
ALTER TABLE agent_messages ADD COLUMN removed_at TIMESTAMP;

-- +goose Down

ALTER TABLE agent_messages DROP COLUMN removed_at;
ALTER TABLE agent_messages DROP COLUMN revised;
ALTER TABLE agent_messages DROP COLUMN images;
ALTER TABLE agent_messages DROP COLUMN structured_data;
ALTER TABLE agent_messages DROP COLUMN agent_calls;
ALTER TABLE agent_messages DROP COLUMN object;
