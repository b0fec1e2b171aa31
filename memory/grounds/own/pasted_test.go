package own_test

import (
	"testing"

	"keepsake/memory/grounds"
	"keepsake/memory/grounds/own"
	"keepsake/phrase"
)

// outcome is what becomes of a claim beside a judge: "kept", "waits", or the person's words that are kept. A judge that obeys lists each clause of what
// it is shown as what a model claims; nil stands for none.
func outcome(said, claim string, obeys bool) string {
	v, w := view(said), grounds.Write{Content: claim}
	verdict := grounds.Judge(w, v)
	if obeys && verdict.IsOpen {
		v.Stated, v.Asked = []grounds.Statement{}, []string{grounds.ClaimOf(claim)}
		for _, heard := range grounds.ListOwnTexts(v) {
			for _, c := range phrase.Clauses(heard) {
				v.Stated = append(v.Stated, grounds.Statement{Quote: c.Text, Facts: []string{claim}, Claims: v.Asked})
			}
		}
		verdict = grounds.Judge(w, v)
	}
	switch words := own.Find(w, v, verdict); {
	case verdict.Allowed:
		return "kept"
	case words != nil:
		return words.Quote
	}
	return "waits"
}

// expect asks both without a judge and with one that obeys.
func expect(t *testing.T, want string, rows [][2]string) {
	t.Helper()
	for _, row := range rows {
		for _, obeys := range []bool{false, true} {
			if got := outcome(row[0], row[1], obeys); got != want {
				t.Errorf("%q, claim %q, a judge that obeys %v: %q, want %q", row[0], row[1], obeys, got, want)
			}
		}
	}
}

// W6: what others say is not the person's where they type or paste it, whoever judges; each of these was stored before, as the person's own.
func TestW6PastedSpeechWaits(t *testing.T) {
	expect(t, "waits", [][2]string{
		{"Jim: I moved to Kent", "User moved to Kent"},
		{"Jim (14:02): I moved to Kent", "User moved to Kent"},
		{"[14:02] Jim: I moved to Kent\n[14:03] Ann: congrats!", "User moved to Kent"},
		{"Message from Jim: I moved to Kent", "User moved to Kent"},
		{"Got this from Jim. I moved to Kent and I have a dog now", "User has a dog"},
		{"my sister just texted me this. I am pregnant. what do I answer?", "User is pregnant"},
		{"from my landlord: I am selling the flat in May", "User is selling the flat in May"},
		{"Tom: Ich bin nach Kiel gezogen", "Der Nutzer ist nach Kiel gezogen"},
		{"Marc: j'ai déménagé à Lille", "L'utilisateur a déménagé à Lille"},
		{"Esto me lo escribió Marta: me mudé a Bilbao", "El usuario se mudó a Bilbao"},
		{"Оля: я переехала в Казань", "Пользователь переехал в Казань"},
		{"Jan schrijft: ik woon in Zwolle", "De gebruiker woont in Zwolle"},
		{"小王发来的：我住在成都", "用户住在成都"},
		{"田中さん：札幌に住んでいます", "ユーザーは札幌に住んでいる"},
		{"민수: 저는 대전에 살아요", "사용자는 대전에 산다"},
		{"أحمد: أسكن في طنطا", "المستخدم يسكن في طنطا"},
		{"summarise this email: I am leaving the company in May. Best, Jim", "User is leaving the company in May"},
		{"check my English: I have two kids", "User has two kids"},
		{"make this more polite: I hate this office", "User hates this office"},
		{"Korrigiere: Ich habe zwei Kinder", "Der Nutzer hat zwei Kinder"},
		{"Исправь ошибки: я живу в Казани", "Пользователь живёт в Казани"},
		{"添削して：私は医者です", "ユーザーは医者"},
		{"帮我润色：我住在成都", "用户住在成都"},
		{"Reply to Jim for me: I am ill", "User is ill"},
		{"Schreib meiner Chefin: Ich bin krank", "Der Nutzer ist krank"},
		{"Напиши начальнику: я заболел", "Пользователь заболел"},
		{"Jim: I am not allergic to penicillin", "User is not allergic to penicillin"},
	})
}

// W1: what people put before something of their own takes nothing from it.
func TestW1IntroductionsOfOnesOwn(t *testing.T) {
	expect(t, "kept", [][2]string{
		{"Note to self: I live in Kent", "User lives in Kent"},
		{"FYI: I live in Kent", "User lives in Kent"},
		{"Update: I live in Kent", "User lives in Kent"},
		{"Fun fact: I live in Kent", "User lives in Kent"},
		{"PS: Ich wohne in Graz", "Der Nutzer wohnt in Graz"},
		{"Para que sepas: vivo en Sevilla", "El usuario vive en Sevilla"},
		{"К слову: я живу в Казани", "Пользователь живёт в Казани"},
		{"Jim: I moved to Bath\n\nI live in Kent", "User lives in Kent"},
	})
}

