package bot_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/people"
	"keepsake/session"
	"keepsake/usage"
)

// What cannot be opened is a clear sentence, without a model; beside words the model knows.
func TestWhatCannotBeOpened(t *testing.T) {
	t.Parallel()
	tune, listens := ears(t)
	w := newWorld(t, tune)
	w.rules.Otherwise().Say("I know it is closed.")
	ann := w.person(11, "Ann")
	voice := func(size, seconds int) any {
		return map[string]any{"file_id": "none", "file_unique_id": "u", "duration": seconds, "mime_type": "audio/ogg", "file_size": size}
	}
	for _, c := range []struct {
		name, want string
		send       func() simulator.Message
	}{
		{"too big", "larger than 20 MB", func() simulator.Message { return ann.Send("voice", voice(30<<20, 9), "") }},
		{"too big, and nobody said so", "larger than 20 MB", func() simulator.Message {
			return ann.Send("document", map[string]any{"file_id": w.bigFile(ann), "file_unique_id": "u", "file_name": "a.txt"}, "")
		}},
		{"too long", "2 minutes at most", func() simulator.Message { return ann.Send("voice", voice(1<<20, 121), "") }},
		{"gone", "Could you send it once more?", func() simulator.Message { return ann.Send("voice", voice(1<<20, 9), "") }},
		{"silent", "heard nobody speak", func() simulator.Message { return ann.Voice(3) }},
		{"kind", "What works: text and Markdown, PDF, DOCX", func() simulator.Message { return ann.Document("a.zip", []byte("PK\x03\x04zip"), "") }},
		{"broken", "it is damaged", func() simulator.Message { return ann.Document("a.pdf", []byte("%PDF-1.4"), "") }},
		{"empty", "no text in that file", func() simulator.Message { return ann.Document("a.txt", []byte(" \n "), "") }},
		{"broken picture", "it is damaged", func() simulator.Message { return ann.PhotoOf([]byte("no picture"), "") }},
		{"video", "can't watch videos", func() simulator.Message {
			return ann.Send("video", map[string]any{"file_id": "v", "file_unique_id": "v", "width": 1, "height": 1, "duration": 1}, "")
		}},
	} {
		ann.hears(c.send().ID, c.want)
	}
	listens.Down(scripted.Fault{Trouble: scripted.Status, Status: 503, Message: "away"})
	ann.hears(ann.VoiceOf(scripted.Recording("hello"), 3).ID, "speech recognition does not answer")
	if n := len(w.model.Requests()); n != 0 {
		t.Errorf("the model was asked %d times about what cannot be opened", n)
	}
	ann.hears(ann.Document("a.zip", []byte("PK\x03\x04zip"), "what is in it?").ID, "I know it is closed.")
	if p := w.lastPrompt().Text; !strings.Contains(p, "[document attached, cannot be opened: only text, Markdown, PDF and DOCX files can be read]") {
		t.Errorf("the prompt: %s", p)
	}
	for _, secret := range []string{w.tele.Token(), "voice-key", "what is in it", "a.zip"} {
		if strings.Contains(w.log.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

// bigFile is the id of a file that is larger than bots may fetch.
func (w *world) bigFile(c *chatter) string {
	m := w.tele.Person(900, "Zoe").Document("big.txt", make([]byte, 21<<20), "")
	w.settled()
	return m.File.ID
}

// Telegram may be away for a moment, break off, or break off for ever; a bot that ends while
// it fetches begins anew, and answers once.
func TestFetchingSurvivesTroubles(t *testing.T) {
	t.Parallel()
	tune, _ := ears(t)
	w := newWorld(t, func(c *bot.Config) { tune(c); c.Drain = 100 * time.Millisecond })
	w.rules.Otherwise().Say("Heard.")
	ann := w.person(11, "Ann")
	w.tele.Fail(simulator.Fault{Method: "file", CutAfter: true})
	w.tele.Fail(simulator.Fault{Method: "getFile", Code: 500})
	ann.hears(ann.VoiceOf(scripted.Recording("hello there"), 3).ID, "Heard.")

	w.tele.Fail(simulator.Fault{Method: "file", Code: 500, Times: 3})
	ann.hears(ann.VoiceOf(scripted.Recording("hello again"), 3).ID, "Could you send it once more?")

	w.tele.Fail(simulator.Fault{Method: "file", Hang: true})
	before := len(w.tele.Calls("getFile"))
	said := ann.VoiceOf(scripted.Recording("hello after all"), 3)
	w.until("it is being fetched", func() bool { return len(w.tele.Calls("getFile")) > before })
	w.shutdown() // what hangs outlives the time to drain, and is cut off
	w.tele.ClearFaults()
	w.start()
	ann.hears(said.ID, "Heard.")
	w.settled()
	if n := answers(ann, "Heard."); n != 2 {
		t.Errorf("%d answers", n)
	}
	if strings.Contains(w.log.String(), w.tele.Token()) {
		t.Error("the log holds the token")
	}
}

// In a group only what is sent to the bot is opened: by a mention in the caption, an answer,
// or a question about what somebody else sent.
func TestGroupsAttachments(t *testing.T) {
	t.Parallel()
	tune, _ := ears(t)
	c := newCrowd(t, tune)
	c.w.rules.Otherwise().Say("Opened.")
	other := c.bob.Document("budget.md", []byte("We have 40 euros"), "for all of you")
	c.bob.VoiceOf(scripted.Recording("not for the bot"), 3)
	c.w.settled()
	if n := len(c.w.tele.Calls("getFile")); n != 0 {
		t.Fatalf("%d files were fetched that were not sent to the bot", n)
	}
	said := c.ann.Photo("@Keepsake_bot what is this?")
	m := c.ann.hears(said.ID, "Opened.")
	if got := c.w.lastPrompt(); len(got.Images()) != 1 {
		t.Errorf("seen: %v", got.Images())
	}
	voice := &chatter{Person: c.ann.WithReply(m.ID), w: c.w}
	said = voice.VoiceOf(scripted.Recording("and what do you say?"), 3)
	c.ann.hears(said.ID, "Opened.")
	if !c.w.prompted("Ann (u11): and what do you say?") {
		t.Errorf("the prompt: %s", c.w.lastPrompt().Text)
	}
	asks := &chatter{Person: c.ann.WithReply(other.ID), w: c.w}
	said = asks.Say("@Keepsake_bot how much is it?")
	c.ann.hears(said.ID, "Opened.")
	if p := c.w.lastPrompt().Text; !strings.Contains(p, "Bob (u12):\n[from a document the user sent]\n> budget.md\n> \n> We have 40 euros") ||
		!strings.Contains(p, "You answer Ann (u11).") {
		t.Errorf("Bob's file, and who asks about it: %s", p)
	}
	if c.w.prompted("not for the bot") {
		t.Error("what was not sent to the bot is in a prompt")
	}
}

// Where a limit is reached nothing is fetched or written down: that would cost, too.
func TestNothingIsOpenedOverTheLimit(t *testing.T) {
	t.Parallel()
	tune, listens := ears(t)
	w := newWorld(t, func(c *bot.Config) {
		tune(c)
		limits(usage.Limits{Person: usage.Quota{Messages: 1}})(c)
	})
	w.rules.Otherwise().Say("Heard.")
	ann := w.person(11, "Ann")
	ann.hears(ann.VoiceOf(scripted.Recording("the first"), 3).ID, "Heard.")
	second := ann.VoiceOf(scripted.Recording("the second"), 3)
	ann.hears(second.ID, "")
	w.settled()
	if n := len(listens.Voices()); n != 1 {
		t.Errorf("%d recordings were written down", n)
	}
	used, err := w.db.Usage().Sum(context.Background(), botName, people.ID(11), time.Time{}, w.now().Add(48*time.Hour))
	if err != nil || used.Messages != 1 || used.Calls != 2 || used.Cost != 0.0125 {
		t.Errorf("on their account: %+v, %v", used, err)
	}
	if n := answers(ann, "Heard."); n != 1 {
		t.Errorf("%d answers", n)
	}
}

// Whose words they are: a picture, a voice, a document that somebody asks about is its
// sender's, who is named by id, not theirs who ask (issue 3, point 1: it sees who speaks).
func TestWhatIsAskedAboutIsItsSenders(t *testing.T) {
	t.Parallel()
	tune, _ := ears(t)
	c := newCrowd(t, tune)
	c.w.rules.Otherwise().Say("Opened.")
	for _, sent := range []simulator.Message{
		c.bob.VoiceOf(scripted.Recording("hello from Bob"), 3), c.bob.Photo(""), c.bob.Document("plan.md", []byte("the plan of Bob"), ""),
	} {
		asks := &chatter{Person: c.ann.WithReply(sent.ID), w: c.w}
		c.ann.hears(asks.Say("@Keepsake_bot what is it?").ID, "Opened.")
		if p := c.w.lastPrompt().Text; !strings.Contains(p, "You answer Ann (u11).") {
			t.Errorf("the prompt: %s", p)
		}
	}
	s, err := c.w.sessions.Current(context.Background(), session.Place{Bot: botName, Chat: c.ID()}, "")
	if err != nil {
		t.Fatal(err)
	}
	ms, err := c.w.sessions.Window(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	opened := 0
	for _, m := range ms {
		if m.Role != session.User || m.External != 0 {
			continue
		}
		opened++
		if m.Author != people.ID(12) || m.Name != "Bob" || !m.Trust.Foreign() {
			t.Errorf("%q is %s's (%s), trust %s", m.Content, m.Name, m.Author, m.Trust)
		}
	}
	if p := c.w.lastPrompt().Text; opened != 3 || strings.Count(p, "Bob (u12)") != 3 {
		t.Errorf("%d opened; the prompt: %s", opened, p)
	}

	// Who asks about their own voice said it themselves.
	own := c.ann.VoiceOf(scripted.Recording("I said so"), 3)
	asks := &chatter{Person: c.ann.WithReply(own.ID), w: c.w}
	c.ann.hears(asks.Say("@Keepsake_bot what did I say?").ID, "Opened.")
	if !c.w.prompted("Ann (u11): I said so") {
		t.Errorf("the prompt: %s", c.w.lastPrompt().Text)
	}
}

// Slow files are slow for their own chats alone (issue 3: a flooding chat raises the others'
// p95 at most 2×), and not for ever: a connection that brings nothing is given up.
func TestSlowFilesStopNobodyElse(t *testing.T) {
	t.Parallel()
	tune, listens := ears(t)
	w := newWorld(t, func(c *bot.Config) { tune(c); c.Media.Stall = time.Hour; c.Drain = 100 * time.Millisecond })
	w.rules.Otherwise().Say("Read.")
	const slow = 9
	for i := range slow {
		w.tele.Fail(simulator.Fault{Method: "file", Hang: true})
		w.person(int64(100+i), "Slow").Document("a.txt", []byte("slow"), "")
	}
	w.until("all of them are being fetched", func() bool { return len(w.tele.Calls("getFile")) == slow })
	listens.Down(scripted.Fault{Trouble: scripted.Hang})
	for i := range slow {
		w.person(int64(200+i), "Talker").VoiceOf(scripted.Recording("slow"), 60)
	}
	w.until("as many are being listened to", func() bool { return len(w.tele.Calls("file")) == slow }) // what hangs is no call yet
	ann := w.person(11, "Ann")
	ann.hears(ann.Document("b.txt", []byte("quick"), "").ID, "Read.")
	ann.hears(ann.Document("c.txt", bytes.Repeat([]byte("quick "), 1<<19), "").ID, "Read.") // 3 MB
	ann.hears(ann.Photo("").ID, "Read.")
}

func TestAConnectionThatBringsNothingIsGivenUp(t *testing.T) {
	t.Parallel()
	tune, _ := ears(t)
	w := newWorld(t, func(c *bot.Config) { tune(c); c.Media.Stall = 2 * time.Second })
	w.rules.Otherwise().Say("Read.")
	ann := w.person(11, "Ann")
	w.tele.Fail(simulator.Fault{Method: "getFile", Hang: true})
	w.tele.Fail(simulator.Fault{Method: "file", Hang: true})
	ann.hears(ann.Document("a.txt", []byte("hello"), "").ID, "Read.")
	w.tele.Fail(simulator.Fault{Method: "file", Hang: true, Times: 3})
	ann.hears(ann.Document("a.txt", []byte("hello"), "").ID, "Could you send it once more?")
}

// Of a burst only what there is room for is opened, and that once; an album is one message.
func TestABurstOfFilesOverTheLimit(t *testing.T) {
	t.Parallel()
	tune, listens := ears(t)
	w := newWorld(t, func(c *bot.Config) {
		tune(c)
		limits(usage.Limits{Person: usage.Quota{Messages: 3}})(c)
	})
	w.rules.Otherwise().Say("Heard.")
	ann := w.person(11, "Ann")
	w.shutdown()
	ann.VoiceOf(scripted.Recording("the first"), 3)
	ann.Album("two", "of one")
	ann.VoiceOf(scripted.Recording("the third"), 3)
	ann.VoiceOf(scripted.Recording("the fourth"), 3)
	w.start()
	ann.hears(0, "Heard.")
	ann.hears(0, "used up")
	w.settled()
	if n := len(w.tele.Calls("getFile")); n != 4 || len(listens.Voices()) != 2 {
		t.Errorf("%d files were fetched, %d recordings written down", n, len(listens.Voices()))
	}
	if p := w.lastPrompt(); !strings.Contains(p.Text, "the third") || len(p.Images()) != 2 || answers(ann, "Heard.") != 1 {
		t.Errorf("the prompt: %s", p.Text)
	}
}
