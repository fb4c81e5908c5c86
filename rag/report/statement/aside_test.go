package statement

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// A box's head is over the text of the box, and over nothing that the page goes on with.
func TestTheHeadOfABoxEndsWithIt(t *testing.T) {
	page := func(n int, lines ...document.Line) document.Page {
		p := document.Page{Number: n}
		for i, l := range lines {
			words := []string{"Our climate plan", "We cut emissions at every site.", "An example", "One site buys green power.", "The plan ends in 2030."}[l.Level]
			l.Start, l.Block = len(p.Text), i
			l.End = l.Start + len(words)
			if l.Level = 0; l.Role == document.RoleHeading {
				l.Level = 1
			}
			p.Text += words + "\n"
			p.Lines = append(p.Lines, l)
		}
		return p
	}
	const head, body = document.RoleHeading, document.RoleBody
	heads := func(d document.Document) (out []string) {
		for _, p := range Of(&d) {
			for _, s := range p {
				out = append(out, strings.Join(s.Headings, " > ")+": "+s.Text)
			}
		}
		return out
	}
	// Level is which of the texts a line has.
	got := heads(document.Document{Pages: []document.Page{
		page(1, document.Line{Role: head}, document.Line{Level: 1, Role: body},
			document.Line{Level: 2, Role: head, Aside: 1}, document.Line{Level: 3, Role: body, Aside: 1}),
		page(2, document.Line{Level: 4, Role: body}),
	}})
	want := []string{"Our climate plan: We cut emissions at every site.", "An example: One site buys green power.", "Our climate plan: The plan ends in 2030."}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	got = heads(document.Document{Pages: []document.Page{
		page(1, document.Line{Role: head}, document.Line{Level: 2, Role: head, Aside: 1}, document.Line{Level: 3, Role: body, Aside: 1},
			document.Line{Level: 1, Role: body}),
	}})
	if want = []string{"An example: One site buys green power.", "Our climate plan: We cut emissions at every site."}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
