package intake

import (
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// artificial are titles that programs give, not people.
var artificial = pattern.Compile(`(?i)^(microsoft (word|excel|powerpoint)\b.*|powerpoint|untitled|document\d*|print|layout|slide \d+|` +
	`presentation\d*|\S+\.(docx?|indd|pptx?|pdf|xlsx?|qxd))$|\.(docx?|indd|pptx?|pdf|xlsx?|qxd)$`)

var reportWord = pattern.Compile(`(?i)\b(report|statement|(action|transition) plan|disclosures?|factbook|data ?book|index|review|laporan)\b`)

// subject is the field of a form or letter that says what it is.
var subject = pattern.Compile(`(?m)^(?:Perihal|Subject|Regarding|Re|Title|Judul)[ \t]*(?:[:\t]|\n)[ \t:]*(\S.{7,119})$`)

const titleRunes = 160

// title is, of what the front pages and the file itself offer, the file's own name if the pages bear it
// out, the subject of a form, or the first heading there that speaks of a report. A name that only the file
// gives, and no page shows, is no more than a hint: it is hidden text like any other.
func title(d *document.Document, period string) guess {
	own := strings.Join(strings.Fields(d.Title), " ")
	if artificial.MatchString(own) || utf8.RuneCountInString(own) > titleRunes {
		own = ""
	}
	if own != "" && reportWord.MatchString(own) && borneOut(d, own, period) {
		return said("title", own, "the file's own title, whose words stand on the front pages")
	}
	var largest guess
	for i := range front(d) {
		p := &d.Pages[i]
		if m := subject.FindStringSubmatchIndex(p.Text); m != nil {
			return at("title", strings.TrimSpace(p.Text[m[2]:m[3]]), "the subject that the form gives", p, m[2], m[3])
		}
		for _, s := range p.Sentences() {
			if s.Role != document.RoleHeading || len(strings.Fields(s.Text)) > 16 || utf8.RuneCountInString(s.Text) > titleRunes {
				continue
			}
			if reportWord.MatchString(s.Text) {
				return in("title", s.Text, "the first heading that speaks of a report", p, s)
			}
			if largest.value == "" && len(s.Text) > 3 {
				largest = in("title", s.Text, "the first heading", p, s)
			}
		}
	}
	switch {
	case own != "" && borneOut(d, own, period):
		return said("title", own, "the file's own title, whose words stand on the front pages")
	case largest.value != "":
		return largest
	case len(d.Outline) > 0:
		return said("title", d.Outline[0].Title, "the first entry of the file's outline")
	case own != "":
		return said("title", own, "the file's own title; no page shows it")
	}
	return guess{}
}

var titleYear = pattern.Compile(`\b20[0-4]\d\b`)

// borneOut reports whether most words of a title stand on the front pages, and no other year than the
// report's.
func borneOut(d *document.Document, title, period string) bool {
	if y := titleYear.FindString(title); y != "" && period != "" && y != period {
		return false
	}
	var text strings.Builder
	for i := range front(d) {
		text.WriteString(folded(d.Pages[i].Text) + " ")
	}
	seen, words := 0, 0
	for _, w := range strings.FieldsFunc(folded(title), func(r rune) bool { return strings.ContainsRune(" .,:;|–—-_/&()", r) }) {
		if utf8.RuneCountInString(w) < 3 {
			continue
		}
		words++
		if strings.Contains(text.String(), w) {
			seen++
		}
	}
	return words > 0 && 4*seen >= 3*words
}
