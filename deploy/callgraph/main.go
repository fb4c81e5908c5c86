// Command callgraph checks that the rules cannot call themselves without end:
//
//	go run ./deploy/callgraph [PACKAGES]
//
// A stack that overflows ends the whole process, and no recover helps; a rule that asks a rule that asks the first one does so
// on the one sentence in a million that nobody tried. So no function of the packages that read reports may reach itself in the
// static call graph, function values included, except for the cycles that bounded.go lists with the reason why each ends.
// It prints every other one, and entries of the list that are no cycle any more, and exits with 1.
package main

import (
	"fmt"
	"go/token"
	"io"
	"os"
	"slices"
	"strings"
)

const module = "github.com/sibyl-project/sibyl"

// checked are the packages that look at what a report or another document holds.
var checked = []string{
	"./data/...", "./rag/...", "./processors/claims", "./processors/legal/...", "./processors/data_metrics/...", "./processors/geography",
	"./processors/news_media", "./processors/academic", "./processors/specialist", "./processors/judge", "./processors/indexer",
	"./processors/outside", "./processors/replay", "./processors/router", "./processors/conductor", "./processors/intake",
}

func main() {
	patterns := os.Args[1:]
	list := bounded
	if len(patterns) == 0 {
		patterns = checked
	} else {
		list = nil // it is complete for the whole only, and entries elsewhere would be called stale
	}
	failed, err := run(".", patterns, list, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "callgraph:", err)
	}
	if failed || err != nil {
		os.Exit(1)
	}
}

// run checks packages against a list of bounded cycles and says what is wrong.
func run(dir string, patterns []string, list []exception, out io.Writer) (failed bool, err error) {
	sources, fset, err := load(dir, patterns)
	if err != nil {
		return true, err
	}
	g := build(module, sources, fset)
	found := g.cycles()
	for _, c := range found {
		if !slices.ContainsFunc(list, func(e exception) bool { return slices.Equal(e.members, c.members) }) {
			failed = true
			fmt.Fprintln(out, describe(c, g.at))
		}
	}
	for _, e := range list {
		if !slices.ContainsFunc(found, func(c cycle) bool { return slices.Equal(e.members, c.members) }) {
			failed = true
			fmt.Fprintf(out, "no cycle any more, take it off the list in deploy/callgraph/bounded.go: %s\n", strings.Join(e.members, ", "))
		}
	}
	return failed, nil
}

// describe prints one way round a cycle, and what else is part of it.
func describe(c cycle, at map[string]token.Position) string {
	var b strings.Builder
	fmt.Fprintf(&b, "cycle: %s", strings.Join(c.path, " -> "))
	for _, m := range c.members {
		if p, ok := at[m]; ok {
			fmt.Fprintf(&b, "\n  %s:%d %s", p.Filename, p.Line, m)
		}
	}
	return b.String()
}
