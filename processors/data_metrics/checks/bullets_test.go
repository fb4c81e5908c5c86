package checks_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// itemPage is a page of which each line is a block of its own, one that begins with a mark an item.
func itemPage(text string) document.Page {
	p := document.Page{Number: 1, Text: text}
	at := 0
	for l := range strings.Lines(text) {
		n := len([]rune(l))
		if line := strings.TrimSpace(l); line != "" {
			role := document.RoleBody
			if strings.HasPrefix(line, "•") || strings.HasPrefix(line, "–") {
				role = document.RoleItem
			}
			left := float64(len([]rune(l)) - len([]rune(strings.TrimLeft(l, " "))))
			at += int(left)
			n -= int(left)
			p.Lines = append(p.Lines, document.Line{Rect: [4]float64{10 * left}, Start: at, End: at + len([]rune(line)), Block: len(p.Lines) + 1, Role: role})
		}
		at += n
	}
	return p
}

func checkedPage(p document.Page) []checks.Result {
	d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{p}}
	return checks.Run(extract.Read(d, extract.Options{Year: 2023}), checks.Options{Document: d})
}

// A list of items below a sentence has as many as the sentence says; what may be several lists, or go on elsewhere, is left alone.
func TestItemsBelowASentenceAreAsManyAsItSays(t *testing.T) {
	const items = "• Ireland with Dublin: 214 stores\n• Portugal: 187 stores\n• Croatia: 96 stores\n• Slovenia: 71 stores\n• Malta: 12 stores\n"
	for name, c := range map[string]struct {
		text  string
		wrong bool
		long  bool
	}{
		"one fewer":               {text: "We run shops in six countries:\n\n" + items + "\nThat is all of them.", wrong: true},
		"one more":                {text: "We run shops in four countries:\n\n" + items + "\nThat is all of them.", wrong: true},
		"as many":                 {text: "We run shops in five countries:\n\n" + items + "\nThat is all of them."},
		"another list":            {text: "We run shops in nine countries:\n\n" + items + "\nThat is all of them."},
		"some of them":            {text: "We run shops in six countries, among them:\n\n" + items + "\nThat is all of them."},
		"the page ends":           {text: "We run shops in six countries:\n\n" + items},
		"it goes on":              {text: "We run shops in six countries:\n\n" + items + "\nThese are new.\n\n• Cyprus: 4 stores\n\nThat is all."},
		"an item of two things":   {text: "We run shops in seven countries:\n\n" + items + "• Spain and France\n\nThat is all of them."},
		"a list within, indented": {text: "We run shops in six countries:\n\n" + items + "  • Gozo: 2 stores\n  • Comino: 1\n\nThat is all of them."},
		"years":                   {text: "We have run shops for six years:\n\n" + items + "\nThat is all of them."},
		"items that are long":     {text: "We run shops in six countries:\n\n" + items + "\nThat is all of them.", long: true},
		"a list within the list":  {text: "We run shops in six countries:\n\n" + items + "– Gozo: 2 stores\n\nThat is all of them."},
	} {
		t.Run(name, func(t *testing.T) {
			text := c.text
			if c.long {
				text = strings.ReplaceAll(text, " stores", " stores, the first of which was opened long before anybody could think of one in the next town")
			}
			var got []string
			for _, r := range checkedPage(itemPage(text)) {
				if r.Result == events.CheckFail {
					got = append(got, r.Message)
				}
			}
			if c.wrong != (len(got) > 0) {
				t.Errorf("failures %q", strings.Join(got, "; "))
			}
		})
	}
}
