package bot

import (
	"context"
	"slices"
	"time"

	"keepsake/bot/telegram"
)

// menus are the lists of commands that clients show, by kind of chat.
var menus = []struct {
	audience telegram.Audience
	group    bool
}{
	{telegram.Everywhere, false},
	{telegram.InPrivate, false},
	{telegram.InGroups, true},
}

// menu returns commands as Telegram's clients show them in a language.
func (b *Bot) menu(lang string, names []string) []telegram.Command {
	var out []telegram.Command
	for _, name := range names {
		out = append(out, telegram.Command{Name: name, Description: b.cfg.Words.Say(lang, "menu."+name, nil)})
	}
	return out
}

// nameCommands fills the menus in every language there is, and for apps in any other. What
// Telegram has already is left alone. Best effort: the commands work without a menu, and
// the next start tries again.
func (b *Bot) nameCommands(ctx context.Context) {
	for _, m := range menus {
		names := b.cfg.Commands.Menu(m.group)
		if !b.nameMenu(ctx, m.audience, "", b.menu(b.cfg.Words.Match(), names)) {
			return
		}
		for _, lang := range b.cfg.Words.Languages() {
			// Telegram takes languages by their two letters, without region or script.
			if len(lang) == 2 && !b.nameMenu(ctx, m.audience, lang, b.menu(lang, names)) {
				return
			}
		}
	}
}

// setMenuButton lets the button beside the field for messages open the page, where there is one. Best effort: /web works without.
func (b *Bot) setMenuButton(ctx context.Context) {
	if b.cfg.PageApp == "" {
		return
	}
	err := b.client.SetMenuButton(ctx, b.cfg.Words.Say(b.cfg.Words.Match(), "page.menu_button", nil), b.cfg.PageApp)
	if err != nil && ctx.Err() == nil {
		b.log.Warn("menu button not set", "error", err)
	}
}

// nameMenu sets one menu unless it is so already, and reports whether it is so now.
func (b *Bot) nameMenu(ctx context.Context, a telegram.Audience, lang string, want []telegram.Command) bool {
	have, err := b.client.Menu(ctx, a, lang)
	if err == nil && slices.Equal(have, want) {
		return true
	}
	if ctx.Err() == nil { // perhaps it can be set where it cannot be read
		err = b.client.SetMenu(ctx, a, lang, want)
	}
	if err != nil && ctx.Err() == nil {
		b.log.Warn("commands not named", "error", err)
	}
	return err == nil
}

// renameMenu shows a person's menu in the language they chose, which their app does not
// know of; "" = in the app's again. An owner's has what owners do. Best effort.
func (b *Bot) renameMenu(ctx context.Context, chat int64, chosen string, owner bool) {
	here := telegram.InChat(chat)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	names := b.cfg.Commands.Menu(false)
	if owner {
		names = b.cfg.Commands.OwnerMenu()
	}
	var err error
	if chosen == "" {
		err = b.client.DropMenu(ctx, here)
	} else {
		err = b.client.SetMenu(ctx, here, "", b.menu(chosen, names))
	}
	if err != nil {
		b.log.Debug("commands not named", "error", err)
	}
}
