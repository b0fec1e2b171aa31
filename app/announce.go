package app

import (
	"context"
	"time"

	"keepsake/app/endpoint"
	"keepsake/llm/openai"
)

// Before memories go to an embedding model that nobody named (settings.Config.EmbedsWith), it must
// answer, and the owners of a bot that has memories already are told a day before the first of them
// is sent: until now they were told that memories stay where they are.
const (
	announcedBefore = 24 * time.Hour
	probeEvery      = 10 * time.Minute // while the model does not answer
)

// announcement keeps the Indexer of a role waiting until that is done.
type announcement struct {
	app      *App
	role     *Role
	embedder *openai.Embedder

	answers   bool
	nextProbe time.Time
}

// isOver implements recall.Indexer.Ready.
func (n *announcement) isOver(ctx context.Context) (bool, error) {
	vectors, store, now := n.app.DB.Vectors(), n.role.Config.Store(), n.app.Now()
	recorded, err := vectors.Model(ctx, store)
	if err != nil || recorded.Identity != "" { // vectors of another model wait for an operator, see keepsake doctor
		return recorded.Identity == n.embedder.Identity(), err
	}
	backlog, err := vectors.Backlog(ctx, store)
	if err != nil {
		return false, err
	}
	if backlog.Waiting > 0 && !n.probe(ctx, now) {
		return false, nil
	}
	announced, err := vectors.Announced(ctx, store)
	switch {
	case err != nil:
		return false, err
	case announced.IsZero() && backlog.Waiting == 0: // a new store: nobody was told otherwise
		return false, vectors.SetAnnounced(ctx, store, now.Add(-announcedBefore))
	case backlog.Waiting == 0: // what comes now finds a model that was not asked yet
		return false, nil
	case !announced.IsZero():
		return !now.Before(announced.Add(announcedBefore)), nil
	}
	return false, n.tell(ctx, now)
}

// probe reports whether the model answers. It is sent no memory.
func (n *announcement) probe(ctx context.Context, now time.Time) bool {
	if n.answers || now.Before(n.nextProbe) {
		return n.answers
	}
	if _, err := n.embedder.Probe(ctx); err != nil {
		n.nextProbe = now.Add(probeEvery)
		n.app.Log.InfoContext(ctx, "recall goes by words: the provider's embedding model does not answer", "model", n.embedder.Identity(), "error", err.Error())
		return false
	}
	n.answers = true
	return true
}

// tell tells the owners, once, whichever process does it.
func (n *announcement) tell(ctx context.Context, now time.Time) error {
	vectors, store, from := n.app.DB.Vectors(), n.role.Config.Store(), now.Add(announcedBefore)
	host := endpoint.Hostname(n.role.Config.Model.BaseURL)
	return n.app.DB.InTx(ctx, func(ctx context.Context) error {
		if _, err := vectors.HoldModel(ctx, store); err != nil {
			return err
		}
		if announced, err := vectors.Announced(ctx, store); err != nil || !announced.IsZero() {
			return err
		}
		n.app.Log.WarnContext(ctx, "memories will be sent to the provider's embedding model; KEEPSAKE_EMBED_MODEL=off keeps them here",
			"model", n.embedder.Identity(), "host", host, "from", from.UTC().Format(time.RFC3339))
		if n.role.Bot != nil {
			if err := n.role.Commands.TellOfEmbedding(ctx, host, from); err != nil {
				return err
			}
		}
		return vectors.SetAnnounced(ctx, store, now)
	})
}
