package miniapp_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"keepsake/page/miniapp"
)

const token = "123456:AAF-token-of-this-bot"

var now = time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)

// signed returns what Telegram would send, as its documents say it is made.
func signed(token string, fields map[string]string) url.Values {
	out := url.Values{}
	var lines []string
	for k, v := range fields {
		out.Set(k, v)
		lines = append(lines, k+"="+v)
	}
	slices.Sort(lines)
	mac := func(key []byte, s string) []byte {
		h := hmac.New(sha256.New, key)
		h.Write([]byte(s))
		return h.Sum(nil)
	}
	out.Set("hash", hex.EncodeToString(mac(mac([]byte("WebAppData"), token), strings.Join(lines, "\n"))))
	return out
}

func fieldsAt(at time.Time) map[string]string {
	return map[string]string{
		"query_id": "AAHdF6IQAAAAAN0XohDhrOrc", "auth_date": strconv.FormatInt(at.Unix(), 10), "signature": "c2lnbmF0dXJl",
		"user": `{"id":1001,"first_name":"Ann & <b>Bee</b>","last_name":"","username":"ann","language_code":"de","allows_write_to_pm":true}`,
	}
}

// The way of signing is the one of Telegram's documents: a value that was computed apart from this code.
func TestMiniAppTakesWhatTelegramSigned(t *testing.T) {
	for _, at := range []time.Time{now, now.Add(-miniapp.MaxAge), now.Add(30 * time.Second)} {
		got, err := miniapp.Check(signed(token, fieldsAt(at)).Encode(), token, now)
		if err != nil || got.User != 1001 || got.Language != "de" || !got.At.Equal(at) || len(got.Proof) != 64 {
			t.Errorf("at %v: %+v, %v", at, got, err)
		}
	}
	fields := fieldsAt(now)
	delete(fields, "signature") // older clients send none
	if _, err := miniapp.Check(signed(token, fields).Encode(), token, now); err != nil {
		t.Error(err)
	}
}

// A59: what was forged, changed, is old or was signed for another bot does not pass.
func TestMiniAppRefuses(t *testing.T) {
	good := func() url.Values { return signed(token, fieldsAt(now)) }
	cases := map[string]string{}
	put := func(name string, v url.Values) { cases[name] = v.Encode() }
	// Signed rightly, and yet not to be taken.
	for name, change := range map[string]map[string]string{
		"old by a second": {"auth_date": strconv.FormatInt(now.Add(-miniapp.MaxAge-time.Second).Unix(), 10)},
		"a day old":       {"auth_date": strconv.FormatInt(now.AddDate(0, 0, -1).Unix(), 10)},
		"of 1970":         {"auth_date": "0"}, "before 1970": {"auth_date": "-1"},
		"of the future":  {"auth_date": strconv.FormatInt(now.Add(2*time.Minute).Unix(), 10)},
		"far future":     {"auth_date": "9223372036854775807"},
		"no number":      {"auth_date": "now"},
		"too big":        {"auth_date": "99999999999999999999"},
		"a fraction":     {"auth_date": strconv.FormatInt(now.Unix(), 10) + ".5"},
		"empty date":     {"auth_date": ""},
		"user 0":         {"user": `{"id":0}`},
		"user below 0":   {"user": `{"id":-100}`},
		"user no number": {"user": `{"id":"1001"}`},
		"user a list":    {"user": `[{"id":1001}]`},
		"user null":      {"user": `null`},
		"user empty":     {"user": ``},
		"user cut off":   {"user": `{"id":1001`},
		"user twice":     {"user": `{"id":1001}{"id":1002}`},
		"user too big":   {"user": `{"id":99999999999999999999}`},
		"user a bot":     {"user": `{"id":1001,"is_bot":true}`},
		"user 1.5":       {"user": `{"id":1.5}`},
	} {
		fields := fieldsAt(now)
		for k, v := range change {
			fields[k] = v
		}
		put(name, signed(token, fields))
	}
	for _, missing := range []string{"auth_date", "user"} {
		fields := fieldsAt(now)
		delete(fields, missing)
		put("without "+missing, signed(token, fields))
	}
	// Signed by others.
	for _, other := range []string{"", "654321:AAF-token-of-this-bot", token + " ", strings.ToLower(token), "WebAppData"} {
		put(fmt.Sprintf("of another bot %q", other), signed(other, fieldsAt(now)))
	}
	// Changed after it was signed.
	for name, change := range map[string][2]string{
		"another user": {"user", `{"id":1002}`}, "a later date": {"auth_date", strconv.FormatInt(now.Add(time.Second).Unix(), 10)},
		"another query": {"query_id", "x"}, "a field more": {"start_param", "x"}, "an empty field more": {"chat_type", ""},
		"no hash": {"hash", ""}, "a short hash": {"hash", good().Get("hash")[:62]}, "no hex": {"hash", strings.Repeat("z", 64)},
		"hash of zeros": {"hash", strings.Repeat("0", 64)}, "hash and more": {"hash", good().Get("hash") + "00"},
		"blank in hash": {"hash", " " + good().Get("hash")},
	} {
		v := good()
		v.Set(change[0], change[1])
		put(name, v)
	}
	for _, gone := range []string{"query_id", "signature", "hash"} {
		v := good()
		v.Del(gone)
		put("then without "+gone, v)
	}
	for _, twice := range []string{"user", "auth_date", "hash", "query_id"} {
		v := good()
		v.Add(twice, v.Get(twice))
		put("twice "+twice, v)
	}
	// What is no form at all.
	for _, s := range []string{"", "hash", "%", "%zz=1", good().Encode() + "&%", "a;b", strings.Repeat("a=b&", 2000), good().Encode() + "&pad=" + strings.Repeat("x", 4096), "\x00", "hash=" + good().Get("hash")} {
		cases["no form "+strconv.Itoa(len(cases))] = s
	}
	if len(cases) < 40 {
		t.Fatalf("only %d cases", len(cases))
	}
	for name, data := range cases {
		if got, err := miniapp.Check(data, token, now); !errors.Is(err, miniapp.ErrRefused) || got != (miniapp.Opened{}) {
			t.Errorf("%s: passed as %+v, %v", name, got, err)
		}
	}
	if _, err := miniapp.Check(signed("", fieldsAt(now)).Encode(), "", now); !errors.Is(err, miniapp.ErrRefused) {
		t.Error("without a token anybody could sign")
	}
}
