package app

import (
	"context"
	"time"

	"keepsake/app/extraction"
	"keepsake/app/settings"
)

// checkExtraction says how memories form by themselves in a role, and whether what waits gets done.
func checkExtraction(ctx context.Context, c settings.Config) Finding {
	f := Finding{Check: "extraction", Found: extraction.Describe(c)}
	if !c.LongTerm.Enable {
		return f
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	m, err := OpenMemories(ctx, c)
	if err != nil {
		return f // what is wrong with the database is told under its own name
	}
	defer m.Close()
	b, err := m.Extraction.Backlog(ctx)
	if err != nil {
		return f
	}
	found, advice := extraction.Explain(b, time.Now())
	f.Found, f.Advice = f.Found+"; "+found, advice
	return f
}
