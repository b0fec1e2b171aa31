package panics_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"keepsake/bot/panics"
)

func TestAPanicBecomesAnErrorThatTellsNothing(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, nil))
	if err := panics.Catch(log, func() error { panic("a secret of Ann's") }); !errors.Is(err, panics.Err) {
		t.Errorf("err = %v, want panics.Err", err)
	}
	if got := out.String(); strings.Contains(got, "secret") || !strings.Contains(got, "panics_test.go") {
		t.Errorf("log = %s, want the place and not the value", got)
	}
	want := errors.New("ordinary")
	if err := panics.Catch(log, func() error { return want }); err != want {
		t.Errorf("err = %v, want %v", err, want)
	}
}
