package layout

import (
	"math"
	"runtime"
	"strings"
	"sync"

	"github.com/sibyl-project/sibyl/rag/pdf/layout/frames"
	"github.com/sibyl-project/sibyl/rag/pdf/layout/typeset"
	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table"
	"github.com/sibyl-project/sibyl/rag/pdf/table/join"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/language"
)

// Raw is a file as MuPDF paints it.
type Raw struct {
	SHA256  string
	Title   string
	Pages   []RawPage
	Outline []document.Heading
	Labels  []string // of the pages as the file names them; may be empty
}

// RawPage is a page as painted.
type RawPage struct {
	Width, Height float64
	Words         []paint.Word
	Rules         []paint.Rect
	Fills         []paint.Fill
	Pictures      int
	Picture       bool // one that is large and may say something
	Tables        []table.Table
	Concealed     []paint.Concealed
	Refused       string      // why the page could not be read, empty if it could
	Plain         []plainLine // read without positions; nil if it was read with them
}

// Assemble makes the document. It is a pure function of raw.
func Assemble(raw Raw) *document.Document {
	texts := make([]pageText, len(raw.Pages))
	eachPage(len(raw.Pages), func(i int) { texts[i] = textOf(&raw.Pages[i]) })
	printed := labels(texts, raw.Labels)
	markFurniture(texts, printed)
	s := shapeOf(texts)

	all := make([][]line, len(raw.Pages))
	eachPage(len(raw.Pages), func(i int) {
		all[i] = s.layout(&texts[i])
		texts[i] = pageText{} // of a long report all of them would be as much again
	})
	words := typeset.Vocabulary{}
	for _, ls := range all {
		for i := range ls {
			words.Learn(ls[i].string())
		}
	}
	var named []document.Heading
	for _, h := range raw.Outline {
		if h.Page >= 1 && h.Page <= len(raw.Pages) {
			named = append(named, h)
		}
	}
	eachPage(len(all), func(i int) { foldHyphens(all[i], words) })
	named = silenceOutline(named)
	levels(all, named)

	tables := tablesOf(raw.Pages)
	d := &document.Document{
		SHA256: raw.SHA256, Version: document.Version, Title: typeset.Clean(raw.Title),
		Pages: make([]document.Page, len(raw.Pages)), Outline: named,
	}
	eachPage(len(raw.Pages), func(i int) {
		d.Pages[i] = page(i+1, &raw.Pages[i], all[i], tables[i])
		d.Pages[i].Suspicious = suspicious(paint.Unshown(raw.Pages[i].Concealed, raw.Pages[i].Width, halfAt(raw.Pages, i-1), halfAt(raw.Pages, i+1)))
		d.Pages[i].Label = printed[i]
		d.Pages[i].Picture = raw.Pages[i].Picture && !d.Pages[i].ImageOnly
	})
	if len(d.Outline) == 0 {
		d.Outline = outline(all)
	}
	forgiveHeads(d)
	silenceAll(d)
	language.Settle(d)
	if note := unreadPictures(raw.Pages, d.Pages); note != "" {
		d.Notes = append(d.Notes, note)
	}
	return d
}

// halfAt is page i as its neighbours see it, nil if there is none.
func halfAt(pages []RawPage, i int) *paint.Beside {
	if i < 0 || i >= len(pages) {
		return nil
	}
	return &paint.Beside{Words: pages[i].Words, Width: pages[i].Width}
}

// tablesOf completes the tables of all pages: headers carried over, units, periods, values.
func tablesOf(pages []RawPage) [][]document.Table {
	in := make([]table.Page, len(pages))
	for i := range pages {
		p := &pages[i]
		in[i] = table.Page{Words: p.Words, Width: p.Width, Height: p.Height, Tables: p.Tables}
	}
	return join.Pages(in)
}

// eachPage calls f for each page, on as many processors as there are: a page's result depends on nothing
// that another call changes.
func eachPage(n int, f func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	if workers < 2 {
		for i := range n {
			f(i)
		}
		return
	}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w; i < n; i += workers {
				f(i)
			}
		})
	}
	wg.Wait()
}

