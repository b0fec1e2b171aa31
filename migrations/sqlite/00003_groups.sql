-- +goose Up

-- What is set for a chat: a group's settings, and whether we may write there at all.
CREATE TABLE chats (
  bot          TEXT NOT NULL,
  chat         INTEGER NOT NULL,
  access       TEXT NOT NULL DEFAULT '',
  listening    BOOLEAN NOT NULL DEFAULT false,
  by_name      BOOLEAN NOT NULL DEFAULT true,
  topic_memory BOOLEAN NOT NULL DEFAULT false,
  closed       BOOLEAN NOT NULL DEFAULT false,
  moved_to     INTEGER NOT NULL DEFAULT 0,
  updated_at   TIMESTAMP NOT NULL,
  PRIMARY KEY (bot, chat)
);

-- A group's conversation keeps the scope it began with.
ALTER TABLE agent_conversations ADD COLUMN topic_memory BOOLEAN NOT NULL DEFAULT false;
-- Whom a turn answers: in a group the session says nobody.
ALTER TABLE agent_turns ADD COLUMN person TEXT NOT NULL DEFAULT '';
-- Who said it: in a group people may take back their own.
ALTER TABLE memory_evidence ADD COLUMN author TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE memory_evidence DROP COLUMN author;
ALTER TABLE agent_turns DROP COLUMN person;
ALTER TABLE agent_conversations DROP COLUMN topic_memory;
DROP TABLE chats;
