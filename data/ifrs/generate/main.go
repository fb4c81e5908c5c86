// Command generate renders s1_full.md and s2_full.md from the paragraph registry, into the directory that
// it is run from: go generate ./data/ifrs.
package main

import (
	"fmt"
	"os"

	"github.com/sibyl-project/sibyl/data/ifrs"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	r, err := ifrs.Load()
	if err != nil {
		return err
	}
	for name, standard := range map[string]string{"s1_full.md": "S1", "s2_full.md": "S2"} {
		if err := os.WriteFile(name, []byte(r.Markdown(standard)), 0o600); err != nil {
			return fmt.Errorf("writing %s: %w", name, err)
		}
	}
	return nil
}
