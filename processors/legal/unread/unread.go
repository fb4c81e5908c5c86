// Package unread says of which pages of a report nothing can be said, and whether what was not found elsewhere may stand there.
package unread

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// fewestWords is how many words a page must have at least to disclose anything: fewer are a title, a slogan or a divider.
const fewestWords = 60

var number = pattern.Compile(`\d[\d.,]*\d|\d{2,}`)

// Why says why what was not found may still be there, empty if enough was read. What an unread page could hold decides: a cover
// holds nothing, and a page in another language whose twin was read holds what its twin says.
func Why(pages []document.Page) string {
	var open []*document.Page
	readable := 0
	for i := range pages {
		p := &pages[i]
		if Readable(p) {
			readable++
		} else if couldHold(pages, i) {
			open = append(open, p)
		}
	}
	if readable > 0 && len(open)*10 <= readable+len(open) {
		return ""
	}
	return fmt.Sprintf("%d of %d pages could not be read by these rules (image only, not analysed, or not in English)", len(open), len(pages))
}

// couldHold reports whether a page that was not read could hold a disclosure that stands on no other page.
func couldHold(pages []document.Page, i int) bool {
	p := &pages[i]
	edge := i == 0 || i == len(pages)-1
	switch {
	case edge && len(pages) > 2 && len(strings.Fields(p.Text)) < fewestWords:
		return false // a cover
	case p.ImageOnly:
		return true
	case len(strings.Fields(p.Text)) < fewestWords && p.NotAnalysed == "":
		return false
	}
	return !hasTwin(pages, i)
}

// A page is the twin of another if most of its figures stand there, too: what two languages have in common.
const (
	fewestFigures = 8
	sharedFigures = 0.6
	twinDistance  = 3 // pages apart, or half the report
)

func hasTwin(pages []document.Page, i int) bool {
	own := figuresOn(&pages[i])
	if len(own) < fewestFigures {
		return false
	}
	half := len(pages) / 2
	for j := range pages {
		apart := max(i-j, j-i)
		if apart == 0 || apart > twinDistance && max(apart-half, half-apart) > twinDistance || !Readable(&pages[j]) {
			continue
		}
		other, shared := figuresOn(&pages[j]), 0
		for _, f := range own {
			if _, ok := slices.BinarySearch(other, f); ok {
				shared++
			}
		}
		if float64(shared) >= sharedFigures*float64(len(own)) {
			return true
		}
	}
	return false
}

// figuresOn are the figures of a page without the marks by which languages part them.
func figuresOn(p *document.Page) []string {
	var out []string
	for _, f := range number.FindAllString(p.Text, -1) {
		out = append(out, strings.NewReplacer(".", "", ",", "").Replace(f))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Readable reports whether the cues, which are English, can say anything about a page.
func Readable(p *document.Page) bool {
	english := p.Language == "" || p.Language == "und" || p.Language == "en" || strings.HasPrefix(p.Language, "en-")
	return !p.ImageOnly && p.NotAnalysed == "" && english
}
