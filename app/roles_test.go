package app_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/role"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/trust"
)

// roleFile writes a role file into a folder and returns its path.
func roleFile(t *testing.T, dir, name, spec string) string {
	t.Helper()
	path := filepath.Join(dir, name+".yaml")
	text := "apiVersion: initrunner/v1\nkind: Agent\nmetadata: {name: " + name + "}\nspec:\n  role: You are " + name +
		".\n  model: {provider: openai, name: gpt-4o-mini}\n" + spec
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func problems(t *testing.T, c settings.Config) string {
	t.Helper()
	if err := c.Validate(); err != nil {
		return err.Error()
	}
	return ""
}

// I3, I41: what is missing in the environment is told by the names that the files use.
func TestRoleSettings(t *testing.T) {
	w, dir := newWorld(t, "text-embedding-3-small"), t.TempDir()
	c := w.config
	c.Telegram.Token, c.Model.APIKey, c.Model.BaseURL = "", "", settings.Defaults().Model.BaseURL
	cook := roleFile(t, dir, "cook", "  telegram: {token_env: COOK_TOKEN}\n  memory:\n")
	file := roleFile(t, dir, "poet", "  telegram: {token_env: POET_TOKEN}\n  memory: {store_backend: postgres, embeddings: {provider: google}}\n")
	c.Roles = []string{cook, file}
	got := problems(t, c)
	for _, want := range []string{
		"COOK_TOKEN is not set (" + cook + " names it)", "POET_TOKEN is not set", "OPENAI_API_KEY is not set, and " + cook + " needs it for openai",
		"GOOGLE_API_KEY is not set, and " + file + " needs it for google", "store_backend is postgres, but DATABASE_URL is another database",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if strings.Contains(got, "TELEGRAM_BOT_TOKEN") || strings.Contains(got, "KEEPSAKE_MODEL ") {
		t.Errorf("what no role needs is asked for:\n%s", got)
	}
	token := settings.Secret("1234567890:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc")
	c.Environ = map[string]settings.Secret{"COOK_TOKEN": token, "POET_TOKEN": token, "OPENAI_API_KEY": "k", "GOOGLE_API_KEY": "k"}
	got = problems(t, c)
	if !strings.Contains(got, "POET_TOKEN holds the token of one bot for two roles, cook and poet") || strings.Contains(got, string(token)) {
		t.Errorf("two roles of one token: %s", got)
	}
	c.Usage.Cap, c.Model.Prices = 1, map[string]settings.Price{c.Model.Name: {Prompt: 1, Answer: 1}}
	if got := problems(t, c); strings.Count(got, "needs the prices of gpt-4o-mini") != 1 || strings.Contains(got, "prices of "+c.Model.Name+" ") {
		t.Errorf("the prices of the roles' model are missing: %s", got)
	}
	c.Usage.Cap = 0
	c.Roles = []string{filepath.Join(dir, "none.yaml")}
	if got := problems(t, c); !strings.Contains(got, "KEEPSAKE_ROLES (or --role) names what is not there") {
		t.Error(got)
	}
	c.Roles = []string{roleFile(t, dir, "bard", "  memory: {max: 5}\n")}
	if got := problems(t, c); !strings.Contains(got, "bard.yaml:7: spec.memory.max is not a key here") {
		t.Error(got)
	}
	if _, err := app.New(t.Context(), c, app.Options{}); err == nil {
		t.Error("it was started all the same")
	}
}

// The same folder, from the environment: KEEPSAKE_ROLES=a.yaml,b.yaml.
func TestRoleSettings_Environment(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	dir := t.TempDir()
	a, b := roleFile(t, dir, "anna", "  telegram: {token_env: ANNA}\n"), roleFile(t, dir, "bert", "")
	c, err := settings.Load("", map[string]string{
		"KEEPSAKE_ROLES": a + "," + b, "ANNA": "1234567890:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc",
		"TELEGRAM_BOT_TOKEN": "2234567890:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc", "OPENAI_API_KEY": "k",
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
	cast, err := c.Cast()
	if err != nil || len(cast) != 2 || cast[0].Name != "anna" || cast[0].Telegram.Token.Reveal()[:1] != "1" || cast[1].Telegram.Token.Reveal()[:1] != "2" {
		t.Errorf("%v %v", cast, err)
	}
	if c.Environ["ANNA"].String() == c.Environ["ANNA"].Reveal() {
		t.Error("a token can be printed")
	}
}

// town is two Telegrams at one address: each bot's token leads to its own.
func town(t *testing.T, servers ...*simulator.Server) string {
	t.Helper()
	front := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		for _, s := range servers {
			if strings.HasPrefix(r.URL.Path, "/bot"+s.Token()+"/") || strings.HasPrefix(r.URL.Path, "/file/bot"+s.Token()+"/") {
				to, _ := url.Parse(s.URL())
				httputil.NewSingleHostReverseProxy(to).ServeHTTP(rw, r)
				return
			}
		}
		rw.WriteHeader(http.StatusNotFound)
	}))
	t.Cleanup(front.Close)
	return front.URL
}

const poetToken = "1000002:simulated-token-for-tests-poet"

// twoRoles is a world of two bots: cook (the first Telegram) and poet (the second).
func twoRoles(t *testing.T, cook, poet string) (*world, *simulator.Server) {
	t.Helper()
	w, dir := newWorld(t, "text-embedding-3-small"), t.TempDir()
	other := simulator.New(simulator.Options{Now: w.now, Token: poetToken, Name: "Poet", Username: "poet_bot"})
	t.Cleanup(other.Close)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(w.logged())
		}
		if v := append(append(w.tg.Violations(), other.Violations()...), w.model.Violations()...); len(v) > 0 {
			t.Errorf("rules of the neighbours were broken: %q", v)
		}
	})
	w.config.Telegram.APIURL = town(t, w.tg, other)
	w.config.Roles = []string{
		roleFile(t, dir, "cook", cook), roleFile(t, dir, "poet", "  telegram: {token_env: POET_TOKEN}\n"+poet),
	}
	w.config.Environ = map[string]settings.Secret{"POET_TOKEN": poetToken}
	return w, other
}

