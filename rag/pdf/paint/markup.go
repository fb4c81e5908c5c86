package paint

import (
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/pdf/paint/tags"
	"github.com/sibyl-project/sibyl/rag/report/injection"
)

// saying is a page as MuPDF's HTML has it: all text in the file's order, also what is painted nowhere,
// with the place of each line, and the fonts' styles.
type saying struct {
	chars []said
	lines []saidLine
}

// said is one character that is no space.
type said struct {
	r      rune
	line   int32
	spaced bool // a space stands before it
	bold   bool
	italic bool
	met    bool // painted, too
}

type saidLine struct {
	top, left, size float64
}

// base is the height of the baseline: MuPDF puts the top 0.8 of the size above it.
func (l *saidLine) base() float64 { return l.top + ascent*l.size }

// listen reads the HTML, at most so many characters.
func listen(markup string, limit int) saying {
	out := saying{chars: make([]said, 0, min(len(markup)/8, limit))}
	e := tags.Elements{Rest: markup}
	bold, italic, spaced := 0, 0, true
	for e.Next() {
		if n := len(out.lines); n > 0 {
			for s := e.Text; s != ""; {
				r, width := rune(s[0]), 1
				if r == '&' || r >= 0x80 {
					r, width = character(s)
				}
				s = s[width:]
				if isBlank(r) {
					spaced = true
					continue
				}
				if injection.Unseen(r) || unicode.IsControl(r) {
					continue
				}
				if len(out.chars) >= limit {
					return out
				}
				if f := expanded(r); f != "" {
					for _, part := range f {
						out.chars = append(out.chars, said{r: part, line: int32(n - 1), spaced: spaced, bold: bold > 0, italic: italic > 0})
						spaced = false
					}
					continue
				}
				out.chars = append(out.chars, said{r: r, line: int32(n - 1), spaced: spaced, bold: bold > 0, italic: italic > 0})
				spaced = false
			}
		}
		switch e.Name {
		case "p":
			style := tags.Value(e.Attr, "style")
			out.lines = append(out.lines, saidLine{top: styled(style, "top:"), left: styled(style, "left:"), size: styled(style, "line-height:")})
			bold, italic, spaced = 0, 0, true
		case "b":
			bold++
		case "/b":
			bold--
		case "i":
			italic++
		case "/i":
			italic--
		}
	}
	return out
}

// styled is the number behind a name in a style, 0 if there is none.
func styled(style, name string) float64 {
	at := strings.Index(style, name)
	if at < 0 {
		return 0
	}
	return min(max(numberOf(style[at+len(name):]), -farthest), farthest)
}
