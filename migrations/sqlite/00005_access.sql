-- +goose Up

-- What was used, by day: numbers only. subject is a person's or a group's id, '' the bot
-- as a whole.
CREATE TABLE usage_days (
  bot      TEXT NOT NULL,
  subject  TEXT NOT NULL,
  ends_at  TIMESTAMP NOT NULL,
  messages INTEGER NOT NULL DEFAULT 0,
  calls    INTEGER NOT NULL DEFAULT 0,
  prompt   INTEGER NOT NULL DEFAULT 0,
  cached   INTEGER NOT NULL DEFAULT 0,
  answer   INTEGER NOT NULL DEFAULT 0,
  cost     REAL NOT NULL DEFAULT 0,
  PRIMARY KEY (bot, subject, ends_at)
);
CREATE INDEX idx_usage_days_ends_at ON usage_days (ends_at);

-- Who was told of what, so that it is told once.
CREATE TABLE usage_notices (
  bot   TEXT NOT NULL,
  what  TEXT NOT NULL,
  whom  TEXT NOT NULL,
  about TIMESTAMP NOT NULL,
  PRIMARY KEY (bot, what, whom, about)
);

-- Strangers and groups that were turned away and wait for an owner's word.
CREATE TABLE access_requests (
  bot      TEXT NOT NULL,
  subject  TEXT NOT NULL,
  title    TEXT NOT NULL DEFAULT '',
  made_at  TIMESTAMP NOT NULL,
  asked_at TIMESTAMP,
  alone    BOOLEAN NOT NULL DEFAULT false,
  decided  BOOLEAN NOT NULL DEFAULT false,
  PRIMARY KEY (bot, subject)
);
CREATE INDEX idx_access_requests_waiting ON access_requests (bot, made_at) WHERE asked_at IS NULL AND NOT decided;

-- An owner's wish for a daily line.
ALTER TABLE people ADD COLUMN daily BOOLEAN NOT NULL DEFAULT false;
-- The number a group had before it got this one: an operator's list may still name that.
ALTER TABLE chats ADD COLUMN moved_from INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE chats DROP COLUMN moved_from;
ALTER TABLE people DROP COLUMN daily;
DROP TABLE access_requests;
DROP TABLE usage_notices;
DROP TABLE usage_days;
