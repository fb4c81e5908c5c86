package corpus

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// line is one line of a licensed copy. Start and End count code points of its page's text.
type line struct {
	text    string
	page    int
	start   int
	end     int
	opens   bool // it begins a block
	heading bool
	note    bool // small print
}

// linesOf reads the lines of a parsed copy from top to bottom, without what is printed on every page. Reading order is
// not that of the parse, which takes numbers in a margin for a column of their own: what stands at one height is one
// line. The standards are set in one column.
func linesOf(d *document.Document) []line {
	var out []line
	for i := range d.Pages {
		out = append(out, pageLines(&d.Pages[i])...)
	}
	return out
}

// span is a line of the parse.
type span struct {
	document.Line
	text  string
	opens bool
}

func pageLines(p *document.Page) []line {
	text := []rune(p.Text)
	var spans []span
	placed := true // every line's place is known
	for _, b := range p.Blocks() {
		lines := b.Lines
		if len(lines) == 0 {
			lines = []document.Line{{Start: b.Start, End: b.End, Role: b.Role}}
		}
		for i, l := range lines {
			s := span{Line: l, text: string(text[l.Start:l.End]), opens: i == 0}
			if n := len(spans); n > 0 && spans[n-1].End == l.Start {
				// The rest of a word that the line's end has broken.
				rest := s.text
				if at := strings.IndexAny(rest, " \t"); at >= 0 {
					rest = rest[:at]
				}
				spans[n-1].text += rest
				s.text = strings.TrimPrefix(s.text, rest)
			}
			placed = placed && l.Rect != [4]float64{} && l.Turn == 0
			spans = append(spans, s)
		}
	}
	if placed {
		return rows(p.Number, spans)
	}
	var out []line
	for _, s := range spans {
		if s.Role == document.RoleFurniture {
			continue
		}
		at := s.Start
		for i, piece := range strings.Split(s.text, "\n") {
			n := utf8.RuneCountInString(piece)
			if folded := strings.Join(strings.Fields(piece), " "); folded != "" {
				out = append(out, line{folded, p.Number, at, at + n, s.opens && i == 0, s.Role == document.RoleHeading, s.Role == document.RoleNote})
			}
			at += n + 1
		}
	}
	return out
}

// rows puts together what stands at one height, from left to right. A number in the margin may be taken for one of a
// page, so what is printed on every page is left out only where nothing else stands beside it.
func rows(page int, spans []span) []line {
	middle := func(s span) float64 { return (s.Rect[1] + s.Rect[3]) / 2 }
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Compare(middle(a), middle(b)) })
	var out []line
	for i := 0; i < len(spans); {
		n := 1
		for i+n < len(spans) && middle(spans[i+n]) < spans[i].Rect[3] && spans[i+n].Rect[1] < middle(spans[i]) {
			n++
		}
		row := spans[i : i+n]
		i += n
		slices.SortStableFunc(row, func(a, b span) int { return cmp.Compare(a.Rect[0], b.Rect[0]) })
		l := line{page: page, start: row[0].Start, end: row[0].End, heading: true, note: true}
		furniture := true
		var texts []string
		for _, s := range row {
			texts = append(texts, s.text)
			l.start, l.end, l.opens = min(l.start, s.Start), max(l.end, s.End), l.opens || s.opens
			l.heading, l.note = l.heading && s.Role == document.RoleHeading, l.note && s.Role == document.RoleNote
			furniture = furniture && s.Role == document.RoleFurniture
		}
		if l.text = strings.Join(strings.Fields(strings.Join(texts, " ")), " "); l.text != "" && !furniture {
			out = append(out, l)
		}
	}
	return out
}

var (
	markdownHeading  = pattern.Compile(`^#{1,6}\s+`)
	markdownItem     = pattern.Compile(`^(?:[-*+]\s+|>\s*)+`)
	markdownEscape   = pattern.Compile(`\\([\\.()\[\]*_#+-])`)
	markdownEmphasis = strings.NewReplacer("**", "", "__", "", "`", "")
	tableRule        = pattern.Compile(`^[|:\s-]+$`)
)

// linesOfMarkdown reads the lines of a copy in Markdown, or in plain text. Emphasis, list marks and table bars are
// taken off: a paragraph's number may stand in any of them.
func linesOfMarkdown(text string) []line {
	var out []line
	at, blank := 0, true
	for _, raw := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		n := utf8.RuneCountInString(raw)
		l := line{page: 1, start: at, end: at + n}
		at += n + 1
		s := strings.TrimSpace(strings.ReplaceAll(raw, "\u00a0", " "))
		if s == "" || tableRule.MatchString(s) {
			blank = blank || s == ""
			continue
		}
		if m := markdownHeading.FindString(s); m != "" {
			s, l.heading, l.opens = s[len(m):], true, true
		}
		if m := markdownItem.FindString(s); m != "" {
			s, l.opens = s[len(m):], true
		}
		if strings.HasPrefix(s, "|") {
			s, l.opens = strings.ReplaceAll(strings.Trim(s, "|"), "|", " "), true
		}
		s = markdownEmphasis.Replace(s)
		s = markdownEscape.ReplaceAllString(s, "$1")
		if l.text = strings.Join(strings.Fields(s), " "); l.text == "" {
			continue
		}
		l.opens = l.opens || blank
		blank = l.heading
		out = append(out, l)
	}
	return out
}
