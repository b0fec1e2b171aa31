package update_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-telegram/bot/models"

	"keepsake/bot/update"
	"keepsake/secret"
)

func TestMasksWhatPeopleWrote(t *testing.T) {
	hide := func(s string) string { return strings.ReplaceAll(s, "hunter2", "•••") }
	payload := `{"update_id":9007199254740993,"message":{"message_id":1,"text":"pw hunter2","from":{"username":"hunter2","first_name":"hunter2"},
		"chat":{"title":"hunter2"},"document":{"file_name":"hunter2.pdf"},
		"caption":"hunter2","reply_to_message":{"text":"hunter2 too"},"poll":{"question":"hunter2?","options":[{"text":"hunter2"}]},
		"entities":[{"type":"text_link","url":"https://x/hunter2"}]}}`
	masked := update.Mask([]byte(payload), hide)
	if n := strings.Count(string(masked), "hunter2"); n != 0 {
		t.Errorf("%d left in %s", n, masked)
	}
	if !strings.Contains(string(masked), `"•••.pdf"`) {
		t.Errorf("the extension of a file, which says how it is read, is gone: %s", masked)
	}
	if update.ID(masked) != 9007199254740993 {
		t.Errorf("a large number lost digits: %s", masked)
	}
	if !json.Valid(masked) {
		t.Errorf("no JSON: %s", masked)
	}
}

// W19: the words of a file's name are joined by underscores, those of a person's are in two fields.
func TestMasksJoinedNames(t *testing.T) {
	hide := func(s string) string { return strings.ReplaceAll(s, "pin 4711", "pin •••") }
	payload := `{"message":{"from":{"first_name":"pin","last_name":"4711"},"document":{"file_name":"my_pin_4711.tar.gz"}}}`
	if masked := string(update.Mask([]byte(payload), hide)); strings.Contains(masked, "4711") || !strings.Contains(masked, `.gz"`) {
		t.Errorf("left: %s", masked)
	}
}

// Every text that the Bot API can put into an update is masked, or is none that somebody wrote.
func TestMasksEveryWrittenField(t *testing.T) {
	machines := strings.Fields(`type status source id file_id file_unique_id boost_id business_connection_id callback_data chat_instance chat_type codec
		connected_website country_code country_codes currency custom_emoji_id date_time_format effect_id emoji foursquare_id foursquare_type
		game_short_name gift_id google_place_id google_place_type guest_query_id icon_custom_emoji_id inline_message_id invite_link invoice_payload
		file_path language_code last_resale_currency media_group_id mime_type model_custom_emoji_id symbol_custom_emoji_id offset option_persistent_id
		option_persistent_ids origin owned_gift_id paid_media_payload persistent_id phone_number point poll_id provider_payment_charge_id rarity reason
		reply_to_poll_option_id result_id shipping_option_id start_parameter style telegram_payment_charge_id theme_name web_app_name bot_username
		base_name data hash secret`)
	hide := func(s string) string { return strings.ReplaceAll(s, "hunter2", "•••") }
	seen := map[reflect.Type]bool{reflect.TypeFor[models.RichMessage](): true} // is cut out
	var walk func(reflect.Type)
	walk = func(of reflect.Type) {
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct || seen[of] {
			return
		}
		seen[of] = true
		for f := range of.Fields() {
			inner := f.Type
			for inner.Kind() == reflect.Pointer || inner.Kind() == reflect.Slice {
				inner = inner.Elem()
			}
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if inner.Kind() != reflect.String {
				walk(inner)
			} else if masked := string(update.Mask([]byte(`{"`+name+`":"hunter2"}`), hide)); name != "" && strings.Contains(masked, "hunter2") && !slices.Contains(machines, name) {
				t.Errorf("%s.%s is not masked", of.Name(), name)
			}
		}
	}
	walk(reflect.TypeFor[models.Update]())
	for _, payload := range []string{
		`{"message":{"rich_message":{"blocks":[{"type":"paragraph","text":["password: ",{"type":"bold","text":"Langpw32x"}]}]}}}`,
		`{"message":{"web_app_data":{"data":"Langpw32x","button_text":"send"}}}`,
		`{"message":{"text":"x = 1","entities":[{"type":"pre","offset":0,"length":5,"language":"password:Langpw32x"}]}}`,
		`{"message":{"forum_topic_created":{"name":"password: Langpw32x","icon_color":1}}}`,
	} {
		if masked := string(update.Mask([]byte(payload), secret.Mask)); strings.Contains(masked, "Langpw32x") || !json.Valid([]byte(masked)) {
			t.Errorf("left: %s", masked)
		}
	}
	plain := `{"message":{"entities":[{"type":"pre","language":"python"}],"contact":{"phone_number":"+49 171 5551234"},"forum_topic_created":{"name":"Urlaub 2027"}}}`
	if got := string(update.Mask([]byte(plain), secret.Mask)); got != plain {
		t.Errorf("became %s", got)
	}
}

func TestMaskLeavesTheRestAlone(t *testing.T) {
	hide := func(s string) string { return strings.ReplaceAll(s, "hunter2", "•••") }
	for _, payload := range []string{`{ "text" : "nothing here" }`, `{"text":"hunter2`, `"hunter2"`, ``} {
		if got := string(update.Mask([]byte(payload), hide)); got != payload {
			t.Errorf("%q became %q", payload, got)
		}
	}
}
