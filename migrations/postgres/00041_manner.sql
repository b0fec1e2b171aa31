-- +goose Up

-- How the bot answers in a chat: a model of those that people may choose, and a tone; '' = as it is set up.
ALTER TABLE chats ADD COLUMN model TEXT NOT NULL DEFAULT '';
ALTER TABLE chats ADD COLUMN tone TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE chats DROP COLUMN tone;
ALTER TABLE chats DROP COLUMN model;
