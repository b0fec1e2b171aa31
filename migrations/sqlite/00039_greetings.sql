-- +goose Up

-- What people want to be sent unasked: a good morning, and a word on birthdays. asked is where they were asked about the
-- latter, next_at when to look whether there is something to send, last_day the last day that is done, on their clock.
CREATE TABLE greetings (
  bot       TEXT NOT NULL,
  person    TEXT NOT NULL,
  chat      BIGINT NOT NULL,
  mornings  BOOLEAN NOT NULL DEFAULT FALSE,
  birthdays BOOLEAN NOT NULL DEFAULT FALSE,
  hour      INTEGER NOT NULL DEFAULT 8,
  asked     TEXT NOT NULL DEFAULT '',
  next_at   TIMESTAMP,
  last_day  TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (bot, person)
);
CREATE INDEX idx_greetings_person ON greetings (person);
CREATE INDEX idx_greetings_next_at ON greetings (bot, next_at);

-- +goose Down
DROP TABLE greetings;
