package demo

// BrowserCommand is for the tests of this package.
var BrowserCommand = browserCommand
