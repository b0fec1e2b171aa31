package command

import (
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/templates"
	"keepsake/usage"
)

// language returns the language in which a person is spoken to.
func (s *Service) language(p people.Person) string {
	return s.Words.Match(p.Languages()...)
}

// Say returns a sentence as Markdown, in the person's language.
func (s *Service) Say(p people.Person, id string, data templates.Data) string {
	return s.Words.Say(s.language(p), id, data)
}

// LimitNotice returns what a person reads whose messages a limit leaves unanswered.
func (s *Service) LimitNotice(p people.Person, over *usage.Exceeded) delivery.Body {
	return delivery.Body{Text: over.Say(s.Words, s.language(p), people.ZoneOf(p, s.Zone), false)}
}
