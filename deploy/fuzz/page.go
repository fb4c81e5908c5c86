package main

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// line is a line of a page that is being put together.
type line struct {
	text  string
	role  document.Role
	block int
}

// pageOf sets lines as a page. Where they stand on paper is not known, as of pages of text.
func pageOf(lines []line) document.Page {
	p := document.Page{Number: 1, Width: 595, Height: 842, Language: "en", Lines: []document.Line{}, Tables: []document.Table{}}
	var text []rune
	block, last := -1, -1
	for _, l := range lines {
		content := strings.Join(
			strings.FieldsFunc(strings.ToValidUTF8(l.text, "?"), func(r rune) bool { return r == '\n' || unicode.IsControl(r) && r != '\t' }), " ")
		if content = strings.TrimSpace(content); content == "" {
			continue
		}
		if block < 0 || l.block != last {
			block++
			last = l.block
			if len(text) > 0 {
				text = append(text, '\n')
			}
		}
		start := len(text)
		text = append(text, []rune(content)...)
		p.Lines = append(p.Lines, document.Line{Start: start, End: len(text), Block: block, Role: l.role, Level: levelOf(l.role)})
		text = append(text, '\n')
	}
	p.Text = string(text)
	return p
}

func levelOf(r document.Role) int {
	if r == document.RoleHeading {
		return 2
	}
	return 0
}

// documentOf is a report of one page.
func documentOf(p document.Page) *document.Document {
	return &document.Document{
		SHA256: strings.Repeat("0", 64), Version: document.Version,
		Title: "Acme sustainability report 2023", Pages: []document.Page{p}, Outline: []document.Heading{},
	}
}

// sentencesOnPage is how many generated sentences share a page: what stands near a sentence decides how it is read.
const sentencesOnPage = 40

// sentences makes the sentences of a page.
func (s speaker) sentences() []line {
	roles := []document.Role{
		document.RoleBody, document.RoleBody, document.RoleBody, document.RoleBody, document.RoleBody,
		document.RoleItem, document.RoleItem, document.RoleHeading, document.RoleRow, document.RoleNote,
	}
	out := make([]line, sentencesOnPage)
	block := 0
	for i := range out {
		out[i] = line{s.sentence(), roles[s.IntN(len(roles))], block}
		if out[i].role != document.RoleBody || s.IntN(3) == 0 {
			block++
		} else if i > 0 && out[i-1].role != document.RoleBody {
			block++
			out[i].block = block
		}
	}
	return out
}

// mutated is a page of a report after some of everything that a bad copy, a bad parse or a bad report does to one.
func (s speaker) mutated(p *document.Page) document.Page {
	text := []rune(p.Text)
	var lines []line
	for _, l := range p.Lines {
		lines = append(lines, line{string(text[l.Start:l.End]), l.Role, l.Block})
	}
	for range 1 + s.IntN(12) {
		if len(lines) == 0 {
			break
		}
		lines = s.mutateLine(lines, s.IntN(len(lines)))
	}
	out := pageOf(lines)
	out.Number, out.Label, out.OCR = 1, p.Label, p.OCR
	for _, t := range p.Tables {
		out.Tables = append(out.Tables, s.mutatedTable(t))
	}
	return out
}

func (s speaker) mutateLine(lines []line, at int) []line {
	switch s.IntN(9) {
	case 0: // dropped
		return slices.Delete(lines, at, at+1)
	case 1: // joined with the next
		if at+1 < len(lines) {
			lines[at].text += s.oneOf([]string{" ", "", "-", ", "}) + lines[at+1].text
			return slices.Delete(lines, at+1, at+2)
		}
	case 2: // doubled, or many times over
		for range 1 + s.IntN(5)*s.IntN(5) {
			lines = slices.Insert(lines, at, lines[at])
		}
	case 3:
		lines[at].text = s.digits(lines[at].text)
	case 4: // words swapped
		if w := strings.Fields(lines[at].text); len(w) > 1 {
			i, j := s.IntN(len(w)), s.IntN(len(w))
			w[i], w[j] = w[j], w[i]
			lines[at].text = strings.Join(w, " ")
		}
	case 5:
		lines[at].text = s.disturbed(lines[at].text + " .")
	case 6: // lines swapped
		other := s.IntN(len(lines))
		lines[at].text, lines[other].text = lines[other].text, lines[at].text
	case 7: // taken for something else
		lines[at].role = []document.Role{
			document.RoleBody, document.RoleItem, document.RoleHeading, document.RoleRow, document.RoleCaption, document.RoleNote,
		}[s.IntN(6)]
	default: // one paragraph with what follows
		for k := at; k < min(len(lines), at+1+s.IntN(20)); k++ {
			lines[k].block, lines[k].role = lines[at].block, lines[at].role
		}
	}
	return lines
}

// digits changes digits, and sometimes adds many.
func (s speaker) digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' && s.IntN(2) == 0 {
			return '0' + rune(s.IntN(10))
		}
		return r
	}, strings.Replace(text, "0", strings.Repeat("0", 1+s.IntN(3)), s.IntN(2)))
}

func (s speaker) mutatedTable(t document.Table) document.Table {
	out := t
	out.Rows = nil
	for _, row := range t.Rows {
		for range s.copies() {
			cells := slices.Clone(row)
			for c := range cells {
				cells[c].Start, cells[c].End, cells[c].Rows = 0, 0, 0
				if s.IntN(6) == 0 {
					cells[c].Text, cells[c].Value = s.digits(cells[c].Text), s.digits(cells[c].Value)
				}
				if s.IntN(12) == 0 {
					other := s.IntN(len(cells))
					cells[c].Text, cells[other].Text = cells[other].Text, cells[c].Text
					cells[c].Value, cells[other].Value = cells[other].Value, cells[c].Value
				}
			}
			out.Rows = append(out.Rows, cells)
		}
	}
	if len(out.Rows) == 0 {
		out.Rows = t.Rows[:1]
	}
	out.HeaderRows = min(out.HeaderRows, len(out.Rows))
	return out
}

// copies is how often a row stands in its table: mostly once.
func (s speaker) copies() int {
	switch s.IntN(12) {
	case 0:
		return 0
	case 1:
		return 2
	}
	return 1
}
