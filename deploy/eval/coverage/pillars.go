package coverage

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Passage is a labelled passage of a report: one of the pillars of the recommendations, or none.
type Passage struct {
	Text  string `json:"text"`
	Label string `json:"label"`
}

// pillars in the order in which a tie is decided: the rarer and more particular first.
var pillars = []struct{ pillar, label string }{
	{"governance", "governance"}, {"risk_management", "risk"}, {"metrics_targets", "metrics"}, {"strategy", "strategy"},
}

// Passages reads labelled passages, one JSON object a line.
func Passages(path string) ([]Passage, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading the labels: %w", err)
	}
	defer f.Close()
	var out []Passage
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var p Passage
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("decoding line %d of %s: %w", len(out)+1, path, err)
		}
		out = append(out, p)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading the labels: %w", err)
	}
	return out, nil
}

// Pillar is the pillar that a passage is most about, or "none". It is read as the only paragraph of a report.
func Pillar(ctx context.Context, text string) (string, error) {
	text = strings.Join(strings.Fields(text), " ")
	read, err := statement.ReadBundled(ctx, "", &document.Document{Version: document.Version, Pages: []document.Page{{
		Number: 1, Language: "en", Text: text, Lines: []document.Line{{End: utf8.RuneCountInString(text), Role: document.RoleBody}},
	}}})
	if err != nil {
		return "", fmt.Errorf("reading a passage: %w", err)
	}
	of, err := legal.Pillars(text, read.Pages[0])
	if err != nil {
		return "", fmt.Errorf("finding the pillar of a passage: %w", err)
	}
	best, label := 0.0, "none"
	for _, p := range pillars {
		if x := of[p.pillar]; x > best {
			best, label = x, p.label
		}
	}
	return label, nil
}

// MacroF1 is the mean of F1 over the labels that occur, with the table of what was said for each.
func MacroF1(want, got []string) (f1 float64, table map[[2]string]int) {
	table = map[[2]string]int{}
	wanted, said, right := map[string]int{}, map[string]int{}, map[string]int{}
	for i := range want {
		table[[2]string{want[i], got[i]}]++
		wanted[want[i]]++
		said[got[i]]++
		if want[i] == got[i] {
			right[want[i]]++
		}
	}
	if len(wanted) == 0 {
		return 0, table
	}
	for _, label := range slices.Sorted(maps.Keys(wanted)) { // sums of floats hang on their order
		f1 += 2 * float64(right[label]) / float64(wanted[label]+said[label])
	}
	return f1 / float64(len(wanted)), table
}
