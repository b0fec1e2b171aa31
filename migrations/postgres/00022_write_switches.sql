-- +goose Up

-- Whether memories may be written: the row of no scope holds for all. Each write reads it in its transaction.
CREATE TABLE memory_switches (
  store      TEXT NOT NULL,
  kind       TEXT NOT NULL,
  scope_id   TEXT NOT NULL,
  off        BOOLEAN NOT NULL DEFAULT false,
  changed_at TIMESTAMPTZ,
  PRIMARY KEY (store, kind, scope_id)
);
INSERT INTO memory_switches (store, kind, scope_id) VALUES ('', '', '');

-- +goose Down
DROP TABLE memory_switches;
