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

	"keepsake/app/database"
	"keepsake/app/embedding"
	"keepsake/app/endpoint"
	"keepsake/app/settings"
	"keepsake/memory/recall"
	"keepsake/store"
)

// checkEmbedding asks the embedding model for a word, and the database whether its vectors
// are that model's and whether memories wait for theirs.
func checkEmbedding(ctx context.Context, c settings.Config) Finding {
	f := Finding{Check: "embedding"}
	if len(c.EmbeddingProblems()) > 0 || len(c.AnswererProblems()) > 0 {
		f.Found, f.Skipped = "not checked: its settings are not right", true
		return f
	}
	ctx, cancel := context.WithTimeout(ctx, 40*time.Second)
	defer cancel()
	e := endpoint.Embedder(c, slog.New(slog.DiscardHandler), time.Now)
	if e == nil {
		f.Found = "no model is set: recall goes by words (" + c.EmbeddingSetting() + " sets one)"
		if c.Embedding.Model == settings.EmbedOff {
			f.Found = "off: recall goes by words"
		}
		return f
	}
	_, automatic := c.EmbedsWith()
	dimensions, err := e.Probe(ctx)
	if err != nil && automatic {
		f.Found = fmt.Sprintf("recall goes by words: the provider's %s does not answer (%v). Nobody chose it, so this is no fault", e.Identity(), err)
		return f
	}
	if err != nil {
		f.Found = err.Error()
		f.Advice = "Check " + c.EmbeddingSetting() + " and its key; until it answers, recall goes by words."
		return f
	}
	f.Found = fmt.Sprintf("%s answers with %d dimensions", e.Identity(), dimensions)
	if automatic {
		f.Found = fmt.Sprintf("the provider's %s answers with %d dimensions and is used (%s=%s: recall by words)",
			e.Identity(), dimensions, c.EmbeddingSetting(), settings.EmbedOff)
	}
	recorded, backlog, err := readVectorState(ctx, c)
	if err != nil {
		f.Found += "; the vectors that are there could not be looked at"
		return f
	}
	if err := recall.CheckModel(recorded, recall.EmbeddingModel{Identity: e.Identity(), Dimensions: dimensions}, embedding.Command(c)); err != nil {
		f.Found, f.Advice = err.Error(), "Until then recall goes by words. "+embedding.Command(c)+" works beside the running bot."
		return f
	}
	if automatic && recorded.Identity == "" && backlog.Waiting > 0 {
		f.Found += "; before the first memory is sent, the owners are told a day ahead"
	}
	if backlog.Waiting > 0 {
		waiting := "1 memory waits for its vector"
		if backlog.Waiting > 1 {
			waiting = fmt.Sprintf("%d memories wait for their vectors", backlog.Waiting)
		}
		f.Found += "; " + waiting
	}
	if backlog.Failing > 0 {
		f.Found += fmt.Sprintf(", %d of them after a failure: %s", backlog.Failing, backlog.Error)
	}
	return f
}

// readVectorState returns what the database has of vectors; nothing when there is no database of
// this schema yet.
func readVectorState(ctx context.Context, c settings.Config) (m recall.EmbeddingModel, b recall.Backlog, err error) {
	if path, ok := strings.CutPrefix(c.DatabaseURL.Reveal(), "sqlite:"); ok {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return m, b, nil
		}
	}
	db, err := database.OpenShared(ctx, c)
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
