package tasktools_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestW8KoreanAndHindi: who asks in Korean or Hindi to be reminded is, at once; who tells what somebody said, asks for something else or at another
// time, or asks not to be, is not.
func TestW8KoreanAndHindi(t *testing.T) {
	for _, c := range []struct {
		said, title, due string
		waits            bool
	}{
		{"내일 9시에 약 먹으라고 알려줘", "약 먹기", "T09:00", false},
		{"내일 아침 9시에 엄마한테 전화하라고 알려줘", "엄마한테 전화하기", "T09:00", false},
		{"내일 아침 9시에 엄마한테 전화하라고 알려줘", "엄마에게 전화하기", "", false},
		{"우유 사는 거 잊지 않게 알려줘", "우유 사기", "", false},
		{"금요일에 월세 내라고 알려줘", "월세 내기", "", false},
		{"내일 오후 3시에 회의 있다고 알려줘", "회의", "T15:00", false},
		{"कल सुबह 9 बजे दवा लेने की याद दिलाना", "दवा लेना", "T09:00", false},
		{"मुझे कल सुबह 9 बजे दवा लेने की याद दिलाओ", "दवा लेना", "T09:00", false},
		{"शुक्रवार को किराया देने की याद दिलाना", "किराया देना", "", false},
		{"माँ को फोन करने की याद दिला देना", "माँ को फोन करना", "", false},
		{"약 먹으라고 알려주지 마", "약 먹기", "", true},
		{"엄마가 약 먹으라고 했어", "약 먹기", "", true},
		{"엄마가 약 먹으라고 했다고 알려줘", "약 먹기", "", true},
		{"약 먹는 거 알려줄까?", "약 먹기", "", true},
		{"내일 9시에 약 먹으라고 알려줘", "술 먹기", "", true},
		{"내일 9시에 약 먹으라고 알려줘", "약 먹기", "T10:00", true},
		{"दवा लेने की याद मत दिलाना", "दवा लेना", "", true},
		{"माँ ने दवा लेने को कहा", "दवा लेना", "", true},
		{"कल 9 बजे दवा लेने की याद दिलाना", "दवा बेचना", "", true},
		{"कल 9 बजे दवा लेने की याद दिलाना", "दवा लेना", "T10:00", true},
	} {
		d := open(t)
		args := map[string]string{"title": c.title}
		if c.due != "" {
			args["due"] = d.now.In(d.zone).AddDate(0, 0, 1).Format("2006-01-02") + c.due
		}
		body, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		if r := d.turn("create_task", string(body), said(c.said)); strings.HasPrefix(r.Content, "Created task") == c.waits {
			t.Errorf("%q → create %q %s: %s", c.said, c.title, c.due, r.Content)
		}
	}
}
