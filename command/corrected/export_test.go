package corrected

// Reword is reword, SaysTheSame saysTheSame, for tests.
var (
	Reword      = reword
	SaysTheSame = saysTheSame
)
