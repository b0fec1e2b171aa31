package app_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"keepsake/app/settings"
	"keepsake/llm"
	"keepsake/llm/scripted"
	"keepsake/store/storetest"
	"keepsake/usage"
)

// The settings of what is attached: none is right, half of them is told.
func TestMediaSettings(t *testing.T) {
	for _, c := range []struct {
		key, value string
		wrong      string
	}{
		{"KEEPSAKE_VOICE_MODEL", "whisper-1", ""},
		{"KEEPSAKE_MODEL_VISION", "false", ""},
		{"KEEPSAKE_VOICE_BASE_URL", "http://localhost:8000/v1", "KEEPSAKE_VOICE_MODEL"},
		{"KEEPSAKE_VOICE_API_KEY", "sk-a-secret", "KEEPSAKE_VOICE_MODEL"},
		{"KEEPSAKE_VOICE_BASE_URL", "localhost", "KEEPSAKE_VOICE_BASE_URL"},
		{"KEEPSAKE_VOICE_LIMIT", "0s", "KEEPSAKE_VOICE_LIMIT"},
		{"KEEPSAKE_SPEECH_MODEL", "tts-1", ""},
		{"KEEPSAKE_SPEECH_BASE_URL", "http://localhost:8000/v1", "KEEPSAKE_SPEECH_MODEL"},
		{"KEEPSAKE_SPEECH_API_KEY", "sk-a-secret", "KEEPSAKE_SPEECH_MODEL"},
		{"KEEPSAKE_SPEECH_BASE_URL", "localhost", "KEEPSAKE_SPEECH_BASE_URL"},
		{"KEEPSAKE_DOCUMENT_TOKENS", "10", "KEEPSAKE_DOCUMENT_TOKENS"},
	} {
		cfg, err := settings.Load(empty(t), with(good(), c.key, c.value))
		if err != nil {
			t.Fatal(err)
		}
		err = cfg.Validate()
		if c.wrong == "" && err != nil || c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("%s=%s: %v", c.key, c.value, err)
		}
		if err != nil && strings.Contains(err.Error(), "sk-a-secret") {
			t.Error("the key shows")
		}
	}
	_, err := settings.Load(empty(t), with(good(), "KEEPSAKE_DOCUMENT_TOKENS", "many"))
	if err == nil || !strings.Contains(err.Error(), "KEEPSAKE_DOCUMENT_TOKENS") || strings.Contains(err.Error(), "many") {
		t.Errorf("a word for a number: %v", err)
	}
}

// A bot with an endpoint of its own for voices listens there and says so in /privacy; the
// doctor asks it (issue 3, point 6).
func TestVoicesEndToEnd(t *testing.T) {
	w := newWorld(t)
	w.rules.When("Call report_ready").Call("report_ready", map[string]any{"ready": true})
	w.rules.When("").Say("I hear you.")
	voices := scripted.New(scripted.Options{Key: "sk-voice"})
	t.Cleanup(voices.Close)
	doctor := func(want string) {
		t.Helper()
		if _, got, _ := strings.Cut(examine(t, w.config), "voice: "); !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	doctor("the bot says that it cannot listen")
	w.config.Media.VoiceModel, w.config.Media.VoiceBaseURL, w.config.Media.VoiceAPIKey = scripted.DefaultVoiceModel, voices.URL(), "sk-voice"
	doctor("scripted-voice at 127.0.0.1 listens")

	_, stop := w.start(t.Output())
	defer stop()
	ann := w.tg.Person(7, "Ann")
	said := ann.VoiceOf(scripted.Recording("Good morning"), 2)
	if _, err := ann.AwaitText(within(t), said.ID, "I hear you."); err != nil {
		t.Fatal(err)
	}
	if heard := voices.Voices(); heard[len(heard)-1].Said != "Good morning" || len(w.model.Voices()) > 0 {
		t.Errorf("heard %+v", heard)
	}
	said = ann.Photo("and this?")
	if _, err := ann.AwaitText(within(t), said.ID, "I hear you."); err != nil {
		t.Fatal(err)
	}
	all := w.model.Requests()
	if last := all[len(all)-1].Prompt; len(last.Images()) != 1 {
		t.Errorf("the model saw %v", last.Images())
	}
	if _, err := ann.AwaitText(within(t), ann.Say("/privacy").ID, "Voice messages go to 127.0.0.1"); err != nil {
		t.Error(err)
	}

	voices.Down(scripted.Fault{Trouble: scripted.Status, Status: 429})
	doctor("The endpoint limits you")
	voices.Down(scripted.Fault{Trouble: scripted.Status, Status: 404})
	doctor("127.0.0.1 must offer audio transcription")
	w.config.Media = settings.Media{VoiceLimit: time.Minute, DocumentTokens: 1000, VoiceBaseURL: "nonsense"}
	doctor("not checked")
	w.config.Media = settings.Media{VoiceModel: scripted.DefaultVoiceModel, VoiceLimit: time.Minute, DocumentTokens: 1000}
	doctor("listens") // where the answering model is, with its key
	if v := append(voices.Violations(), w.model.Violations()...); len(v) > 0 {
		t.Error(v)
	}
}

// Issue 14.4: where a model speaks, a voice is answered with a voice; /privacy names who reads those answers, the doctor asks it, the
// metrics and the account count it, and /model switches it. On both databases.
func TestSpokenAnswersEndToEnd(t *testing.T) {
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			spokenAnswers(t, database)
		})
	}
}

