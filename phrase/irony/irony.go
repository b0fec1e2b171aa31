// Package irony tells what somebody says in mockery, of which the opposite is meant: "Sure, and I'm the Queen of Denmark".
//
// It knows wordings of many languages and is pure. Start reading at IsMockery, its only function.
package irony

import "regexp"

// mockery finds an agreement that is none: "Sure, and I'm the Queen of Denmark", and what somebody rolls their eyes at.
var mockery = regexp.MustCompile(`(?i)^\s*(?:sì|sí|yes|ja|oui|да|так|tak|sim|evet),? (?:certo|claro|sure|klar|bien sûr|конечно|звісно|jasne|tabii)\b.*[😂🤣]\PL*$|` +
	`^\s*had(?:den)? (?:ik|we|wij) (?:\S+ ){0,4}(?:maar|toch|nou)\b|,\s*(?:ja klar|yeah right|yeah sure|mais oui|claro que sí|sì certo),? (?:and|und|et|y|e) |(?:だ|な)?なんて誰が|🙄\PL*(?:kill me(?: now)?)?\PL*$|` +
	`^\s*(?:oh|ah|ach|ay|о|ой),? ?(?:yeah|yes|sure|great|ouais|oui|super|ja klar|ja toll|na toll|claro|sí|certo|sì|ja hoor|tak|jasne|да|ну да|так|tabii)[,!]? (?:i |je |j['’]|ich |ik |я )?(?:just |so )?(?:love|adore|liebe|encanta|adoro|uwielbiam|обожаю|обожнюю|dol op|bayılıyorum)\b|` +
	`^\s*(?:lol|lmao|rofl|(?:ha){2,}h?|pff+t?|ugh|mdr|ptdr|(?:ja){2,}|kk+|rsrs|(?:ах|ха){2,}\pL*|xd)[\s,.!]*(?:oh |ach |ah )?(?:(?:yeah|yea|yes|ja|oui|sí|sì|sim|да|так|tak|evet)[,]? )?(?:sure|right|totally|of course|klar|genau|sicher|na klar|bien sûr|c['’]est ça|claro|cómo no|certo|come no|com certeza|конечно|ага|ну да|звісно|аякже|jasne|pewnie|tabii)[,.!]+\s*\pL|` +
	`^\s*(?:sure|yeah|right|oh yes|ага|ja,? klar|klar|na klar|claro|bien sûr|certo|ну да|да конечно|конечно),? (?:and|und|y|et|e|и|а)(?: ещё)? (?:i['’ ]?a?m|ich bin|soy|je suis|sono|sou|я)\b|` +
	`[\s,](?:i['’ ]?a?m|ich bin|soy|je suis|sono|eu sou|jestem|ik ben|я) (?:the pope|der papst|der kaiser von china|el papa de roma|le pape|il papa|o papa|papieżem|de paus|папа римский|папа римський)\PL*$`)

// IsMockery reports whether a sentence says something absurd to deny something.
func IsMockery(s string) bool { return mockery.MatchString(s) }
