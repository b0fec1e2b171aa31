package bot

import (
	"context"
	"slices"
	"time"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"
)

// menus are the lists of commands that clients show, by kind of chat, in this order.
var menus = []struct {
	scope    models.BotCommandScope
	commands []string
}{
	{&models.BotCommandScopeDefault{}, private},
	{&models.BotCommandScopeAllPrivateChats{}, private},
	{&models.BotCommandScopeAllGroupChats{}, []string{"memory", "new", "stop", "usage", "help"}},
}

var private = []string{"memory", "tasks", "new", "stop", "settings", "usage", "privacy", "help"}

func (b *Bot) menu(lang string, names []string) []models.BotCommand {
	var out []models.BotCommand
	for _, name := range names {
		out = append(out, models.BotCommand{Command: name, Description: b.cfg.Words.Say(lang, "menu."+name, nil)})
	}
	return out
}

// nameCommands fills the menus in every language there is, and for apps in any other. What
// Telegram has already is left alone. Best effort: the commands work without a menu, and
// the next start tries again.
func (b *Bot) nameCommands(ctx context.Context) {
	for _, m := range menus {
		if !b.nameMenu(ctx, m.scope, "", b.menu(b.cfg.Words.Match(), m.commands)) {
			return
		}
		for _, lang := range b.cfg.Words.Languages() {
			// Telegram takes languages by their two letters, without region or script.
			if len(lang) == 2 && !b.nameMenu(ctx, m.scope, lang, b.menu(lang, m.commands)) {
				return
			}
		}
	}
}

// nameMenu sets one menu unless it is so already, and reports whether it is so now.
func (b *Bot) nameMenu(ctx context.Context, scope models.BotCommandScope, lang string, want []models.BotCommand) bool {
	have, err := b.api.GetMyCommands(ctx, &tg.GetMyCommandsParams{Scope: scope, LanguageCode: lang})
	if err == nil && slices.Equal(have, want) {
		return true
	}
	if v, _ := judge(err); err == nil || v == noMethod { // perhaps they can be set, if not read
		_, err = b.api.SetMyCommands(ctx, &tg.SetMyCommandsParams{Scope: scope, LanguageCode: lang, Commands: want})
	}
	if err != nil && ctx.Err() == nil {
		b.log.Warn("commands not named", "err", b.call(ctx, "setMyCommands", 0, err))
	}
	return err == nil
}

// renameCommands, once the request is done, shows the person's menu in the language they
// chose, which their app does not know of; "" = in the app's again.
func (r *request) renameCommands(ctx context.Context, chosen string) {
	if r.api == nil { // not in Telegram
		return
	}
	scope := &models.BotCommandScopeChat{ChatID: r.place.Chat}
	r.after = append(r.after, func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		var err error
		if chosen == "" {
			_, err = r.api.DeleteMyCommands(ctx, &tg.DeleteMyCommandsParams{Scope: scope})
		} else {
			_, err = r.api.SetMyCommands(ctx, &tg.SetMyCommandsParams{Scope: scope, Commands: r.menu(chosen, private)})
		}
		if err != nil {
			r.log.Debug("commands not named", "err", r.call(ctx, "setMyCommands", r.place.Chat, err))
		}
	})
}
