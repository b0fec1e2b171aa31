// Package shapes has the shapes of keys, tokens and passwords that we know beside those of gitleaks: what gitleaks
// lacks, asks too much of for a chat, or expects in a file. It is a table; package secret runs it.
//
// Start reading at All, our own shapes; Rules adds those of gitleaks.
package shapes

import "keepsake/secret/looks"

// Shape is a rule: what gitleaks lacks, asks too much of for a chat (it wants a key to look
// random, so that no example is reported), or expects in a file.
type Shape struct {
	Kind     string // a Kind of package secret
	Keywords string // one of them stands near; "␣" is a space within one
	Pattern  string
	Wide     bool // looks at the whole text, not only near the keyword
	Accept   func(value string) bool
}

// All returns the rules, looked for where one of their keywords stands. The secret is the first
// group that matched, or the whole. isStop reports whether a word goes on a sentence about a password.
func All(isStop func(low string) bool) []Shape {
	isAssigned := func(v string) bool { return !looks.IsPlaceholder(v) && (looks.IsRandom(v) || !isStop(v)) }
	isMadeUp := func(v string) bool { return looks.HasLetter(v) && looks.IsRandom(v) && !looks.IsPlaceholder(v) }
	return append([]Shape{
		{Kind: "key", Keywords: "-----begin", Wide: true, Pattern: `-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?s:.*?)(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)`},
		{Kind: "key", Keywords: "putty-user-key-file", Wide: true, Pattern: `PuTTY-User-Key-File-\d(?s:.*?)(?:Private-MAC: \w+|$)`},
		{Kind: "token", Keywords: "eyj", Pattern: `\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{5,}`},
		{Kind: "key", Keywords: "sk-", Pattern: `\bsk-[A-Za-z0-9_-]{16,}`},
		{Kind: "key", Keywords: "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", Pattern: `\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,})`},
		{Kind: "key", Keywords: "glpat- gldt- glrt- glptt- glft- glsoat- glcbt-", Pattern: `\bgl(?:pat|dt|rt|ptt|ft|soat|cbt)-[A-Za-z0-9_-]{18,}`},
		{Kind: "key", Keywords: "pat", Pattern: `\bpat[A-Za-z0-9]{14}\.[a-f0-9]{64}\b`},
		{Kind: "key", Keywords: "ltai", Pattern: `\bLTAI[A-Za-z0-9]{12,26}\b`, Accept: looks.HasDigit},
		{Kind: "key", Keywords: "akia asia abia acca", Pattern: `\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b`},
		{Kind: "key", Keywords: "aiza", Pattern: `\bAIza[A-Za-z0-9_-]{35}`},
		{Kind: "key", Keywords: "gocspx-", Pattern: `\bGOCSPX-[A-Za-z0-9_-]{20,}`},
		{Kind: "token", Keywords: "ya29.", Pattern: `\bya29\.[A-Za-z0-9_-]{16,}`},
		{Kind: "token", Keywords: "1//0", Pattern: `\b1//0[A-Za-z0-9_-]{30,}`},
		{Kind: "key", Keywords: "age-secret-key-", Pattern: `AGE-SECRET-KEY-1[A-Z0-9]{30,}`},
		{Kind: "key", Keywords: "_live_ _test_", Pattern: `\b(?:[sr]k|whsec|rzp)_(?:live|test)_[A-Za-z0-9]{10,}`},
		{Kind: "key", Keywords: "hf_ npm_ gsk_ xai- pypi- dop_v1_ doo_v1_ dor_v1_ shpat_ shpss_ shpca_ shppa_ whsec_ pplx- nvapi- r8_ lin_api_ secret_ ntn_ figd_ pul- dapi tskey- sbp_ rnd_ vercel_ ghcr_ sntrys_ sntryu_ cfat_ fo1_ rubygems_ atatt3 dckr_pat_ napi_ sq0atp- sq0csp- xkeysib- ssh-key- glsa_ nfp_ phx_",
			Pattern: `\b(?:hf_|npm_|gsk_|xai-|pypi-|do[opr]_v1_|shp(?:at|ss|ca|pa)_|whsec_|pplx-|nvapi-|r8_|lin_api_|secret_|ntn_|figd_|pul-|dapi|tskey-|sbp_|rnd_|vercel_|ghcr_|sntry[su]_|cfat_|fo1_|rubygems_|ATATT3|dckr_pat_|napi_|sq0(?:atp|csp)-|xkeysib-|ssh-key-|glsa_|nfp_|phx_)[A-Za-z0-9=_+/-]{20,}`, Accept: looks.HasDigit},
		{Kind: "key", Keywords: "lsv2_", Pattern: `\blsv2_(?:pt|sk)_[A-Za-z0-9_]{20,}`},
		{Kind: "key", Keywords: "sk.eyj", Pattern: `\bsk\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{10,}`},
		{Kind: "key", Keywords: "sl.a sl.b sl.c sl.u", Pattern: `\bsl\.[A-Za-z0-9_-]{60,}`, Accept: looks.HasDigit},
		{Kind: "key", Keywords: "-us1 -us2 -us3 -us4 -us5 -us6 -us7 -us8 -us9", Pattern: `\b[0-9a-f]{32}-us\d{1,2}\b`},
		{Kind: "key", Keywords: "key-0 key-1 key-2 key-3 key-4 key-5 key-6 key-7 key-8 key-9 key-a key-b key-c key-d key-e key-f flwseck", Pattern: `(?i)\b(?:[a-z]*key|flwseck(?:_test)?)-[0-9a-f]{24,64}(?:-x)?\b`},
		{Kind: "password", Keywords: "requirepass masterauth", Pattern: `\b(?:requirepass|masterauth)\s+"?([^\s"]{3,})`, Accept: isAssigned},
		{Kind: "key", Keywords: "sg.", Pattern: `\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}`},
		{Kind: "token", Keywords: "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxc- xoxd- xapp-", Pattern: `\b(?:xox[abcdeoprs]|xapp)-[A-Za-z0-9%+/=-]{10,}`},
		{Kind: "token", Keywords: "bearer", Pattern: `(?i:\bbearer)[ :]+(?P<v>[A-Za-z0-9._~+/=-]{20,})`, Accept: looks.HasDigit},
		{Kind: "password", Keywords: "basic", Pattern: `(?i:\bbasic)[ :]+([A-Za-z0-9+/_-]{8,}={0,2})`, Accept: looks.IsBasicAuth},
		{Kind: "password", Keywords: "://", Pattern: `\b[A-Za-z][A-Za-z0-9+.-]*://[^\s:@/?#]*:([^\s@/?#][^\s@/?#]*)@`, Accept: looks.IsNoPlaceholder},
		{Kind: "password", Keywords: "://", Pattern: `\b[A-Za-z][A-Za-z0-9+.-]*://[^\s:@/]*:([^\s@]{3,60})@[A-Za-z0-9_.-]+(?::\d+)?(?:[/?\s,;'")]|$)`, Accept: looks.IsNoPlaceholder},
		{Kind: "key", Keywords: "accountkey sharedaccesskey", Pattern: `(?i:\b(?:AccountKey|SharedAccessKey)\s*=\s*)([A-Za-z0-9+/]{20,}={0,2})`},
		{Kind: "token", Keywords: "sharedaccesssignature sig=", Pattern: `(?i:[?&;\s]sig=)([A-Za-z0-9%+/=_-]{20,})`},
		{Kind: "password", Keywords: "password passwd pgpassword mysql_pwd _pwd _pass pass= pwd= pwd: pass:", Pattern: `(?i:\b[A-Z0-9_]*(?:PASSWORD|PASSWD|PASSPHRASE|PWD|PASS)['"]?\s?=\s?)["'` + "`" + `]?([^\s"'` + "`" + `;&,]{3,})`, Accept: isAssigned},
		{Kind: "key", Keywords: "secret token api_key apikey _key accesskey secretkey private_key authtoken", Pattern: `(?i:\b[A-Z0-9_-]*(?:SECRET|TOKEN|API_?KEY|ACCESS_?KEY|SECRET_?KEY|PRIVATE_?KEY|_KEY)['"]?\s?(?:=|:)\s?)["'` + "`" + `]?([A-Za-z0-9+/=_.~%!@#$^*-]{8,})`, Accept: looks.IsRandomKey},
		{Kind: "token", Keywords: "token= key= secret= auth= signature= session= sid= jwt= password= passwd= pwd=", Pattern: `(?i:[?&#](?:[a-z_]*token|(?:api|access|secret|private|auth|app|service|subscription)?_?key|[a-z_]*secret|auth|signature|session(?:id)?|sid|jwt|password|passwd|pwd)=)([^\s&#"'<>)]{6,})`, Accept: looks.IsRandomKey},
		{Kind: "password", Keywords: "password= passwd= pwd= pass=", Pattern: `(?i:[?&](?:password|passwd|pwd|pass)=)([^\s&#"'<>)]{3,})`},
		{Kind: "token", Keywords: "cookie sessionid phpsessid jsessionid", Pattern: `(?i:\b(?:sessionid|phpsessid|jsessionid|session|sid|auth)\s*=\s*)([A-Za-z0-9%._-]{16,})`, Accept: looks.HasDigit},
		{Kind: "token", Keywords: "hooks.slack.com", Pattern: `hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/_-]{20,})`},
		{Kind: "token", Keywords: "/api/webhooks/", Pattern: `/api/webhooks/(\d{15,21}/[A-Za-z0-9_-]{20,})`},
		{Kind: "token", Keywords: ".webhook.office.com", Pattern: `webhook\.office\.com/(webhookb2/\S{40,})`},
		{Kind: "token", Keywords: "api.telegram.org", Pattern: `api\.telegram\.org/(?:file/)?bot([0-9]+:[A-Za-z0-9_-]{30,})`},
		{Kind: "password", Keywords: "wifi:", Pattern: `(?i:\bWIFI:)\S*?(?i:P:)([^;\s]{3,});`},
		{Kind: "key", Keywords: "otpauth://", Pattern: `otpauth://\S*?(?i:secret=)([A-Za-z2-7]{8,})`},
		{Kind: "key", Keywords: "totp otp mfa 2fa authenticator", Pattern: `(?i:(?:totp|otp|mfa|2fa|authenticator)[\w-]{0,16}["']?\s?[=:]\s?["']?)([A-Z2-7]{16,64})\b`},
		{Kind: "key", Keywords: "bitlocker", Pattern: `\b(\d{6}(?:-\d{6}){7})\b`},
		{Kind: "key", Keywords: "xprv yprv zprv tprv", Pattern: `\b[xyzt]prv[A-Za-z0-9]{80,}`},
		{Kind: "password", Keywords: "mysql mysqldump", Pattern: `\bmysql(?:dump|admin)?\b[^\n]{0,80}?\s-p['"]?([^\s'"]{3,})`},
		{Kind: "password", Keywords: "identified␣by", Pattern: `(?i:\bidentified by\s+)['"]([^'"\n]{3,})['"]`},
		{Kind: "password", Keywords: "redis-cli mongo docker podman", Pattern: `\b(?:redis-cli|mongosh?|mongodump|docker|podman)\b[^\n]{0,80}?\s-[ap]\s?([^\s'":/]{3,})`, Accept: isMadeUp},
		{Kind: "password", Keywords: "7z unzip unrar rar␣", Pattern: `\b(?:7za?|unzip|zip|rar|unrar)\b[^\n]{0,60}?\s-[pP]\s?([^\s'"]{3,})`, Accept: isMadeUp},
		{Kind: "password", Keywords: ":5432: :3306:", Pattern: `:(?:5432|3306):[^\s:]+:[^\s:]+:([^\s:]{3,})`, Accept: isMadeUp},
		{Kind: "password", Keywords: "smbclient cifs", Pattern: `\s-U\s?[^\s%]+%([^\s'"]{3,})`},
		{Kind: "password", Keywords: "sudo␣-s", Pattern: `\becho\s+['"]?([^\s'"|]{3,})['"]?\s*\|\s*sudo -S`},
		{Kind: "password", Keywords: "/user:", Pattern: `/user:\S+\s+([^\s'"]{3,})`, Accept: isMadeUp},
		{Kind: "key", Keywords: "key priv signer secret", Pattern: `(?i:\b[a-z0-9_-]{0,24}(?:key|priv|signer|secret)[a-z0-9_-]{0,12}["']?\s{0,2}(?:is|:|=|=>)?\s{0,2}["']?)((?:0x)?[0-9a-fA-F]{64})\b`},
		{Kind: "password", Keywords: "sshpass", Pattern: `\bsshpass\s+-p\s*['"]?([^\s'"]{3,})`},
		{Kind: "password", Keywords: "--password --pass --passphrase", Pattern: `--pass(?:word|phrase)?[= ]['"]?([^\s'"-][^\s'"]{2,})`},
		{Kind: "password", Keywords: "curl wget http", Pattern: `\b(?:curl|wget)\b[^\n]{0,120}?\s(?:-u|--user)[ =]?['"]?[^\s:'"]+:([^\s'"]{3,})`},
		{Kind: "password", Keywords: "login: login creds credentials zugangsdaten zugang: user: username benutzer: логин доступ: логін usuario: utilisateur identifiants credenziali", Pattern: `(?i:(?:\blogins?|\bcreds|credentials|zugangsdaten|zugang|\buser(?:name)?|benutzer|логин|доступ|логін|usuario|utilisateur|identifiants|credenziali))\s*(?:is|are|ist|lautet|:|=|—|-)?\s*[\w.@+-]{2,40}\s*[/|:]\s*([^\s,;/]{4,})`, Accept: looks.IsRandom},
		{Kind: "code", Keywords: "verif confirm authent log␣in sign␣in login bestätig anmeld connex connect acces iniciar подтвер войти вход", Pattern: `(?i:\b(?:use|enter|type|gib|geben sie|introduce|entrez|saisissez|inserisci|introduza|voer|ange|wpisz|zadejte|введите|введіть))\s+(?:(?i:the|den|el|le|il|o|de|code|код|código|codice|kod|kód)\s+){0,3}(G-\d{4,8}|\d{3}[ -]\d{3,4}|\d{4,8})\b[^.\n]{0,60}(?:verif|confirm|authent|log|sign|best.?tig|anmeld|connex|connect|acces|iniciar|подтвер|войти|вход)`},
		{Kind: "code", Keywords: "g-0 g-1 g-2 g-3 g-4 g-5 g-6 g-7 g-8 g-9", Pattern: `\bG-\d{6}\b`},
	}, more()...)
}

