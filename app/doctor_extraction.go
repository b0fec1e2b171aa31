package app

import (
	"context"
	"time"

	"keepsake/app/extraction"
	"keepsake/app/settings"
	"keepsake/memory/writeswitch"
)

// checkExtraction says how memories form by themselves in a role, and whether what waits gets done.
func checkExtraction(ctx context.Context, c settings.Config) Finding {
	f := Finding{Check: "extraction", Found: extraction.Describe(c)}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	m, err := OpenMemories(ctx, c)
	if err != nil {
		return f // what is wrong with the database is told under its own name
	}
	defer m.Close()
	if st, err := m.Writes.Get(ctx, writeswitch.Everybody); err == nil && st.Off {
		f.Found, f.Advice = "every memory write is switched off, since "+st.Since.UTC().Format(time.RFC3339), "When that is over: keepsake memory read-only off."
		return f
	}
	b, err := m.Extraction.Backlog(ctx)
	if err != nil || !c.LongTerm.Enable {
		return f
	}
	found, advice := extraction.Explain(b, time.Now())
	if _, parked, err := m.Digests.Backlog(ctx, c.Store()); err == nil {
		found, advice = extraction.AddDigests(found, advice, parked)
	}
	f.Found, f.Advice = f.Found+"; "+found, advice
	return f
}
