package fault_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"keepsake/fault"
)

var errGone = fault.New(fault.NotFound, "no such thing")

func TestKindSurvivesWrapping(t *testing.T) {
	cases := []struct {
		err  error
		kind fault.Kind
		text string
	}{
		{errGone, fault.NotFound, "no such thing"},
		{fault.Op(errGone, "show thing %d", 7), fault.NotFound, "show thing 7: no such thing"},
		{fmt.Errorf("twice: %w", fault.Op(errGone, "show")), fault.NotFound, "twice: show: no such thing"},
		{fault.Field("due", "lies in the past"), fault.Invalid, "due: lies in the past"},
		{fault.Wrap(fault.Unavailable, "the shop is closed", errors.New("knocked")), fault.Unavailable, "the shop is closed: knocked"},
		{fault.Wrap(fault.Denied, "not for you", errGone), fault.Denied, "not for you: no such thing"},
		{errors.New("anything"), fault.Internal, "anything"},
	}
	for _, c := range cases {
		if got := fault.KindOf(c.err); got != c.kind {
			t.Errorf("%v: kind %s, want %s", c.err, got, c.kind)
		}
		if got := c.err.Error(); got != c.text {
			t.Errorf("text %q, want %q", got, c.text)
		}
	}
	if !errors.Is(fault.Op(errGone, "show"), errGone) {
		t.Error("a sentinel is lost by wrapping")
	}
	if fault.Op(nil, "nothing") != nil {
		t.Error("no error became one")
	}
}

func TestRetryAfter(t *testing.T) {
	err := fault.Op(&fault.Error{Kind: fault.Limited, RetryAfter: time.Minute}, "ask")
	if got := fault.RetryAfter(err); got != time.Minute {
		t.Errorf("got %s", got)
	}
	if got := fault.RetryAfter(errors.New("anything")); got != 0 {
		t.Errorf("got %s", got)
	}
}
