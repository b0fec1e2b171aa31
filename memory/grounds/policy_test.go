package grounds_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"keepsake/memory/grounds"
	"keepsake/session"
	"keepsake/trust"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// window builds the messages of a conversation; the last user message and what follows
// are this turn's ("now").
type window []session.Message

func (w window) add(m session.Message) window {
	m.ID = fmt.Sprintf("m%d", len(w)+1)
	m.Seq = int64(len(w) + 1)
	m.At = noon.Add(time.Duration(len(w)) * time.Minute)
	return append(w, m)
}

func (w window) says(s string) window {
	return w.add(session.Message{Role: session.User, Trust: trust.Person, Content: s})
}

func (w window) bot(s string) window {
	return w.add(session.Message{Role: session.Assistant, Trust: trust.Bot, Content: s})
}

func (w window) from(l trust.Level, s string) window {
	role := session.User
	if l == trust.Tool {
		role = session.Tool
	}
	return w.add(session.Message{Role: role, Trust: l, Content: s})
}

func (w window) quoting(s, quote string) window {
	return w.add(session.Message{Role: session.User, Trust: trust.Person, Content: s, Quote: quote})
}

func (w window) view() grounds.View {
	ms := slices.Clone(w)
	for i := len(ms) - 1; i >= 0; i-- {
		ms[i].TurnID = "now"
		if ms[i].Role == session.User && ms[i].Trust == trust.Person {
			for j := range i {
				ms[j].TurnID = "before"
			}
			break
		}
	}
	return grounds.View{Window: ms, TurnID: "now"}
}

func ids(v grounds.Verdict) []string {
	var out []string
	for _, e := range v.Evidence {
		out = append(out, e.MessageID)
	}
	return out
}

const forwarded = "Meeting notes: Bob Miller is the new boss, the code is 4711, everyone hates tea and loves beetroot."

// The everyday cases (P37–P39, P57, P59): nobody else's text in the window, no friction,
// in whatever language, and the evidence is the messages that said so.
func TestJudge_OwnWordsFlow(t *testing.T) {
	for _, c := range []struct {
		name     string
		window   window
		write    grounds.Write
		evidence []string
	}{
		{"P57 in passing, then yes", window{}.says("Alec is my boss by the way").bot("Would you like me to remember that Alec is your boss?").says("Yes"),
			grounds.Write{Content: "Alec is the user's boss", Subject: "Alec"}, []string{"m1", "m3"}},
		{"P39 remember that", window{}.says("hello").bot("Hi!").says("Remember that I prefer Friday due dates"),
			grounds.Write{Content: "User prefers tasks to have due dates on Fridays"}, []string{"m3"}},
		{"P59 update", window{}.says("Actually Sarah moved to the Design team"),
			grounds.Write{Content: "Sarah works on the Design team", Before: "Sarah works on the Platform team"}, []string{"m1"}},
		{"what she owns", window{}.says("Remember that I also own a lantern"),
			grounds.Write{Content: "User also owns a lantern"}, []string{"m1"}},
		{"what is her own", window{}.says("I have my own lantern"),
			grounds.Write{Content: "User has a lantern"}, []string{"m1"}},
		{"Japanese", window{}.says("アレックは私の上司です"),
			grounds.Write{Content: "アレックはユーザーの上司です", Subject: "アレック"}, []string{"m1"}},
		{"an edited message counts as edited", window{}.says("x").add(session.Message{
			Role: session.User, Trust: trust.Person, Content: "Alex is my boss", Edited: "Alec is my boss"}),
			grounds.Write{Content: "Alec is the user's boss"}, []string{"m2"}},
		{"replying to the bot's own words quotes nobody else", window{}.says("Alec is my boss").
			bot("Should I **remember** that Alec is your boss? Just say so.").
			quoting("Yes, do", "Should I remember that Alec is your boss?"),
			grounds.Write{Content: "Alec is the user's boss"}, []string{"m1", "m3"}},
		{"a result of our own tool is not foreign", window{}.says("Alec is my boss").
			add(session.Message{Role: session.Tool, Trust: trust.Bot, Content: "2 open: …"}).says("Yes"),
			grounds.Write{Content: "Alec is the user's boss"}, []string{"m1", "m3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := grounds.Judge(c.write, c.window.view())
			if !v.Allowed || v.Reason != "" {
				t.Fatalf("waits: %s", v.Reason)
			}
			if got := ids(v); !slices.Equal(got, c.evidence) {
				t.Errorf("evidence %v, want %v", got, c.evidence)
			}
			for _, e := range v.Evidence {
				if e.Trust != trust.Person || e.Quote == "" || e.SaidAt.IsZero() {
					t.Errorf("evidence %+v", e)
				}
			}
		})
	}
}

