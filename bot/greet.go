package bot

import (
	"context"
	"time"

	"keepsake/bot/telegram"
	"keepsake/bot/update"
	"keepsake/clock"
)

// greetTelegram learns who we are and tells Telegram how updates reach us. It waits as long
// as Telegram is away; a refused token or webhook is an error.
func (b *Bot) greetTelegram(ctx context.Context) error {
	for wait := 200 * time.Millisecond; ; wait = min(2*wait, 30*time.Second) {
		me, err := b.client.Me(ctx)
		if err == nil {
			b.mu.Lock()
			b.me = update.Identity(me)
			b.mu.Unlock()
			break
		}
		if telegram.VerdictOf(err) == telegram.TokenRefused {
			return telegram.ErrToken
		}
		b.log.Warn("telegram does not answer yet", "error", err)
		wait = max(wait, telegram.RetryAfter(err))
		if !clock.Wait(ctx, wait) {
			return context.Cause(ctx)
		}
	}
	return b.intake.Prepare(ctx)
}
