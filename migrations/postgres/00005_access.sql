-- +goose Up

-- What was used, by day: numbers only. subject is a person's or a group's id, '' the bot
-- as a whole.
CREATE TABLE usage_days (
  bot      text NOT NULL,
  subject  text NOT NULL,
  ends_at  timestamptz NOT NULL,
  messages bigint NOT NULL DEFAULT 0,
  calls    bigint NOT NULL DEFAULT 0,
  prompt   bigint NOT NULL DEFAULT 0,
  cached   bigint NOT NULL DEFAULT 0,
  answer   bigint NOT NULL DEFAULT 0,
  cost     double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (bot, subject, ends_at)
);
CREATE INDEX idx_usage_days_ends_at ON usage_days (ends_at);

-- Who was told of what, so that it is told once.
CREATE TABLE usage_notices (
  bot   text NOT NULL,
  what  text NOT NULL,
  whom  text NOT NULL,
  about timestamptz NOT NULL,
  PRIMARY KEY (bot, what, whom, about)
);

-- Strangers and groups that were turned away and wait for an owner's word.
CREATE TABLE access_requests (
  bot      text NOT NULL,
  subject  text NOT NULL,
  title    text NOT NULL DEFAULT '',
  made_at  timestamptz NOT NULL,
  asked_at timestamptz,
  alone    boolean NOT NULL DEFAULT false,
  decided  boolean NOT NULL DEFAULT false,
  PRIMARY KEY (bot, subject)
);
CREATE INDEX idx_access_requests_waiting ON access_requests (bot, made_at) WHERE asked_at IS NULL AND NOT decided;

-- An owner's wish for a daily line.
ALTER TABLE people ADD COLUMN daily boolean NOT NULL DEFAULT false;
-- The number a group had before it got this one: an operator's list may still name that.
ALTER TABLE chats ADD COLUMN moved_from bigint NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE chats DROP COLUMN moved_from;
ALTER TABLE people DROP COLUMN daily;
DROP TABLE access_requests;
DROP TABLE usage_notices;
DROP TABLE usage_days;