// With someone else's text in the window a write flows when the person said it, in their
// own words, lately (DESIGN, Trust).
func TestJudge_OwnWordsBesideForeignText(t *testing.T) {
	for _, c := range []struct {
		name, said string
		write      grounds.Write
	}{
		{"names and claim are mine", "Alec is my boss by the way", grounds.Write{Content: "Alec is the user's boss", Subject: "Alec"}},
		{"inflected", "Please remember that I prefer Friday for due dates", grounds.Write{Content: "The user prefers due dates on Fridays"}},
		{"a number of mine", "My flat is number 12 at Elm Street", grounds.Write{Content: "The user's flat is number 12, Elm Street"}},
		{"a request put as a question", "Can you remember that Alec is my boss?", grounds.Write{Content: "Alec is the user's boss"}},
		{"a denial kept", "I don't eat meat", grounds.Write{Content: "The user does not eat meat"}},
		{"a denial beside it", "No, Alec is my boss", grounds.Write{Content: "Alec is the user's boss"}},
		{"a question beside it", "Alec is my boss. What's new?", grounds.Write{Content: "Alec is the user's boss"}},
		{"update", "Sarah moved to the Design team", grounds.Write{Content: "Sarah works on the Design team", Before: "Sarah works on the Platform team"}},
		{"update after an old denial", "I eat fish now, still not meat", grounds.Write{Content: "The user does not eat meat, eats fish", Before: "The user does not eat meat"}},
		{"German", "Merk dir: Alec ist mein Chef", grounds.Write{Content: "Alec ist der Chef des Benutzers", Subject: "Alec"}},
		{"Spanish", "Mi jefa se llama Lucía", grounds.Write{Content: "La jefa del usuario se llama Lucía", Subject: "Lucía"}},
		{"French", "Mon chef s'appelle Benoît", grounds.Write{Content: "Le chef de l'utilisateur s'appelle Benoît"}},
		{"Portuguese", "Minha irmã é a Joana", grounds.Write{Content: "Joana é a irmã do usuário"}},
		{"Russian, inflected", "Моего начальника зовут Алек", grounds.Write{Content: "Алек — начальник пользователя", Subject: "Алек"}},
		{"Ukrainian", "Мій начальник Олег", grounds.Write{Content: "Олег — начальник користувача"}},
		{"Polish", "Moim szefem jest Alek", grounds.Write{Content: "Alek jest szefem użytkownika"}},
		{"Chinese", "Alec是我的老板", grounds.Write{Content: "Alec是用户的老板", Subject: "Alec"}},
		{"Chinese name", "李明是我的老板", grounds.Write{Content: "李明是用户的老板", Subject: "李明"}},
		{"Japanese", "私の上司はアレックです", grounds.Write{Content: "ユーザーの上司はアレックです"}},
		{"Korean", "알렉은 내 상사야", grounds.Write{Content: "알렉은 사용자의 상사입니다"}},
		{"Thai", "อเล็กเป็นหัวหน้าของฉัน", grounds.Write{Content: "อเล็กเป็นหัวหน้าของผู้ใช้"}},
		{"Arabic", "أليك مديري في العمل", grounds.Write{Content: "أليك مديري في العمل"}},
		{"Hebrew", "אלק הוא הבוס שלי", grounds.Write{Content: "אלק הוא הבוס של המשתמש"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := window{}.from(trust.Forwarded, forwarded).says("Look at this").bot("Interesting.").says(c.said).bot("Keep it?").says("Yes")
			v := grounds.Judge(c.write, w.view())
			if !v.Allowed {
				t.Fatalf("waits: %s", v.Reason)
			}
			if got := ids(v); !slices.Equal(got, []string{"m4", "m6"}) {
				t.Errorf("evidence %v", got)
			}
		})
	}
}

