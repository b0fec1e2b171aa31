package relation_test

import (
	"strings"
	"testing"

	"keepsake/phrase/relation"
)

// Particles, owners and what nearly was tell a claim in a script without spaces from what was said.
func TestDiffersDense(t *testing.T) {
	for line, want := range map[string]bool{
		"九時から働く/ユーザーは九時まで働く": true, "九時から五時まで働く/ユーザーは五時まで働く": false, "아홉 시부터 일해/사용자는 아홉 시까지 일한다": true,
		"車を買いかけた/ユーザーは車を買った": true, "지각할 뻔했어/사용자는 지각했다": true, "他差点当上店长/他当上店长": true, "快递到了/快递到了": false,
		"肉を食べたい/ユーザーは肉を食べる": true, "犬が猫を噛んだ/猫が犬を噛んだ": true, "猫が好き/ユーザーは猫を好む": false, "上司に怒られた/ユーザーは上司に怒った": true,
		"老板的车是红色的/老板是红色的": true, "老板的车是红色的/老板的车是红色的": false, "딸 남자친구가 의사야/사용자의 딸은 의사": true, "우리 딸은 의사야/사용자의 딸은 의사": false,
		"大姐在上海二姐在北京/大姐在北京": true, "小李打了我/用户打了小李": true, "引っ越す/ユーザーは引っ越した": true, "担当は木村さんじゃなくて山本さん/担当は木村さん": true,
		"이사할 거야/사용자는 이사했다": true, "I live here/User lives here": false,
	} {
		if said, claim, _ := strings.Cut(line, "/"); relation.DiffersDense(claim, said) != want {
			t.Errorf("%q differs from %q: %v", claim, said, !want)
		}
	}
}
