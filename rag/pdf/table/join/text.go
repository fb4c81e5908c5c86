package join

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
	"github.com/sibyl-project/sibyl/rag/report/hyphen"
)

// words joins the words of all pages that a line's end may have broken.
type words map[string]int

// byLine cuts words into lines where one begins left of the word before.
func byLine(all []paint.Word, items []int) [][]int {
	var out [][]int
	for n, i := range items {
		if n > 0 {
			from, _ := stretchOf(&all[i])
			if _, end := stretchOf(&all[items[n-1]]); from >= end-0.5*all[i].Size {
				out[len(out)-1] = append(out[len(out)-1], i)
				continue
			}
		}
		out = append(out, []int{i})
	}
	return out
}

// withoutMark takes the mark behind a figure out of its text.
func withoutMark(text, mark string) string {
	at := strings.LastIndex(text, mark)
	if at < 0 {
		return text
	}
	return strings.TrimSpace(strings.TrimRight(text[:at], " \u00a0") + text[at+len(mark):])
}

// markName is a mark without what encloses it: 1) and [1] are 1.
func markName(m string) string { return printed.FoldSuperscript(strings.Trim(m, "()[] .,")) }

// compose writes the words of a cell as text. Raised words are footnote marks, but for exponents of units; marks
// are returned apart.
func compose(all []paint.Word, lines [][]int, vocabulary func() words) (text string, marks []string) {
	var b strings.Builder
	add := func(m string) {
		for _, part := range strings.FieldsFunc(m, func(r rune) bool { return r == ',' || r == ' ' }) {
			if part = markName(part); part != "" {
				marks = append(marks, part)
			}
		}
	}
	for _, l := range lines {
		before := b.Len()
		end := math.Inf(-1)
		for n, i := range l {
			w := &all[i]
			from, to := stretchOf(w)
			gap := (from - end) / math.Max(w.Size, 1e-9)
			if w.Raised && n > 0 {
				switch {
				case printed.IsExponent(b.String(), w.Text) && gap < 0.3:
					b.WriteString(printed.RaiseDigit(w.Text))
				case printed.IsMark(w.Text):
					add(w.Text)
				default:
					if gap > 0.12 {
						b.WriteByte(' ')
					}
					b.WriteString(w.Text)
				}
				end = math.Max(end, to)
				continue
			}
			t, mark := printed.CutMark(w.Text)
			if n > 0 && strings.Trim(w.Text, "*†‡") == "" && w.Text != "" {
				add(w.Text)
				continue
			}
			if mark != "" {
				add(mark)
			} else if n > 0 && n == len(l)-1 && isNoteNumber(w.Text) && w.Size < 0.85*all[l[n-1]].Size {
				add(w.Text)
				continue
			}
			switch {
			case b.Len() == before && before > 0:
				breakLine(&b, t, vocabulary)
			case b.Len() > before && printed.Spaced(b.String(), t, gap):
				b.WriteByte(' ')
			}
			b.WriteString(t)
			end = math.Max(end, to)
		}
	}
	return strings.TrimSpace(b.String()), marks
}

// stretchOf is where a word begins and ends along its writing direction.
func stretchOf(w *paint.Word) (from, to float64) {
	switch w.Turn {
	case 90:
		return w.Box[1], w.Box[3]
	case 180:
		return -w.Box[2], -w.Box[0]
	case 270:
		return -w.Box[3], -w.Box[1]
	}
	return w.Box[0], w.Box[2]
}

// isNoteNumber recognises 1) behind a text.
func isNoteNumber(s string) bool {
	n := printed.Digits(s)
	return n > 0 && n <= 2 && n == len(s)-1 && s[len(s)-1] == ')'
}

// breakLine joins two lines of a cell: with a space, or without the hyphen that broke a word.
func breakLine(b *strings.Builder, next string, vocabulary func() words) {
	s := b.String()
	r, _ := utf8.DecodeRuneInString(next)
	if !strings.HasSuffix(s, "-") && !strings.HasSuffix(s, "\u00ad") || !unicode.IsLower(r) {
		if !strings.HasSuffix(s, "/") && !(strings.HasSuffix(s, "-") && unicode.IsUpper(r)) {
			b.WriteByte(' ')
		}
		return
	}
	stem := strings.TrimSuffix(strings.TrimSuffix(s, "-"), "\u00ad")
	head := lastWord(stem)
	if head == "" {
		b.WriteByte(' ')
		return
	}
	switch strings.TrimRight(next, ",.;") {
	case "and", "or", "und", "oder", "dan", "atau": // "short- and long-term"
		b.WriteByte(' ')
		return
	}
	if strings.HasSuffix(s, "-") && vocabulary != nil && vocabulary().keepsHyphen(head, firstWord(next)) {
		return
	}
	b.Reset()
	b.WriteString(stem)
}

func lastWord(s string) string {
	i := len(s)
	for i > 0 {
		r, n := utf8.DecodeLastRuneInString(s[:i])
		if !unicode.IsLetter(r) {
			break
		}
		i -= n
	}
	return s[i:]
}

func firstWord(s string) string {
	for i, r := range s {
		if !unicode.IsLetter(r) {
			return s[:i]
		}
	}
	return s
}

// newWords counts the words of the pages, to tell a hyphen that belongs to a word from one that breaks it.
func newWords(pages []table.Page) words {
	v := words{}
	for i := range pages {
		for j := range pages[i].Words {
			w := strings.ToLower(strings.TrimFunc(pages[i].Words[j].Text, func(r rune) bool { return !unicode.IsLetter(r) }))
			if len(w) > 2 && len(w) < 40 {
				v[w]++
			}
		}
	}
	return v
}

// keepsHyphen decides whether two parts are one word with a hyphen.
func (v words) keepsHyphen(head, tail string) bool {
	return hyphen.Words(v).Keeps(strings.ToLower(head), strings.ToLower(tail))
}
