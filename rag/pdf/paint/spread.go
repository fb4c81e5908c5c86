package paint

import "strings"

// Beside is a page next to another: the words it shows and its width.
type Beside struct {
	Words []Word
	Width float64
}

// Unshown is what of a page's concealed text the pages beside it do not show. Reports that are laid out in spreads
// are cut into pages, and each half keeps the whole: what stands off the one page stands on the other, at the same
// height and as far from the fold. There a reader sees it, so it is no hidden text; nil stands for no page.
func Unshown(cs []Concealed, width float64, before, after *Beside) []Concealed {
	var out []Concealed
	for _, c := range cs {
		switch {
		case c.Why != WhyOffPage:
		case before != nil && c.Box[2] <= foldSlack && before.shows(c, before.Width):
			continue
		case after != nil && c.Box[0] >= width-foldSlack && after.shows(c, -width):
			continue
		}
		out = append(out, c)
	}
	return out
}

// foldSlack is how many points a word may reach over the fold, and how far off its place it may stand.
const foldSlack = 3

// shows reports whether each word of a text stands on the page where its place is, moved across the fold.
func (b *Beside) shows(c Concealed, across float64) bool {
	box := Rect{c.Box[0] + across - foldSlack, c.Box[1] - foldSlack, c.Box[2] + across + foldSlack, c.Box[3] + foldSlack}
	shown := map[string]int{}
	for i := range b.Words {
		w := &b.Words[i]
		if w.Box[0] >= box[0] && w.Box[1] >= box[1] && w.Box[2] <= box[2] && w.Box[3] <= box[3] {
			shown[w.Text]++
		}
	}
	text, cut := strings.CutSuffix(c.Text, "…")
	words := strings.Fields(text)
	if cut && len(words) > 0 {
		words = words[:len(words)-1] // cut short in the middle, see cutText
	}
	for _, w := range words {
		if shown[w] == 0 {
			return false
		}
		shown[w]--
	}
	return len(words) > 0
}
