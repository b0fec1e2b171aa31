-- +goose Up

-- Whether a person lets what was found in their conversations be used to try other policies (package memory/replay).
ALTER TABLE people ADD COLUMN replays BOOLEAN NOT NULL DEFAULT false;

-- How the memories of a store were distributed when a policy began to count: numbers and hashes (policy.Snapshot).
CREATE TABLE memory_snapshots (
  store   TEXT NOT NULL,
  number  INTEGER NOT NULL,
  content TEXT NOT NULL,
  made_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (store, number)
);

-- What people did with finds that are forgotten since, as far as it calibrates a score: nobody's, and without a word.
CREATE TABLE memory_taps (
  store    TEXT NOT NULL,
  type     TEXT NOT NULL,
  method   TEXT NOT NULL,
  held_out BOOLEAN NOT NULL,
  score    double precision NOT NULL,
  good     BOOLEAN NOT NULL,
  made_at  TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_memory_taps_made_at ON memory_taps (made_at);

-- +goose Down
DROP TABLE memory_taps;
DROP TABLE memory_snapshots;
ALTER TABLE people DROP COLUMN replays;
