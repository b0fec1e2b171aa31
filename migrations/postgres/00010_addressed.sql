-- +goose Up

-- Whether a message speaks to the bot, which album of a group's it is part of, and whether
-- /stop came before a turn took it.
ALTER TABLE inbox
  ADD COLUMN addressed  boolean NOT NULL DEFAULT false,
  ADD COLUMN album      text NOT NULL DEFAULT '',
  ADD COLUMN stop_asked boolean NOT NULL DEFAULT false;

-- The mention stands on one message of an album, and is meant for all.
CREATE INDEX idx_inbox_album ON inbox (bot, chat, album) WHERE album <> '' AND addressed;

-- +goose Down
DROP INDEX idx_inbox_album;
ALTER TABLE inbox DROP COLUMN stop_asked, DROP COLUMN album, DROP COLUMN addressed;
