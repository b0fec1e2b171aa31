package judge

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory/grounds"
)

// The forms of both answers.
var (
	listFormat = &llm.Format{Name: "statements", Schema: json.RawMessage(`{"type":"object","properties":{"statements":{"type":"array","items":` +
		`{"type":"object","properties":{"quote":{"type":"string"},"fact":{"type":"string"}},"required":["quote","fact"],"additionalProperties":false}}},` +
		`"required":["statements"],"additionalProperties":false}`)}
	matchFormat = &llm.Format{Name: "matches", Schema: json.RawMessage(`{"type":"object","properties":{"matches":{"type":"array","items":` +
		`{"type":"object","properties":{"claim":{"type":"integer"},"statements":{"type":"array","items":{"type":"integer"}}},` +
		`"required":["claim","statements"],"additionalProperties":false}}},"required":["matches"],"additionalProperties":false}`)}
)

// readStatements returns what the first answer lists, at most maxStatements. why is what is wrong with it, "" = nothing: an empty list
// is an answer, no list is none.
func readStatements(object json.RawMessage) (stated []grounds.Statement, why string) {
	var a struct {
		Statements []struct {
			Quote string `json:"quote"`
			Fact  string `json:"fact"`
		} `json:"statements"`
	}
	if json.Unmarshal(object, &a) != nil || a.Statements == nil {
		return nil, `"statements" is no list of objects with "quote" and "fact", both strings`
	}
	stated = make([]grounds.Statement, min(len(a.Statements), maxStatements))
	for i := range stated {
		stated[i] = grounds.Statement{Quote: a.Statements[i].Quote, Facts: []string{a.Statements[i].Fact}}
	}
	return stated, ""
}

// match says which statements are a claim. Numbers count from 1.
type match struct {
	Claim      number  `json:"claim"`
	Statements numbers `json:"statements"`
}

// readMatches returns what the second answer matches. One match without a list around it is read as the only one: a claim that it
// does not name is not said. why is what is wrong with the answer, "" = nothing.
func readMatches(object json.RawMessage) (all []match, why string) {
	const wanted = `"matches" is no list of objects with "claim", a number, and "statements", a list of numbers`
	var several struct {
		Matches []match `json:"matches"`
	}
	var one match
	switch {
	case json.Unmarshal(object, &several) != nil:
		return nil, wanted
	case several.Matches != nil:
		return several.Matches, ""
	case json.Unmarshal(object, &one) == nil && one.Claim > 0 && one.Statements != nil:
		return []match{one}, ""
	}
	return nil, wanted
}

// addClaims adds to statements the claims that they are matched with. Numbers that name nothing are dropped.
func addClaims(stated []grounds.Statement, matches []match, claims []Claim) {
	for _, m := range matches {
		if m.Claim < 1 || int(m.Claim) > len(claims) {
			continue
		}
		for _, n := range m.Statements {
			if n >= 1 && int(n) <= len(stated) {
				stated[n-1].Claims = append(stated[n-1].Claims, claims[m.Claim-1].Text)
			}
		}
	}
}

// number is a whole number, also as a string.
type number int

func (n *number) UnmarshalJSON(b []byte) error {
	var quoted string
	if json.Unmarshal(b, &quoted) == nil {
		b = []byte(strings.TrimSpace(quoted))
	}
	v, err := strconv.Atoi(string(b))
	if err != nil {
		return fault.New(fault.Invalid, "no whole number")
	}
	*n = number(v)
	return nil
}

// numbers is a list of numbers, one without a list around it, or null: none.
type numbers []number

func (ns *numbers) UnmarshalJSON(b []byte) error {
	if *ns = (numbers{}); string(b) == "null" {
		return nil
	}
	if bytes.HasPrefix(b, []byte("[")) {
		return json.Unmarshal(b, (*[]number)(ns))
	}
	var n number
	if err := json.Unmarshal(b, &n); err != nil {
		return err
	}
	*ns = numbers{n}
	return nil
}
