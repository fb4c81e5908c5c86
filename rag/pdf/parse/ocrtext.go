package parse

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/injection"
)

// recognised is one word as tesseract saw it; the box is in dots from the top left.
type recognised struct {
	paragraph int // counted over the page
	line      int // counted over the page
	box       [4]float64
	sure      float64 // per cent
	text      string
}

var errNoTable = errors.New("tesseract's answer is not understood")

// readTSV reads tesseract's table: level, page, block, paragraph, line, word, left, top, width, height,
// confidence, text. Rows of level 5 are words, in reading order. It comes from a program that a hostile
// picture may have confused.
func readTSV(tsv []byte) ([]recognised, error) {
	if !utf8.Valid(tsv) {
		return nil, errNoTable
	}
	var words []recognised
	var at [3]int
	paragraph, line := -1, -1
	for row := range strings.Lines(string(tsv)) {
		cells := strings.Split(strings.TrimRight(row, "\r\n"), "\t")
		if cells[0] != "5" {
			continue
		}
		if len(cells) != 12 {
			return nil, errNoTable
		}
		var n [11]float64
		for i := range n {
			v, err := strconv.ParseFloat(cells[i], 64)
			if err != nil || v < -1 || v > 1e6 {
				return nil, errNoTable
			}
			n[i] = v
		}
		here := [3]int{int(n[2]), int(n[3]), int(n[4])}
		if paragraph < 0 || here[0] != at[0] || here[1] != at[1] {
			paragraph++
			line++
		} else if here[2] != at[2] {
			line++
		}
		at = here
		if text := spelled(cells[11]); text != "" {
			words = append(words, recognised{paragraph, line, [4]float64{n[6], n[7], n[6] + n[8], n[7] + n[9]}, n[10], text})
		}
	}
	return words, nil
}

// spelled is a word without what no page shows.
func spelled(word string) string {
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) || r == utf8.RuneError || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, word))
}

// sureness is the mean certainty, each letter counting the same.
func sureness(words []recognised) float64 {
	sum, letters := 0.0, 0.0
	for _, w := range words {
		n := float64(utf8.RuneCountInString(w.text))
		sum, letters = sum+n*max(w.sure, 0), letters+n
	}
	return sum / letters
}

// quarantine takes out paragraphs that speak to a machine, and records them: what a picture says is visible
// text like any other. points is the size of a dot.
func quarantine(p *document.Page, words []recognised, points float64) []recognised {
	var kept []recognised
	for i := 0; i < len(words); {
		first := i
		var text []string
		box := words[i].box
		for ; i < len(words) && words[i].paragraph == words[first].paragraph; i++ {
			text = append(text, words[i].text)
			box = around(box, words[i].box)
		}
		said := strings.Join(text, " ")
		if yes, _ := injection.Instructs(said); !yes {
			kept = append(kept, words[first:i]...)
			continue
		}
		runes := []rune(said)
		p.Suspicious = append(p.Suspicious, document.Suspicious{Text: string(runes[:min(len(runes), asideRunes)]), Why: "instruction", Rect: scaled(box, points)})
	}
	return kept
}

func around(a, b [4]float64) [4]float64 {
	return [4]float64{min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])}
}

func scaled(box [4]float64, points float64) [4]float64 {
	for k := range box {
		box[k] *= points
	}
	return box
}

// write makes the words the page's text; points is the size of a dot.
func write(p *document.Page, words []recognised, points float64) {
	var text strings.Builder
	p.Lines, p.Tables = []document.Line{}, []document.Table{}
	at := 0
	for i := 0; i < len(words); {
		first, line := words[i], document.Line{Start: at, Block: words[i].paragraph, Role: document.RoleBody}
		box := first.box
		for ; i < len(words) && words[i].line == first.line; i++ {
			if at > line.Start {
				text.WriteByte(' ')
				at++
			}
			text.WriteString(words[i].text)
			at += utf8.RuneCountInString(words[i].text)
			box = around(box, words[i].box)
		}
		line.End = at
		line.Rect = scaled(box, points)
		p.Lines = append(p.Lines, line)
		text.WriteByte('\n')
		at++
		if i < len(words) && words[i].paragraph != first.paragraph {
			text.WriteByte('\n')
			at++
		}
	}
	p.Text, p.OCR, p.ImageOnly, p.NotAnalysed = text.String(), true, false, ""
}
