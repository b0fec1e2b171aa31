package phrase_test

import (
	"strings"
	"testing"

	"keepsake/phrase"
)

// R18: a wish not to keep something needs no verb.
func TestRefusesKeepingWithoutAVerb(t *testing.T) {
	for s := range strings.SplitSeq(strings.TrimSpace(nominalRefusals), "\n") {
		if !phrase.RefusesKeeping(s) {
			t.Errorf("%q is no refusal", s)
		}
	}
	for s := range strings.SplitSeq(strings.TrimSpace(nominalNone), "\n") {
		if phrase.RefusesKeeping(s) {
			t.Errorf("%q is a refusal: what is left is %q", s, phrase.CutRefusal(s))
		}
	}
}

const nominalRefusals = `Off the record: I was fired
Off the record, I divorced last year
I was fired. This is off the record
Strictly off the record: my boss is leaving
I was fired, off the record
Not for the record: I smoke again
This is not for the record, but I smoke again
I smoke again, and this stays out of your memory
This one stays out of your notes: I smoke
Not for your memory: I am pregnant
Nicht zum Merken: Ich wurde gekündigt
Ich bin schwanger. Das ist nicht zum Merken
Nicht fürs Protokoll: ich rauche wieder
Nichts für dein Gedächtnis: ich rauche wieder
Pas pour la mémoire : je divorce
Je divorce. C'est pas à noter
Hors procès-verbal : je divorce
Extraoficialmente: me han despedido
Esto no es para guardar: me han despedido
Fuori verbale: mi hanno licenziato
Non da annotare: mi hanno licenziato
Em off: fui demitido
Isso não é para anotar: fui demitido
Niet voor het dossier: ik ben ontslagen
Dit is niet om te onthouden: ik rook weer
Inte för protokollet: jag har fått sparken
Ikke til referat: jeg er blevet fyret
Nie do zapisania: rozwodzę się
Poza protokołem: rozwodzę się
Mimo záznam: rozvádím se
Není k zapamatování: rozvádím se
Не для записи: я развожусь
Я развожусь. Это не для записи
Не для протокола: я беременна
Это не для записи: меня уволили
Не під запис: мене звільнили
Kayıt dışı: işten çıkarıldım
Bu kayıt dışı kalsın, boşanıyorum
هذا ليس للتسجيل: طُردت من العمل
לא לפרוטוקול: פיטרו אותי
این برای ثبت نیست: اخراج شدم
ऑफ द रिकॉर्ड: मेरी नौकरी चली गई
Bukan untuk dicatat: saya dipecat
Không phải để ghi lại: tôi bị đuổi việc
Ei muistiin: sain potkut
Εκτός πρακτικών: με απέλυσαν
Nem jegyzőkönyvbe: kirúgtak
Nu e de notat: m-au concediat
不做记录：我被解雇了
オフレコですが、離婚しました
오프더레코드: 나 이혼했어
เรื่องนี้ไม่ได้ให้จด ฉันตกงาน`

const nominalNone = `For the record, I live in Graz
I bought it off the record label's own shop
He told me that off the record
My notes are not for the faint of heart
Ich habe nichts zum Anziehen
Das ist nichts für mich
Nicht für die Schule lernen wir
C'est pas pour moi
No es para mí
Non è per me
Não é para mim
Het is niet voor mij
Это не для меня
Билет не для записи на приём, а для входа
To nie dla mnie
Bu benim için değil
这不是我的
これは私のじゃない
Ei kiitos
Nu e de mine
I have a record player`
