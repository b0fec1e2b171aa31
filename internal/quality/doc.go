// Package quality measures how well recall finds: questions whose answers are known, asked
// of the real store and the real recall, on both databases.
//
// The set is in testdata, one file per language; its README says how it was made, what the kinds of
// questions are, and what was measured. Dates and importances of the facts vary. Each question is
// asked of each arm, and of recall.Service.Find as the product calls it: by relevance alone, as for
// who asks, and by A35, as for what is shown unasked. What is told is recall@10: the part of the
// questions whose answer is among the first ten. An embedder, whatever it is worth, may cost no
// language more than two questions against words alone (question by question); both arms must find
// at least 3 points more than the better one; memories that wait for their vectors must be found as
// well as by words.
//
// The arm by meaning has stand-ins whose names the table tells (see embedders_test.go). With
// KEEPSAKE_EMBED_MODEL a real embedder takes their place: `make quality-real` brings one.
//
// It has no code of its own but tests: `make quality` prints the tables, `make test` asks
// a part. Start reading at TestQuality in quality_test.go.
package quality
