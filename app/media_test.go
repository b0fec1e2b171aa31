package app_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/app/settings"
	"keepsake/llm/scripted"
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
