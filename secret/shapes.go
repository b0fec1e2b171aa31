package secret

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/looks"
)

// shape is a rule of ours: what gitleaks lacks, asks too much of for a chat (it wants a key to look
// random, so that no example is reported), or expects in a file.
type shape struct {
	kind     Kind
	keywords string
	pattern  string
	wide     bool
	accept   func(string) bool
}

// ownShapes returns our rules, looked for where one of their keywords stands. The secret is the first
// group that matched, or the whole.
func ownShapes() []shape {
	return []shape{
		{kind: Key, keywords: "-----begin", wide: true, pattern: `-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?s:.*?)(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)`},
		{kind: Key, keywords: "putty-user-key-file", wide: true, pattern: `PuTTY-User-Key-File-\d(?s:.*?)(?:Private-MAC: \w+|$)`},
		{kind: Token, keywords: "eyj", pattern: `\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{5,}`},
		{kind: Key, keywords: "sk-", pattern: `\bsk-[A-Za-z0-9_-]{16,}`},
		{kind: Key, keywords: "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", pattern: `\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,})`},
		{kind: Key, keywords: "glpat- gldt- glrt- glptt- glft- glsoat- glcbt-", pattern: `\bgl(?:pat|dt|rt|ptt|ft|soat|cbt)-[A-Za-z0-9_-]{18,}`},
		{kind: Key, keywords: "pat", pattern: `\bpat[A-Za-z0-9]{14}\.[a-f0-9]{64}\b`},
		{kind: Key, keywords: "ltai", pattern: `\bLTAI[A-Za-z0-9]{12,26}\b`, accept: looks.HasDigit},
		{kind: Key, keywords: "akia asia abia acca", pattern: `\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b`},
		{kind: Key, keywords: "aiza", pattern: `\bAIza[A-Za-z0-9_-]{35}`},
		{kind: Key, keywords: "gocspx-", pattern: `\bGOCSPX-[A-Za-z0-9_-]{20,}`},
		{kind: Token, keywords: "ya29.", pattern: `\bya29\.[A-Za-z0-9_-]{16,}`},
		{kind: Token, keywords: "1//0", pattern: `\b1//0[A-Za-z0-9_-]{30,}`},
		{kind: Key, keywords: "age-secret-key-", pattern: `AGE-SECRET-KEY-1[A-Z0-9]{30,}`},
		{kind: Key, keywords: "_live_ _test_", pattern: `\b(?:[sr]k|whsec|rzp)_(?:live|test)_[A-Za-z0-9]{10,}`},
		{kind: Key, keywords: "hf_ npm_ gsk_ xai- pypi- dop_v1_ doo_v1_ dor_v1_ shpat_ shpss_ shpca_ shppa_ whsec_ pplx- nvapi- r8_ lin_api_ secret_ ntn_ figd_ pul- dapi tskey- sbp_ rnd_ vercel_ ghcr_ sntrys_ sntryu_ cfat_ fo1_ rubygems_ atatt3 dckr_pat_ napi_ sq0atp- sq0csp- xkeysib- ssh-key- glsa_ nfp_ phx_",
			pattern: `\b(?:hf_|npm_|gsk_|xai-|pypi-|do[opr]_v1_|shp(?:at|ss|ca|pa)_|whsec_|pplx-|nvapi-|r8_|lin_api_|secret_|ntn_|figd_|pul-|dapi|tskey-|sbp_|rnd_|vercel_|ghcr_|sntry[su]_|cfat_|fo1_|rubygems_|ATATT3|dckr_pat_|napi_|sq0(?:atp|csp)-|xkeysib-|ssh-key-|glsa_|nfp_|phx_)[A-Za-z0-9=_+/-]{20,}`, accept: looks.HasDigit},
		{kind: Key, keywords: "sg.", pattern: `\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}`},
		{kind: Token, keywords: "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxc- xoxd- xapp-", pattern: `\b(?:xox[abcdeoprs]|xapp)-[A-Za-z0-9%+/=-]{10,}`},
		{kind: Token, keywords: "bearer", pattern: `(?i:\bbearer)[ :]+(?P<v>[A-Za-z0-9._~+/=-]{20,})`, accept: looks.HasDigit},
		{kind: Password, keywords: "basic", pattern: `(?i:\bbasic)[ :]+([A-Za-z0-9+/_-]{8,}={0,2})`, accept: looks.IsBasicAuth},
		{kind: Password, keywords: "://", pattern: `\b[A-Za-z][A-Za-z0-9+.-]*://[^\s:@/?#]*:([^\s@/?#][^\s@/?#]*)@`, accept: looks.IsNoPlaceholder},
		{kind: Password, keywords: "://", pattern: `\b[A-Za-z][A-Za-z0-9+.-]*://[^\s:@/]*:([^\s@]{3,60})@[A-Za-z0-9_.-]+(?::\d+)?(?:[/?\s,;'")]|$)`, accept: looks.IsNoPlaceholder},
		{kind: Key, keywords: "accountkey sharedaccesskey", pattern: `(?i:\b(?:AccountKey|SharedAccessKey)\s*=\s*)([A-Za-z0-9+/]{20,}={0,2})`},
		{kind: Token, keywords: "sharedaccesssignature sig=", pattern: `(?i:[?&;\s]sig=)([A-Za-z0-9%+/=_-]{20,})`},
		{kind: Password, keywords: "password passwd pgpassword mysql_pwd _pwd _pass pass= pwd= pwd: pass:", pattern: `(?i:\b[A-Z0-9_]*(?:PASSWORD|PASSWD|PASSPHRASE|PWD|PASS)['"]?\s?=\s?)["'` + "`" + `]?([^\s"'` + "`" + `;&,]{3,})`, accept: isAssigned},
		{kind: Key, keywords: "secret token api_key apikey _key accesskey secretkey private_key authtoken", pattern: `(?i:\b[A-Z0-9_-]*(?:SECRET|TOKEN|API_?KEY|ACCESS_?KEY|SECRET_?KEY|PRIVATE_?KEY|_KEY)['"]?\s?(?:=|:)\s?)["'` + "`" + `]?([A-Za-z0-9+/=_.~%!@#$^*-]{8,})`, accept: looks.IsRandomKey},
		{kind: Token, keywords: "token= key= secret= auth= signature= session= sid= jwt= password= passwd= pwd=", pattern: `(?i:[?&#](?:[a-z_]*token|(?:api|access|secret|private|auth|app|service|subscription)?_?key|[a-z_]*secret|auth|signature|session(?:id)?|sid|jwt|password|passwd|pwd)=)([^\s&#"'<>)]{6,})`, accept: looks.IsRandomKey},
		{kind: Password, keywords: "password= passwd= pwd= pass=", pattern: `(?i:[?&](?:password|passwd|pwd|pass)=)([^\s&#"'<>)]{3,})`},
		{kind: Token, keywords: "cookie sessionid phpsessid jsessionid", pattern: `(?i:\b(?:sessionid|phpsessid|jsessionid|session|sid|auth)\s*=\s*)([A-Za-z0-9%._-]{16,})`, accept: looks.HasDigit},
		{kind: Token, keywords: "hooks.slack.com", pattern: `hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/_-]{20,})`},
		{kind: Token, keywords: "/api/webhooks/", pattern: `/api/webhooks/(\d{15,21}/[A-Za-z0-9_-]{20,})`},
		{kind: Token, keywords: ".webhook.office.com", pattern: `webhook\.office\.com/(webhookb2/\S{40,})`},
		{kind: Token, keywords: "api.telegram.org", pattern: `api\.telegram\.org/(?:file/)?bot([0-9]+:[A-Za-z0-9_-]{30,})`},
		{kind: Password, keywords: "wifi:", pattern: `(?i:\bWIFI:)\S*?(?i:P:)([^;\s]{3,});`},
		{kind: Key, keywords: "otpauth://", pattern: `otpauth://\S*?(?i:secret=)([A-Za-z2-7]{8,})`},
		{kind: Key, keywords: "xprv yprv zprv tprv", pattern: `\b[xyzt]prv[A-Za-z0-9]{80,}`},
		{kind: Password, keywords: "mysql mysqldump", pattern: `\bmysql(?:dump|admin)?\b[^\n]{0,80}?\s-p([^\s'"]{3,})`},
		{kind: Password, keywords: "sshpass", pattern: `\bsshpass\s+-p\s*['"]?([^\s'"]{3,})`},
		{kind: Password, keywords: "--password --pass --passphrase", pattern: `--pass(?:word|phrase)?[= ]['"]?([^\s'"-][^\s'"]{2,})`},
		{kind: Password, keywords: "curl wget http", pattern: `\b(?:curl|wget)\b[^\n]{0,120}?\s(?:-u|--user)[ =]?['"]?[^\s:'"]+:([^\s'"]{3,})`},
		{kind: Password, keywords: "login: login creds credentials zugangsdaten zugang: user: username benutzer: логин доступ: логін usuario: utilisateur identifiants credenziali", pattern: `(?i:(?:\blogins?|\bcreds|credentials|zugangsdaten|zugang|\buser(?:name)?|benutzer|логин|доступ|логін|usuario|utilisateur|identifiants|credenziali))\s*(?:is|are|ist|lautet|:|=|—|-)?\s*[\w.@+-]{2,40}\s*[/|:]\s*([^\s,;/]{4,})`, accept: looks.IsRandom},
		{kind: Code, keywords: "verif confirm authent log␣in sign␣in login bestätig anmeld connex connect acces iniciar подтвер войти вход", pattern: `(?i:\b(?:use|enter|type|gib|geben sie|introduce|entrez|saisissez|inserisci|introduza|voer|ange|wpisz|zadejte|введите|введіть))\s+(?:(?i:the|den|el|le|il|o|de|code|код|código|codice|kod|kód)\s+){0,3}(G-\d{4,8}|\d{3}[ -]\d{3,4}|\d{4,8})\b[^.\n]{0,60}(?:verif|confirm|authent|log|sign|best.?tig|anmeld|connex|connect|acces|iniciar|подтвер|войти|вход)`},
		{kind: Code, keywords: "g-0 g-1 g-2 g-3 g-4 g-5 g-6 g-7 g-8 g-9", pattern: `\bG-\d{6}\b`},
	}
}

