package bot_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"keepsake/delivery"
)

// waits waits until so many rows wait in the crowd's lane.
func (c *crowd) waits(n int) {
	c.w.t.Helper()
	c.w.until("the pieces wait as rows", func() bool {
		rows, err := c.w.delivery.LaneUpdates(c.w.ctx(), delivery.Lane(botName, c.ID(), 0))
		return err == nil && len(rows) == n
	})
}

// Issue 3, point 6, albums as one turn: in a group the mention stands on one message of an
// album and is meant for all of it, whichever comes first.
func TestAGroupsAlbumIsAddressedAsOne(t *testing.T) {
	t.Parallel()
	for name, captions := range map[string][]string{
		"caption first": {"@Keepsake_bot look", "", ""},
		"caption last":  {"", "", "@Keepsake_bot look"},
		"own captions":  {"my cat", "@Keepsake_bot look", "my dog"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tune, _ := ears(t)
			c := newCrowd(t, tune)
			c.w.rules.Otherwise().Say("Three pictures.")
			said := c.ann.Album(captions...)
			c.ann.hears(said[2].ID, "Three pictures.")
			c.w.settled()
			p := c.w.lastPrompt()
			if len(p.Images()) != 3 || answers(c.ann, "Three pictures.") != 1 {
				t.Errorf("%d answers; the model saw %v", answers(c.ann, "Three pictures."), p.Images())
			}
			for _, caption := range captions {
				if !strings.Contains(p.Text, caption) {
					t.Errorf("the prompt lacks %q: %s", caption, p.Text)
				}
			}
		})
	}
}

// lateLook is a store whose look at a lane ends after more has come into it.
type lateLook struct {
	delivery.Store
	looked func(rows []delivery.Update)
}

func (s lateLook) LaneUpdates(ctx context.Context, lane string) ([]delivery.Update, error) {
	rows, err := s.Store.LaneUpdates(ctx, lane)
	s.looked(rows)
	return rows, err
}

// The piece with the mention may come while the lane has just read the other one.
func TestAMentionComesBetweenTwoLooks(t *testing.T) {
	tune, _ := ears(t)
	c := newCrowd(t, tune)
	c.w.rules.Otherwise().Say("Seen.")
	piece, came := make(chan struct{}), make(chan struct{})
	var held atomic.Bool
	c.w.wrap = func(s delivery.Store) delivery.Store {
		return lateLook{s, func(rows []delivery.Update) {
			if len(rows) == 1 && rows[0].Album != "" && held.CompareAndSwap(false, true) {
				close(piece)
				<-came
			}
		}}
	}
	c.w.restart()
	c.ann.Piece("album-1", "")
	<-piece
	last := c.ann.Piece("album-1", "@Keepsake_bot look")
	c.waits(2)
	close(came)
	c.ann.hears(last.ID, "Seen.")
	c.w.settled()
	if n, p := len(c.w.model.Requests()), c.w.lastPrompt(); n != 1 || len(p.Images()) != 2 {
		t.Errorf("%d turns; the model saw %v", n, p.Images())
	}
}

// The pieces may come apart, to one process and to another: what comes early waits as a row,
// what comes late is known by the row of the one with the mention, though that is handled.
func TestAnAlbumsPiecesComeApart(t *testing.T) {
	tune, _ := ears(t)
	c := newCrowd(t, tune)
	c.w.rules.Otherwise().Say("Seen.")
	c.ann.Piece("album-1", "")
	c.waits(1)
	c.bob.Say("and what about lunch?") // does not wait for it, and is nobody's business
	c.w.restart()
	last := c.ann.Piece("album-1", "@Keepsake_bot look")
	c.ann.hears(last.ID, "Seen.")
	c.w.settled()
	if p := c.w.lastPrompt(); len(p.Images()) != 2 {
		t.Errorf("the model saw %v", p.Images())
	}
	c.w.restart()
	late := c.ann.Piece("album-1", "")
	c.ann.hears(late.ID, "Seen.")
	c.w.settled()
	if p := c.w.lastPrompt(); len(p.Images()) != 1 || strings.Count(p.Text, "image jpeg") != 3 {
		t.Errorf("the prompt: %s", p.Text)
	}
	if c.w.prompted("lunch") {
		t.Error("what was not meant for the bot is in a prompt")
	}
}

// An album that is not for us is not opened, and nothing of it stays; nobody waits for it.
func TestAnAlbumThatIsNotForUsIsForgotten(t *testing.T) {
	t.Parallel()
	tune, _ := ears(t)
	c := newCrowd(t, tune)
	c.w.rules.Otherwise().Say("Here I am.")
	c.bob.Album("canarypicnic", "")
	c.waits(2)
	c.ann.says("@Keepsake_bot are you there?", "Here I am.")
	c.waits(2)
	c.w.later(10 * time.Second)
	c.w.settled()
	if n := len(c.w.tele.Calls("getFile")); n != 0 || c.w.prompted("canarypicnic") {
		t.Errorf("%d files were fetched that were not sent to the bot", n)
	}

	// Where an admin lets us listen, it joins the conversation once it is sure whose it is.
	set := c.ann.says("/settings", "Settings of this group")
	c.ann.taps(set, "listening on")
	c.bob.hears(set.ID, "switched listening on")
	c.bob.Album("at the lake", "")
	c.waits(2)
	c.w.later(10 * time.Second)
	c.w.settled()
	c.ann.says("@Keepsake_bot what did Bob send?", "Here I am.")
	if p := c.w.lastPrompt(); !strings.Contains(p.Text, "at the lake") || len(p.Images()) != 0 {
		t.Errorf("the prompt: %s", p.Text)
	}
}
