package app_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keepsake/app"
	"keepsake/app/database"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/store/storetest"
)

// TestServe walks one message through the whole house and stops it in order.
func TestServe(t *testing.T) {
	w := newWorld(t)
	w.rules.When("hello there").Say("Hello yourself.")
	_, stop := w.start(nil)
	ann := w.tg.Person(7, "Ann")
	ann.Say("hello there")
	if _, err := ann.AwaitText(within(t), 0, "Hello yourself."); err != nil {
		t.Fatal(err)
	}
	stop()
	log := w.logged()
	for _, never := range []string{"hello there", "Hello yourself", w.tg.Token(), "sk-the-key"} {
		if strings.Contains(log, never) {
			t.Errorf("the log holds %q", never)
		}
	}
	if !strings.Contains(log, "stopped") {
		t.Error("the log does not tell of the stop")
	}
	if v := append(w.tg.Violations(), w.model.Violations()...); len(v) > 0 {
		t.Errorf("rules of the neighbours were broken: %q", v)
	}
}

// TestServePostgres is the same walk on the other database.
func TestServePostgres(t *testing.T) {
	w := newWorld(t)
	w.config.DatabaseURL = settings.Secret(storetest.PostgresURL(t))
	w.rules.Otherwise().Say("Hello from Postgres.")
	w.start(nil)
	ann := w.tg.Person(7, "Ann")
	ann.Say("hello")
	if _, err := ann.AwaitText(within(t), 0, "Hello from Postgres."); err != nil {
		t.Fatal(err)
	}
}

// TestRestartLosesNothing: what arrived while the bot was away is answered, and what it
// was told is remembered.
func TestRestartLosesNothing(t *testing.T) {
	w := newWorld(t)
	w.rules.When("remember").AndTool("add_to_memory").Call("add_to_memory", map[string]any{"content": "Ann likes green tea", "category": "preference"})
	w.rules.WhenResult("add_to_memory", "").Say("I will.")
	w.rules.Otherwise().Say("Here I am.")
	_, stop := w.start(nil)
	ann := w.tg.Person(7, "Ann")
	ann.Say("Please remember: Ann likes green tea")
	if _, err := ann.AwaitText(within(t), 0, "I will."); err != nil {
		t.Fatal(err)
	}
	stop()
	said := ann.Say("are you there?")
	a, _ := w.start(nil)
	if _, err := ann.AwaitText(within(t), said.ID, "Here I am."); err != nil {
		t.Fatal(err)
	}
	scope := scope.Scope{Store: "keepsake", Kind: scope.User, ID: people.ID(7)}
	ms, _, err := a.Memory.List(t.Context(), memory.ActiveQuery(scope))
	if err != nil || len(ms) != 1 || ms[0].Content != "Ann likes green tea" {
		t.Errorf("memories %v, %v", ms, err)
	}
}

// TestOwnerLink: whoever opens the printed link first owns the bot; it works once.
func TestOwnerLink(t *testing.T) {
	w := newWorld(t)
	w.config.Access = settings.AccessOwner
	w.rules.Otherwise().Say("At your service.")
	r, out := io.Pipe()
	a, _ := w.start(out)
	link := readLink(t, r)

	ann, ben := w.tg.Person(7, "Ann"), w.tg.Person(8, "Ben")
	_, code, _ := strings.Cut(link, "start=")
	sent := ann.StartLink(code)
	if _, err := ann.Await(within(t), sent.ID, anything); err != nil {
		t.Fatal(err)
	}
	sent = ben.StartLink(code)
	if _, err := ben.Await(within(t), sent.ID, anything); err != nil {
		t.Fatal(err)
	}
	owners, err := a.People.Owners(t.Context())
	if err != nil || len(owners) != 1 || owners[0].ID != people.ID(7) {
		t.Errorf("owners %v, %v", owners, err)
	}
	if strings.Contains(w.logged(), code) {
		t.Error("the log holds the link")
	}

	// One more owner, by the command, while the bot runs.
	link, err = app.OwnerLink(t.Context(), w.config, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ = strings.Cut(link, "start=")
	sent = ben.StartLink(code)
	if _, err := ben.Await(within(t), sent.ID, anything); err != nil {
		t.Fatal(err)
	}
	if owners, err = a.People.Owners(t.Context()); err != nil || len(owners) != 2 {
		t.Errorf("owners %v, %v", owners, err)
	}
}

func readLink(t *testing.T, r io.Reader) string {
	t.Helper()
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if line := strings.TrimSpace(lines.Text()); strings.HasPrefix(line, "https://t.me/keepsake_bot?start=") {
			go func() { _, _ = io.Copy(io.Discard, r) }()
			return line
		}
	}
	t.Fatal("no link was printed")
	return ""
}

