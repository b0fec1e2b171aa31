package metrics

import "time"

// What became of a request of a program.
var requestCodes = []string{"2xx", "3xx", "4xx", "5xx"}

// ZeroRequests makes every series of these operations exist from the start.
func (m *Metrics) ZeroRequests(operations []string) {
	for _, o := range operations {
		for _, c := range requestCodes {
			m.requests.WithLabelValues(o, c)
		}
	}
}

// Requested counts a request that an operation of the HTTP interface answered; it fits web.Config.
func (m *Metrics) Requested(operation string, status int, took time.Duration) {
	m.requests.WithLabelValues(operation, requestCodes[min(max(status/100, 2), 5)-2]).Inc()
	m.requestTime.Observe(took.Seconds())
}
