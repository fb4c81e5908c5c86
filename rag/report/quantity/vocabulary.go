package quantity

import (
	_ "embed" // the vocabulary is part of the binary
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"
)

//go:embed units.txt
var unitsFile string

// written is one way to write a unit.
type written struct {
	text string
	unit Unit
}

// vocabulary has the units of units.txt: signs keep their case, words are in lower case. The longer of two that begin alike comes first.
var vocabulary = func() (v struct{ signs, words []written }) {
	dimension := Count
	for line := range strings.Lines(unitsFile) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '[' {
			dimension = Dimension(strings.Trim(line, "[]"))
			continue
		}
		u, signs, words, err := readEntry(line, dimension)
		if err != nil {
			panic(err) // the file is part of the program, and a test reads it
		}
		for _, text := range signs {
			v.signs = append(v.signs, written{text, u})
		}
		for _, text := range words {
			v.words = append(v.words, written{text, u})
		}
	}
	longestFirst := func(a, b written) int { return len(b.text) - len(a.text) }
	slices.SortStableFunc(v.signs, longestFirst)
	slices.SortStableFunc(v.words, longestFirst)
	return v
}()

// readEntry reads "symbol = factor | signs | words".
func readEntry(line string, dimension Dimension) (u Unit, signs, words []string, err error) {
	symbol, rest, _ := strings.Cut(line, " = ")
	parts := strings.Split(rest, "|")
	factor, _, bad := apd.NewFromString(strings.TrimSpace(parts[0]))
	if bad != nil || len(parts) != 3 || symbol == "" {
		return Unit{}, nil, nil, fmt.Errorf("reading the unit %q: want symbol = factor | signs | words", line)
	}
	factor.Reduce(factor)
	return Unit{symbol, dimension, factor}, listed(parts[1]), listed(parts[2]), nil
}

// listed are the entries of a list with commas.
func listed(s string) []string {
	var out []string
	for entry := range strings.SplitSeq(s, ",") {
		if entry = strings.TrimSpace(entry); entry != "" {
			out = append(out, entry)
		}
	}
	return out
}

// anyCase has the units by their signs in lower case, those left out that are several units then.
var anyCase = func() map[string]Unit {
	out, several := map[string]Unit{}, map[string]bool{}
	for _, w := range vocabulary.signs {
		key := strings.ToLower(w.text)
		if known, ok := out[key]; ok && known.Symbol != w.unit.Symbol {
			several[key] = true
		}
		out[key] = w.unit
	}
	for key := range several {
		delete(out, key)
	}
	return out
}()

// PerUnit is the unit that a figure is measured against, where it is one: Per of a Quantity is in lower case.
func PerUnit(per string) (Unit, bool) {
	u, ok := anyCase[strings.ToLower(per)]
	return u, ok
}
