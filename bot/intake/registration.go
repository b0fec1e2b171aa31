package intake

import (
	"context"
	"errors"
	"time"

	"keepsake/bot/telegram"
	"keepsake/bot/update"
	"keepsake/clock"
	"keepsake/fault"
)

var (
	// ErrWebhook says that Telegram refuses Webhook.URL.
	ErrWebhook = fault.New(fault.Invalid, "Telegram refuses the webhook's address: it must be https:// on port 443, 80, 88 or 8443, with a name that the internet knows")
	// ErrNoWebhooks says that this Bot API delivers nothing by itself.
	ErrNoWebhooks = fault.New(fault.Invalid, "this Bot API has no webhooks: leave it empty, and updates are asked for")

	// errOtherWebhook says that Telegram delivers somewhere else, or nowhere.
	errOtherWebhook = errors.New("telegram delivers to another address, or to none")
)

// register tells Telegram where to deliver and makes sure that it took it. It waits as
// long as Telegram is away; an address or a token that Telegram refuses is an error.
func (i *Intake) register(ctx context.Context) error {
	for wait := 200 * time.Millisecond; ; wait = min(2*wait, 30*time.Second) {
		err := i.setWebhook(ctx)
		if err == nil {
			if err = i.checkWebhook(ctx); err == nil {
				return nil
			}
		}
		switch telegram.VerdictOf(err) {
		case telegram.TokenRefused:
			return telegram.ErrToken
		case telegram.Refused:
			return ErrWebhook
		case telegram.NoMethod:
			return ErrNoWebhooks
		}
		i.Log.Warn("webhook not registered yet", "error", err)
		wait = max(wait, telegram.RetryAfter(err))
		if !clock.Wait(ctx, wait) {
			return context.Cause(ctx)
		}
	}
}

func (i *Intake) setWebhook(ctx context.Context) error {
	return i.Client.SetWebhook(ctx, telegram.Webhook{
		URL: i.Webhook.URL, Secret: i.Webhook.Secret, MaxConnections: maxConnections, Wanted: update.Wanted,
	})
}

// checkWebhook asks Telegram where it delivers, and tells the operator when deliveries
// fail before they reach us: only Telegram knows.
func (i *Intake) checkWebhook(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	state, err := i.Client.WebhookState(ctx)
	switch {
	case telegram.VerdictOf(err) == telegram.NoMethod: // it took the webhook, and does not tell more
	case err != nil:
		return err
	case state.URL != i.Webhook.URL:
		return errOtherWebhook
	case time.Since(state.FailedAt) < 2*i.Webhook.Check:
		i.Log.Warn("telegram could not deliver", "why", state.Failure, "pending", state.Pending)
	}
	i.noteHeard()
	return nil
}

// watchWebhook registers again what somebody else has changed or removed, until ctx ends.
func (i *Intake) watchWebhook(ctx context.Context) {
	for clock.Wait(ctx, i.Webhook.Check) {
		err := i.checkWebhook(ctx)
		if errors.Is(err, errOtherWebhook) {
			i.Log.Warn("webhook was changed; registering it again")
			err = i.setWebhook(ctx)
		}
		if err != nil && ctx.Err() == nil {
			i.Log.Warn("webhook not checked", "error", err)
		}
	}
}

// dropWebhook makes polling possible. What Telegram keeps for us stays.
func (i *Intake) dropWebhook(ctx context.Context) {
	if err := i.Client.DeleteWebhook(ctx); err != nil {
		i.Log.Warn("webhook not removed", "error", err)
	}
}
