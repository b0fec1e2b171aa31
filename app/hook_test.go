package app_test

import (
	"net"
	"net/http"
	"strings"
	"testing"

	"keepsake/app"
	"keepsake/app/settings"
)

// TestServeWebhook: the same walk as TestServe, with Telegram delivering; the secret is
// made from the token, and doctor says how things stand.
func TestServeWebhook(t *testing.T) {
	w := newWorld(t)
	addr := freeAddr(t)
	w.config.Telegram.Webhook = settings.Webhook{URL: "http://" + addr + "/hook", Listen: addr}
	w.rules.When("hello there").Say("Hello yourself.")
	w.rules.Otherwise().Call("report_ready", map[string]any{"ready": true})
	if got := examine(t, w.config); !strings.Contains(got, "webhook is not registered, serve will") {
		t.Errorf("doctor before:\n%s", got)
	}
	_, stop := w.start(nil)
	ann := w.tg.Person(7, "Ann")
	ann.Say("hello there")
	if _, err := ann.AwaitText(within(t), 0, "Hello yourself."); err != nil {
		t.Fatal(err)
	}
	set := w.tg.Calls("setWebhook")
	if len(set) != 1 || len(set[0].Params["secret_token"]) != 64 {
		t.Fatalf("setWebhook %v", set)
	}
	if strings.Contains(w.logged(), set[0].Params["secret_token"]) {
		t.Error("the log holds the secret")
	}
	resp, err := http.Post("http://"+addr+"/hook", "application/json", strings.NewReader(`{"update_id":5}`))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("a stranger is answered %d", resp.StatusCode)
	}
	stop()
	polling := w.config
	polling.Telegram.Webhook = settings.Webhook{}
	if got := examine(t, polling); !strings.Contains(got, "a webhook is set, serve will remove it") {
		t.Errorf("doctor of one who polls:\n%s", got)
	}
	ann.Say("nobody listens")
	if err := w.tg.WaitFor(within(t), func() bool { return w.tg.PendingUpdates() > 0 }); err != nil {
		t.Fatal(err)
	}
	for got := ""; !strings.Contains(got, "Connection refused") || !strings.Contains(got, "KEEPSAKE_WEBHOOK_LISTEN?"); {
		if got = examine(t, w.config); within(t).Err() != nil {
			t.Fatalf("doctor of a webhook that fails:\n%s", got)
		}
	}
}

// TestWebhookThatCannotStart names the setting.
func TestWebhookThatCannotStart(t *testing.T) {
	w := newWorld(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer taken.Close()
	for setting, hook := range map[string]settings.Webhook{
		"KEEPSAKE_WEBHOOK_LISTEN": {URL: "http://127.0.0.1:1/hook", Listen: taken.Addr().String()},
		"KEEPSAKE_WEBHOOK_URL":    {URL: "http://plain.example/hook", Listen: "127.0.0.1:0"},
	} {
		w.config.Telegram.Webhook = hook
		a, err := app.New(t.Context(), w.config, app.Options{})
		must(t, err)
		if err := a.Run(within(t)); err == nil || !strings.Contains(err.Error(), setting) {
			t.Errorf("%s: %v", setting, err)
		}
	}
}

// TestWebhookOfTwoBots: one listener, a path and a secret for each bot; a secret of the one
// opens nothing of the other. A port that is taken is told, and everything ends.
func TestWebhookOfTwoBots(t *testing.T) {
	w, poets := twoRoles(t, "", "")
	addr := freeAddr(t)
	w.config.Telegram.Webhook = settings.Webhook{URL: "http://" + addr + "/hook/", Listen: addr, Secret: "one_for_all"}
	w.rules.When("hello").AndSystem("You are cook.").Say("The cook greets.")
	w.rules.When("hello").AndSystem("You are poet.").Say("The poet greets.")
	_, stop := w.start(nil)
	ann, reader := w.tg.Person(7, "Ann"), poets.Person(7, "Ann")
	ann.Say("hello")
	reader.Say("hello")
	if _, err := ann.AwaitText(within(t), 0, "The cook greets."); err != nil {
		t.Fatal(err)
	}
	if _, err := reader.AwaitText(within(t), 0, "The poet greets."); err != nil {
		t.Fatal(err)
	}
	cook, poet := w.tg.Calls("setWebhook")[0].Params, poets.Calls("setWebhook")[0].Params
	if cook["url"] != "http://"+addr+"/hook/cook" || poet["url"] != "http://"+addr+"/hook/poet" || cook["secret_token"] == poet["secret_token"] {
		t.Errorf("%v %v", cook, poet)
	}
	for path, want := range map[string]int{"/hook/poet": http.StatusUnauthorized, "/poet": http.StatusUnauthorized, "/hook/nobody": http.StatusServiceUnavailable} {
		r, err := http.NewRequest(http.MethodPost, "http://"+addr+path, strings.NewReader(`{"update_id":5}`))
		must(t, err)
		r.Header.Set("X-Telegram-Bot-Api-Secret-Token", cook["secret_token"])
		resp, err := http.DefaultClient.Do(r)
		must(t, err)
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, resp.StatusCode, want)
		}
	}
	stop()
	taken, err := net.Listen("tcp", addr)
	must(t, err)
	defer taken.Close()
	a, err := app.New(t.Context(), w.config, app.Options{})
	must(t, err)
	if err := a.Run(within(t)); err == nil || !strings.Contains(err.Error(), "KEEPSAKE_WEBHOOK_LISTEN") {
		t.Errorf("%v", err)
	}
}
