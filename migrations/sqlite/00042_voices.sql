-- +goose Up

-- Whether a turn answers what was said aloud, and when a chat wants answers spoken: '' = to what was said aloud, always, never.
ALTER TABLE agent_turns ADD COLUMN spoken BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE chats ADD COLUMN voice TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE chats DROP COLUMN voice;
ALTER TABLE agent_turns DROP COLUMN spoken;