// TestSecondBotIsRefused: two bots on one SQLite file would answer everything twice.
func TestSecondBotIsRefused(t *testing.T) {
	w := newWorld(t)
	w.start(nil)
	_, err := app.New(t.Context(), w.config, app.Options{})
	if fault.KindOf(err) != fault.Unavailable || !strings.Contains(fmt.Sprint(err), "another Keepsake") {
		t.Errorf("got %v", err)
	}
}

func TestWrongSettingsStartNothing(t *testing.T) {
	w := newWorld(t)
	w.config.Access = "everybody"
	if _, err := app.New(t.Context(), w.config, app.Options{}); err == nil || !strings.Contains(err.Error(), "KEEPSAKE_ACCESS") {
		t.Errorf("got %v", err)
	}
	w.config.Access = settings.AccessOpen
	w.config.HTTPAddr = "256.0.0.1:1"
	a, err := app.New(t.Context(), w.config, app.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "KEEPSAKE_HTTP_ADDR") {
		t.Errorf("got %v", err)
	}
}

// TestLanguageOfTheHouse: whoever wants a language that we do not speak is spoken to in
// the operator's.
func TestLanguageOfTheHouse(t *testing.T) {
	w := newWorld(t)
	w.config.Language = "de"
	w.start(nil)
	for id, c := range map[int64]struct{ code, hears string }{
		21: {"pt-br", "Was ich weiß"}, 22: {"ru", "Что я помню"}, 23: {"en", "What I remember"},
	} {
		p := w.tg.Person(id, "Kim").Rename("", "", c.code)
		if _, err := p.AwaitText(within(t), p.Say("/help").ID, c.hears); err != nil {
			t.Error(err)
		}
	}
}