// more returns the rules for command lines, headers and settings of single programs.
func more() []Shape {
	isMadeUp := func(v string) bool { return looks.HasLetter(v) && looks.IsRandom(v) && !looks.IsPlaceholder(v) }
	return []Shape{
		{Kind: "key", Keywords: "nrak-", Pattern: `\bNRAK-[A-Z0-9]{27}\b`},
		{Kind: "key", Keywords: "base64:", Pattern: `(?i:key['"]?\s?[=:]\s?['"]?base64:)([A-Za-z0-9+/=_-]{16,})`},
		{Kind: "key", Keywords: "hmac csrf api: auth: secret_key_base", Pattern: `(?i:\b(?:hmac|x?csrf|api|auth|secret_key_base)(?:[_-][a-z]+)?["']?\s?[=:]\s?["']?)([A-Za-z0-9+/=_-]{16,})`, Accept: looks.IsRandomKey},
		{Kind: "key", Keywords: "api", Pattern: `(?i:\bapi )([A-Za-z0-9_-]{20,})\b`, Accept: looks.IsStrongKey},
		{Kind: "key", Keywords: "root: admin:", Pattern: `(?m:^\s*(?:root|admin)\s?:\s?)(\S{6,})\s*$`, Accept: looks.IsUnnamedPassword},
		{Kind: "key", Keywords: "pat sk cred auth token", Pattern: `(?i:(?:^|[\s"'{(;,%_])(?:[a-z]+_)?(?:pat|sk|creds?|credentials?|auth|authorization|token)["'%]?\s?[=:]\s?["']?)([A-Za-z0-9+/_-]{16,}={0,2})`, Accept: looks.IsRandomKey},
		{Kind: "key", Keywords: "wallet eth btc seed sol", Pattern: `(?i:\b(?:wallet|eth|btc|sol|seed)["']?\s?[=:]\s?["']?)((?:0x)?[0-9a-fA-F]{64})\b`},
		{Kind: "token", Keywords: "://", Pattern: `\bhttps?://([A-Za-z0-9_-]{16,})@[A-Za-z0-9.-]+`, Accept: looks.IsRandomKey},
		{Kind: "password", Keywords: "--user auth= ␣-u", Pattern: `(?:--user|-u|\bauth=)[= ]?['"]?[A-Za-z][\w.-]{1,40}:([^\s'"]{6,})`, Accept: isMadeUp},
		{Kind: "key", Keywords: "login", Pattern: `\b(?:vault|terraform|heroku|az|gcloud|fly|docker|npm|bot)[ .](?:login|auth)[^\n"']{0,24}?[ (]["']?(?:-p |--token |--with-token )?([A-Za-z0-9+/_-]{16,})`, Accept: looks.IsRandomKey},
		{Kind: "key", Keywords: "--password-stdin", Pattern: `\becho\s+['"]?([^\s'"|]{6,})['"]?\s*\|[^\n]*--password-stdin`, Wide: true},
		{Kind: "key", Keywords: "-key-data key_data", Pattern: `(?i:key[-_]data["']?\s?[=:]\s?["']?)([A-Za-z0-9+/=_-]{16,})`},
		{Kind: "key", Keywords: "pk deployer accounts aes nsec signer master", Pattern: `(?i:\b(?:pk|deployer|accounts|aes|nsec|signer|master)["']?\s?[=:]?\s?\[?["']?)((?:0x)?[0-9a-fA-F]{64})\b`},
		{Kind: "password", Keywords: "-storepass -keypass -srcstorepass", Pattern: `-(?:src|dest)?(?:store|key)pass[= ]['"]?([^\s'"]{4,})`},
		{Kind: "password", Keywords: "mosquitto ldap zip␣ mongo useradd", Pattern: `\b(?:mosquitto_\w+|ldap\w+|zip|mongo\w*|useradd)\b[^\n]{0,60}?\s-[Ppw]\s?['"]?([^\s'"]{6,})`, Accept: isMadeUp},
		{Kind: "password", Keywords: "chpasswd", Pattern: `['"]?\b[a-z][\w-]{1,30}:([^\s'"|]{4,})['"]?[^\n]*chpasswd|chpasswd[^\n]*?['"][a-z][\w-]{1,30}:([^\s'"]{4,})`, Wide: true},
		{Kind: "password", Keywords: "nickserv community␣ net␣user obscure", Pattern: `(?i:\b(?:nickserv identify|snmp-server community|net user \w+|rclone obscure)\s+)([^\s'"]{6,})`, Accept: isMadeUp},
		{Kind: "password", Keywords: "-user basic -u", Pattern: `(?:--?(?:proxy-)?user|\bBasic|-U)[= ]['"]?[A-Za-z][\w.-]{1,40}:([^\s'"]{6,})`, Accept: isMadeUp},
		{Kind: "password", Keywords: "login( auth( auth=( connect(", Pattern: `\b(?:login|auth|connect)=?\(\s?["'][^"'\n]{1,60}["'],\s?["']([^"'\n]{6,})["']`, Accept: isMadeUp},
		{Kind: "token", Keywords: "cookie", Pattern: `(?i:\bcookie:\s)(?:[^\n;=]+=[^\n;=]{0,15};\s)*[^\s;=]+=([A-Za-z0-9%+/._-]{16,})`, Accept: looks.HasDigit},
		{Kind: "token", Keywords: "csrf authenticity", Pattern: `(?i:(?:csrf|authenticity)[\w-]*["'\]]?\s?(?:content|value)?\s?[=:]\s?["']?)([A-Za-z0-9+/=_-]{16,})`, Accept: looks.IsRandomKey},
		{Kind: "token", Keywords: "curl http", Pattern: `(?:\s-u|--user)[ =]['"]?([A-Za-z0-9_-]{16,}):(?:['"\s]|$)`, Accept: looks.IsRandomKey},
		{Kind: "token", Keywords: "authorization", Pattern: `(?i:\bauthorization["']?\s?[:=]\s?["']?(?:[a-z-]+\s)?(?:token=)?["']?)([A-Za-z0-9._~+/=-]{16,})`, Accept: looks.HasDigit},
		{Kind: "token", Keywords: "signature sig= hmac-", Pattern: `(?i:\b(?:oauth_)?signature=["']?|\bhmac-[a-z0-9]+[=:]\s?)([A-Za-z0-9%+/=_-]{16,})`, Accept: looks.IsRandomKey},
		{Kind: "key", Keywords: "openssl", Pattern: `\bopenssl\b[^\n]{0,80}?\s-(?:k|pass|passin|passout)\s(?:pass:)?([^\s'"]{6,})`, Accept: isMadeUp},
		{Kind: "key", Keywords: "value: value=", Pattern: `(?i:\b(?:name|key)\s?[:=]\s?["']?[a-z0-9_-]*(?:token|secret|key|password)["']?[\s,;]+["']?value["']?\s?[:=]\s?["']?)([^\s"']{8,})`, Accept: looks.IsRandom, Wide: true},
	}
}
