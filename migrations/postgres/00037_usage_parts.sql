-- +goose Up

-- What of a day's usage other work than conversation used, by llm.Purpose: extraction, judge, consolidation,
-- embedding. It stands in for side_calls, side_tokens and side_cost of usage_days, which a program of before may
-- still write and nothing reads; a later migration drops them.
CREATE TABLE usage_parts (
  bot     text NOT NULL,
  subject text NOT NULL,
  ends_at timestamptz NOT NULL,
  purpose text NOT NULL,
  calls   bigint NOT NULL DEFAULT 0,
  tokens  bigint NOT NULL DEFAULT 0,
  cost    double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (bot, subject, ends_at, purpose)
);
CREATE INDEX idx_usage_parts_ends_at ON usage_parts (ends_at);
INSERT INTO usage_parts (bot, subject, ends_at, purpose, calls, tokens, cost)
  SELECT bot, subject, ends_at, 'extraction', side_calls, side_tokens, side_cost FROM usage_days WHERE side_calls > 0;

-- +goose Down
DROP TABLE usage_parts;