// What only somebody else says, or what the person did not say in so many words beside
// such a text, waits for a tap, whatever the person answers.
func TestJudge_ForeignTextWaits(t *testing.T) {
	for _, c := range []struct {
		name, said string
		write      grounds.Write
		reason     string
	}{
		{"name", "Thanks", grounds.Write{Content: "Bob Miller is the user's boss", Subject: "Bob Miller"}, grounds.ReasonForeign},
		{"number", "My code is 1234", grounds.Write{Content: "The user's code is 4711"}, grounds.ReasonForeign},
		{"claim", "I had tea today", grounds.Write{Content: "The user hates tea"}, grounds.ReasonForeign},
		{"claim in other words", "I had tea today", grounds.Write{Content: "The user despises tea"}, grounds.ReasonUnsaid},
		{"a question is no statement", "Is Bob Miller my boss?", grounds.Write{Content: "Bob Miller is the user's boss"}, grounds.ReasonForeign},
		{"a denial is no assertion", "Bob Miller is not my boss", grounds.Write{Content: "Bob Miller is the user's boss"}, grounds.ReasonForeign},
		{"an assertion is no denial", "I eat meat", grounds.Write{Content: "The user never eats meat"}, grounds.ReasonUnsaid},
		{"a Chinese denial", "李明不是我的老板", grounds.Write{Content: "李明是用户的老板"}, grounds.ReasonUnsaid},
		{"a Russian denial", "Алек не мой начальник", grounds.Write{Content: "Алек — начальник пользователя"}, grounds.ReasonUnsaid},
		{"almost the same name", "Bobby is my boss", grounds.Write{Content: "Bob is the user's boss"}, grounds.ReasonForeign},
		{"a name that is also a small word", "My sister is a painter", grounds.Write{Content: "The user's sister is Will, a painter"}, grounds.ReasonUnsaid},
		{"nobody said it in one breath", "I have a dog. Rex is a nice name", grounds.Write{Content: "User has a dog called Rex"}, grounds.ReasonUnsaid},
		{"quoted lines are not typed", "> Karl is my boss\nfunny, isn't it", grounds.Write{Content: "Karl is the user's boss"}, grounds.ReasonForeign},
		{"nothing but frame", "Thanks", grounds.Write{Content: "The user is a user"}, grounds.ReasonUnsaid},
		{"an update's new word", "Sarah is great", grounds.Write{Content: "Sarah loves beetroot", Before: "Sarah works on the Platform team"}, grounds.ReasonForeign},
		{"an update that only takes away", "Sarah is great", grounds.Write{Content: "Sarah works on the crew", Before: "Sarah works on the Platform crew"}, grounds.ReasonUnsaid},
		{"an update that turns round", "Alec is here", grounds.Write{Content: "Alec is not the user's boss", Before: "Alec is the user's boss"}, grounds.ReasonUnsaid},
		{"another language is not checked, so it waits", "Алек мой начальник", grounds.Write{Content: "Alec is the user's supervisor"}, grounds.ReasonUnsaid},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := window{}.from(trust.Forwarded, forwarded).bot("Shall I remember that?").says(c.said).bot("Sure?").says("Yes")
			v := grounds.Judge(c.write, w.view())
			if v.Allowed {
				t.Fatalf("went through on %v", ids(v))
			}
			if v.Reason != c.reason {
				t.Errorf("reason %q, want %q", v.Reason, c.reason)
			}
		})
	}
}

// Every kind of text that is not the person's own makes the gate careful; so does one
// that scrolled into the summary. Masked ones are gone for good and for bad.
func TestJudge_EveryForeignLevel(t *testing.T) {
	write := grounds.Write{Content: "Bob Miller is the user's boss", Subject: "Bob Miller"}
	for _, l := range []trust.Level{trust.Unknown, trust.Tool, trust.Document, trust.Quoted, trust.Forwarded, trust.Member} {
		v := grounds.Judge(write, window{}.from(l, forwarded).says("Remember that").view())
		if v.Allowed {
			t.Errorf("%s: went through", l)
		}
		if got := ids(v); !slices.Equal(got, []string{"m1"}) || v.Evidence[0].Trust != l {
			t.Errorf("%s: evidence %+v", l, v.Evidence)
		}
	}
	quoted := window{}.quoting("Remember this", forwarded).view()
	if v := grounds.Judge(write, quoted); v.Allowed || v.Evidence[0].Trust != trust.Quoted {
		t.Errorf("quote: %+v", v)
	}
	scrolled := window{}.says("Remember that").view()
	scrolled.Foreign = []string{forwarded}
	if v := grounds.Judge(write, scrolled); v.Allowed || v.Reason != grounds.ReasonForeign {
		t.Errorf("scrolled: %+v", v)
	}
	labelled := grounds.Judge(grounds.Write{Content: "The user's boss is tall", Subject: "Bob"}, window{}.from(trust.Forwarded, forwarded).says("My boss is tall").view())
	if !labelled.Allowed || labelled.Subject != "" {
		t.Errorf("a foreign subject stays: %+v", labelled)
	}
	masked := window{}.from(trust.Forwarded, forwarded).says("Bob Miller is my boss").says("Yes")
	masked[0].Masked, masked[1].Masked = &noon, &noon
	if v := grounds.Judge(write, masked.view()); v.Allowed || len(v.Evidence) > 0 {
		t.Errorf("masked: %+v", v)
	}
}

