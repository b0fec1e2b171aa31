-- +goose Up

-- Collective memories (package memory/shard). home is the chat in which one was made, name_key its folded
-- name; shard_items are facts and suggestions, scope is the chat in which one was said and person who said it.
CREATE TABLE shards (
  id           TEXT PRIMARY KEY,
  home         BIGINT NOT NULL REFERENCES memory_scopes (id) ON DELETE CASCADE,
  maker        TEXT NOT NULL DEFAULT '',
  name         TEXT NOT NULL,
  name_key     TEXT NOT NULL,
  instructions TEXT NOT NULL DEFAULT '',
  open         boolean NOT NULL DEFAULT false,
  paused       boolean NOT NULL DEFAULT false,
  max_facts    INTEGER NOT NULL,
  revision     BIGINT NOT NULL DEFAULT 1,
  made_at      TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX idx_shards_name ON shards (home, name_key);

CREATE TABLE shard_chats (
  shard TEXT NOT NULL REFERENCES shards (id) ON DELETE CASCADE,
  scope BIGINT NOT NULL REFERENCES memory_scopes (id) ON DELETE CASCADE,
  PRIMARY KEY (shard, scope)
);
CREATE INDEX idx_shard_chats_scope ON shard_chats (scope);

CREATE TABLE shard_items (
  id          TEXT PRIMARY KEY,
  shard       TEXT NOT NULL REFERENCES shards (id) ON DELETE CASCADE,
  kind        TEXT NOT NULL,
  scope       BIGINT NOT NULL REFERENCES memory_scopes (id) ON DELETE CASCADE,
  person      TEXT NOT NULL DEFAULT '',
  content     TEXT NOT NULL,
  said_at     TIMESTAMPTZ NOT NULL,
  archived_at TIMESTAMPTZ
);
CREATE INDEX idx_shard_items_shard ON shard_items (shard, kind, said_at);
CREATE INDEX idx_shard_items_scope ON shard_items (scope);
CREATE INDEX idx_shard_items_person ON shard_items (person);

-- +goose Down
DROP TABLE shard_items;
DROP TABLE shard_chats;
DROP TABLE shards;
