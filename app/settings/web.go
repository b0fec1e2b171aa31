package settings

import (
	"net"
	"net/url"
	"strings"
)

// Web is the HTTP interface for programs. Keepsake speaks plain HTTP; a proxy before it has the certificate.
type Web struct {
	// Addr is HOST:PORT or :PORT, e.g. "127.0.0.1:8082"; "" = there is none.
	Addr string `yaml:"addr" env:"KEEPSAKE_WEB_ADDR"`
	// URL is the public address of the same, such as "https://memory.example.org": links to the page begin with it.
	// "" = there is no page.
	URL string `yaml:"url" env:"KEEPSAKE_WEB_URL"`
	// Rate is how many requests a second one key may make; twice as many at once.
	Rate float64 `yaml:"rate" env:"KEEPSAKE_WEB_RATE"`
}

func (c Config) webProblems() (ps []Problem) {
	if c.Web.Rate <= 0 {
		ps = append(ps, Problem{"KEEPSAKE_WEB_RATE", "is requests a second of one key and must be more than 0."})
	}
	if c.Web.URL != "" {
		switch u, err := url.Parse(c.Web.URL); {
		case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil || u.Fragment != "":
			ps = append(ps, Problem{"KEEPSAKE_WEB_URL", "must be an address without a path, such as https://memory.example.org."})
		case u.Scheme == "http" && !isLoopback(u.Hostname()):
			ps = append(ps, Problem{"KEEPSAKE_WEB_URL", "must begin with https:// unless it is this computer's own: what people look at would travel in the open."})
		case c.Web.Addr == "":
			ps = append(ps, Problem{"KEEPSAKE_WEB_URL", "needs KEEPSAKE_WEB_ADDR, where the page is served."})
		}
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

// isLoopback reports whether a host is this computer.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
