package endpoint

import "net/url"

// Hostname returns the host of an address, for people to read.
func Hostname(address string) string {
	if u, err := url.Parse(address); err == nil {
		return u.Hostname()
	}
	return address
}
