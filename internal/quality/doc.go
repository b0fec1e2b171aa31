// Package quality measures how well recall finds: questions whose answers are known, asked
// of the real store and the real recall, on both databases.
//
// The set is in testdata, one file per language; its README says how it was made and what
// the kinds of questions are. Each question is asked of the arm by words, of the arm by
// meaning and of both together (before A35 orders them), and recall@10 is told: the part
// of a question's answers that are among the first ten, averaged. Both together must not
// be more than 2 points below the better arm.
//
// There are no weights of a model in this repository. So the arm by meaning is measured
// with stand-ins whose names the table tells (see embedders_test.go), and with a real
// embedder where KEEPSAKE_EMBED_MODEL names one.
//
// It has no code of its own but tests: `make quality` prints the tables, `make test` asks
// a part. Start reading at TestQuality.
package quality
