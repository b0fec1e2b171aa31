package text

import "regexp"

// FileNote returns what stands in a message for a file that it carries, of a kind ("photo"); why says why the file is not read, "" = it is.
func FileNote(kind, why string) string {
	if why != "" {
		why = ", cannot be opened: " + why
	}
	return "[" + kind + " attached" + why + "]"
}

// VoiceNote stands in a message for a recording whose words follow.
const VoiceNote = "[voice message]"

var fileNote = regexp.MustCompile(`(?m)^\[(?:voice message|[\pL ]{1,30} attached(?:, cannot be opened[^\]\n]*)?)\]$`)

// WithoutFileNotes returns what somebody wrote themselves of a message.
func WithoutFileNotes(s string) string { return fileNote.ReplaceAllString(s, "") }