// I19, I24–I26, R9: two bots in one process, each its own role with the tools of its file;
// what one keeps the other recalls, since they share a store; what a group says is not
// private and the reverse; forget all takes everything of the person, from both.
func TestRoles(t *testing.T) {
	w, poets := twoRoles(t, "  memory: {store_path: family}\n", "  memory: {store_path: family}\n")
	w.rules.When("I love basil").AndSystem("You are cook.").AndTool("remember").Call("remember", map[string]any{"content": "The user loves basil", "category": "Food & Drink"})
	w.rules.WhenResult("remember", "").Say("Basil, noted.")
	w.rules.When("what do I love").AndSystem("You are poet.").Call("recall", map[string]any{"query": "loves basil"})
	w.rules.WhenResult("recall", "The user loves basil").Say("O basil!")
	a, stop := w.start(nil)
	if got := a.Roles[0].Agent.Tools.Names(false)[:6]; strings.Join(got, " ") != "remember recall list_memories update_memory offer_memory offer_to_forget" {
		t.Errorf("I19: %v", got)
	}
	if a.Bot != a.Roles[0].Bot || a.Roles[1].Bot == nil || a.Roles[0].Indexer == nil || a.Roles[1].Indexer != nil {
		t.Error("one store is embedded by one")
	}
	ann, reader := w.tg.Person(7, "Ann"), poets.Person(7, "Ann")
	ann.Say("I love basil")
	if _, err := ann.AwaitText(within(t), 0, "Basil, noted."); err != nil {
		t.Fatal(err)
	}
	reader.Say("what do I love?")
	if _, err := reader.AwaitText(within(t), 0, "O basil!"); err != nil {
		t.Fatal(err)
	}
	ms, _, err := a.Memory.List(t.Context(), memory.ActiveQuery(scope.Scope{Store: "family", Kind: scope.User, ID: people.ID(7)}))
	if err != nil || len(ms) != 1 || ms[0].Category != "food___drink" {
		t.Fatalf("%+v %v", ms, err)
	}
	reader.Say("/memory forget all")
	if _, err := reader.AwaitText(within(t), 0, "everything"); err != nil {
		t.Fatal(err)
	}
	stop()
	if h := w.logged(); strings.Contains(h, poetToken) || strings.Contains(h, "basil") {
		t.Error("the log tells")
	}
}

