package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"time"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/store"
)

// embedder makes the client of the embedding model; nil when none is set.
func (c Config) embedder(log *slog.Logger, now func() time.Time) *openai.Embedder {
	e := c.Embedding
	if e.Model == "" {
		return nil
	}
	cfg := openai.EmbedConfig{BaseURL: e.BaseURL, APIKey: e.APIKey.Reveal(), Model: e.Model, Provider: e.provider, Log: log, Now: now}
	if cfg.Model == "default" {
		cfg.Model = ""
	}
	if cfg.BaseURL == "" {
		cfg.BaseURL = c.Model.BaseURL
		if cfg.APIKey == "" {
			cfg.APIKey = c.Model.APIKey.Reveal()
		}
	}
	return openai.NewEmbedder(cfg)
}

// embedSettings says where the embedding model is set.
func (c Config) embedSettings() string {
	if c.role != nil {
		return "spec.memory.embeddings in " + c.role.File
	}
	return "KEEPSAKE_EMBED_MODEL"
}

func (c Config) indexer(db *store.DB, e llm.Embedder, log *slog.Logger, now func() time.Time) *recall.Indexer {
	return &recall.Indexer{Vectors: db.Vectors(), Embedder: e, Store: c.Store(), Now: now, Log: log}
}

// Reembed makes the vectors of all memories anew with the embedding model that is set,
// beside the running bot. See recall.Indexer.Reembed.
func Reembed(ctx context.Context, c Config, progress func(done, total int)) (err error) {
	if err := problems(c.embeddingProblems()); err != nil {
		return err
	}
	e := c.embedder(slog.New(slog.DiscardHandler), time.Now)
	if e == nil {
		return fault.Field(c.embedSettings(), "is not set: there is no model to embed with")
	}
	db, err := openShared(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return c.indexer(db, e, nil, time.Now).Reembed(ctx, progress)
}

// checkEmbedding asks the embedding model for a word, and the database whether its vectors
// are that model's and whether memories wait for theirs.
func checkEmbedding(ctx context.Context, c Config) Finding {
	f := Finding{Check: "embedding"}
	if len(c.embeddingProblems()) > 0 || len(c.answererProblems()) > 0 {
		f.Found, f.Skipped = "not checked: its settings are not right", true
		return f
	}
	ctx, cancel := context.WithTimeout(ctx, 40*time.Second)
	defer cancel()
	e := c.embedder(slog.New(slog.DiscardHandler), time.Now)
	if e == nil {
		f.Found = "no model is set: recall goes by words (" + c.embedSettings() + " sets one)"
		return f
	}
	dimensions, err := e.Probe(ctx)
	if err != nil {
		f.Found = err.Error()
		f.Advice = "Check " + c.embedSettings() + " and its key; until it answers, recall goes by words."
		return f
	}
	f.Found = fmt.Sprintf("%s answers with %d dimensions", e.Identity(), dimensions)
	recorded, backlog, err := c.embedded(ctx)
	if err != nil {
		f.Found += "; the vectors that are there could not be looked at"
		return f
	}
	if err := recall.Suits(recorded, memory.EmbeddingModel{Identity: e.Identity(), Dimensions: dimensions}); err != nil {
		f.Found, f.Advice = err.Error(), "Until then recall goes by words. keepsake memory reembed works beside the running bot."
		return f
	}
	if backlog.Waiting > 0 {
		f.Found += fmt.Sprintf("; %d memories wait for their vectors", backlog.Waiting)
	}
	if backlog.Failing > 0 {
		f.Found += fmt.Sprintf(", %d of them after a failure: %s", backlog.Failing, backlog.Error)
	}
	return f
}

// embedded returns what the database has of vectors; nothing when there is no database of
// this schema yet.
func (c Config) embedded(ctx context.Context) (m memory.EmbeddingModel, b memory.Backlog, err error) {
	if path, ok := strings.CutPrefix(c.DatabaseURL.Reveal(), "sqlite:"); ok {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return m, b, nil
		}
	}
	db, err := openShared(ctx, c)
	if errors.Is(err, store.ErrOldSchema) {
		return m, b, nil
	}
	if err != nil {
		return m, b, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if m, err = db.Vectors().Model(ctx, c.Store()); err == nil {
		b, err = db.Vectors().Backlog(ctx, c.Store())
	}
	return m, b, err
}
