package own_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/memory/grounds"
	"keepsake/memory/grounds/own"
	"keepsake/session"
	"keepsake/trust"
)

// friday is when everything is said.
var friday = time.Date(2026, 11, 27, 22, 30, 0, 0, time.UTC)

func view(said string, others ...string) grounds.View {
	m := session.Message{ID: "m1", Seq: 1, Role: session.User, Trust: trust.Person, Content: said, At: friday, TurnID: "now"}
	return grounds.View{Window: []session.Message{m}, TurnID: "now", Foreign: others}
}

func find(v grounds.View, claim string) *own.Words {
	w := grounds.Write{Content: claim}
	return own.Find(w, v, grounds.Judge(w, v))
}

// W1: what is asked for is kept in the person's words, with the day where they need it, and with where they stand.
func TestFind(t *testing.T) {
	for said, want := range map[string]struct{ claim, content, quote string }{
		"Hi! Remember that I'm seeing Dr Osei tomorrow":   {"User consults a surgeon", "User said: “I'm seeing Dr Osei tomorrow” (2026-11-27)", "I'm seeing Dr Osei tomorrow"},
		"note that\nI've gone off mushrooms":              {"User dislikes mushrooms", "User said: “I've gone off mushrooms”", "I've gone off mushrooms"},
		"merk dir, dass ich der Chef der Halle bin":       {"Der Nutzer leitet die Halle", "Der Nutzer sagte: „ich der Chef der Halle bin“", "ich der Chef der Halle bin"},
		"Remember that Ed is a cop. Jo sings in a choir.": {"Jo is a chorister in a choir", "User said: “Ed is a cop. Jo sings in a choir”", "Ed is a cop. Jo sings in a choir"},
		"Remember that Jo sings. Ed is a cop. Bye.":       {"Jo is a soprano", "User said: “Jo sings”", "Jo sings"},
	} {
		words := find(view(said), want.claim)
		if words == nil {
			t.Errorf("%q: nothing for %q", said, want.claim)
			continue
		}
		if words.Content != want.content || words.Quote != want.quote || words.Evidence[0].Trust != trust.Person || words.Evidence[0].MessageID != "m1" {
			t.Errorf("%q: %+v", said, words)
		}
		if r := []rune(said); string(r[words.Evidence[0].From:words.Evidence[0].To]) != want.quote {
			t.Errorf("%q: evidence from %d to %d", said, words.Evidence[0].From, words.Evidence[0].To)
		}
	}
}

// The person's clock says which day it is.
func TestTheDayIsThePersons(t *testing.T) {
	v := view("remember that I'm seeing Dr Osei tomorrow")
	v.Zone = time.FixedZone("", 2*60*60)
	if words := find(v, "User consults a surgeon"); words == nil || words.Content != "User said: “I'm seeing Dr Osei tomorrow” (2026-11-28)" {
		t.Errorf("%+v", words)
	}
}

// In a group the words are a member's, by their label; how one of them wants to be answered is not the group's.
func TestInAGroup(t *testing.T) {
	v := view("remember that the tent is green")
	v.Group, v.Speaker, v.Self, v.Window[0].Author = true, "11", "Ann (u11)", "11"
	if words := find(v, "Ann (u11) owns a verdant tent"); words == nil || words.Content != "Ann (u11): “the tent is green”" {
		t.Errorf("%+v", words)
	}
	v.Window[0].Content = "Never use slang with me"
	if words := find(v, "Ann (u11) hates colloquialisms"); words != nil {
		t.Errorf("%+v", words)
	}
}

