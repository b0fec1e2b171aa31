package secretset_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"math/big"
	"math/rand/v2"
	"strings"
)

const (
	digits = "0123456789"
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	base62 = digits + upper + lower
	bech32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
)

// alphabets of the shapes below, by the letter that names them.
var alphabets = map[byte]string{
	'd': digits, 'h': digits + "abcdef", 'H': digits + "ABCDEF", 'l': lower + digits, 'u': upper + digits,
	'a': upper + lower + digits, 'A': upper + lower + digits + "_-", 'b': upper + lower + digits + "+/", '2': upper + "234567", 'L': upper,
}

// randomText returns n letters of the alphabet.
func randomText(random *rand.Rand, alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[random.IntN(len(alphabet))]
	}
	return string(b)
}

// build returns a text of the shape: %a36 stands for 36 letters of the alphabet a, and ~ for
// nothing (it keeps tools that look for keys in source files from finding the prefixes here), but ~~ for ~.
func build(random *rand.Rand, shape string) string {
	var b strings.Builder
	for i := 0; i < len(shape); i++ {
		if shape[i] == '~' {
			if i++; i == len(shape) || shape[i] != '~' {
				i--
				continue
			}
		}
		if shape[i] != '%' {
			b.WriteByte(shape[i])
			continue
		}
		alphabet, n := alphabets[shape[i+1]], 0
		for i += 2; i < len(shape) && shape[i] >= '0' && shape[i] <= '9'; i++ {
			n = 10*n + int(shape[i]-'0')
		}
		i--
		b.WriteString(randomText(random, alphabet, n))
	}
	return b.String()
}

// keyShapes are the published shapes of keys that need no word beside them to be known.
var keyShapes = []string{
	"s~k-proj-%A74T3~BlbkFJ%A74", "s~k-%a20T3~BlbkFJ%a20", "s~k-svcacct-%A58T3~BlbkFJ%A58", "s~k-ant-api03-%A93AA", "s~k-or-v1-%h64",
	"g~sk_%a20WGdyb3FY%a24", "x~ai-%a80", "p~plx-%a48", "h~f_%a34", "r~8_%a37", "l~sv2_pt_%h32_%h10", "n~vapi-%A64",
	"github_~pat_11%u20_%a59", "gl~pat-%A20", "gl~dt-%A20", "glr~t-%A20", "AK~IA%216", "AS~IA%216", "AI~za%A35", "GOC~SPX-%A28", "ya~29.a0%A120",
	"sk_~live_%a24", "sk_~live_51%a97", "rk_~live_%a24", "sk_~test_%a24", "wh~sec_%a32",
	"xo~xb-%d12-%d13-%a24", "xo~xp-%d12-%d12-%d12-%h32", "xa~pp-1-A%u10-%d13-%h64", "%d10:~AA%A33", "S~G.%A22.%A43", "S~K%h32",
	"dckr_~pat_%A27", "do~p_v1_%h64", "shp~at_%h32", "shp~ss_%h32", "sq0~atp-%A22", "sq0~csp-%A43", "lin_~api_%a40", "secret_~%a43", "nt~n_%d11%a35",
	"pat~%a14.%h64", "fi~gd_%A40", "da~pi%h32", "NR~AK-%u27", "ATA~TT3xFfGF0%A171=%H8", "hv~s.%A95", "nf~p_%a36", "sb~p_%h40",
	"PM~AK-%h24-%h34", "pscale_~tkn_%A43", "pu~l-%h40", "ruby~gems_%h48", "EA~ACEdEose0cBA%a80", "dp.~pt.%a43", "dt0~c01.%224.%264",
	"CF~PAT-%A43", "tskey-~auth-%a12CNTRL-%a32", "bk~ua_%h40", "CCI~PAT_%a22_%h40", "%a14.atlas~v1.%A67", "py~pi-AgEIcHlwaS5vcmc%A92",
	"LT~AI5t%a16", "y~0_AgAAAA%A48", "key-~%h32", "%h32-us~12", "glc_~eyJ%a80", "ops_~eyJ%a120", "sl.~B%A130",
	"M%a23.%A6.%A38", "%a3%d1Q~~%A33", "HR~KU-AA%A58", "xkey~sib-%h64-%a16", "shippo_~live_%h40", "EZ~AK%h32%a22", "sk.~eyJ1Ijoi%a60.%A22",
	"sntr~yu_%h64", "sg~p_%h40", "CLO~JARS_%h60", "ai~o_%a28", "rd~me_%h70", "do~o_v1_%h64", "v1.0~-%h24-%h146", "1//~0%A60", "FLWSEC~K-%h32-X",
}

