// Package upgrade proves that nobody loses anything by an upgrade, on both databases.
//
//   - TestOldDatabases opens databases that an earlier commit made (testdata), brings them up
//     to date in place, and reads everything back as a person does; a turn that waited then
//     is answered now.
//   - TestUpgradeIsCutOff ends the upgrade at many moments, and TestGoingBack goes back to the
//     program and the backup from before, as docs/upgrade.md says.
//   - TestPreviousProgramOnTheNewSchema lets the program of an earlier commit, built from the
//     history of this repository, answer on a database of today's schema.
//   - TestReplicasOfTwoVersions has replicas of both versions serve side by side, as during an
//     upgrade, and TestSchemaGrowsUnderneath has this version serve while columns are added.
//
// It has no code of its own but tests. Start reading at upgrade_test.go.
package upgrade
