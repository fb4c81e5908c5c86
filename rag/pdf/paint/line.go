package paint

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// depth is the word's baseline, growing downwards as its reader sees it.
func (w *Word) depth() float64 {
	if w.Turn == 90 || w.Turn == 180 {
		return -w.Base
	}
	return w.Base
}

// space is how far behind w the next word begins, along the writing direction.
func (w *Word) space(next *Word) float64 {
	_, end := ends(w.Turn, w.Box)
	start, _ := ends(next.Turn, next.Box)
	return start - end
}

// besides reports whether next stands behind w on its line, at most so many sizes away.
func (w *Word) besides(next *Word, sizes float64) bool {
	if w.Turn != next.Turn || w.Skewed || next.Skewed {
		return false
	}
	s := w.space(next)
	return s > -0.3*w.Size && s < sizes*math.Max(w.Size, next.Size) && math.Abs(w.depth()-next.depth()) < 0.1*math.Min(w.Size, next.Size)
}

// raise marks the words that stand higher than the one before or behind them and are smaller: marks of
// footnotes, exponents, the "st" of "1st".
func raise(ws []Word) {
	lifted := false // the word before, by where it stands
	for i := range ws {
		w := &ws[i]
		if w.Raised || w.Skewed {
			lifted = false
			continue
		}
		stands := i > 0 && higher(w, &ws[i-1], ws[i-1].space(w), lifted) || i+1 < len(ws) && higher(w, &ws[i+1], w.space(&ws[i+1]), false)
		w.Raised = stands && mayBeRaised(w.Text) || i > 0 && marksBehind(w, &ws[i-1])
		lifted = w.Raised
	}
}

// raiseApart marks the raised marks that are painted apart from what they stand at: all words of a table first, then
// its marks. Left on the line they would be read as further digits.
func raiseApart(ws []Word) {
	size := bodySize(ws)
	looked := 0
	for i := range ws {
		w := &ws[i]
		if w.Raised || w.Skewed || w.Size >= 0.87*size || utf8.RuneCountInString(w.Text) > 2 || !isMarkText(w.Text) {
			continue
		}
		if looked++; looked > mostApart {
			return
		}
		for k := range ws {
			other := &ws[k]
			if k == i || other.Raised || other.Turn != w.Turn {
				continue
			}
			if space := other.space(w); space > -0.1*other.Size && space < 0.35*other.Size && higher(w, other, space, false) {
				w.Raised = true
				break
			}
		}
	}
}

// mostApart is how many marks are looked for among the words of a page: more than a page has notes.
const mostApart = 200

// bodySize is the size that most words of a page have.
func bodySize(ws []Word) (size float64) {
	counts := map[int]int{}
	best := 0
	for i := range ws {
		key := int(math.Round(4 * math.Min(ws[i].Size, 1000)))
		counts[key]++
		if n := counts[key]; n > best || n == best && float64(key)/4 > size {
			best, size = n, float64(key)/4
		}
	}
	return size
}

// isMarkText reports whether a word can be the mark of a footnote and nothing else.
func isMarkText(s string) bool {
	for _, r := range s {
		if (r < '0' || r > '9') && (r < 'a' || r > 'e') && r != '*' && r != '†' && r != ')' {
			return false
		}
	}
	return s != ""
}

// marksBehind reports whether a word is the mark of a footnote, or one of several, that is painted right behind a figure, a space away and higher by
// half a line: "41,600 a", "1,104 a, b". No line of its own stands so near.
func marksBehind(w, figure *Word) bool {
	if w.Turn != figure.Turn || w.Skewed || figure.Skewed || figure.Raised || w.Size >= 0.87*figure.Size || w.Size <= 0.3*figure.Size {
		return false
	}
	rise, space := figure.depth()-w.depth(), figure.space(w)
	if rise < 0.12*figure.Size || rise > 0.55*figure.Size || space < 0 || space > 0.35*figure.Size {
		return false
	}
	mark := strings.TrimRight(w.Text, ",)")
	if last, _ := utf8.DecodeLastRuneInString(figure.Text); !unicode.IsDigit(last) && last != '%' {
		return false
	}
	return isMarkText(mark) && len(mark) < 3 || len(mark) == 1 && mark[0] >= 'a' && mark[0] <= 'z'
}

// raisedLetters are the letters that are raised as words: of ordinals and of trade marks.
var raisedLetters = map[string]bool{
	"st": true, "nd": true, "rd": true, "th": true, "er": true, "re": true, "e": true, "o": true, "a": true, "tm": true, "sm": true, "ste": true,
}

// mayBeRaised reports whether a word can be a mark, an exponent or the end of an ordinal. Other small words that
// stand higher belong to figures of large print ("25 % less").
func mayBeRaised(s string) bool {
	if utf8.RuneCountInString(s) > 12 {
		return false
	}
	letters := strings.TrimFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) })
	return utf8.RuneCountInString(letters) < 2 || strings.ContainsFunc(s, unicode.IsDigit) || raisedLetters[letters]
}

// higher reports whether w is raised beside the letters of other, or stands as high as other, which is lifted.
func higher(w, other *Word, space float64, lifted bool) bool {
	if w.Turn != other.Turn || other.Skewed || space < -0.35*other.Size || space > 0.7*other.Size {
		return false
	}
	rise := other.depth() - w.depth()
	if lifted && math.Abs(rise) < 0.1*w.Size && math.Abs(w.Size-other.Size) < 0.1*w.Size {
		return true
	}
	highest := 1.35
	if space < 0.1*other.Size && isMarkText(w.Text) {
		highest = 1.45 // of a mark that touches it: half a line, as some programs set all of them
	}
	// Browsers raise by a third and a pixel: a mark that is hardly smaller ends far above the letters, but no line of its own stands so close.
	low := rise < 0.48*other.Size || rise+ascent*w.Size < highest*ascent*other.Size
	return w.Size < 0.87*other.Size && w.Size > 0.3*other.Size && rise > 0.12*other.Size && low
}