// checkedKeys are keys that end in a checksum of what is before it.
var checkedKeys = []func(*rand.Rand) string{
	func(r *rand.Rand) string { return crcKey(r, pick(r, "gh~p_", "gh~o_", "gh~u_", "gh~s_", "gh~r_")) },
	func(r *rand.Rand) string { return crcKey(r, "np~m_") },
	func(r *rand.Rand) string {
		body := build(r, "gl~sa_%a32")
		return fmt.Sprintf("%s_%08x", body, crc32.ChecksumIEEE([]byte(body)))
	},
	func(r *rand.Rand) string { return ageKey(r) },
	func(r *rand.Rand) string { return base58Check(append([]byte{0x80}, append(randomBytes(r, 32), 1)...)) },
	func(r *rand.Rand) string {
		return base58Check(append([]byte{0x04, 0x88, 0xAD, 0xE4, 0, 0, 0, 0, 0, 0, 0, 0, 0}, append(randomBytes(r, 32), append([]byte{0}, randomBytes(r, 32)...)...)...))
	},
}

// crcKey is GitHub's and npm's way: 30 letters, then their CRC-32 in six letters of base 62.
func crcKey(r *rand.Rand, prefix string) string {
	body := build(r, "%a30")
	sum, tail := crc32.ChecksumIEEE([]byte(body)), ""
	for range 6 {
		tail = string(base62[sum%62]) + tail
		sum /= 62
	}
	return build(r, prefix) + body + tail
}

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func base58Check(body []byte) string {
	first := sha256.Sum256(body)
	second := sha256.Sum256(first[:])
	n, mod, fifty8 := new(big.Int).SetBytes(append(body, second[:4]...)), new(big.Int), big.NewInt(58)
	out := ""
	for n.Sign() > 0 {
		n.DivMod(n, fifty8, mod)
		out = string(base58[mod.Int64()]) + out
	}
	return out
}

// ageKey is a secret key of age: 32 bytes in upper-case Bech32.
func ageKey(r *rand.Rand) string {
	const prefix = "age-secret-" + "key-"
	var values []byte
	acc, bits := 0, 0
	for _, b := range randomBytes(r, 32) {
		acc, bits = acc<<8|int(b), bits+8
		for bits >= 5 {
			bits -= 5
			values = append(values, byte(acc>>bits&31))
		}
		acc &= 1<<bits - 1
	}
	values = append(values, byte(acc<<(5-bits)&31))
	var expanded []byte
	for _, c := range []byte(prefix) {
		expanded = append(expanded, c>>5)
	}
	expanded = append(expanded, 0)
	for _, c := range []byte(prefix) {
		expanded = append(expanded, c&31)
	}
	sum := bech32Sum(append(append(expanded, values...), 0, 0, 0, 0, 0, 0)) ^ 1
	for i := range 6 {
		values = append(values, byte(sum>>(5*(5-i))&31))
	}
	out := prefix + "1"
	for _, v := range values {
		out += string(bech32[v])
	}
	return strings.ToUpper(out)
}

func bech32Sum(values []byte) uint32 {
	sum := uint32(1)
	for _, v := range values {
		top := sum >> 25
		sum = sum&0x1ffffff<<5 ^ uint32(v)
		for i, g := range []uint32{0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3} {
			if top>>i&1 == 1 {
				sum ^= g
			}
		}
	}
	return sum
}

