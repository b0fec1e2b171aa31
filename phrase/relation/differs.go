package relation

import "keepsake/phrase"

// Differs reports whether a claim, whose words stand at in what was said, puts them together otherwise or leaves out what makes them so.
func Differs(said, claim []phrase.Token, at []int) bool {
	return MovesAcross(said, at) || MixesParts(said, at) || TurnsComparison(said, claim) || IsPartOf(said) && !IsPartOf(claim) || LosesLack(said, at) ||
		LosesOff(said, claim, at) || DropsTarget(said, claim) || DropsAlternative(said, claim, at) || TurnsParticle(said, claim) || LosesLastVerb(said, at) ||
		movesLimit(said, claim) || losesParticle(said, claim, at) || losesComplement(said, claim, at) || losesWished(said, claim, at) || losesThan(said, claim, at) ||
		losesTheirs(said, claim, at) || takesSpeaker(said, claim, at) || turnsArabic(said, at) ||
		turnsIdentity(said, claim, at) || turnsLike(said, claim) || crossesLink(said, claim) || losesOccasion(said, claim, at) || addsPeople(said, claim) || movesDenial(said, claim) || turnsSubject(said, claim, at) || LosesControlled(said, claim)
}

// DiffersAt reports whether the word at i of what was said stands otherwise at k of a claim, -1 where it does not stand there: as another time,
// limit, length or place, on the other side of a comparison, done for somebody else, or as the owner of what is left out.
func DiffersAt(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
	if k >= 0 && phrase.IsArabic(said[i].Term) && TurnsDirection(said, i, claim, k) { // in which no name is told from another word
		return true
	}
	return TurnsTime(said, i, claim, k) || TurnsLimit(said, i, claim, k) || TurnsPeriod(said, i, claim, k) || turnsLength(said, i, claim, k) || crossesThan(said, i, claim, k) ||
		turnsCase(said, i, claim, k) || losesHalf(said, i, claim, k, at) || losesPlace(said, i, claim, at) || losesOwnedKin(said, i, claim, k, at) || LosesTurkishOwner(said, i, claim[max(0, k)].Term, at) ||
		k >= 0 && differsInRole(said, i, claim, k, at)
}

// differsInRole is DiffersAt for what something is done for, whose it is and who does it.
func differsInRole(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
	return turnsSide(said, i, claim, k) || movesSide(said, i, claim, k, at) || leavesOutside(said[i], claim[k]) || turnsClearly(said, i, claim, k) || movesSpeaker(said, i, claim, k) ||
		losesThing(said, i, claim, k, at) || turnsPossession(said, i, claim, k, at) || losesGenitive(said, i, claim, k, at) || turnsTurkishOwner(said, i, claim, k, at) || turnsOwnership(said, i, claim, k) || losesOwner(said, i, claim, k, at) ||
		crossesThat(said, i, claim, k) || turnsDoer(said[i], claim[k]) || turnsVoice(said, i, claim, k) ||
		turnsCompany(said, i, claim, k) || movesRole(said, i, claim, k, at) || gainsSource(said, i, claim, k) || takesTheirs(said, i, claim, k) || turnsAmount(said, i, claim, k) || turnsDifference(said, i, claim, k) || losesEnd(said, i, claim, k)
}
