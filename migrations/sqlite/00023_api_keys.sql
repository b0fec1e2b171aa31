-- +goose Up

-- Keys of the HTTP interface: of a person, or of an agent. Of the key itself there is only a hash.
CREATE TABLE api_keys (
  id           TEXT PRIMARY KEY,
  hash         TEXT NOT NULL UNIQUE,
  store        TEXT NOT NULL,
  person       TEXT NOT NULL DEFAULT '',
  agent        TEXT NOT NULL DEFAULT '',
  can_write    BOOLEAN NOT NULL DEFAULT 0,
  created_at   TIMESTAMP NOT NULL,
  last_used_at TIMESTAMP
);
CREATE INDEX idx_api_keys_person ON api_keys (person);

-- Which memory a named request made, so that it is made once. No texts.
CREATE TABLE api_replies (
  key_id      TEXT NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  name_hash   TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  memory_id   TEXT NOT NULL DEFAULT '',
  version     INTEGER NOT NULL DEFAULT 0,
  expires_at  TIMESTAMP NOT NULL,
  PRIMARY KEY (key_id, name_hash)
);
CREATE INDEX idx_api_replies_expires ON api_replies (expires_at);

-- +goose Down
DROP TABLE api_replies;
DROP TABLE api_keys;
