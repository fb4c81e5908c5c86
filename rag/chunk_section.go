package rag

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

const (
	headingReach = 4   // pages after which a heading below the first level holds no longer
	pathDepth    = 5   // headings of a path
	longestTitle = 120 // characters of one of them
)

// pathMark parts the headings of a path.
const pathMark = " > "

// sections follows the headings of a document from page to page.
type sections struct {
	open []section
}

type section struct {
	title string
	level int
	page  int
}

// skip takes in the headings of a page that is not cut.
func (s *sections) skip(p *document.Page) {
	s.turn(p.Number)
	if p.NotAnalysed != "" {
		return
	}
	// Each section of a report goes over all pages before it, and most of them have no heading.
	if !slices.ContainsFunc(p.Lines, func(l document.Line) bool { return l.Role == document.RoleHeading }) {
		return
	}
	text, t := []rune(p.Text), tablesOf(p)
	for _, b := range p.Blocks() {
		if b.Role == document.RoleHeading && t.at(b.Start, b.End) < 0 {
			s.enter(text, b, p.Number)
		}
	}
}

// turn forgets headings that are too far back: what a page says stands under them no longer.
func (s *sections) turn(page int) {
	for i, o := range s.open {
		if i > 0 && page-o.page > headingReach {
			s.open = s.open[:i]
			return
		}
	}
}

// enter opens the section of a heading and returns its level.
func (s *sections) enter(text []rune, heading document.Block, page int) int {
	level := max(heading.Lines[0].Level, 1)
	title := fold(string(text[heading.Start:heading.End]))
	if !strings.ContainsFunc(title, unicode.IsLetter) {
		return level // a number that was set large
	}
	if at := slices.IndexFunc(s.open, func(o section) bool { return o.level >= level }); at >= 0 {
		s.open = s.open[:at]
	}
	title = strings.ReplaceAll(title, strings.TrimSpace(pathMark), "›")
	if r := []rune(title); len(r) > longestTitle {
		title = string(r[:longestTitle-1]) + "…"
	}
	s.open = append(s.open, section{title, level, page})
	return level
}

func (s *sections) depth() int {
	if len(s.open) == 0 {
		return 0
	}
	return s.open[len(s.open)-1].level
}

// path is what stands above the text, outermost first.
func (s *sections) path() string {
	var titles []string
	for _, o := range s.open[max(0, len(s.open)-pathDepth):] {
		titles = append(titles, o.title)
	}
	return strings.Join(titles, pathMark)
}
