package httproom

// CloseListener closes the listener of the i-th address, as a system that takes it away.
func CloseListener(r *Room, i int) { _ = r.servers[i].listener.Close() }
