package main

import (
	"context"
	"log/slog"

	"keepsake/demo"
	"keepsake/secret"
)

// demoCmd is the bot with everything around it simulated.
type demoCmd struct {
	Addr   string `help:"Where the page is served. Default: 127.0.0.1:8080, or a free port when that is taken." placeholder:"HOST:PORT"`
	Script string `help:"Play a written conversation (.txtar) instead; ends with 0 only if every expectation held." placeholder:"FILE" type:"existingfile"`
	Keep   string `help:"Keep what is remembered in this SQLite file." placeholder:"PATH" type:"path"`
	Open   bool   `help:"Open a browser where there is one." default:"true" negatable:""`
}

// Run reads none of the bot's settings but the model's: the demo is never your bot.
func (d demoCmd) Run(ctx context.Context, sh *shell) error {
	o := demo.Options{
		Addr: d.Addr, Script: d.Script, Open: d.Open, Out: sh.out,
		WorldOptions: demo.WorldOptions{
			Keep: d.Keep, OpenAIKey: sh.environ["OPENAI_API_KEY"], OpenAIURL: sh.environ["OPENAI_BASE_URL"], Model: sh.environ["KEEPSAKE_MODEL"],
		},
	}
	if level := sh.environ["KEEPSAKE_LOG_LEVEL"]; level != "" {
		var l slog.Level
		_ = l.UnmarshalText([]byte(level))
		o.Log = slog.New(slog.NewTextHandler(sh.err, &slog.HandlerOptions{Level: l, ReplaceAttr: secret.MaskAttr}))
	}
	return demo.Run(ctx, o)
}
