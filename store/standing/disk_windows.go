package standing

// freeBytes is not known on Windows.
func freeBytes(string) (free uint64, ok bool) { return 0, false }