func spokenAnswers(t *testing.T, database string) {
	w := newWorld(t)
	if database == "postgres" {
		w.config.DatabaseURL = settings.Secret(storetest.PostgresURL(t))
	}
	w.rules.Otherwise().Say("I hear you.")
	speech := scripted.New(scripted.Options{Key: "sk-speech"})
	t.Cleanup(speech.Close)
	m := &w.config.Media
	m.VoiceModel, m.VoiceBaseURL, m.VoiceAPIKey = scripted.DefaultVoiceModel, speech.URL(), "sk-speech"
	m.SpeechModel, m.SpeechBaseURL, m.SpeechAPIKey = scripted.DefaultSpeechModel, speech.URL(), "sk-speech"
	w.config.Model.Prices = map[string]settings.Price{scripted.DefaultSpeechModel: {Minute: 0.6}}
	if f := examine(t, w.config); !strings.Contains(f, "scripted-speech at 127.0.0.1 speaks") {
		t.Errorf("the doctor: %s", f)
	}
	a, _ := w.start(nil)
	ann := w.tg.Person(7, "Ann")
	voices := func() (n int) {
		for _, m := range ann.Messages() {
			if m.Kind == "voice" && m.IsFromBot() {
				n++
			}
		}
		return n
	}
	isSpoken := func(n int) {
		t.Helper()
		if err := w.tg.WaitFor(within(t), func() bool { return voices() == n }); err != nil {
			t.Fatalf("%d voices, want %d", voices(), n)
		}
	}
	w.hears(ann, ann.VoiceOf(scripted.Recording("Good morning"), 2), "I hear you.")
	isSpoken(1)
	day, _, err := a.Usage.Today(t.Context(), usage.Payer{Bot: w.config.Name, Subject: "telegram:7"})
	if part := day.Parts[llm.Speaking]; err != nil || part.Calls != 1 || part.Cost == 0 {
		t.Errorf("counted: %+v, %v", day.Parts, err)
	}
	w.hears(ann, ann.Say("/usage"), "speaking answers: calls 1")
	w.hears(ann, ann.Say("/privacy"), "Answers that I speak go to 127.0.0.1")
	w.hears(ann, ann.Say("In writing"), "I hear you.")
	card := w.hears(ann, ann.Say("/model"), "Voice: 🔊 when you speak to me")
	w.press(ann, card, "always")
	w.shows(ann, card.ID, "Voice: 🔊 always")
	w.hears(ann, ann.Say("Aloud"), "I hear you.")
	isSpoken(2)
	speech.Down(scripted.Fault{Trouble: scripted.Status, Status: 404})
	w.hears(ann, ann.Say("Aloud again"), "I hear you.")
	for ctx := within(t); !strings.Contains(w.logged(), "answer not spoken"); time.Sleep(10 * time.Millisecond) {
		if ctx.Err() != nil {
			t.Fatal("nobody heard of the failure")
		}
	}
	rec := httptest.NewRecorder()
	a.Metrics.Handler().ServeHTTP(rec, httptest.NewRequest("GET", "/metrics", nil))
	page := rec.Body.String()
	for _, want := range []string{
		`keepsake_speech_calls_total{outcome="ok"} 2`, `keepsake_work_calls_total{bot="keepsake",purpose="speech"} 3`,
		`keepsake_work_cost_total{bot="keepsake",purpose="speech"} 0.06`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("not counted: %s", want)
		}
	}
	if f := examine(t, w.config); !strings.Contains(f, "must offer speech as Ogg with Opus") {
		t.Errorf("the doctor: %s", f)
	}
	if v := speech.Violations(); voices() != 2 || len(v) > 0 {
		t.Errorf("%d voices, %v", voices(), v)
	}
}
