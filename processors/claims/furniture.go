package claims

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/document"
	"github.com/sibyl-project/sibyl/rag/quantity"
)

// Pages that point to others or speak for others assert nothing about the entity.

// isContents reports whether a page is a table of contents: one says so, or most of its lines end in the
// number of a page.
func isContents(n int, p *document.Page, ss []document.Sentence) bool {
	named, leads, all := false, 0, 0
	for _, s := range ss {
		all++
		low := strings.ToLower(s.Text)
		if s.Role == document.RoleHeading && (low == "contents" || low == "table of contents" || low == "content") {
			named = true
		}
		if strings.Contains(s.Text, "....") || endsInPage.MatchString(s.Text) && !s.Ended {
			leads++
		}
	}
	return n <= 12 && (named && 5*leads >= all || all >= 8 && 2*leads >= all) && len(p.Text) < 6000
}

var endsInPage = regexp.MustCompile(`[A-Za-z)]\s+\d{1,3}$|^\d{1,3}\s+[A-Z]`)

var (
	indexEntry = regexp.MustCompile(`\bGRI \d{1,3}(?:-\d+)?\b|\b[A-Z]{2}-[A-Z]{2}-\d{3}[a-z]?\.\d\b|\bESRS [A-Z]?\d`)
	pageRef    = regexp.MustCompile(`\bp(?:p|ages?)?\. ?\d+|\bpages? \d+|\d+ ?ff?\.?\b`)
)

// isIndex reports whether a page is an index of a framework: entries with the places where they are met,
// rather than with figures.
func isIndex(ss []document.Sentence) bool {
	entries, refs, figures, prose := 0, 0, 0, 0
	for _, s := range ss {
		entries += len(indexEntry.FindAllString(s.Text, -1))
		refs += len(pageRef.FindAllString(s.Text, -1))
		switch {
		case s.Role == document.RoleRow && len(quantity.Find(pageRef.ReplaceAllString(indexEntry.ReplaceAllString(s.Text, ""), ""), quantity.Point)) > 1:
			figures++
		case s.Role == document.RoleBody && s.Ended && len(strings.Fields(s.Text)) > 8:
			prose++
		}
	}
	return (entries >= 12 || refs >= 12) && max(entries, refs) > 2*prose && max(entries, refs) > 2*figures
}

var auditorWords = regexp.MustCompile(`(?i)\b(independent (?:auditor|practitioner|accountant|assurance)\S*|limited assurance engagement|assurance conclusion|practitioner's)\b`)

// isAuditor reports whether a page is part of an auditor's report.
func isAuditor(ss []document.Sentence) bool {
	n := 0
	for _, s := range ss {
		if auditorWords.MatchString(s.Text) {
			n++
		}
	}
	return n >= 3
}

// ordinary are capitalised words of titles and running heads that are nobody's name.
var ordinary = wordSet(`report reports sustainability annual integrated environmental social governance esg csr climate action plan strategy non financial page
	introduction overview management risk statement statements further information corporate responsibility shareholders our people products processes notes annex glossary
	appendix contents group the and for of to in review highlights performance data about letter environment company disclosure disclosures index impact summary fy fiscal year
	bank holding limited inc corporation plc energy water waste health safety society ethics microsoft word final extract print layout en gb declaration pursuant details code german
	commercial art with conjunction financial consolidated separate combined go to page english indonesian`)

// houseWords are the words of the entity's own name, in lower case: capitalised words of the file's title
// and of the running heads of most pages that are no ordinary words of reports, and the initials of
// several that follow each other.
func houseWords(d *document.Document) map[string]bool {
	house := map[string]bool{}
	learnName(house, d.Title)
	counts := map[string]int{}
	for i := range d.Pages {
		p := &d.Pages[i]
		runes := []rune(p.Text)
		for _, l := range p.Lines {
			if l.Role != document.RoleFurniture {
				continue
			}
			for piece := range strings.SplitSeq(string(runes[l.Start:l.End]), "\t") {
				if counts[piece]++; counts[piece] == max(2, len(d.Pages)*3/10) {
					learnName(house, piece)
				}
			}
		}
	}
	return house
}

func learnName(house map[string]bool, text string) {
	initials := ""
	for _, w := range wordsOf(text) {
		first, _ := utf8.DecodeRuneInString(text[w.start:])
		if !unicode.IsUpper(first) || w.low == "pt" || w.low == "tbk" || w.low == "persero" {
			continue
		}
		if first < utf8.RuneSelf {
			initials += string(unicode.ToLower(first))
		}
		if len(w.low) > 2 && !ordinary[w.low] && !months[w.low] && len(lexical.find([]word{w})) == 0 {
			house[w.low] = true
		}
	}
	if strings.Contains(text, "PT ") && len(initials) > 2 {
		house[initials] = true
	}
}
