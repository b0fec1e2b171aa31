-- +goose Up

-- Ways into the page: links that work once, browsers that used one, and proofs of Telegram that were used.
-- Of their secrets there are only hashes.
CREATE TABLE sign_ins (
  hash       TEXT PRIMARY KEY,
  kind       TEXT NOT NULL,
  person     TEXT NOT NULL,
  bot        TEXT NOT NULL DEFAULT '',
  created_at TIMESTAMP NOT NULL,
  expires_at TIMESTAMP NOT NULL
);
CREATE INDEX idx_sign_ins_person ON sign_ins (person);
CREATE INDEX idx_sign_ins_expires ON sign_ins (expires_at);

-- +goose Down
DROP TABLE sign_ins;
