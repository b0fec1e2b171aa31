package metrics

import (
	"time"

	"keepsake/delivery"
)

// What became of an attempt to send.
const (
	msgSent    = "sent"
	msgFailed  = "failed"
	msgRetried = "retried"
)

// Deliveries returns what counts updates by kind on their way in and out of the inbox,
// messages by what became of them, and how long both waited.
func (m *Metrics) Deliveries() delivery.Events {
	count := func(outcome string) func(delivery.Kind) {
		return func(k delivery.Kind) { m.messages.WithLabelValues(string(k), outcome).Inc() }
	}
	return delivery.Events{
		Received: func(kind string) { m.received.WithLabelValues(m.kind(kind)).Inc() },
		Repeated: func(n int) { m.repeated.Add(float64(n)) },
		Assigned: func(_ string, waited time.Duration) {
			m.turnParts.WithLabelValues(partWaiting).Observe(waited.Seconds())
		},
		Handled: func(kind string) { m.handled.WithLabelValues(m.kind(kind)).Inc() },
		Buried:  func(kind string) { m.buried.WithLabelValues(m.kind(kind)).Inc() },
		Sent: func(k delivery.Kind, took time.Duration) {
			count(msgSent)(k)
			if k == delivery.Reply {
				m.turnParts.WithLabelValues(partDelivery).Observe(took.Seconds())
			}
		},
		Failed:  count(msgFailed),
		Retried: count(msgRetried),
	}
}

// kind returns the label of an update's kind. Rows of a time before kinds were stored have none.
func (m *Metrics) kind(k string) string {
	if k == "" {
		return unknownKind
	}
	return k
}
