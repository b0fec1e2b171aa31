package attach_test

import (
	"log/slog"
	"testing"
	"time"

	"keepsake/attachment"
	"keepsake/bot/attach"
	"keepsake/bot/update"
	"keepsake/llm/openai"
	"keepsake/people"
)

func TestFindsWhatCanBeRead(t *testing.T) {
	all := attach.Media{Listen: &openai.Transcriber{}, Sees: true, Files: &attachment.Reader{}, Longest: time.Minute}
	blind := attach.Media{Files: &attachment.Reader{}}
	voice := update.Attachment{Kind: "voice", Use: update.Listen, FileID: "v", Length: time.Second, IsRecorded: true}
	photo := update.Attachment{Kind: "photo", Use: update.Look, FileID: "p"}
	scan := update.Attachment{Kind: "document", Use: update.Look, FileID: "s"}
	paper := update.Attachment{Kind: "document", Use: update.Read, FileID: "d", Size: attach.MaxFile}
	long, big := voice, paper
	long.Length, big.Size = time.Hour, attach.MaxFile+1
	for name, c := range map[string]struct {
		media  attach.Media
		given  update.Attachment
		exists bool
		reason attach.Reason
	}{
		"nothing":                    {all, update.Attachment{}, false, ""},
		"a voice":                    {all, voice, true, ""},
		"a voice, and nobody hears":  {blind, voice, false, "voice"},
		"a voice without end":        {all, long, false, attach.TooLong},
		"a photo":                    {all, photo, true, ""},
		"a photo, and nobody sees":   {blind, photo, false, "photo"},
		"a scan, and nobody sees":    {blind, scan, false, "photo"},
		"a document":                 {blind, paper, true, ""},
		"a document, nobody reads":   {attach.Media{}, paper, false, "document"},
		"a document beyond measure":  {all, big, false, attach.TooBig},
		"a sticker is not read here": {all, update.Attachment{Kind: "sticker"}, false, "sticker"},
	} {
		t.Run(name, func(t *testing.T) {
			r := attach.New(c.media, nil, slog.New(slog.DiscardHandler))
			f, reason := r.Find(&update.Incoming{Message: update.Message{Attachment: c.given}})
			if f.Exists() != c.exists || reason != c.reason {
				t.Errorf("found %v, reason %q; want %v, %q", f.Exists(), reason, c.exists, c.reason)
			}
		})
	}
}

// In a group a message may ask about what another one carries; only its author's own
// recording speaks for them.
func TestAGroupsMessageMayAskAboutAnothers(t *testing.T) {
	r := attach.New(attach.Media{Listen: &openai.Transcriber{}}, nil, slog.New(slog.DiscardHandler))
	ann, bob := people.Person{ID: "11"}, people.Person{ID: "12"}
	voice := update.Attachment{Kind: "voice", Use: update.Listen, FileID: "v", IsRecorded: true}
	for name, c := range map[string]struct {
		chat                 update.ChatKind
		author               people.Person
		ours                 bool
		given                update.Attachment
		exists, isPersonsOwn bool
	}{
		"their own":          {update.Group, ann, false, voice, true, true},
		"somebody else's":    {update.Group, bob, false, voice, true, false},
		"an anonymous one's": {update.Group, people.Person{}, false, voice, true, false},
		"ours":               {update.Group, people.Person{ID: "99"}, true, voice, false, false},
		"in a private chat":  {update.Private, ann, false, voice, false, false},
		"not readable":       {update.Group, bob, false, update.Attachment{Kind: "sticker"}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			f, reason := r.Find(&update.Incoming{
				Chat: update.Chat{Kind: c.chat}, Message: update.Message{Author: ann, Text: "what does it say?"},
				Reply: &update.Message{Author: c.author, IsOurs: c.ours, Attachment: c.given},
			})
			if f.Exists() != c.exists || f.IsRecorded != c.isPersonsOwn || reason != "" {
				t.Errorf("found %v, recorded by them %v, reason %q; want %v, %v", f.Exists(), f.IsRecorded, reason, c.exists, c.isPersonsOwn)
			}
		})
	}
}

func TestNotesForTheModel(t *testing.T) {
	for _, c := range []struct {
		given  update.Attachment
		reason attach.Reason
		want   string
	}{
		{update.Attachment{}, "", ""},
		{update.Attachment{}, attach.NotToUs, ""},
		{update.Attachment{Kind: "video", IsRecorded: true}, "", "[voice message]"},
		{update.Attachment{Kind: "document"}, "", "[document attached]"},
		{update.Attachment{Kind: "document"}, attach.TooBig, "[document attached, cannot be opened: it is larger than 20 MB]"},
		{update.Attachment{Kind: "sticker"}, "sticker", "[sticker attached, cannot be opened: nothing of its kind is read here]"},
	} {
		if got := attach.Note(c.given, c.reason); got != c.want {
			t.Errorf("Note(%s, %q) = %q, want %q", c.given.Kind, c.reason, got, c.want)
		}
	}
}
