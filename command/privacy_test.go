package command_test

import (
	"testing"

	"keepsake/actor"
)

// K6: /privacy says who compares what memories mean, in private and in a group.
func TestPrivacyNamesTheEmbedderK6(t *testing.T) {
	w := newWorld(t)
	w.commands.Privacy.Meaning = "vectors.example"
	ann := w.private(11, "Ann")
	ann.types("/privacy", "also go to a model at vectors")
	ann.in(-100, actor.Admin).types("/start", "a companion that remembers")
	ann.in(-100, actor.Admin).types("/privacy", "also go to a model at vectors")
}
