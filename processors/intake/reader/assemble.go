package reader

import (
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/document"
)

// Raw is a file as MuPDF describes it.
type Raw struct {
	SHA256  string
	Title   string
	Pages   []RawPage
	Outline []document.Heading
}

// Assemble makes the document. It is a pure function of raw.
func Assemble(raw Raw) *document.Document {
	all := make([][]row, len(raw.Pages))
	words := vocabulary{}
	for i := range raw.Pages {
		all[i] = rows(&raw.Pages[i])
		for j := range all[i] {
			words.learn(all[i][j].text())
		}
	}
	markFurniture(raw.Pages, all)
	printed := labels(raw.Pages, all)
	s := shapeOf(all)

	d := &document.Document{
		SHA256: raw.SHA256, Version: document.Version, Title: clean(raw.Title),
		Pages: make([]document.Page, len(raw.Pages)), Outline: []document.Heading{},
	}
	for i := range raw.Pages {
		p := &raw.Pages[i]
		s.split(p, all[i])
		d.Pages[i] = page(i+1, p, all[i], words)
		d.Pages[i].Label = printed[i]
	}
	settleLanguages(d)
	for _, h := range raw.Outline {
		if h.Page <= len(d.Pages) {
			d.Outline = append(d.Outline, h)
		}
	}
	if len(d.Outline) == 0 {
		d.Outline = outline(all)
	}
	return d
}

// page writes the rows as the page's text and says where each line of it stands.
func page(number int, p *RawPage, rs []row, words vocabulary) document.Page {
	out := document.Page{
		Number: number, Width: p.Width, Height: p.Height,
		Lines: []document.Line{}, Tables: []document.Table{}, NotAnalysed: p.Refused,
	}
	lines := make([]string, len(rs))
	for i := range rs {
		lines[i] = rs[i].text()
	}
	for i := range rs {
		if i+1 < len(rs) && !rs[i+1].starts && rs[i].role != document.RoleRow {
			lines[i], lines[i+1] = words.joinBroken(lines[i], lines[i+1])
		}
		lines[i] = strings.TrimSuffix(lines[i], string(softHyphen))
	}
	var text strings.Builder
	at, block := 0, -1
	for i, r := range rs {
		if r.starts || block < 0 {
			block++
			if at > 0 {
				text.WriteByte('\n')
				at++
			}
		}
		if lines[i] == "" { // all of it has moved up to the line before
			continue
		}
		n := utf8.RuneCountInString(lines[i])
		out.Lines = append(out.Lines, document.Line{Start: at, End: at + n, Block: block, Role: r.role})
		text.WriteString(lines[i])
		text.WriteByte('\n')
		at += n + 1
	}
	out.Text = text.String()
	out.ImageOnly = p.Pictures > 0 && !hasLetter(bodyText(&out))
	if out.ImageOnly {
		out.NotAnalysed = "image only: no text to read"
	}
	return out
}

// bodyText is the page's text without its furniture.
func bodyText(p *document.Page) string {
	text := []rune(p.Text)
	var b strings.Builder
	for _, l := range p.Lines {
		if l.Role != document.RoleFurniture {
			b.WriteString(string(text[l.Start:l.End]))
			b.WriteByte('\n')
		}
	}
	return b.String()
}
