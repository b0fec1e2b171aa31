// Command hello is what the test builds in place of the bot: it needs one module.
package main

import (
	"fmt"

	"golang.org/x/sync/errgroup"
)

var version = "dev"

func main() {
	var g errgroup.Group
	g.Go(func() error { _, err := fmt.Println(version); return err })
	_ = g.Wait()
}
