package layout

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/layout/typeset"
)

// plainLine is a line of a page that is read without positions.
type plainLine struct {
	text  string
	block int // MuPDF's own paragraphs
}

// plainLines makes lines of text without positions; MuPDF parts its paragraphs by empty lines.
func plainLines(text string) []plainLine {
	var out []plainLine
	block := 0
	for l := range strings.Lines(text) {
		if t := typeset.Clean(l); t != "" {
			out = append(out, plainLine{text: t, block: block})
			continue
		}
		block++
	}
	return out
}

// linesOfPlain are its lines as the rest of the package knows them.
func linesOfPlain(ps []plainLine) []line {
	out := make([]line, len(ps))
	for i, p := range ps {
		out[i] = line{text: []rune(p.text), pieces: 1, role: "body"}
		out[i].starts = i == 0 || ps[i-1].block != p.block
	}
	return out
}