func makeKey(r *rand.Rand, _ string) string {
	if i := r.IntN(len(keyShapes) + len(checkedKeys)); i >= len(keyShapes) {
		return checkedKeys[i-len(keyShapes)](r)
	}
	return build(r, keyShapes[r.IntN(len(keyShapes))])
}

// makeToken returns a key without a shape of its own, as small services have them. Only the
// words around it tell what it is.
func makeToken(r *rand.Rand, _ string) string {
	return build(r, pick(r, "%h32", "%h40", "%a24", "%a32", "%A43", "%a8-%a8-%a8", "%h8-%h4-4%h3-a%h3-%h12", "%b40", "%u20"))
}

func makeJWT(r *rand.Rand, _ string) string {
	part := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	return part(`{"alg":"HS256","typ":"JWT"}`) + "." + part(fmt.Sprintf(`{"sub":"%d","name":"%s"}`, r.IntN(1e9), randomText(r, lower, 7))) + "." + build(r, "%A43")
}

func makePEM(r *rand.Rand, _ string) string {
	name := pick(r, "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "") + "PRIV" + "ATE KEY"
	lines := []string{"-----BEGIN " + name + "-----"}
	for range 3 + r.IntN(4) {
		lines = append(lines, build(r, "%b64"))
	}
	return strings.Join(append(lines, build(r, "%b30")+"==", "-----END "+name+"-----"), "\n")
}

// makeConnection returns an address or a setting of which a part is secret.
func makeConnection(r *rand.Rand, _ string) string {
	secret, name := mark(build(r, pick(r, "%a12", "%a16", "%l9", "%a20"))), pick(r, "app", "root", "admin", "svc_reports", "keeper")
	host := pick(r, "db.internal", "10.0.4.17", "localhost", "cache-1.example.net")
	switch r.IntN(12) {
	case 0:
		return "postgres://" + name + ":" + secret + "@" + host + ":5432/main?sslmode=require"
	case 1:
		return "mysql://" + name + ":" + secret + "@" + host + "/shop"
	case 2:
		return "mongodb+srv://" + name + ":" + secret + "@cluster0.example.net/test"
	case 3:
		return "redis://:" + secret + "@" + host + ":6379/0"
	case 4:
		return "amqp://" + name + ":" + secret + "@" + host + ":5672/vhost"
	case 5:
		return "PGPASS" + "WORD=" + secret + " psql -h " + host + " -U " + name
	case 6:
		return "Server=" + host + ";Database=shop;User Id=" + name + ";Password=" + secret + ";Encrypt=true"
	case 7:
		return "DefaultEndpointsProtocol=https;AccountName=" + name + ";Account" + "Key=" + mark(build(r, "%b86")+"==") + ";EndpointSuffix=core.windows.net"
	case 8:
		return "https://" + name + ":" + secret + "@" + host + "/repo.git"
	case 9:
		return "Authorization: Basic " + mark(base64.StdEncoding.EncodeToString([]byte(name+":"+build(r, "%a14"))))
	case 10:
		return "Authorization: Bearer " + mark(build(r, "%A40"))
	default:
		return "curl -u " + name + ":" + secret + " https://" + host + "/api"
	}
}

func makeWebhook(r *rand.Rand, _ string) string {
	switch r.IntN(4) {
	case 0:
		return "https://hooks.sl" + "ack.com/services/" + mark(build(r, "T%u10/B%u10/%a24"))
	case 1:
		return "https://discord" + ".com/api/web" + "hooks/" + mark(build(r, "%d18/%A68"))
	case 2:
		return "https://example.webhook.off" + "ice.com/webhookb2/" + mark(build(r, "%h8-%h4-4%h3-a%h3-%h12@%h8-%h4-4%h3-b%h3-%h12/IncomingWebhook/%h32/%h8-%h4-4%h3-9%h3-%h12"))
	default:
		return "https://api.tele" + "gram.org/bot" + mark(build(r, "%d10:AA%A33")) + "/sendMessage"
	}
}
