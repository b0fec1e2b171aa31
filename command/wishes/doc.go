// Package wishes is what a person sees and decides of their digest: how they want to be answered, in which
// words they said so, what the last consolidation changed, and the way back.
//
// It goes straight to package digest: no model, no conversation. In a group there is none of it but what a member said there.
//
// Start reading at Desk.Show; what a consolidation tells is in changed.go, what it asks in loss.go, and what was noted of a
// member's words in a group in noted.go.
package wishes