// Nothing is kept for a write that is allowed, an update of another memory, a task, a reader that nobody asked, hidden characters, an earlier turn, or a
// claim that is nearer to what others say.
func TestFindNothing(t *testing.T) {
	const said = "Remember that I've gone off mushrooms"
	w := grounds.Write{Content: "User dislikes mushrooms"}
	waiting := grounds.Judge(w, view(said))
	if own.Find(w, view(said), waiting) == nil {
		t.Fatal("the request is not found")
	}
	allowed := waiting
	allowed.Allowed = true
	hidden := waiting
	hidden.Reason = grounds.ReasonHidden
	unasked, earlier := view(said), view(said)
	unasked.Unasked, earlier.TurnID = true, "later"
	for name, got := range map[string]*own.Words{
		"allowed":        own.Find(w, view(said), allowed),
		"hidden":         own.Find(w, view(said), hidden),
		"an update":      own.Find(grounds.Write{Content: w.Content, Before: "User likes cheese"}, view(said), waiting),
		"a task":         own.Find(grounds.Write{Content: w.Content, Task: true}, view(said), waiting),
		"unasked":        own.Find(w, unasked, waiting),
		"earlier":        own.Find(w, earlier, waiting),
		"others' claim":  find(view(said, "Mushrooms are poisonous, and Ben picked them"), "User was poisoned by mushrooms"),
		"too long":       find(view("Remember that I like "+strings.Repeat("tea and cake, ", 40)), "User dislikes mushrooms"),
		"a masked word":  find(view("Remember that my code is •••"), "User has a code"),
		"hidden letters": find(view("Remember that I've gone off\u200b mushrooms"), "User dislikes mushrooms"),
		"a quotation":    find(view("Remember this: “Alec owes everybody here fifty euros”"), "Alec has debts"),
	} {
		if got != nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// W1: what is asked for in the middle of things, or behind a part of them, is kept with what the model's claim is about.
func TestFindBeside(t *testing.T) {
	for said, want := range map[string]struct{ claim, quote string }{
		"numer klienta to 77 4129, wbij to sobie do pamięci, umowa jest na tatę":  {"Umowa użytkownika jest zawarta na tatę", "numer klienta to 77 4129, wbij to sobie do pamięci, umowa jest na tatę"},
		"Lea got a scholarship for Bath. Remember that Tom is in Leeds.":          {"Lea is on a full scholarship at Bath", "Lea got a scholarship for Bath"},
		"Remember that Tom is in Leeds. When is the train? Lea got a scholarship": {"Tom studies at Leeds", "Tom is in Leeds"},
		"小姨在成都开花店，表弟小凯今年高三，你记一下":                                                  {"User's cousin is a high school senior", "小姨在成都开花店，表弟小凯今年高三"},
	} {
		if words := find(view(said), want.claim); words == nil || words.Quote != want.quote {
			t.Errorf("%q: %+v", said, words)
		}
	}
}

// What says nothing of the claim is not kept because it stands beside a request, and the bot's own name is none of the words.
func TestFindNothingBeside(t *testing.T) {
	if words := find(view("never use slang with me. k0050x"), "User hates mushrooms"); words != nil && words.Quote == "k0050x" {
		t.Errorf("%+v", words)
	}
	if words := find(view("@keepsake_bot remember that I've gone off mushrooms"), "User dislikes mushrooms"); words == nil || words.Quote != "I've gone off mushrooms" {
		t.Errorf("%+v", words)
	}
}

// What a judge finds in a group is kept as what a request finds: without the bot's name, and not what a member wants of the bot.
func TestFindMatchedInAGroup(t *testing.T) {
	for said, keeps := range map[string]string{
		"@keepsake_bot the tent is green by the way":    "the tent is green by the way",
		"from now on never use slang with me, Keepsake": "",
	} {
		v := view(said)
		v.Group, v.Speaker, v.Self, v.Window[0].Author = true, "11", "Ann (u11)", "11"
		w := grounds.Write{Content: "Ann (u11) has 3 tents in a green wood and no slang"}
		waiting := grounds.Judge(w, v)
		waiting.Matched = []grounds.Quotation{{Said: grounds.ListSaid(v)[0], From: 0, To: len(said)}}
		if words := own.Find(w, v, waiting); words == nil && keeps != "" || words != nil && words.Quote != keeps {
			t.Errorf("%q: %+v", said, words)
		}
	}
}

// W1, W7, W11: where a judge finds a claim in what the person said, and the code doubts how the claim is worded, their sentence is kept: of
// this turn, of an earlier one that they affirm, and for an update where it loses nothing. What is nearer to others' words waits.
func TestFindMatched(t *testing.T) {
	for name, c := range map[string]struct{ earlier, said, before, claim, foreign, quote, keeps string }{
		"mentioned":            {"", "any good pubs? my brother Ed moved to York in May.", "", "Ed moved to Yorkshire in 2024", "", "my brother Ed moved to York in May", "my brother Ed moved to York in May"},
		"with its condition":   {"", "If I get the job I move to Rome. Wish me luck!", "", "User moves to Rome", "", "If I get the job I move to Rome", "If I get the job I move to Rome"},
		"affirmed":             {"my knee is shot, no running till March", "yes please", "", "User quits running till May", "", "no running till March", "my knee is shot, no running till March"},
		"an update":            {"", "my landlord is Ms Blum now", "User's landlord is Mr Ames", "User's landlord is Ms Bloom", "", "my landlord is Ms Blum now", "my landlord is Ms Blum now"},
		"an update that loses": {"", "it's at 10 now", "User's flight is on Monday at 9", "User's flight is on Monday at 11", "", "it's at 10 now", ""},
		"nothing shared":       {"", "I went to a concert", "", "User has 3 jazz bands", "", "I went to a concert", ""},
		"others' claim":        {"", "I talked to Marcus", "", "Marcus owes the user 50 euros", "Marcus owes you 50 euros", "I talked to Marcus", ""},
	} {
		v := view(c.said)
		if c.foreign != "" {
			v.Foreign = []string{c.foreign}
		}
		if c.earlier != "" {
			v.Window = []session.Message{
				{ID: "m0", Seq: 1, Role: session.User, Trust: trust.Person, Content: c.earlier, At: friday, TurnID: "before"},
				{ID: "b", Seq: 2, Role: session.Assistant, Trust: trust.Bot, Content: "Shall I remember that?", At: friday, TurnID: "before"},
				v.Window[0],
			}
			v.Window[2].Seq = 3
		}
		v.Stated = []grounds.Statement{{Quote: c.quote, Facts: []string{c.quote}, Claims: []string{grounds.ClaimOf(c.claim)}}}
		v.Asked = []string{grounds.ClaimOf(c.claim)}
		w := grounds.Write{Content: c.claim, Before: c.before}
		verdict := grounds.Judge(w, v)
		switch words := own.Find(w, v, verdict); {
		case verdict.Allowed:
			t.Errorf("%s: the claim is kept", name)
		case words == nil && c.keeps != "" || words != nil && (words.Quote != c.keeps || words.SaidNow != (c.earlier == "")):
			t.Errorf("%s: %+v (%s)", name, words, verdict.Check)
		case c.earlier != "" && len(words.Evidence) != 2:
			t.Errorf("%s: evidence %+v", name, words.Evidence)
		}
	}
}

// talk returns a view of a message before this turn, the bot's answer to it, and this turn's.
func talk(before, bot, now string, others ...string) grounds.View {
	said := func(id string, seq int64, role session.Role, trusted trust.Level, content, turn string) session.Message {
		return session.Message{ID: id, Seq: seq, Role: role, Trust: trusted, Content: content, At: friday.Add(time.Duration(seq) * time.Minute), TurnID: turn, Author: "11"}
	}
	return grounds.View{TurnID: "now", Foreign: others, Window: []session.Message{
		said("m1", 1, session.User, trust.Person, before, "before"), said("m2", 2, session.Assistant, trust.Bot, bot, "before"), said("m3", 3, session.User, trust.Person, now, "now"),
	}}
}

// W1: a yes to "shall I keep that?" keeps what was said, with what is added to the yes; a yes to another question, and a no, keep nothing.
func TestFindAffirmed(t *testing.T) {
	const said, asks, claim = "on Fridays I have choir until nine", "Nice! Shall I keep that?", "User sings in a choir until 21:00 every Friday"
	for now, want := range map[string]string{
		"yes please":                     said,
		"yes, except in the holidays":    said + " … yes, except in the holidays",
		"remember that":                  said,
		"no thanks":                      "",
		"I'd rather you didn't keep it":  "",
		"yes, but what is the time now?": said,
		"hmm":                            "",
	} {
		got := ""
		if words := find(talk(said, asks, now), claim); words != nil {
			got = words.Quote
			if words.Evidence[0].MessageID != "m1" || words.Evidence[len(words.Evidence)-1].MessageID != "m3" {
				t.Errorf("%q: %+v", now, words.Evidence)
			}
		}
		if got != want {
			t.Errorf("%q keeps %q, want %q", now, got, want)
		}
	}
	for name, v := range map[string]grounds.View{
		"about something else":      talk(said, "Do you like tea?", "yes please"),
		"says itself what is kept":  talk(said, "Shall I remember that you sing in a choir?", "yes please"),
		"others speak of it":        talk("look at this", asks, "yes please", claim),
		"a secret was cut out":      talk("my choir's door code is •••", asks, "yes please"),
		"nothing shared":            talk("good morning to you", asks, "yes please"),
		"a photo without any words": talk("[photo attached, cannot be opened: it is larger than 20 MB]", asks, "yes please"),
	} {
		if words := find(v, claim); words != nil {
			t.Errorf("%s: %q is kept", name, words.Quote)
		}
	}
}

// W1: a yes to a question that says itself what would be kept keeps what the person said of that, and nothing that the question leaves out.
func TestFindAskedAbout(t *testing.T) {
	const said, asks = "pego o 5111 no terminal às 5h40 todo dia, sábado não", "Quer que eu guarde que você pega o 5111 às 5h40, exceto aos sábados?"
	const claim = "O usuário pega o ônibus 5111 no terminal às 5h40 todos os dias, menos sábado"
	for name, c := range map[string]struct {
		v     grounds.View
		claim string
		keeps string
	}{
		"all of it":              {talk(said, asks, "quero sim, vlw"), claim, said},
		"one statement of two":   {talk(said+". odeio acordar cedo", asks, "sim"), claim, said},
		"a no":                   {talk(said, asks, "não"), claim, ""},
		"more than was asked":    {talk("on Fridays Anna has choir until nine", "Shall I remember that Anna sings?", "yes"), "Anna is in a choir on Friday evenings", ""},
		"of what others say":     {talk("Anna sings alto", "Shall I remember that Anna sings in Leeds?", "yes", "Anna sings alto in Leeds"), "Anna is an alto in Leeds", ""},
		"a message of this turn": {burst(said, "guarda isso"), claim, said},
	} {
		got := ""
		if words := find(c.v, c.claim); words != nil {
			got = words.Quote
		}
		if got != c.keeps {
			t.Errorf("%s: %q, want %q", name, got, c.keeps)
		}
	}
}

// W1: where a text may ask, and nobody else speaks of the matter, what has the claim's words is kept; a request for what it does not say is none.
func TestFindWhereItMayAsk(t *testing.T) {
	const said, claim = "disleksim var aklında olsun lütfen", "Kullanıcının disleksisi var"
	if words := find(view(said), claim+" ve bunu söyledi"); words == nil {
		t.Error("nothing is kept")
	}
	if words := find(view(said, "disleksisi var, dedi Tom"), claim+" ve bunu söyledi"); words != nil {
		t.Errorf("%q is kept, though others speak of it", words.Quote)
	}
	if words := find(view("Don't save any of this, I hate my boss"), "User hates their boss and said so"); words != nil {
		t.Errorf("%q is kept", words.Quote)
	}
	if words := find(view("remember who the boss is"), "The user's boss is Tom"); words != nil {
		t.Errorf("%q is kept", words.Quote)
	}
}

// W1: what nobody asks for in words that are known is kept as it was said where a model has only worded it otherwise: without a judge, and where
// others have fewer of the claim's words.
func TestFindWhatIsOnlyTold(t *testing.T) {
	const said = "my sister got a new allotment in Leeds behind the station"
	const claim = "User's sister rents a new allotment in Leeds"
	if words := find(view(said), claim); words == nil || words.Quote != said {
		t.Errorf("%+v", words)
	}
	if words := find(view("what do I plant, "+said+"?"), claim); words != nil {
		t.Errorf("a question: %+v", words)
	}
	if words := find(view(said+" what do I plant there?"), claim); words == nil || words.Quote != said {
		t.Errorf("before a question: %+v", words)
	}
	for name, c := range map[string]struct {
		said, claim string
		others      []string
	}{
		"few words":        {said, "User's sister grows courgettes and sells them at a market", nil},
		"one word":         {"I like Leeds", "User moved to Leeds", nil},
		"a word twice":     {"Leeds is nice", "Leeds Leeds Leeds", nil},
		"others have more": {said, claim, []string{"Your sister rents a new allotment in Leeds, says the council"}},
		"a refusal":        {"don't save this: " + said, claim, nil},
	} {
		if words := find(view(c.said, c.others...), c.claim); words != nil {
			t.Errorf("%s: %+v", name, words)
		}
	}
	v, w := view(said), grounds.Write{Content: claim}
	v.Stated, v.Asked = []grounds.Statement{}, []string{grounds.ClaimOf(claim)}
	waiting := grounds.Judge(w, v)
	if !waiting.IsJudged {
		t.Error("the judge was asked")
	}
	if words := own.Find(w, v, waiting); words != nil {
		t.Errorf("a judge has found nothing: %+v", words)
	}
}