// Old words are not recent words: ten messages of the person later they support nothing.
func TestJudge_RecentOnly(t *testing.T) {
	w := window{}.says("Bob Miller is my boss").from(trust.Forwarded, forwarded)
	for range 10 {
		w = w.says("and now for something else")
	}
	if v := grounds.Judge(grounds.Write{Content: "Bob Miller is the user's boss"}, w.view()); v.Allowed {
		t.Error("went through on an old message")
	}
}

// A fact put together from crumbs of many messages was said by nobody.
func TestJudge_NotFromCrumbs(t *testing.T) {
	w := window{}.from(trust.Forwarded, forwarded).says("Bob came").says("Miller bread").says("new shoes").says("the boss laughed")
	if v := grounds.Judge(grounds.Write{Content: "Bob Miller is the new boss"}, w.view()); v.Allowed {
		t.Error("went through on four messages")
	}
}

// What cannot be seen cannot be confirmed in conversation: it is shown first.
func TestJudge_HiddenCharacters(t *testing.T) {
	for _, s := range []string{"Alec is the user's bo\u200Bss", "Alec is the \u202Eresu's boss", "Alec \U000E0041is the boss"} {
		v := grounds.Judge(grounds.Write{Content: s}, window{}.says("Alec is my boss").view())
		if v.Allowed || v.Reason != grounds.ReasonHidden {
			t.Errorf("%q: %+v", s, v)
		}
	}
	if v := grounds.Judge(grounds.Write{Content: "The user's family 👨‍👩‍👧 likes ☀️"}, window{}.says("My family likes sun").view()); !v.Allowed {
		t.Error("emoji wait")
	}
}

// Whatever the texts: a verdict that allows names only the person's messages, and a word
// only a foreign text has never gets through.
func TestJudge_Always(t *testing.T) {
	word := rapid.StringMatching(`[a-zA-Zа-яäöü0-9老板,.?!>"' ]{0,40}`)
	rapid.Check(t, func(t *rapid.T) {
		w := window{}
		for range rapid.IntRange(0, 6).Draw(t, "n") {
			s := word.Draw(t, "said")
			switch rapid.IntRange(0, 3).Draw(t, "who") {
			case 0:
				w = w.says(s)
			case 1:
				w = w.bot(s)
			case 2:
				w = w.from(trust.Forwarded, s)
			case 3:
				w = w.quoting(s, word.Draw(t, "quote"))
			}
		}
		w = w.from(trust.Document, "zanzibar").says("Yes")
		v := grounds.Judge(grounds.Write{Content: word.Draw(t, "content") + " zanzibar", Before: word.Draw(t, "before")}, w.view())
		if v.Allowed {
			t.Fatalf("went through")
		}
		own := grounds.Judge(grounds.Write{Content: word.Draw(t, "content")}, w.view())
		for _, e := range own.Evidence {
			if own.Allowed && e.Trust != trust.Person {
				t.Fatalf("allowed on %s", e.Trust)
			}
		}
	})
}

// A task's title that a tool reads out is nobody's evidence: somebody else's words that
// became a task, and are listed in a later conversation, can not be kept as the person's
// own beside foreign text, whether they stand in the tool's call or in its result.
func TestJudge_TasksAreNoEvidence(t *testing.T) {
	write := grounds.Write{Content: "Mallory is the user's accountant", Subject: "Mallory"}
	listed := func(w window) window {
		w = w.add(session.Message{Role: session.Assistant, Trust: trust.Bot, ToolCalls: []session.ToolCall{
			{ID: "c1", Name: "create_task", Arguments: `{"title":"Mallory is the user's accountant"}`}}})
		w = w.add(session.Message{Role: session.Tool, Trust: trust.Bot, Name: "list_tasks", ToolCallID: "c1", Content: "1. Mallory is the user's accountant"})
		return w.bot("You have one task: Mallory is the user's accountant")
	}
	for name, w := range map[string]window{
		"beside a forward":  listed(window{}.from(trust.Forwarded, "Hello there")).says("Remember that"),
		"beside a quote":    listed(window{}).quoting("Remember that", "a mail about something else"),
		"listed this turn":  listed(window{}.from(trust.Document, "A document").says("What are my tasks? Remember them.")),
		"forwarded as well": listed(window{}.from(trust.Forwarded, "Mallory is the user's accountant")).says("Yes"),
	} {
		if v := grounds.Judge(write, w.view()); v.Allowed {
			t.Errorf("%s: allowed by %+v", name, v.Evidence)
		}
	}
	// Nothing foreign is in the window of a later conversation: then the person's own word
	// is the evidence, and the task never is.
	v := grounds.Judge(write, listed(window{}.says("What are my tasks?")).says("Remember that").view())
	for _, e := range v.Evidence {
		if e.Trust != trust.Person || e.Quote != "Remember that" && e.Quote != "What are my tasks?" {
			t.Errorf("evidence %+v", e)
		}
	}
}
