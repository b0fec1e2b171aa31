package relation

import "keepsake/phrase"

// Differs reports whether a claim, whose words stand at in what was said, puts them together otherwise or leaves out what makes them so.
func Differs(said, claim []phrase.Token, at []int) bool {
	return MovesAcross(said, at) || MixesParts(said, at) || TurnsComparison(said, claim) || IsPartOf(said) && !IsPartOf(claim) || LosesLack(said, at) ||
		LosesOff(said, claim, at) || DropsTarget(said, claim) || DropsAlternative(said, claim, at) || TurnsParticle(said, claim) || LosesLastVerb(said, at) ||
		MovesLimit(said, claim) || LosesParticle(said, claim, at) || LosesComplement(said, claim, at) || LosesWished(said, claim, at) || LosesThan(said, claim, at) ||
		LosesTheirs(said, claim, at) || TakesSpeaker(said, claim, at) || turnsArabic(said, at)
}

// DiffersAt reports whether the word at i of what was said stands otherwise at k of a claim, -1 where it does not stand there: as another time,
// limit, length or place, on the other side of a comparison, done for somebody else, or as the owner of what is left out.
func DiffersAt(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
	if k >= 0 && phrase.IsArabic(said[i].Term) && TurnsDirection(said, i, claim, k) { // in which no name is told from another word
		return true
	}
	return TurnsTime(said, i, claim, k) || TurnsLimit(said, i, claim, k) || TurnsPeriod(said, i, claim, k) || TurnsLength(said, i, claim, k) || CrossesThan(said, i, claim, k) ||
		TurnsCase(said, i, claim, k) || LosesHalf(said, i, claim, k, at) || LosesPlace(said, i, claim, at) || LosesOwnedKin(said, i, claim, k, at) || LosesTurkishOwner(said, i, claim[max(0, k)].Term, at) ||
		k >= 0 && differsInRole(said, i, claim, k, at)
}

// differsInRole is DiffersAt for what something is done for, whose it is and who does it.
func differsInRole(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
	return TurnsSide(said, i, claim, k) || MovesSide(said, i, claim, k, at) || LeavesOutside(said[i], claim[k]) || TurnsClearly(said, i, claim, k) || MovesSpeaker(said, i, claim, k) ||
		LosesThing(said, i, claim, k, at) || TurnsPossession(said, i, claim, k, at) || LosesGenitive(said, i, claim, k, at) || TurnsTurkishOwner(said, i, claim, k, at) || TurnsOwnership(said, i, claim, k) || LosesOwner(said, i, claim, k, at) ||
		CrossesThat(said, i, claim, k) || TurnsDoer(said[i], claim[k]) || TurnsVoice(said, i, claim, k) ||
		TurnsAmount(said, i, claim, k) || TurnsDifference(said, i, claim, k) || LosesEnd(said, i, claim, k)
}
