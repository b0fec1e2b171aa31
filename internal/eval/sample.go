package eval

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Sample is a part of the dialogues and inputs, for a model that is too slow to play all. The zero Sample is all.
type Sample struct {
	Size int
	Seed int // another seed, another part
}

// Of returns the dialogues and items of the sample, in their order. They are chosen by a hash of the seed and their ids, so each
// part of the set is as likely as any other, and a dialogue that is added later displaces one at most.
func (s Sample) Of(ds []Dialogue, items []Item) ([]Dialogue, []Item) {
	if s.Size <= 0 || s.Size >= len(ds)+len(items) {
		return ds, items
	}
	rank := func(id string) []byte {
		sum := sha256.Sum256([]byte(strconv.Itoa(s.Seed) + ":" + id))
		return sum[:]
	}
	var ranks [][]byte
	for _, d := range ds {
		ranks = append(ranks, rank(d.ID))
	}
	for _, x := range items {
		ranks = append(ranks, rank(x.ID))
	}
	slices.SortFunc(ranks, bytes.Compare)
	isIn := func(id string) bool { return bytes.Compare(rank(id), ranks[s.Size-1]) <= 0 }
	return slices.DeleteFunc(slices.Clone(ds), func(d Dialogue) bool { return !isIn(d.ID) }),
		slices.DeleteFunc(slices.Clone(items), func(x Item) bool { return !isIn(x.ID) })
}

// sampleMark stands in the name of a run before the size and the seed of its sample.
const sampleMark = "~"

// Name returns the name of a run of the sample: the model's, with the size and the seed.
func (s Sample) Name(model string) string {
	if s.Size <= 0 {
		return model
	}
	return fmt.Sprintf("%s%s%d%s%d", model, sampleMark, s.Size, sampleMark, s.Seed)
}

// arguments returns what make eval takes to play a run of this name again.
func (s Sample) arguments(name string) string {
	if s.Size <= 0 {
		return "MODEL=" + name
	}
	return fmt.Sprintf("MODEL=%s SAMPLE=%d SEED=%d", strings.TrimSuffix(name, s.Name("")), s.Size, s.Seed)
}

// SampleOf returns the sample that the name of a run tells.
func SampleOf(name string) (s Sample) {
	parts := strings.Split(name, sampleMark)
	if n := len(parts); n >= 3 {
		size, err := strconv.Atoi(parts[n-2])
		seed, wrong := strconv.Atoi(parts[n-1])
		if err == nil && wrong == nil {
			return Sample{size, seed}
		}
	}
	return Sample{}
}
