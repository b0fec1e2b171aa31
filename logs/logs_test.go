package logs_test

import (
	"bytes"
	"log/slog"
	"testing"

	"keepsake/logs"
)

func TestOrNone(t *testing.T) {
	var b bytes.Buffer
	given := slog.New(slog.NewTextHandler(&b, nil))
	if logs.OrNone(given) != given {
		t.Error("the log that is there is not the one written to")
	}
	logs.OrNone(nil).Error("nobody reads this")
}
