package intake

import (
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// guess is something found out about a report, with what speaks for it.
type guess struct {
	value    string
	evidence events.PreviewEvidence // zero if value is empty
}

// quoteRunes bounds the quotation of a piece of evidence.
const quoteRunes = 240

// at is a guess from text[from:to], in bytes, of a page.
func at(field, value, why string, p *document.Page, from, to int) guess {
	start := utf8.RuneCountInString(p.Text[:from])
	runes := []rune(p.Text[from:to])
	runes = runes[:min(len(runes), quoteRunes)]
	return guess{value, events.PreviewEvidence{
		Field: field, Value: value, Why: why, Page: p.Number, Start: start, End: start + len(runes), Quote: string(runes),
	}}
}

// in is a guess from a sentence of a page.
func in(field, value, why string, p *document.Page, s document.Sentence) guess {
	end := min(s.End, s.Start+quoteRunes)
	return guess{value, events.PreviewEvidence{
		Field: field, Value: value, Why: why, Page: p.Number, Start: s.Start, End: end, Quote: string([]rune(p.Text)[s.Start:end]),
	}}
}

// said is a guess from what the file says of itself.
func said(field, value, why string) guess {
	return guess{value, events.PreviewEvidence{Field: field, Value: value, Why: why}}
}

// frontPages is where a report says whose it is and of when.
const frontPages = 4

func front(d *document.Document) []document.Page { return d.Pages[:min(len(d.Pages), frontPages)] }

// folded is text with its white space folded and its case gone, to compare.
func folded(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