// softHyphens makes plain hyphens of those that a reader sees within a line. Only at the end of one it may
// be there for the line's sake.
func (w *Word) softHyphens(next *Word) {
	if !strings.ContainsRune(w.Text, '\u00ad') {
		return
	}
	body, broken := strings.CutSuffix(w.Text, "\u00ad")
	body = strings.ReplaceAll(body, "\u00ad", "-")
	switch {
	case !broken:
		w.Text = body
	case body == "" || next != nil && w.besides(next, 1.5):
		w.Text = body + "-"
	default:
		w.Text = body + "\u00ad"
	}
}

// unspace puts letter-spaced words together ("S U S T A I N"): single letters on one line, at least four, with
// the same gaps between most of them, and wider ones between words.
func unspace(ws []Word) []Word {
	out := ws[:0]
	for i := 0; i < len(ws); {
		n, least := spacedOut(ws[i:])
		if n == 0 {
			out = append(out, ws[i])
			i++
			continue
		}
		for end := i + n; i < end; {
			word := 1
			for i+word < end && !wider(&ws[i+word-1], &ws[i+word], least) {
				word++
			}
			if least > wide*ws[i].Size && (word <= leastSpaced || !lower(ws[i+1:i+word])) {
				out = append(out, ws[i:i+word]...) // the letters of a table's head stand as far apart
			} else {
				out = append(out, joined(ws[i:i+word]))
			}
			i += word
		}
	}
	return out
}

const (
	leastSpaced = 4
	mostSpaced  = 200
	// wide is how far apart letters stand, in sizes, if they may well be words of their own.
	wide = 0.5
)

// wider reports whether the gap between two letters is clearly wider than the least one of their line.
func wider(a, b *Word, least float64) bool {
	return a.space(b) >= least+math.Max(0.18*a.Size, 0.3*least)
}

// spacedOut counts how many words from the first on are letters of one letter-spaced line, and gives the least
// gap between them.
func spacedOut(ws []Word) (n int, least float64) {
	if !single(&ws[0]) {
		return 0, 0
	}
	n = 1
	for n < len(ws) && n < mostSpaced && single(&ws[n]) && ws[n-1].besides(&ws[n], 1.6) && math.Abs(ws[n].Size-ws[n-1].Size) < 0.05*ws[n].Size {
		n++
	}
	if n < leastSpaced {
		return 0, 0
	}
	letters := 0
	for i := range n {
		letters += count(hasLetter(ws[i].Text))
	}
	if 2*letters < n { // figures side by side, bullets
		if digits := trackedFigures(ws[:n]); digits > 0 {
			return digits, ws[0].space(&ws[1])
		}
		return 0, 0
	}
	least = math.Inf(1)
	for i := 1; i < n; i++ {
		least = math.Min(least, ws[i-1].space(&ws[i]))
	}
	if least < 0.02*ws[0].Size || !mostlyNarrow(ws[:n], least) {
		return 0, 0
	}
	return n, least
}

// trackedFigures counts how many digits from the first on are one number in loosely set text ("2 0 2 4"): at least
// four, all as far apart, and nearer than the narrowest space of any font, so that columns of single digits and
// numbers parted by spaces stay apart.
func trackedFigures(ws []Word) int {
	const (
		nearest = 0.2   // sizes
		even    = 0.025 // sizes
	)
	n, first := 1, 0.0
	for n < len(ws) && isFigure(ws[n-1].Text) && isFigure(ws[n].Text) {
		space := ws[n-1].space(&ws[n])
		if n == 1 {
			first = space
		}
		if space > nearest*ws[n].Size || math.Abs(space-first) > even*ws[n].Size {
			break
		}
		n++
	}
	if n < leastSpaced || n < len(ws) && isFigure(ws[n].Text) { // another figure goes on in another way
		return 0
	}
	return n
}

// mostlyNarrow reports whether most gaps are about the least one.
func mostlyNarrow(ws []Word, least float64) bool {
	n := 0
	for i := 1; i < len(ws); i++ {
		if !wider(&ws[i-1], &ws[i], least) {
			n++
		}
	}
	return 2*n > len(ws)
}

// single reports whether a word is one character.
func single(w *Word) bool {
	_, n := utf8.DecodeRuneInString(w.Text)
	return n == len(w.Text) && !w.Raised && !w.Skewed
}

func hasLetter(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

func lower(ws []Word) bool {
	for i := range ws {
		if strings.ToLower(ws[i].Text) != ws[i].Text {
			return false
		}
	}
	return true
}

// joined is one word of several.
func joined(ws []Word) Word {
	w := ws[0]
	edges := make([]float64, 0, len(ws)+1)
	var text strings.Builder
	for i := range ws {
		text.WriteString(ws[i].Text)
		edges = append(edges, ws[i].Edges[:len(ws[i].Edges)-1]...)
		w.Box.include(ws[i].Box)
	}
	last := ws[len(ws)-1].Edges
	w.Text, w.Edges = text.String(), append(edges, last[len(last)-1])
	return w
}
