package records

import (
	"regexp"
	"strings"
)

// programs are what programs print and what is written in them: a command or a keyword in place of a value, the line of a file, a name of a user
// in its field, a row that is there already.
var programs = []shape{
	{"=", once(`[=:]\s*((?:await|new|typeof|yield|async|return)) `), nil},
	{"#", once(`(?i)\b[a-z-]*(?:color|background|fill|stroke|border|shadow)[a-z-]*: ?(#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8}))\b`), nil},
	{"$(", once(`[=:]\s*"?(\$\([a-z]*)`), nil},
	{":", once(`\b[\w/-]+\.(?:java|kt|js|jsx|mjs|ts|tsx|py|go|rb|rs|php|cs|cpp|c|h|swift|scala|vue):(\d+(?::\d+)?)\b`), nil},
	{"user", once(`(?im)(?:^|[\s"'{,])user(?:_?name)?["']?\s*[:=]\s*["']?([\w.@+-]+)(?:["',}\s]|$)`), nil},
	{"cache", once(`(?i)\bkey:? (\S*cache\S*)`), regexp.MustCompile(`(?i)(?:api|secret|access)`)},
	{"duplicate", once(`(?i)duplicate entry '([^'\n]*)' for key`), nil},
	{"connected to", once(`(?i)\bconnected to (\S+)`), nil},
	{"password", once(`(?i)\bpassword (?:of|for) (?:user )?([a-z][a-z._]*\d{0,4})(?: at| on| by| was| has|,)`), nil},
	{"[sudo]", once(`(?m)^\[sudo\] [^\n:]* ([^\s:]+):`), nil},
	{"[sudo]", once(`(?m)^\[sudo\] [^\n]*:[ \t]*\n([^\s:]+:\d+) `), nil},
	{"passwd: ", once(`(?m)^passwd: ([A-Za-z]+(?: [a-z]+){2,})$`), nil},
	{"pass", once(`(?im)pass(?:word|wort|phrase)[^\n:]*:[ \t]*\n(?:([a-z][\w.-]{1,15}): \w+:? [a-z]+|(sorry), try again)`), nil}, // the program that asked goes on
	{"unlock", once(`(?im)\b(?:un)?lock (?:disk|device|volume|keyring) (\S+):[ \t]*$`), nil},
	{"'s password", once(`(?im)^([\w.@+-]+'s) password:`), nil},
	{"passwd: ", once(`(?im)^passwd: (password)\b`), nil},
	{"has no password", once(`(?i)user '([^'\s]+)' has no password`), nil},
	{"user", once(`(?im)(?:^|[\s{,])(user(?:_?name)?=[\w.@+-]+)(?:[,}\s]|$)`), nil},
	{"pass ", once(`\bpass (?:show|insert|edit|generate|ls|rm|otp) (?:-\w+ )*([\w./@-]+)`), nil},
	{".pem", once(`([\w./-]+\.pem)\b`), nil},
	{"verifying", once(`(?im)^(verifying) - `), nil},
	{"password", once(`(?i)\b(?:label|forgot|title|hint|placeholder|enter|reset|change)[_.-]password["']?\s*[:=]\s*["']?([^\d"'\n]+)(?:["'\n]|$)`), nil}, // what a screen says
	{"where ", once(`(?i)\bwhere (?:user(?:_?name)?|name|login|e?mail|id) *= *'([^'\n]*)'`), nil},
	{"code", once(`(?i)\b(?:zip|post|postal|country|error|exit|status|product|colou?r|area|lang|language|currency|promo|coupon|discount|voucher|item|article|order|tracking|bar|qr|http|response|return|region|state|tax|batch|source|reason|result|dial|dialing|iso|airport|dress|unit|event|fault|station|store|branch|course|department|country_calling)[_ -]?codes?["']?\s*[:=]\s*[\["']*([\w-]{1,12})["']?(?:, *["']?([\w-]{1,12})\b)?`), nil},
	{"codes:\n", once(`(?i)\b(?:zip|post|postal|country|error|exit|status|product|colou?r|area|promo|item|order|http|region|fault|station)[_ -]?codes["']?:\n\s*- ["']?([\w-]{1,12})["']?(?:\n\s*- ["']?([\w-]{1,12})\b)?`), nil},
	{"openssl", once(`\bopenssl rand (-\w+)`), nil},
	{"--password=", once(`--password=((?:name|pass|passwd|password|pw|string|value)\b)`), nil},
	{"chpasswd: ", once(`(?m)^chpasswd: (line \d+)`), nil},
	{"?", once(`/\S*\?((?:step|page|lang|tab|next|ref)=\w{1,8})(?:[ &"]|$)`), nil},
	{"fritz", once(`(?i)\bfritz!?\s?box (?:\w{1,6} )?([3-7]\d{3}\b)`), nil}, // the model
	{"tp-link", once(`(?i:\btp-link)(?: (?:Archer|Deco))? ([A-Z]{1,3}-?\d{2,4}[A-Z]{0,3})\b`), nil},
	{"huawei", once(`(?i:\bhuawei) ([A-Z]{1,3}-?\d{2,4}[A-Z0-9]{0,3})\b`), nil},
	{"netgear", once(`(?i:\bnetgear)(?: Nighthawk| Orbi)? ([A-Z]{1,3}-?\d{2,4}[A-Z]{0,3})\b`), nil},
	{"psk", once(`(?i)\bpsk, *(channel \d+)`), nil},
	{"-", once(`\b(?:sudo|doas|runuser)(?: +-\w+)*? +-\w*u +([\w.-]+)`), nil}, // whom a command is run as
	{"password for", once(`(?im)^changing password for (?:user )?([\w-]+(?:\.[\w-]+)*)`), nil},
	{"gpg: key", once(`gpg: key ([0-9A-Fa-f]+)`), nil},
	{"@", once(`"([^"<\n]{2,40}) ?<[^>\s]+@[^>\s]+>"`), nil},
}

var (
	queries = once(`\b[a-z][a-z0-9+.-]*://[^\s?]*\?([\w.-]+=)`)
	setting = regexp.MustCompile(`^(?:(?:export|set|ENV) )?(?:[A-Z][A-Z0-9_.]*|[a-z][a-z0-9_.]*)(?:=(?:[^=\s]|\s|$)|: )`)
)

// isNextField reports whether a place begins the line behind a setting without a value and is the next setting: "DB_PASSWORD=\nDB_NAME=orders".
func (t *Text) isNextField(from int) bool {
	line := strings.LastIndexByte(t.Low[:from], '\n') + 1
	if strings.TrimSpace(t.Low[line:from]) != "" || line == 0 || !setting.MatchString(t.Plain[from:]) {
		return false
	}
	before := strings.TrimRight(t.Low[:line], " \n")
	return strings.HasSuffix(before, "=") || strings.HasSuffix(before, `""`) || strings.HasSuffix(before, "''")
}