// Delegate: the cook asks the poet, who reads the same person's memories in its own store
// and writes nothing; the answer is a tool's word, its cost counts, and a poet who cannot
// be reached is said to be so.
func TestDelegate(t *testing.T) {
	w, poets := twoRoles(t, "  memory:\n  tools:\n    - type: delegate\n      agents: [{name: poet, description: Writes verse}]\n", "  memory:\n")
	w.rules.When("a verse on my dog").AndSystem("- poet: Writes verse").Call("delegate", map[string]any{"agent": "poet", "task": "A verse on the user's dog"})
	w.rules.When("asks you this for the user").AndSystem("You are poet.").AndSystem("The user's dog is Rex").Call("list_memories", map[string]any{})
	w.rules.WhenResult("list_memories", "[general]").AndSystem("You are poet.").Say("Rex runs in the rain.")
	w.rules.WhenResult("delegate", "Rex runs").Say("The poet says: Rex runs in the rain.")
	w.rules.When("remember my dog").AndSystem("You are poet.").Call("remember", map[string]any{"content": "The user's dog is Rex"})
	w.rules.WhenResult("remember", "in category general").Say("Kept.")
	w.rules.When("thanks").Say("Any time.")
	a, _ := w.start(nil)
	ann, reader := w.tg.Person(7, "Ann"), poets.Person(7, "Ann")
	reader.Say("remember my dog is Rex")
	if _, err := reader.AwaitText(within(t), 0, "Kept."); err != nil {
		t.Fatal(err)
	}
	ann.Say("a verse on my dog please")
	if _, err := ann.AwaitText(within(t), 0, "The poet says"); err != nil {
		t.Fatal(err)
	}
	ann.Say("thanks") // answered after the first has ended
	if _, err := ann.AwaitText(within(t), 0, "Any time."); err != nil {
		t.Fatal(err)
	}
	s, err := a.Sessions.Current(t.Context(), session.Place{Bot: "cook", Chat: 7}, people.ID(7))
	if err != nil {
		t.Fatal(err)
	}
	ms, err := a.Sessions.Window(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range ms {
		if m.Role == session.Tool && (m.Trust != trust.Tool || m.Content != "Rex runs in the rain.") {
			t.Errorf("%+v", m)
		}
	}
	turn, err := a.Sessions.Turn(t.Context(), ms[0].TurnID)
	if err != nil || turn.Usage.Calls != 3 {
		t.Errorf("the poet's calls are not counted: %+v %v", turn.Usage, err)
	}
}

// I40: a file that init wrote runs.
func TestInitRuns(t *testing.T) {
	for _, from := range role.Templates() {
		w := newWorld(t, "text-embedding-3-small")
		path := filepath.Join(t.TempDir(), "assistant.yaml")
		if err := role.Write(path, "assistant", from); err != nil {
			t.Fatal(err)
		}
		w.config.Roles = []string{path}
		w.rules.Otherwise().Say("Here I am.")
		a, stop := w.start(nil)
		ann := w.tg.Person(7, "Ann")
		ann.Say("hello")
		if _, err := ann.AwaitText(within(t), 0, "Here I am."); err != nil {
			t.Fatal(err)
		}
		if _, has := a.Agent.Tools.Get("remember"); has != (from != "chat") || a.Name != "assistant" {
			t.Errorf("%s: remember %v", from, has)
		}
		stop()
	}
}

// M15, M20: what a role file says of its conversation is what its agent goes by; without a
// word it keeps the house's own window.
func TestRoleConversation(t *testing.T) {
	w, dir := newWorld(t), t.TempDir()
	w.config.Environ = map[string]settings.Secret{"POET_TOKEN": "1234567890:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc"}
	w.config.Roles = []string{
		roleFile(t, dir, "cook", "  session: {memory_type: managed_conversation, max_total_tokens_trigger: 100000, target_total_tokens: 80000}\n"),
		roleFile(t, dir, "poet", "  telegram: {token_env: POET_TOKEN}\n  session: {memory_type: conversation_history}\n"),
	}
	a, err := app.New(t.Context(), w.config, app.Options{Now: w.now})
	must(t, err)
	defer a.Close()
	if c := a.Roles[0].Agent.Config; c.WindowTrigger != 100_000 || c.WindowTarget != 80_000 || c.ImageTokens != 800 || c.Unbounded {
		t.Errorf("managed_conversation: %+v", c)
	}
	if c := a.Roles[1].Agent.Config; !c.Unbounded || c.WindowTrigger != 0 {
		t.Errorf("conversation_history: %+v", c)
	}
}
