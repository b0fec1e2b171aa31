-- +goose Up

-- Whether memories may be written: the row of no scope holds for all. Each write reads it in its transaction.
CREATE TABLE memory_switches (
  store      TEXT NOT NULL,
  kind       TEXT NOT NULL,
  scope_id   TEXT NOT NULL,
  off        BOOLEAN NOT NULL DEFAULT 0,
  changed_at TIMESTAMP,
  PRIMARY KEY (store, kind, scope_id)
);
INSERT INTO memory_switches (store, kind, scope_id) VALUES ('', '', '');

-- What Purge looks for.
CREATE INDEX idx_memory_runs_ended ON memory_runs (ended_at) WHERE state = 'done';
CREATE INDEX idx_memory_candidates_found ON memory_candidates (found_at);

-- +goose Down
DROP INDEX idx_memory_candidates_found;
DROP INDEX idx_memory_runs_ended;
DROP TABLE memory_switches;
