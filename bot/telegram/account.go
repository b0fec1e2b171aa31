package telegram

import (
	"context"
	"strings"
	"time"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"keepsake/fault"
)

// Identity is who Telegram says we are.
type Identity struct {
	ID       int64
	Username string // without "@"
	Name     string
	ReadsAll bool // privacy mode is off: we are shown everything that groups say
}

// Me asks Telegram who we are.
func (c *Client) Me(ctx context.Context) (me Identity, err error) {
	err = c.call(ctx, "getMe", 0, func(ctx context.Context) error {
		u, err := c.api.GetMe(ctx)
		if err == nil {
			me = Identity{ID: u.ID, Username: u.Username, Name: u.FirstName, ReadsAll: u.CanReadAllGroupMessages}
		}
		return err
	})
	return me, err
}

// Rank is what somebody is in a group.
type Rank int

const (
	Outsider Rank = iota
	Member
	Admin // or the owner
)

// MemberRank asks what a person is in a group.
func (c *Client) MemberRank(ctx context.Context, chat, person int64) (rank Rank, err error) {
	err = c.call(ctx, "getChatMember", 0, func(ctx context.Context) error {
		m, err := c.api.GetChatMember(ctx, &tg.GetChatMemberParams{ChatID: chat, UserID: person})
		if err != nil {
			return err
		}
		switch m.Type {
		case models.ChatMemberTypeOwner, models.ChatMemberTypeAdministrator:
			rank = Admin
		case models.ChatMemberTypeMember:
			rank = Member
		case models.ChatMemberTypeRestricted:
			if m.Restricted != nil && m.Restricted.IsMember {
				rank = Member
			}
		}
		return nil
	})
	return rank, err
}

// ErrFileTooBig says that Telegram does not give a file of this size to bots.
var ErrFileTooBig = fault.New(fault.Invalid, "the file is too big for a bot")

// File is where a file can be fetched.
type File struct {
	Path string // "" = nowhere
	Size int64
}

// File asks where a file is. Errors: ErrFileTooBig, *Error.
func (c *Client) File(ctx context.Context, id string) (f File, err error) {
	tooBig := false
	err = c.call(ctx, "getFile", 0, func(ctx context.Context) error {
		got, err := c.api.GetFile(ctx, &tg.GetFileParams{FileID: id})
		if err == nil {
			f = File{Path: got.FilePath, Size: got.FileSize}
		}
		tooBig = err != nil && strings.Contains(err.Error(), "file is too big")
		return err
	})
	if tooBig {
		err = ErrFileTooBig
	}
	return f, err
}

// Webhook is how Telegram is to deliver.
type Webhook struct {
	URL, Secret    string
	MaxConnections int
	Wanted         []string // kinds of updates
}

// SetWebhook tells Telegram to deliver updates.
func (c *Client) SetWebhook(ctx context.Context, w Webhook) error {
	return c.call(ctx, "setWebhook", 0, func(ctx context.Context) error {
		_, err := c.api.SetWebhook(ctx, &tg.SetWebhookParams{
			URL: w.URL, SecretToken: w.Secret, MaxConnections: w.MaxConnections, AllowedUpdates: w.Wanted,
		})
		return err
	})
}

// WebhookState is what Telegram says about its deliveries.
type WebhookState struct {
	URL      string // "" = none
	Pending  int
	FailedAt time.Time // of the last delivery that failed
	Failure  string    // in Telegram's words
}

// WebhookState asks where Telegram delivers, and how that went.
func (c *Client) WebhookState(ctx context.Context) (s WebhookState, err error) {
	err = c.call(ctx, "getWebhookInfo", 0, func(ctx context.Context) error {
		info, err := c.api.GetWebhookInfo(ctx)
		if err == nil {
			s = WebhookState{
				URL: info.URL, Pending: info.PendingUpdateCount,
				FailedAt: time.Unix(int64(info.LastErrorDate), 0), Failure: info.LastErrorMessage,
			}
		}
		return err
	})
	return s, err
}

// DeleteWebhook makes Telegram wait to be asked. What it keeps for us stays.
func (c *Client) DeleteWebhook(ctx context.Context) error {
	return c.call(ctx, "deleteWebhook", 0, func(ctx context.Context) error {
		_, err := c.api.DeleteWebhook(ctx, &tg.DeleteWebhookParams{})
		return err
	})
}

// Command is one line of a menu.
type Command struct{ Name, Description string }

// Audience says in which chats a menu is shown.
type Audience struct {
	kind string
	chat int64
}

var (
	Everywhere = Audience{kind: "default"}
	InPrivate  = Audience{kind: "all_private_chats"}
	InGroups   = Audience{kind: "all_group_chats"}
)

// InChat is the audience of one chat.
func InChat(chat int64) Audience { return Audience{kind: "chat", chat: chat} }

func (a Audience) scope() models.BotCommandScope {
	switch a.kind {
	case InPrivate.kind:
		return &models.BotCommandScopeAllPrivateChats{}
	case InGroups.kind:
		return &models.BotCommandScopeAllGroupChats{}
	case "chat":
		return &models.BotCommandScopeChat{ChatID: a.chat}
	}
	return &models.BotCommandScopeDefault{}
}

// Menu returns the menu of an audience in a language ("" = of apps in any other).
func (c *Client) Menu(ctx context.Context, a Audience, lang string) (menu []Command, err error) {
	err = c.call(ctx, "getMyCommands", 0, func(ctx context.Context) error {
		have, err := c.api.GetMyCommands(ctx, &tg.GetMyCommandsParams{Scope: a.scope(), LanguageCode: lang})
		for _, cmd := range have {
			menu = append(menu, Command{cmd.Command, cmd.Description})
		}
		return err
	})
	return menu, err
}

// SetMenu sets the menu of an audience in a language.
func (c *Client) SetMenu(ctx context.Context, a Audience, lang string, menu []Command) error {
	var want []models.BotCommand
	for _, cmd := range menu {
		want = append(want, models.BotCommand{Command: cmd.Name, Description: cmd.Description})
	}
	return c.call(ctx, "setMyCommands", a.chat, func(ctx context.Context) error {
		_, err := c.api.SetMyCommands(ctx, &tg.SetMyCommandsParams{Scope: a.scope(), LanguageCode: lang, Commands: want})
		return err
	})
}

// SetMenuButton lets the menu button of private chats open a Mini App.
func (c *Client) SetMenuButton(ctx context.Context, text, app string) error {
	return c.call(ctx, "setChatMenuButton", 0, func(ctx context.Context) error {
		_, err := c.api.SetChatMenuButton(ctx, &tg.SetChatMenuButtonParams{MenuButton: models.MenuButtonWebApp{Type: models.MenuButtonTypeWebApp, Text: text, WebApp: models.WebAppInfo{URL: app}}})
		return err
	})
}

// DropMenu takes the menu of an audience away: a wider one's is shown.
func (c *Client) DropMenu(ctx context.Context, a Audience) error {
	return c.call(ctx, "deleteMyCommands", a.chat, func(ctx context.Context) error {
		_, err := c.api.DeleteMyCommands(ctx, &tg.DeleteMyCommandsParams{Scope: a.scope()})
		return err
	})
}
