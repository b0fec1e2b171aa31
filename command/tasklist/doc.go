// Package tasklist is what a person sees and taps of their tasks: the list, the buttons under an answer that made or asks about
// tasks, and those under a reminder.
//
// It goes straight to package task: no model, no conversation. In a group there is none of it.
//
// Start reading at Desk.Show.
package tasklist

import "keepsake/task"

// Desk is what tasks are shown and changed with. Its methods run inside the transaction of a request and write into its
// Answer.
type Desk struct {
	Store string
	Tasks *task.Service
}
