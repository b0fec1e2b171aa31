package phrase

import "slices"

// JoinAppositions puts "Solange, la voisine de l'utilisateur, garde …" in the order of "the user's
// neighbour Solange …", so that both compare alike.
func JoinAppositions(ts []Token) []Token {
	for i := 0; i+2 < len(ts); i++ {
		if ts[i].Kind != Name || !ts[i].Comma || ts[i].Owned || ts[i].Genitive {
			continue
		}
		owner := i + 1
		for owner < len(ts) && ts[owner].Kind == Frame {
			owner++
		}
		if owner+1 >= len(ts) || ts[owner].Kind != Owner || !ts[owner+1].Owned {
			continue
		}
		first := i
		for first > 0 && ts[first-1].Kind == Name {
			first--
		}
		noun := owner + 1
		rest := append(slices.Clone(ts[owner:noun+1]), ts[first:i+1]...)
		return slices.Concat(ts[:first], rest, ts[noun+1:])
	}
	return ts
}
