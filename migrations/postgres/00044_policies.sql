-- +goose Up

-- The policies of memory stores: each change is a row, and the newest counts (package memory/policy). of_number is the one
-- that a rollback repeats, 0 = none; made_by is a person's id or a part of the program.
CREATE TABLE memory_policies (
  store     TEXT NOT NULL,
  number    INTEGER NOT NULL,
  content   TEXT NOT NULL,
  made_by   TEXT NOT NULL,
  reason    TEXT NOT NULL DEFAULT '',
  of_number INTEGER NOT NULL DEFAULT 0,
  stable    BOOLEAN NOT NULL DEFAULT false,
  made_at   TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (store, number)
);

-- +goose Down
DROP TABLE memory_policies;
