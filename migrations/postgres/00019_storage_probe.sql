-- +goose Up

-- One row that is written to find out whether the database can store an answer: see
-- store.DB.Ready. It holds nothing between two such questions.
CREATE TABLE storage_probe (
    id     BIGINT PRIMARY KEY,
    filler TEXT NOT NULL
);

-- +goose Down
DROP TABLE storage_probe;
