package attachment

import (
	"bytes"
	"encoding/json"
)

// Do is what a child does, without one: a child tells no coverage.
func Do(job string, data []byte) (said string, pages, shown int, cut bool, picture []byte, err string) {
	var out bytes.Buffer
	var r result
	if e := runChild(job, bytes.NewReader(data), &out); e != nil {
		return "", 0, 0, false, nil, e.Error()
	}
	if e := json.Unmarshal(out.Bytes(), &r); e != nil {
		return "", 0, 0, false, nil, e.Error()
	}
	return r.Text, r.Pages, r.Shown, r.Cut, r.Picture, r.Error
}

// Formats of Do.
const (
	JobPDF     = jobPDF
	JobDocx    = jobDocx
	JobPicture = jobPicture
)
