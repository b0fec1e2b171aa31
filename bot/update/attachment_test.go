package update_test

import (
	"testing"
	"time"

	"keepsake/bot/update"
)

func TestDecodesAttachments(t *testing.T) {
	for name, c := range map[string]struct {
		fields string
		want   update.Attachment
	}{
		"nothing": {`"text":"x"`, update.Attachment{}},
		"a photo": {`"photo":[{"file_id":"s","width":90,"height":60},{"file_id":"m","width":1280,"height":900,"file_size":5},{"file_id":"l","width":2560,"height":1800}]`,
			update.Attachment{Kind: "photo", Use: update.Look, FileID: "m", Size: 5}},
		"a photo that is large in all sizes": {`"photo":[{"file_id":"xl","width":4000,"height":90},{"file_id":"l","width":2560,"height":1800}]`,
			update.Attachment{Kind: "photo", Use: update.Look, FileID: "l"}},
		"a live photo": {`"live_photo":{"file_id":"v","photo":[{"file_id":"p","width":90,"height":60}]}`,
			update.Attachment{Kind: "photo", Use: update.Look, FileID: "p"}},
		"a voice message": {`"voice":{"file_id":"v","duration":3,"file_size":9}`,
			update.Attachment{Kind: "voice", Use: update.Listen, FileID: "v", Name: "voice.ogg", Size: 9, Length: 3 * time.Second, IsRecorded: true}},
		"a video note": {`"video_note":{"file_id":"v","duration":3,"file_size":9,"length":100}`,
			update.Attachment{Kind: "video", Use: update.Listen, FileID: "v", Name: "voice.mp4", Size: 9, Length: 3 * time.Second, IsRecorded: true}},
		"a sound file": {`"audio":{"file_id":"a","duration":3,"file_name":"song.mp3"}`,
			update.Attachment{Kind: "audio", Use: update.Listen, FileID: "a", Name: "song.mp3", Length: 3 * time.Second}},
		"a sound file without a name": {`"audio":{"file_id":"a","duration":3,"mime_type":"audio/mp4"}`,
			update.Attachment{Kind: "audio", Use: update.Listen, FileID: "a", Name: "sound.m4a", Length: 3 * time.Second}},
		"a document": {`"document":{"file_id":"d","file_name":"a.pdf","mime_type":"application/pdf","file_size":7}`,
			update.Attachment{Kind: "document", Use: update.Read, FileID: "d", Name: "a.pdf", MIME: "application/pdf", Size: 7}},
		"a picture sent as a file": {`"document":{"file_id":"d","file_name":"a.png","mime_type":"image/png"}`,
			update.Attachment{Kind: "document", Use: update.Look, FileID: "d", Name: "a.png", MIME: "image/png"}},
		"a drawing is text": {`"document":{"file_id":"d","file_name":"a.svg","mime_type":"image/svg+xml"}`,
			update.Attachment{Kind: "document", Use: update.Read, FileID: "d", Name: "a.svg", MIME: "image/svg+xml"}},
		"a sound sent as a file": {`"document":{"file_id":"d","file_name":"a","mime_type":"audio/flac"}`,
			update.Attachment{Kind: "document", Use: update.Listen, FileID: "d", Name: "sound.flac", MIME: "audio/flac"}},
		"a sticker": {`"sticker":{"file_id":"s","type":"regular"}`, update.Attachment{Kind: "sticker"}},
		"a video":   {`"video":{"file_id":"v"}`, update.Attachment{Kind: "video"}},
		"an animation, which is a document too": {`"animation":{"file_id":"a"},"document":{"file_id":"a"}`,
			update.Attachment{Kind: "animation"}},
		"a place":     {`"location":{"latitude":1,"longitude":2}`, update.Attachment{Kind: "location"}},
		"a contact":   {`"contact":{"phone_number":"1","first_name":"B"}`, update.Attachment{Kind: "contact"}},
		"a dice roll": {`"dice":{"emoji":"🎲","value":3}`, update.Attachment{Kind: "other"}},
	} {
		t.Run(name, func(t *testing.T) {
			in := decode(t, private, ann, c.fields)
			if in.Message.Attachment != c.want {
				t.Errorf("got  %+v\nwant %+v", in.Message.Attachment, c.want)
			}
			if in.IsEmpty() {
				t.Error("the message counts as empty")
			}
		})
	}
	if in := decode(t, group, ann, `"new_chat_title":"x"`); !in.IsEmpty() {
		t.Errorf("a notice says something: %+v", in)
	}
}
