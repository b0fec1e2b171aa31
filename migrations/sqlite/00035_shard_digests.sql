-- +goose Up

-- The versions of the digests of shards (package memory/shard): lines is a JSON list of texts with the items that they
-- are made of; what was dropped has none.
CREATE TABLE shard_digests (
  shard   TEXT NOT NULL REFERENCES shards (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  lines   TEXT NOT NULL,
  model   TEXT NOT NULL DEFAULT '',
  at      TIMESTAMP NOT NULL,
  PRIMARY KEY (shard, version)
);

-- +goose Down
DROP TABLE shard_digests;
