// Package clock is how a person says what time it is where they are: under the first task that needs it, and in the settings. By
// a tap on the present time, on a city, or by typing a city, a zone or an offset.
//
// An offset knows nothing of summer time, so cities that have it now are offered after it.
//
// Start reading at Desk.Set.
package clock

import (
	"keepsake/people"
	"keepsake/task"
)

// Desk is what clocks are set with. Its methods run inside the transaction of a request and write into its Answer.
type Desk struct {
	People *people.Service
	Tasks  *task.Service // nil = there are none
}

// FormZone is the purpose of the question for a zone that is typed in the settings, FormClock of the one under a task.
const (
	FormZone  = "settings.zone"
	FormClock = "clock.zone"
)
