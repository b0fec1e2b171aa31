package settings

import "net"

// Web is the HTTP interface for programs. Keepsake speaks plain HTTP; a proxy before it has the certificate.
type Web struct {
	// Addr is HOST:PORT or :PORT, e.g. "127.0.0.1:8082"; "" = there is none.
	Addr string `yaml:"addr" env:"KEEPSAKE_WEB_ADDR"`
	// Rate is how many requests a second one key may make; twice as many at once.
	Rate float64 `yaml:"rate" env:"KEEPSAKE_WEB_RATE"`
}

func (c Config) webProblems() (ps []Problem) {
	if c.Web.Rate <= 0 {
		ps = append(ps, Problem{"KEEPSAKE_WEB_RATE", "is requests a second of one key and must be more than 0."})
	}
	if c.Web.Addr == "" {
		return ps
	}
	switch _, port, err := net.SplitHostPort(c.Web.Addr); {
	case err != nil || port == "":
		ps = append(ps, Problem{"KEEPSAKE_WEB_ADDR", "must be HOST:PORT or :PORT, such as 127.0.0.1:8082. Leave it out to serve no programs."})
	case c.Web.Addr == c.HTTPAddr:
		ps = append(ps, Problem{"KEEPSAKE_WEB_ADDR", "is the same as KEEPSAKE_HTTP_ADDR. Choose another port: health and metrics are not for everybody who has a key."})
	case c.Telegram.Webhook.URL != "" && c.Web.Addr == c.Telegram.Webhook.Listen:
		ps = append(ps, Problem{"KEEPSAKE_WEB_ADDR", "is the same as KEEPSAKE_WEBHOOK_LISTEN. Choose another port."})
	}
	return ps
}
