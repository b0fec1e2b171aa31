package scripted

import "context"

// Companion is the demo's brain.
func Companion() Brain { return BrainFunc(companion) }

func companion(_ context.Context, p Prompt) (Answer, error) { return Answer{Text: "Hello."}, nil }
