package secret_test

import (
	"strings"
	"testing"

	"keepsake/secret"
)

// A message without secrets costs microseconds: it is read once, and no expression runs.
func BenchmarkMask(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"english", "Hey, could you remind me tomorrow at ten that I have to call Alec about the tickets for Lisbon, please?"},
		{"russian", "Привет, напомни мне завтра в десять, что нужно позвонить Алеку насчёт билетов в Лиссабон, пожалуйста"},
		{"chinese", "你好,请明天早上十点提醒我给亚历克打电话,问一下去里斯本的机票的事情,谢谢你的帮助"},
		{"numbers", "The train leaves 2026-11-27 at 10:35 from platform 12, seat 64, booking 4829301, call +49 170 1234567"},
		{"password", "I forgot my password again, and the password manager cannot open it either"},
		{"secret", "my password for the router is hunter2, and the card is 4111 1111 1111 1111"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			for b.Loop() {
				secret.Mask(c.text)
			}
		})
	}
}

// A message of Telegram has 4,096 characters at most.
func BenchmarkMaskLong(b *testing.B) {
	const talk = "Hey, could you remind me tomorrow at ten that I have to call Alec about the tickets for Lisbon? My password manager is full, the garage door was painted in 2019 and order 4829301 arrives on 2026-11-27. "
	message := strings.Repeat(talk, 4096/len(talk))
	b.SetBytes(int64(len(message)))
	for b.Loop() {
		secret.Mask(message)
	}
}
