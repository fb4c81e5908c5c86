package corpus_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/corpus"
)

// A file that is no standard is refused before it is read forty times: each line could be the first paragraph.
func TestACopyOfTooManyLinesIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ standard, text string }{
		"first paragraphs": {corpus.S1, strings.Repeat("1 A\n", 60_000)},
		"lines":            {corpus.S2, strings.Repeat("\n", 600_000)},
		"lines for SASB":   {corpus.SASB, strings.Repeat("\n", 600_000)},
	} {
		if _, err := corpus.ReadMarkdown(c.standard, c.text); !errors.Is(err, corpus.ErrCopy) || !strings.Contains(err.Error(), "lines") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
