package embedding_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"keepsake/app/embedding"
	"keepsake/llm"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/store/storetest"
	"keepsake/usage"
)

// directory knows one person, and fails for another.
type directory struct{}

func (directory) Get(_ context.Context, id string) (people.Person, error) {
	switch id {
	case "telegram:1":
		return people.Person{ID: id, TimeZone: "Asia/Tokyo"}, nil
	case "telegram:2":
		return people.Person{}, people.ErrNotFound
	}
	return people.Person{}, errors.New("away")
}

// Embeddings are on the account of whom they serve, whoever that is; a topic's on its group's, and what nobody owns on
// the bot's. Near the cap nothing more is embedded.
func TestAccounts(t *testing.T) {
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	paid := usage.New(usage.Config{Store: storetest.SQLite(t).Usage(), Limits: usage.Limits{Cap: 1}, Zone: time.UTC, Now: func() time.Time { return at }})
	accounts := embedding.Accounts{Bot: "keepsake", Usage: paid, People: directory{}, Zone: time.UTC, Log: slog.New(slog.DiscardHandler)}
	owners := map[scope.Scope]usage.Payer{
		{Kind: scope.User, ID: "telegram:1"}:     {Bot: "keepsake", Subject: "telegram:1", Zone: people.ZoneOf(people.Person{TimeZone: "Asia/Tokyo"}, time.UTC)},
		{Kind: scope.User, ID: "telegram:2"}:     {Bot: "keepsake", Subject: "telegram:2", Zone: time.UTC},
		{Kind: scope.User, ID: "telegram:3"}:     {Bot: "keepsake", Subject: "telegram:3", Zone: time.UTC},
		{Kind: scope.Group, ID: "telegram:-5:7"}: {Bot: "keepsake", Subject: "telegram:-5", Group: true, Zone: time.UTC},
	}
	for owner := range owners {
		accounts.Charge(t.Context(), owner, llm.Usage{Prompt: 10, Cost: 0.1})
	}
	accounts.Charge(t.Context(), scope.Scope{Kind: scope.Project, ID: "keepsake"}, llm.Usage{Prompt: 5})
	if err := accounts.Check(t.Context()); err != nil {
		t.Errorf("far from the cap: %v", err)
	}
	if err := paid.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	for owner, payer := range owners {
		day, _, err := paid.Today(t.Context(), payer)
		if part := day.Parts[llm.Embedding]; err != nil || part != (usage.Part{Calls: 1, Tokens: 10, Cost: 0.1}) {
			t.Errorf("%s: %+v %v", owner.ID, part, err)
		}
	}
	day, _, err := paid.Today(t.Context(), usage.Payer{Bot: "keepsake"})
	if part := day.Parts[llm.Embedding]; err != nil || part.Calls != 5 || part.Tokens != 45 {
		t.Errorf("the bot's day: %+v %v", part, err)
	}
	accounts.Charge(t.Context(), scope.Scope{}, llm.Usage{Cost: 0.55})
	var reached *usage.Exceeded
	if err := accounts.Check(t.Context()); !errors.As(err, &reached) || reached.Limit != usage.Cap {
		t.Errorf("near the cap: %v", err)
	}
}
