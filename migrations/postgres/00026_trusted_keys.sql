-- +goose Up

-- What another assistant writes with this key needs no tap of the person.
ALTER TABLE api_keys ADD COLUMN trusted boolean NOT NULL DEFAULT false;

-- +goose Down
ALTER TABLE api_keys DROP COLUMN trusted;