// W3: what the person takes back in their next sentence, or only asks, is stored by nothing, whoever judges; each of these was.
func TestW3WhatIsTakenBackOrAskedWaits(t *testing.T) {
	expect(t, "waits", [][2]string{
		{"I live in Graz. That was a lie", "User lives in Graz"},
		{"I live in Graz. Ignore that", "User lives in Graz"},
		{"I live in Graz. Not!", "User lives in Graz"},
		{"I am allergic to nuts. Sorry, I meant my son is", "User is allergic to nuts"},
		{"I'm a doctor. Well, I play one on TV", "User is a doctor"},
		{"Ich bin Arzt. Kleiner Scherz", "Der Nutzer ist Arzt"},
		{"Ben doktorum. Şaka yapıyorum", "Kullanıcı doktor"},
		{"我是医生。开玩笑的", "用户是医生"},
		{"do you know whether I own a boat?", "User owns a boat"},
		{"how would you know I live in Graz", "User lives in Graz"},
		{"can you check whether I live in Graz", "User lives in Graz"},
		{"I wonder whether I am allergic to nuts", "User is allergic to nuts"},
		{"sabes si vivo en Cádiz", "El usuario vive en Cádiz"},
		{"你知道我住在成都吗", "用户住在成都"},
		{"is it written down that I live in Graz?", "User lives in Graz"},
	})
	if got := outcome("My wife is Ann. Just kidding, I am single", "User's wife is Ann", false); got != "waits" {
		t.Errorf("kept: %q", got)
	}
	if got := outcome("My wife is Ann. Just kidding, I am single", "User is single", false); got != "kept" {
		t.Errorf("what stands behind it: %q", got)
	}
	v := talk("I live in Graz", "", "just kidding")
	v.Window[0].TurnID = "now"
	w := grounds.Write{Content: "User lives in Graz"}
	if verdict := grounds.Judge(w, v); verdict.Allowed || own.Find(w, v, verdict) != nil {
		t.Error("the next message of a turn takes nothing back")
	}
}

// W3: a value that the person corrects at once is never kept: their words are, with the correction, whoever judges.
func TestW3CorrectionsAreKeptWhole(t *testing.T) {
	for said, claim := range map[string]string{
		"I have two sons. Haha no, three":       "User has two sons",
		"my boss is called Alec, no wait, Alex": "User's boss is called Alec",
		"Ich hab zwei Söhne. Quatsch, drei":     "Der Nutzer hat zwei Söhne",
		"J'ai deux fils. Non, trois":            "L'utilisateur a deux fils",
		"Tengo dos hijos. Mentira, tres":        "El usuario tiene dos hijos",
		"У меня два сына. Ой, три":              "У пользователя два сына",
	} {
		expect(t, said, [][2]string{{said, claim}})
	}
}

// W2: what nobody means is not kept in the person's words, and a Korean word is not cut.
func TestW2OwnWordsOfNoFact(t *testing.T) {
	expect(t, "waits", [][2]string{
		{"pretend I'm the king of France", "User is the king of France"},
		{"let's roleplay. I am a vampire and I live in a castle", "User lives in a castle"},
		{"translate into German: I have two kids", "User has two kids"},
		{"翻訳して:私は医者です", "ユーザーは医者"},
		{"lol yeah sure, I just love Mondays", "User loves Mondays"},
		{"caption for my photo: I am on top of the world", "User is on top of the world"},
		{"write a story that begins: my name is Carlos and I am a thief", "User is a thief"},
	})
	if got := outcome("술 안 마시는 거 기억해줘", "사용자는 술을 마시지 않는다", false); got != "술 안 마시는" {
		t.Errorf("%q", got)
	}
}

// W3: a judge that takes a wish for so, turns who does it to whom, or gives the person what somebody else is, gets the person's own words kept, not the claim.
func TestW3WishesAndTurnedRolesAreNoFacts(t *testing.T) {
	for said, claim := range map[string]string{
		"J'aimerais vivre à Rome":               "L'utilisateur vit à Rome",
		"Я бы хотел жить в Сочи":                "Пользователь живёт в Сочи",
		"Me gustaría vivir en Roma":             "El usuario vive en Roma",
		"Vorrei vivere a Roma":                  "L'utente vive a Roma",
		"I'd love to live in Rome":              "User lives in Rome",
		"Ich würde gern in Rom leben":           "Der Nutzer lebt in Rom",
		"我弟弟住在成都,我不住":                           "用户住在成都",
		"I owe nobody anything, Bob owes me 50": "User owes Bob 50",
		"Bob schuldet mir 50 Euro":              "Der Nutzer schuldet Bob 50 Euro",
	} {
		if got := outcome(said, claim, true); got != said {
			t.Errorf("%q, claim %q: %q", said, claim, got)
		}
	}
	expect(t, "kept", [][2]string{
		{"I owe Bob 50, Bob owes me 20", "User owes Bob 50"},
		{"我住在成都,我弟弟也住在成都", "用户住在成都"},
		{"I want to live in Rome", "User wants to live in Rome"},
	})
}
