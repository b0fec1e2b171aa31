-- +goose Up

-- Where the quotation of an evidence stands in its message, in characters; both 0 = not known.
ALTER TABLE memory_evidence ADD COLUMN quote_from INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memory_evidence ADD COLUMN quote_to INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE memory_evidence DROP COLUMN quote_to;
ALTER TABLE memory_evidence DROP COLUMN quote_from;