// isAssigned accepts what is given to a variable or a field, "DB_PASSWORD=x", unless it is no value.
func isAssigned(v string) bool {
	return !looks.IsPlaceholder(v) && (looks.IsRandom(v) || !isStop(v))
}

// How far from its keyword a rule looks, in bytes.
const (
	windowBefore = 120
	windowAfter  = 900
)

// findShapes runs the rules whose keywords were found, each near its keywords.
func (v *view) findShapes(hits []hit, add func(from, to int, kind Kind)) {
	w := tables()
	done := make(map[int]int) // rule to the end of what it has looked at
	for _, h := range hits {
		if h.rule < 0 {
			continue
		}
		r := w.rules[h.rule]
		from, to := max(0, h.at-windowBefore), min(len(v.plain), h.at+windowAfter)
		if r.wide {
			from, to = h.at, len(v.plain)
		}
		if end, ok := done[h.rule]; ok {
			if h.at+len(h.text) < end-windowAfter/2 || end == len(v.plain) {
				continue
			}
			from = max(from, h.at-windowBefore)
		}
		done[h.rule] = to
		for from > 0 && !utf8.RuneStart(v.plain[from]) {
			from--
		}
		for to < len(v.plain) && !utf8.RuneStart(v.plain[to]) {
			to++
		}
		v.runRule(r, from, to, add)
	}
}

// runRule adds what a rule finds between two places.
func (v *view) runRule(r *rule, from, to int, add func(from, to int, kind Kind)) {
	for _, m := range r.expression().FindAllStringSubmatchIndex(v.plain[from:to], -1) {
		g := r.group
		if g == 0 {
			for i := 1; i < len(m)/2; i++ {
				if m[2*i] >= 0 {
					g = i
					break
				}
			}
		}
		start, end := from+m[2*g], from+m[2*g+1]
		if g > 0 && r.kind == Key && looks.IsPublicName(v.low[from+m[0]:start]) {
			continue
		}
		value := strings.TrimRight(v.plain[start:end], ".,;!?)]}'\"")
		if value == "" || strings.HasPrefix(value, "•") || r.entropy > 0 && looks.Entropy(value) <= r.entropy || r.accept != nil && !r.accept(value) {
			continue
		}
		add(start, start+len(value), r.kind)
	}
}
