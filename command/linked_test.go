package command_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/command"
	"keepsake/delivery"
	"keepsake/fault"
)

var codeShown = regexp.MustCompile("`/link ([A-Z2-7]{16})`")

// A61: a link needs a code that is shown in one account and typed in the other, and a tap there; either takes it
// back. A code works once, for fifteen minutes, and not for its own account.
func TestAccountsAreLinked(t *testing.T) {
	w := newWorld(t)
	ann, work, eve := w.private(11, "Ann"), w.private(12, "Ann at work"), w.private(13, "Eve")
	work.keeps("context", "Keeps seven ferrets")
	ann.keeps("context", "Lives in Oslo")
	codeOf := func(s *speaker) string {
		t.Helper()
		reply, _ := s.types("/link", "Linked accounts")
		m := codeShown.FindStringSubmatch(textOf(reply))
		if m == nil {
			t.Fatalf("no code in %q", textOf(reply))
		}
		return m[1]
	}
	first := codeOf(work)
	code := codeOf(work)
	ann.types("/link "+first, "links no other account") // a newer one has its place
	work.types("/link "+code, "links no other account")
	eve.types("/link ABCDEFGHIJKLMNOP", "links no other account")
	asked, message := ann.types("/link "+strings.ToLower(code), "made by **Ann at work")
	if len(ann.settings().LinkedAccounts()) != 0 {
		t.Error("linked before the tap")
	}
	ann.taps(message, "nolink", "", "Nothing was linked")
	action, ref := button(t, asked, "Link")
	ann.taps(message, action, ref, "are linked")
	told := w.putTo(t, 12)
	if !told.MustArrive || !strings.Contains(told.Body.Text, "Ann") || len(told.Body.Buttons) != 1 {
		t.Errorf("told %+v", told)
	}
	eve.taps(message, action, ref, "links no other account") // used up
	if a, b := ann.settings().LinkedAccounts(), work.settings().LinkedAccounts(); len(a) != 1 || a[0] != work.person.ID || len(b) != 1 || b[0] != ann.person.ID {
		t.Errorf("linked are %v and %v", a, b)
	}
	ann.person, work.person = ann.settings(), work.settings()
	for _, s := range []*speaker{ann, work} {
		file := s.exports()
		if !strings.Contains(file, "ferrets") || !strings.Contains(file, "Oslo") {
			t.Errorf("the export of %s: %s", s.person.Name, file)
		}
	}
	list, message := ann.types("/link", "Linked with **Ann at work")
	ann.in(-100, actor.Member).types("/link", "our private chat")
	action, ref = button(t, list, "Unlink Ann at work")
	eve.taps(message, action, ref, "not linked any more") // there was no link of Eve's
	if len(ann.settings().LinkedAccounts()) != 1 {
		t.Error("somebody else took the link back")
	}
	ann.taps(message, action, ref, "not linked any more")
	if told := w.putTo(t, 12); !strings.Contains(told.Body.Text, "took back the link") {
		t.Errorf("told %+v", told)
	}
	ann.person = ann.settings()
	if file := ann.exports(); strings.Contains(file, "ferrets") || len(work.settings().LinkedAccounts()) != 0 {
		t.Errorf("after the link: %s", file)
	}
	late := codeOf(work)
	w.at = w.at.Add(16 * time.Minute)
	ann.types("/link "+late, "links no other account")
	if n, err := w.people.PurgeLinks(t.Context(), actor.OfSystem()); err != nil || n == 0 {
		t.Errorf("%d old codes deleted, %v", n, err)
	}
}

// A61: an account has three links at most; only a person links their own; erasing an account ends its links and codes.
func TestLinksAreBoundedAndErased(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	ann.types("/help", "Talk to me")
	var others []*speaker
	for i := range 4 {
		o := w.private(int64(20+i), "Other")
		o.types("/help", "Talk to me")
		others = append(others, o)
		code, err := w.people.NewLinkCode(t.Context(), o.actor())
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.people.LinkAccounts(t.Context(), ann.actor(), code)
		if (err != nil) != (i == 3) || i == 3 && fault.KindOf(err) != fault.Conflict {
			t.Errorf("link %d: %v", i, err)
		}
	}
	code, err := w.people.NewLinkCode(t.Context(), others[0].actor())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.people.NewLinkCode(t.Context(), actor.OfSystem()); fault.KindOf(err) != fault.Denied {
		t.Errorf("a code of nobody's: %v", err)
	}
	if _, err := w.people.LinkAccounts(t.Context(), actor.OfSystem(), code); fault.KindOf(err) != fault.Denied {
		t.Errorf("linked by nobody: %v", err)
	}
	if _, err := w.people.UnlinkAccounts(t.Context(), actor.OfSystem(), ann.person.ID); fault.KindOf(err) != fault.Denied {
		t.Errorf("unlinked by nobody: %v", err)
	}
	if err := w.people.Erase(t.Context(), others[0].actor(), others[0].scope()); err != nil {
		t.Fatal(err)
	}
	if got := ann.settings().LinkedAccounts(); len(got) != 2 {
		t.Errorf("left are %v", got)
	}
	if _, err := w.people.FindLinkCode(t.Context(), ann.person.ID, code); fault.KindOf(err) != fault.Denied {
		t.Errorf("the code of an erased account: %v", err)
	}
}

// putTo returns the newest message in the outbox to a chat.
func (w *world) putTo(t *testing.T, chat int64) (last delivery.Outgoing) {
	t.Helper()
	for id := int64(1); ; id++ {
		o, err := w.delivery.Out(t.Context(), id)
		if err != nil {
			return last
		}
		if o.Chat == chat {
			last = o
		}
	}
}

// exports returns the file that /memory export sends.
func (s *speaker) exports() string {
	s.w.t.Helper()
	reply, _ := s.types("/memory export", "history")
	return fileOf(reply)
}

func fileOf(reply command.Reply) string {
	for _, o := range reply.Out {
		if o.Body.File != nil {
			return string(o.Body.File.Data)
		}
	}
	return ""
}
