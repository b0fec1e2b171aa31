package httproom

import (
	"encoding/json"
	"net/http"
)

// WriteStatus answers with body as JSON: 200 when all is well, else 503.
func WriteStatus(w http.ResponseWriter, well bool, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if !well {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(body)
}
