-- +goose Up

-- What tools of other programs may do: definitions that were agreed to, what people allowed for good, and calls that
-- change something outside. No arguments and no results: those stand in the conversation.
CREATE TABLE tool_pins (
  server      TEXT NOT NULL,
  name        TEXT NOT NULL,
  hash        TEXT NOT NULL DEFAULT '',
  about       TEXT NOT NULL DEFAULT '',
  asked_hash  TEXT NOT NULL DEFAULT '',
  asked_about TEXT NOT NULL DEFAULT '',
  at          TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (server, name)
);
CREATE TABLE tool_permits (
  person     TEXT NOT NULL,
  server     TEXT NOT NULL,
  tool       TEXT NOT NULL,
  hash       TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (person, server, tool, hash)
);
CREATE TABLE tool_calls (
  id         TEXT PRIMARY KEY,
  person     TEXT NOT NULL,
  server     TEXT NOT NULL,
  tool       TEXT NOT NULL,
  hash       TEXT NOT NULL,
  session    TEXT NOT NULL,
  turn       TEXT NOT NULL,
  call_id    TEXT NOT NULL,
  state      TEXT NOT NULL,
  always     BOOLEAN NOT NULL DEFAULT FALSE,
  created_at TIMESTAMPTZ NOT NULL,
  ended_at   TIMESTAMPTZ
);
CREATE UNIQUE INDEX idx_tool_calls_turn ON tool_calls (turn, call_id);
CREATE INDEX idx_tool_calls_person ON tool_calls (person);
CREATE INDEX idx_tool_calls_created ON tool_calls (created_at);

-- +goose Down
DROP TABLE tool_calls;
DROP TABLE tool_permits;
DROP TABLE tool_pins;
