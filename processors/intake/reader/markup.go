package reader

import (
	"html"
	"math"
	"strconv"
	"strings"
)

// RawPage is a page as MuPDF describes it, in the order in which the file paints it.
type RawPage struct {
	Width, Height float64
	Lines         []RawLine
	Pictures      int
	Refused       string // why the page could not be read, empty if it could
	Plain         bool   // read without positions
}

// RawLine is a run of text on one baseline.
type RawLine struct {
	Top, Left float64 // points from the top left
	Size      float64 // of most of its letters
	Bold      bool    // most of its letters are
	Text      string
	Block     int // of a plain page: MuPDF's own paragraphs
}

// base is the height of the baseline: MuPDF puts the top 0.8 of the size above it.
func (l RawLine) base() float64 { return l.Top + 0.8*l.Size }

// parseMarkup reads the HTML that MuPDF writes for a page: one <p> with its position for each line, in
// it <b>, <sup> and <span> with the font size, and <img> with the picture itself, which is passed over.
func parseMarkup(markup string) RawPage {
	var p RawPage
	var line *lineBuilder
	for markup != "" {
		if markup[0] != '<' {
			end := strings.IndexByte(markup, '<')
			if end < 0 {
				end = len(markup)
			}
			if line != nil {
				line.add(html.UnescapeString(markup[:end]))
			}
			markup = markup[end:]
			continue
		}
		end := strings.IndexByte(markup, '>')
		if end < 0 {
			break
		}
		tag := markup[1:end]
		markup = markup[end+1:]
		switch name, attrs, _ := strings.Cut(tag, " "); name {
		case "div":
			p.Width, p.Height = points(attrs, "width:"), points(attrs, "height:")
		case "img":
			p.Pictures++
		case "p":
			line = &lineBuilder{line: RawLine{Top: points(attrs, "top:"), Left: points(attrs, "left:")}}
		case "/p":
			if line != nil {
				if l, ok := line.done(); ok {
					p.Lines = append(p.Lines, l)
				}
				line = nil
			}
		default:
			if line != nil {
				line.tag(name, attrs)
			}
		}
	}
	return p
}

// points returns the number of points behind a style's name, 0 if there is none.
func points(attrs, name string) float64 {
	at := strings.Index(attrs, name)
	if at < 0 {
		return 0
	}
	rest := attrs[at+len(name):]
	end := strings.Index(rest, "pt")
	if end < 0 {
		return 0
	}
	v, err := strconv.ParseFloat(rest[:end], 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

type lineBuilder struct {
	line   RawLine
	text   strings.Builder
	bold   int // depth of <b>
	raised int // depth of <sup>
	size   float64
	sizes  map[float64]int // letters by size
	heavy  int             // letters in bold
	all    int
}

func (b *lineBuilder) tag(name, attrs string) {
	switch name {
	case "b":
		b.bold++
	case "/b":
		b.bold--
	case "sup":
		b.raised++
	case "/sup":
		b.raised--
	case "span":
		if s := points(attrs, "font-size:"); s > 0 {
			b.size = s
		}
	}
}

func (b *lineBuilder) add(text string) {
	if b.raised > 0 {
		// A raised digit must not read as part of the number or word before it.
		text = raise(text)
	}
	b.text.WriteString(text)
	if b.sizes == nil {
		b.sizes = map[float64]int{}
	}
	n := len(strings.TrimSpace(text))
	b.sizes[b.size] += n
	b.all += n
	if b.bold > 0 {
		b.heavy += n
	}
}

func (b *lineBuilder) done() (RawLine, bool) {
	l := b.line
	l.Text = clean(b.text.String())
	if l.Text == "" || b.all == 0 {
		return RawLine{}, false
	}
	most := 0
	for size, n := range b.sizes {
		if n > most || n == most && size > l.Size {
			l.Size, most = size, n
		}
	}
	l.Bold = 2*b.heavy > b.all
	return l, true
}

// plainPage makes lines of text without positions; MuPDF parts its paragraphs by empty lines.
func plainPage(text string) RawPage {
	p := RawPage{Plain: true}
	block := 0
	for l := range strings.Lines(text) {
		if t := clean(l); t != "" {
			p.Lines = append(p.Lines, RawLine{Text: t, Block: block})
			continue
		}
		block++
	}
	return p
}
