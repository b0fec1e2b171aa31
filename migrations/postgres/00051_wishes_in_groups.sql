-- +goose Up

-- The group in which a person said a wish (package memory/digest), as in memory_scopes.scope_id; '' = in private. It is shown there
-- while they speak, and erased with the group.
ALTER TABLE memory_directives ADD COLUMN said_in text NOT NULL DEFAULT '';
CREATE INDEX idx_memory_directives_said_in ON memory_directives (said_in) WHERE said_in <> '';

-- +goose Down
DROP INDEX idx_memory_directives_said_in;
ALTER TABLE memory_directives DROP COLUMN said_in;
