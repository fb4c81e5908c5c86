package notes

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Footnote is what a mark behind the name of a row, or of its table, stands for.
type Footnote struct {
	Page int
	Rows []string // of which it is, see RowName
	Text string
}

var (
	// keyed is how a note begins that a mark stands for.
	keyed = pattern.Compile(`^\(?([*†‡§#]{1,4}|\d{1,2}|[a-z])[).:]?\s+(\S.*)$`)
	// limiting is how a note takes something out of what its figures are of, or says that they are no more than they are.
	limiting = pattern.Compile(`(?i)\b(?:relates?|refers?|covers?|incl(?:ud\w+)?|excl(?:ud\w+)?|` +
		`without|except|only|solely|limited|not|no|estimat\w+|unaudited|partly|contrary)\b`)
)

// footnotesOf are the notes below the tables of a page that limit figures.
func footnotesOf(p *document.Page) (out []Footnote) {
	for _, t := range p.Tables {
		said := map[string]string{}
		for _, note := range t.Notes {
			if m := keyed.FindStringSubmatch(strings.Join(strings.Fields(note), " ")); m != nil && limiting.MatchString(m[2]) {
				said[m[1]] = m[2]
			}
		}
		if len(said) == 0 {
			continue
		}
		var names []string
		for _, row := range t.Rows {
			if len(row) > 0 && row[0].Text != "" {
				names = append(names, RowName(row[0].Text))
			}
		}
		for i, row := range t.Rows {
			if len(row) == 0 {
				continue
			}
			for _, mark := range row[0].Marks {
				f := Footnote{Page: p.Number, Rows: []string{RowName(row[0].Text)}, Text: said[mark]}
				if i < t.HeaderRows { // behind the head of the column of names it is of all of them
					f.Rows = names
				}
				if f.Text != "" {
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// Of reports whether a note is of a row by its name.
func (f Footnote) Of(row string) bool {
	return slices.Contains(f.Rows, RowName(row))
}

// RowName is the name of a row as footnotes know it: without spaces.
func RowName(name string) string { return strings.Join(strings.Fields(name), "") }

// raised are the marks of notes in running text.
var raised = pattern.Compile(`(?:\p{L}{3}|[)"”])[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}`)

// plainDigits are raised ones as the note itself begins with them.
var plainDigits = strings.NewReplacer("⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9")

// footOf is the note at the foot of a page that a mark in a sentence of it stands for, if that limits what the sentence is of; empty otherwise.
// Of several notes with one number none is meant.
func footOf(p *document.Page, sentence string) string {
	found := ""
	for _, mark := range raised.FindAllString(sentence, -1) {
		digits := plainDigits.Replace(strings.TrimLeftFunc(mark, func(r rune) bool { return !strings.ContainsRune("⁰¹²³⁴⁵⁶⁷⁸⁹", r) }))
		text := []rune(p.Text)
		for _, b := range p.Blocks() {
			if b.Role != document.RoleNote && b.Role != document.RoleBody && b.Role != document.RoleItem || b.End > len(text) {
				continue
			}
			for _, l := range b.TextLines(text) {
				m := keyed.FindStringSubmatch(plainDigits.Replace(strings.Join(strings.Fields(string(text[l[0]:l[1]])), " ")))
				if m == nil || m[1] != digits || !limiting.MatchString(m[2]) {
					continue
				}
				if found != "" && found != m[2] {
					return ""
				}
				found = m[2]
			}
		}
	}
	return found
}
