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

// ZeroToolCalls makes every series of these tool servers exist from the start.
func (m *Metrics) ZeroToolCalls(servers, outcomes []string) {
	for _, s := range servers {
		for _, o := range outcomes {
			m.toolCalls.WithLabelValues(s, o)
		}
	}
}

// ToolCalled counts a call of another program's tool.
func (m *Metrics) ToolCalled(server, outcome string, took time.Duration) {
	m.toolCalls.WithLabelValues(server, outcome).Inc()
	m.toolTime.Observe(took.Seconds())
}
