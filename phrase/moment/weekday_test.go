package moment

import (
	"maps"
	"slices"
	"testing"
)

// A day of the week is the same day in any language and case, so that another one is told from it.
func TestWeekdays(t *testing.T) {
	for s, want := range map[string][]int{
		"User runs on Tuesdays and Saturdays": {2, 6},
		"Соломія ходить щосереди":             {3},
		"w środy o ósmej":                     {3},
		"في يوم الخميس":                       {4},
		"每周二和周六":                              {2, 6},
		"礼拜天不干活":                              {0},
		"水曜日に会う":                              {3},
		"수요일 저녁":                              {3},
		"no day at all":                       nil,
	} {
		if got := slices.Sorted(maps.Keys(Weekdays(s))); !slices.Equal(got, want) {
			t.Errorf("%q: %v, not %v", s, got, want)
		}
	}
}
