package tasktools

// The pure steps that tables of phrases are asked of.
var (
	IsWhenSaid   = isWhenSaid
	IsRepeatSaid = isRepeatSaid
)