// page writes the lines as the page's text and says where each of them stands.
func page(number int, p *RawPage, ls []line, tables []document.Table) document.Page {
	out := document.Page{
		Number: number, Width: p.Width, Height: p.Height,
		Lines: []document.Line{}, Tables: []document.Table{}, NotAnalysed: p.Refused,
	}
	w := writer{cells: map[cellPlace][2]int{}}
	for i := range ls {
		w.line(ls, i)
	}
	w.end()
	out.Text, out.Lines = w.text.String(), append(out.Lines, w.lines...)
	out.Tables = append(out.Tables, complete(tables, w.cells, w.at)...)
	out.ImageOnly = p.Pictures > 0 && !typeset.HasLetter(out.Body())
	if out.ImageOnly {
		out.NotAnalysed = "image only: no text to read"
	}
	return out
}

// foldHyphens marks the lines that go on in the middle of a word and takes the hyphens off that stand
// there only for the line's end.
func foldHyphens(ls []line, words typeset.Vocabulary) {
	for i := range ls {
		l := &ls[i]
		if len(l.text) == 0 {
			continue
		}
		if i+1 < len(ls) && goesOnWith(l, &ls[i+1]) {
			joins, drops := words.Broken(l.string(), ls[i+1].string())
			ls[i+1].joined = joins
			if drops {
				l.cut()
			}
		}
		l.dropSoftHyphen()
	}
}

// goesOnWith reports whether the next line may go on with a word of this one.
func goesOnWith(l, next *line) bool {
	if l.role == document.RoleRow {
		return l.table > 0 && next.within && next.table == l.table
	}
	return !next.starts
}

// writer collects a page's text.
type writer struct {
	text  strings.Builder
	at    int // code points written
	block int
	lines []document.Line
	open  bool // the last line has no line end yet
	cells map[cellPlace][2]int
}

func (w *writer) put(s string, n int) {
	w.text.WriteString(s)
	w.at += n
}

func (w *writer) end() {
	if w.open {
		w.put("\n", 1)
		w.open = false
	}
}

// line writes line i with what parts it from the line before: an empty line, a line end, the tabs between
// the cells of a row, or nothing within a broken word.
func (w *writer) line(ls []line, i int) {
	l := &ls[i]
	if len(l.text) == 0 {
		return
	}
	switch {
	case len(w.lines) == 0:
	case l.starts:
		w.end()
		w.put("\n", 1)
		w.block++
	case l.joined:
	case l.table > 0 && i > 0 && ls[i-1].table == l.table && ls[i-1].row == l.row:
		if l.within {
			w.put(" ", 1)
		} else {
			n := l.col - ls[i-1].col
			w.put(strings.Repeat("\t", n), n)
		}
	default:
		w.end()
	}
	if i > 0 && l.table > 0 && l.col > 0 && (ls[i-1].table != l.table || ls[i-1].row != l.row) {
		w.put(strings.Repeat("\t", l.col), l.col)
	}
	rect, edges := l.place()
	n := len(l.text)
	w.lines = append(w.lines, document.Line{
		Start: w.at, End: w.at + n, Rect: rect, Edges: edges, Turn: int(l.turn),
		Block: w.block, Role: l.role, Level: l.level, Aside: l.aside,
	})
	w.put(l.string(), n)
	w.open = true
	if l.table > 0 && l.role == document.RoleRow {
		at := cellPlace{l.table, l.row, l.col}
		span, ok := w.cells[at]
		if !ok {
			span[0] = w.at - n
		}
		w.cells[at] = [2]int{span[0], w.at}
	}
}

// mostSuspicious bounds what is kept of one hidden text.
const mostSuspicious = 300

// suspicious records what stands in the file but not before a reader's eyes.
func suspicious(cs []paint.Concealed) []document.Suspicious {
	var out []document.Suspicious
	for _, c := range cs {
		text := typeset.Clean(c.Text)
		if runes := []rune(text); len(runes) > mostSuspicious {
			text = string(runes[:mostSuspicious])
		}
		s := document.Suspicious{Text: text, Why: string(c.Why)}
		if frames.Finite(c.Box) {
			for i, v := range c.Box {
				s.Rect[i] = math.Round(v*100) / 100
			}
		}
		out = append(out, s)
	}
	return out
}
