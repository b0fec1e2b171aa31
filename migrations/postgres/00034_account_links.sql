-- +goose Up

-- Accounts of one person that read each other's memories. A link has two rows, one for each of both, with one
-- random id.
CREATE TABLE account_links (
    id      text NOT NULL,
    person  text NOT NULL,
    other   text NOT NULL,
    made_at timestamptz NOT NULL,
    PRIMARY KEY (person, other)
);
CREATE INDEX idx_account_links_id ON account_links (id);

-- The hashes of the codes that link an account, one a person.
CREATE TABLE link_codes (
    code_hash  text PRIMARY KEY,
    person     text NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX idx_link_codes_expires_at ON link_codes (expires_at);
CREATE INDEX idx_link_codes_person ON link_codes (person);

-- +goose Down
DROP TABLE link_codes;
DROP TABLE account_links;
