package httproom_test

import (
	"net/http/httptest"
	"testing"

	"keepsake/httproom"
)

func TestWriteStatus(t *testing.T) {
	for well, want := range map[bool]int{true: 200, false: 503} {
		w := httptest.NewRecorder()
		httproom.WriteStatus(w, well, map[string]string{"status": "as told"})
		if w.Code != want || w.Body.String() != "{\"status\":\"as told\"}\n" || w.Header().Get("Content-Type") != "application/json" || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("well=%v: %d %s %v", well, w.Code, w.Body, w.Header())
		}
	}
}
