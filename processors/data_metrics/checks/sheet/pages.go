package sheet

import (
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Spot is where words stand on a page.
type Spot struct {
	Page         int
	Match, Words string
}

// Input names the words among the inputs of a check.
func (p Spot) Input(label string) events.CheckInput {
	return events.CheckInput{Label: label + ": " + p.Words, Page: p.Page}
}

// Pages are those of the parse, none where the checks were not given it.
func (s *Sheet) Pages() []document.Page {
	if s.Options.Document == nil {
		return nil
	}
	return s.Options.Document.Pages
}

// AboutCarbon says that a sentence speaks of emissions.
var AboutCarbon = pattern.Compile(`(?i)\bemissions?\b|\bGHG\b|CO\s?[2₂]|\bscopes?\s*[123]`)

// sentence is one of a page that is read.
type sentence struct {
	page int
	text string
}

// EachSentence hands over the sentences of the pages that are read, line ends made blanks. Pages are cut once: many checks ask.
func (s *Sheet) EachSentence(do func(page int, sentence string)) {
	for _, x := range Once(s, s.sentences) {
		do(x.page, x.text)
	}
}

func (s *Sheet) sentences() []sentence {
	var out []sentence
	for i := range s.Pages() {
		p := &s.Options.Document.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		from := 0
		for _, cut := range document.Clauses(p.Text) {
			if part := p.Text[from:cut]; len(part) < 1000 && strings.Contains(part, " ") {
				out = append(out, sentence{p.Number, strings.Join(strings.Fields(part), " ")})
			}
			from = cut
		}
	}
	return out
}
