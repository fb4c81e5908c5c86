package layout

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/pdf/layout/frames"
)

// Running heads stand in the outer tenth of a page on at least two pages, navigation anywhere on nearly a
// third of them; both at the same place with the same words, numbers aside.
const (
	margin         = 0.1
	mostNavigation = 6 // words: what is longer and repeated says something again
)

// spot is where words stand on many pages.
type spot struct {
	text string
	top  int
}

// slot is a place at the edge of the page, whatever stands there.
type slot struct{ top, left, size int }

func spotOf(f *fragment, t *pageText) spot {
	return spot{text: foldDigits(f.string()), top: int(math.Round((f.base - t.sheet[1]) / 3))}
}

func slotOf(f *fragment, t *pageText) slot {
	return slot{int(math.Round((f.base - t.sheet[1]) / 3)), int(math.Round((f.box[0] - t.sheet[0]) / 4)), tenths(f.size) / 3}
}

func foldDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '#'
		}
		return unicode.ToLower(r)
	}, s)
}

func inMargin(t *pageText, f *fragment) bool {
	h := frames.Height(t.sheet)
	at := f.base - t.sheet[1]
	return h > 0 && (at < margin*h || at > (1-margin)*h)
}

// markFurniture finds running heads, page numbers and navigation. printed are the pages' labels.
func markFurniture(pages []pageText, printed []string) {
	seen := map[spot]int{}
	spots := make([][]spot, len(pages))
	for i := range pages {
		t := &pages[i]
		here := map[spot]bool{}
		spots[i] = make([]spot, len(t.fragments))
		for j := range t.fragments {
			at := spotOf(&t.fragments[j], t)
			if spots[i][j] = at; !here[at] {
				here[at] = true
				seen[at]++
			}
		}
	}
	anywhere := max(4, int(math.Ceil(0.3*float64(len(pages)))))
	taken, heads := map[slot]int{}, map[slot]int{}
	for i := range pages {
		t := &pages[i]
		for j := range t.fragments {
			f := &t.fragments[j]
			// Heights are rounded, so one head may fall on either side of a step.
			at := spots[i][j]
			n := seen[at] + seen[spot{at.text, at.top - 1}] + seen[spot{at.text, at.top + 1}]
			if !inMargin(t, f) {
				if n >= anywhere && len(f.words) <= mostNavigation {
					f.role = inFurniture
				}
				continue
			}
			number := isNumber(f.string())
			switch {
			case number:
				if isLabel(f.string(), printed[i]) || printed[i] == "" && alone(t, f) {
					f.role = inFurniture
				}
			case n >= anywhere, n >= 2 && !noteText(t, f, printed[i]) && !within(t, f):
				f.role = inFurniture
			}
			s := slotOf(f, t)
			taken[s]++
			if f.role == inFurniture && !number {
				heads[s]++
			}
		}
	}
	for i := range pages {
		markNumbers(&pages[i])
	}
	// A place at the edge that nearly always holds a running head holds one where its words stand but once.
	for i := range pages {
		t := &pages[i]
		for j := range t.fragments {
			f := &t.fragments[j]
			if s := slotOf(f, t); f.role == inText && inMargin(t, f) && heads[s] >= 4 && 10*heads[s] >= 8*taken[s] && !noteText(t, f, printed[i]) {
				f.role = inFurniture
			}
		}
	}
}

// isLabel reports whether words at a page's edge are its number, perhaps with its digits set apart.
func isLabel(text, printed string) bool {
	text = strings.ReplaceAll(strings.Trim(text, "|-– "), " ", "")
	return printed != "" && text == printed
}

// markNumbers takes numbers at the edge for part of the running head or navigation that they stand in.
func markNumbers(t *pageText) {
	for i := range t.fragments {
		f := &t.fragments[i]
		if f.role != inText || !inMargin(t, f) || !isNumber(f.string()) {
			continue
		}
		for j := range t.fragments {
			g := &t.fragments[j]
			if gap := g.box[0] - f.box[2]; g.role == inFurniture && math.Abs(g.base-f.base) < 0.3*f.size && gap > 0 && gap < 2.5*f.size {
				f.role = inFurniture
				break
			}
		}
	}
}

// within reports whether a fragment is only a piece of a line whose words stand far apart, as they do in
// narrow justified columns.
func within(t *pageText, f *fragment) bool {
	if len(f.words) > 2 || f.n > 16 {
		return false
	}
	for i := range t.fragments {
		g := &t.fragments[i]
		if gap := math.Max(g.box[0]-f.box[2], f.box[0]-g.box[2]); g != f &&
			math.Abs(g.base-f.base) < 0.1*f.size && tenths(g.size) == tenths(f.size) && gap < 2.2*f.size {
			return true
		}
	}
	return false
}

// alone reports whether nothing but numbers stands beside a number: one with words beside it belongs to a
// footnote or a list.
func alone(t *pageText, f *fragment) bool {
	for i := range t.fragments {
		g := &t.fragments[i]
		if g != f && math.Abs(g.base-f.base) < 0.6*f.size && math.Abs(g.box[0]-f.box[2]) < 4*f.size && g.role != inFurniture {
			return false
		}
	}
	return true
}

// noteText reports whether words at a page's edge are a footnote: the same one may stand on many pages. It
// begins with a mark, which is not the page's number, has one in front of it, or goes on with one.
func noteText(t *pageText, f *fragment, printed string) bool {
	for range 12 { // lines of one note
		if startsNote(t, f, printed) {
			return true
		}
		above := lineAbove(t, f)
		if above == nil {
			return false
		}
		f = above
	}
	return false
}

func startsNote(t *pageText, f *fragment, printed string) bool {
	if head, _, ok := strings.Cut(f.string(), " "); ok && isNoteStart([]rune(f.string())) && head != printed {
		return true
	}
	for i := range t.fragments {
		g := &t.fragments[i]
		if gap := f.box[0] - g.box[2]; g != f && g.n <= 3 && gap > 0 && gap < 3*f.size && math.Abs(g.base-f.base) < 0.8*f.size &&
			isNoteStart([]rune(g.string()+" ")) && !isLabel(g.string(), printed) {
			return true
		}
	}
	return false
}

// lineAbove is the line that a fragment goes on with: of the same size, closely above, at about the same left
// edge.
func lineAbove(t *pageText, f *fragment) *fragment {
	var best *fragment
	for i := range t.fragments {
		g := &t.fragments[i]
		off := math.Abs(g.box[0] - f.box[0])
		if step := f.base - g.base; step > 0.5*f.size && step < 1.7*f.size && tenths(g.size) == tenths(f.size) && off < 2.5*f.size &&
			(best == nil || off < math.Abs(best.box[0]-f.box[0])) {
			best = g
		}
	}
	return best
}

func isNumber(s string) bool {
	s = strings.Trim(s, "|-– ")
	_, err := strconv.Atoi(closeDigits(s))
	return err == nil || roman.MatchString(s)
}

// roman are the numbers of a report's first pages.
var roman = pattern.Compile(`^(?:X{0,3}(?:IX|IV|V?I{1,3}|V)|X{1,3}|x{0,3}(?:ix|iv|v?i{1,3}|v)|x{1,3})$`)
