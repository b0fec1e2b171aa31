-- +goose Up

-- Where the trace of a message stands while it waits (W3C traceparent), '' = not traced.
ALTER TABLE inbox ADD COLUMN trace TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN trace TEXT NOT NULL DEFAULT '';
-- How far the words of a title may be trusted. Nobody knows what those were made of that
-- are here already: 'unknown' is trusted least.
ALTER TABLE tasks ADD COLUMN trust TEXT NOT NULL DEFAULT 'unknown';
-- Whether a message that something was remembered of gets a reaction: 'on', 'off',
-- '' = as the operator says.
ALTER TABLE people ADD COLUMN reactions TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE people DROP COLUMN reactions;
ALTER TABLE tasks DROP COLUMN trust;
ALTER TABLE outbox DROP COLUMN trace;
ALTER TABLE inbox DROP COLUMN trace;
