package memories

// Reword is reword, for tests.
var Reword = reword
