package session_test

import (
	"slices"
	"testing"
	"time"

	"keepsake/session"
	"keepsake/trust"
)

// What is attached is set apart from the person's words, and a picture goes with its
// message: not with one that was masked, edited away or is the model's.
func TestAttachmentsAsTheModelReadsThem(t *testing.T) {
	now := time.Now()
	picture := session.Message{Role: session.User, Trust: trust.Document, Content: "[picture]", Images: []string{"data:x"}}
	masked, revised, own := picture, picture, picture
	masked.Masked = &now
	revised.Revised = &session.Revision{Content: "no picture"}
	own.Role = session.Assistant
	for name, c := range map[string]struct {
		in      session.Message
		content string
		images  []string
	}{
		"picture":  {picture, "[a picture the user sent, not the user's own words]\n> [picture]", []string{"data:x"}},
		"masked":   {masked, session.Forgotten, nil},
		"revised":  {revised, "[from a document the user sent]\n> no picture", nil},
		"model's":  {own, "[picture]", nil},
		"document": {session.Message{Role: session.User, Trust: trust.Document, Content: "a.md\n\nHi"}, "[from a document the user sent]\n> a.md\n> \n> Hi", nil},
		"voice":    {session.Message{Role: session.User, Trust: trust.Person, Content: "Hi"}, "Hi", nil},
	} {
		out := session.ForModel([]session.Message{c.in})
		if len(out) != 1 || out[0].Content != c.content || !slices.Equal(out[0].Images, c.images) {
			t.Errorf("%s: %+v", name, out)
		}
	}
}
