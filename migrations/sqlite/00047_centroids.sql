-- +goose Up

-- The mean of the vectors of at least 20 memories of a store when a policy began to count (policy.Centroid), as JSON; '' = none.
ALTER TABLE memory_snapshots ADD COLUMN centroid TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE memory_snapshots DROP COLUMN centroid;
