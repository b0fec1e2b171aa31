package endpoint

import (
	"keepsake/agent"
	"keepsake/app/settings"
	"keepsake/session"
)

// SetWindow gives an agent the conversation's limits; without a kind it keeps its own.
func SetWindow(c settings.Config, a *agent.Config) {
	switch o := c.Conversation(); o.Kind {
	case session.ConversationHistory:
		a.Unbounded = true
	case session.ManagedConversation:
		a.WindowTrigger, a.WindowTarget, a.ImageTokens = o.Window.Trigger, o.Window.Target, o.Window.Image
	}
}