// TestRefusedTokenStopsServe: an operator reads why, and the token is not in it.
func TestRefusedTokenStopsServe(t *testing.T) {
	w := newWorld(t)
	w.config.Telegram.Token = "987654321:BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB"
	a, err := app.New(t.Context(), w.config, app.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = a.Run(within(t))
	if err == nil || strings.Contains(err.Error(), "BBBB") || !strings.Contains(err.Error(), "TELEGRAM_BOT_TOKEN") ||
		!strings.Contains(err.Error(), "@BotFather") {
		t.Errorf("got %v", err)
	}
	if strings.Contains(w.logged(), "keepsake runs") {
		t.Error("it says that it runs")
	}
}

func TestHealth(t *testing.T) {
	w := newWorld(t)
	w.config.HTTPAddr = freeAddr(t)
	a, stop := w.start(nil)
	waitHealthy(t, w.config.HTTPAddr)
	res, err := http.Get("http://" + w.config.HTTPAddr + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(res.Body)
	res.Body.Close()
	if got := strings.TrimSpace(string(body)); got != `{"status":"ok","database":"ok","telegram":"ok","model":"ok"}` {
		t.Errorf("got %s", got)
	}
	stop()
	if err := app.AskHealth(t.Context(), w.config.HTTPAddr); err == nil {
		t.Error("a stopped bot is called healthy")
	}
	if h := a.Health(t.Context()); h.Status != "failing" || h.Database != "away" {
		t.Errorf("with its database closed: %+v", h)
	}
	if err := app.AskHealth(t.Context(), "nonsense"); err == nil {
		t.Error("a wrong address is healthy")
	}
}

// waitHealthy asks until the bot says it is well.
func waitHealthy(t *testing.T, addr string) {
	t.Helper()
	ctx := within(t)
	for app.AskHealth(ctx, addr) != nil {
		if ctx.Err() != nil {
			t.Fatal("never healthy")
		}
	}
}

func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestDesk: the short commands, while the bot runs.
func TestDesk(t *testing.T) {
	w := newWorld(t)
	w.withoutDatabase()
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "copy.db")
	// U15: without a database a backup says so, and makes none.
	if _, err := database.Backup(ctx, w.config, path); fault.KindOf(err) != fault.NotFound || !strings.Contains(err.Error(), "there is no database yet: the file ") {
		t.Errorf("backup without a database: %v", err)
	}
	if _, err := os.Stat(strings.TrimPrefix(w.config.DatabaseURL.Reveal(), "sqlite:")); err == nil {
		t.Error("a backup made a database")
	}
	if v, err := app.Migrate(ctx, w.config); err != nil || v < 1 {
		t.Fatalf("migrate: %d, %v", v, err)
	}
	a, _ := w.start(nil)
	_, err := database.Backup(ctx, w.config, path)
	must(t, err)
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		t.Errorf("the copy: %v, %v", info, err)
	}
	if _, err := database.Backup(ctx, w.config, path); err == nil {
		t.Error("a backup was overwritten")
	}

	_, err = a.Delivery.Receive(ctx, []delivery.Update{{Bot: "keepsake", UpdateID: 5, Lane: "keepsake:9:0", Chat: 9,
		Payload: []byte("{}"), ReceivedAt: w.now(), DueAt: w.now().Add(time.Hour)}})
	must(t, err)
	us, err := a.Delivery.LaneUpdates(ctx, "keepsake:9:0")
	must(t, err)
	must(t, a.Delivery.Bury(ctx, []int64{us[0].ID}, "poison"))
	mail, err := app.OpenMail(ctx, w.config)
	must(t, err)
	defer mail.Close()
	dead, err := mail.Dead(ctx, 10)
	if err != nil || len(dead) != 1 || dead[0].Error != "poison" {
		t.Errorf("dead letters %v, %v", dead, err)
	}
	must(t, mail.Replay(ctx, dead[0].ID))
	if _, err := mail.Letter(ctx, dead[0].ID); !errors.Is(err, delivery.ErrNotFound) {
		t.Errorf("a replayed letter is still dead: %v", err)
	}
	if err := mail.Replay(ctx, 12345); !errors.Is(err, delivery.ErrNotFound) {
		t.Errorf("replay of nothing: %v", err)
	}
}

// TestBackupOnPostgres says which tool to use.
func TestBackupOnPostgres(t *testing.T) {
	w := newWorld(t)
	w.config.DatabaseURL = settings.Secret(storetest.PostgresURL(t))
	_, err := database.Backup(context.Background(), w.config, filepath.Join(t.TempDir(), "copy.db"))
	if err == nil || !strings.Contains(err.Error(), "pg_dump") {
		t.Errorf("got %v", err)
	}
}

// TestNoPostgres: whoever starts it reads which setting it is about, and no password.
func TestNoPostgres(t *testing.T) {
	w := newWorld(t)
	w.config.DatabaseURL = "postgres://u:hunter22@127.0.0.1:1/k"
	_, err := app.New(t.Context(), w.config, app.Options{})
	got := fmt.Sprint(err)
	if !strings.Contains(got, "DATABASE_URL") || !strings.Contains(got, "server running") || strings.Contains(got, "hunter22") || strings.Contains(got, "\n") {
		t.Errorf("got %s", got)
	}
}

// TestOwnerLinkOfALateBotAPI: the link comes once Telegram answers, whatever else it lacks.
func TestOwnerLinkOfALateBotAPI(t *testing.T) {
	w := newWorld(t)
	w.config.Access = settings.AccessOwner
	w.tg.Fail(simulator.Fault{Method: "getMe", Code: 502, Times: 2})
	w.tg.Fail(simulator.Fault{Method: "getWebhookInfo", Code: 404, Times: -1})
	r, out := io.Pipe()
	w.start(out)
	readLink(t, r)
	if !strings.Contains(w.logged(), "keepsake runs") {
		t.Error("the log does not say that it runs")
	}
	if _, err := app.OwnerLink(t.Context(), w.config, time.Hour); err != nil {
		t.Error(err)
	}
	if got := examine(t, w.config); !strings.Contains(got, "this Bot API does not tell") {
		t.Errorf("doctor says\n%s", got)
	}
}
