// Command generate renders the Markdown of each industry from the catalogue, into the directory that it is
// run from: go generate ./data/sasb.
package main

import (
	"fmt"
	"os"

	"github.com/sibyl-project/sibyl/data/sasb"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	c, err := sasb.Load()
	if err != nil {
		return err
	}
	for _, i := range c.Industries {
		if err := os.WriteFile(i.File, []byte(i.Markdown()), 0o600); err != nil {
			return fmt.Errorf("writing the text of %s: %w", i.Code, err)
		}
	}
	return nil
}
