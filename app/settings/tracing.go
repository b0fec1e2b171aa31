package settings

import (
	"cmp"
	"errors"
	"net/url"
	"strings"
)

// Address is where spans are posted, "" when nothing is traced.
func (t Tracing) Address() string {
	base := ""
	if t.Endpoint != "" {
		base = strings.TrimRight(t.Endpoint, "/") + "/v1/traces"
	}
	return cmp.Or(t.TracesEndpoint, base)
}

// ReadHeaders reads Headers as OpenTelemetry does: key=value,key=value, percent-encoded.
func (t Tracing) ReadHeaders() (map[string]string, error) {
	out := map[string]string{}
	for pair := range strings.SplitSeq(t.Headers.Reveal(), ",") {
		if pair = strings.TrimSpace(pair); pair == "" {
			continue
		}
		k, v, ok := strings.Cut(pair, "=")
		key, badKey := url.PathUnescape(strings.TrimSpace(k))
		value, badValue := url.PathUnescape(strings.TrimSpace(v))
		if !ok || key == "" || badKey != nil || badValue != nil {
			return nil, errors.New("headers of the wrong form")
		}
		out[key] = value
	}
	return out, nil
}
