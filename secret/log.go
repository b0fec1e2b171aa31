package secret

import (
	"fmt"
	"log/slog"
)

// MaskAttr masks the secrets in an attribute of a log line: slog.HandlerOptions.ReplaceAttr. Logs
// hold no text of people, but an error can quote what a server answered.
func MaskAttr(_ []string, a slog.Attr) slog.Attr {
	var s string
	switch a.Value.Kind() {
	case slog.KindString:
		s = a.Value.String()
	case slog.KindAny:
		switch v := a.Value.Any().(type) {
		case error:
			s = v.Error()
		case fmt.Stringer:
			s = v.String()
		}
	}
	if masked := Mask(s); masked != s {
		a.Value = slog.StringValue(masked)
	}
	return a
}
