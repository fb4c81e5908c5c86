package paint

import "strings"

// leastLeader is how many dots lead from a label to its figure; three are an ellipsis.
const leastLeader = 4

// unlead leaves out the dots that lead the eye from a label to its figure: they say nothing, and as a word that
// fills the gap they would hide that two columns stand there.
func unlead(ws []Word) []Word {
	out := ws[:0]
	for i := 0; i < len(ws); i++ {
		w := ws[i]
		if leads(w.Text) {
			n := 1 // dots may be words of their own
			dots := len(w.Text)
			for i+n < len(ws) && leads(ws[i+n].Text) && w.besides(&ws[i+n], 1e3) {
				dots += len(ws[i+n].Text)
				n++
			}
			if dots >= leastLeader {
				i += n - 1
				continue
			}
			out = append(out, ws[i:i+n]...)
			i += n - 1
			continue
		}
		out = append(out, w.cutLeader())
	}
	return out
}

// leads reports whether a word is nothing but dots.
func leads(s string) bool { return s != "" && strings.Trim(s, ".") == "" }

// cutLeader takes the dots off that are set without a space behind a label.
func (w Word) cutLeader() Word {
	text := strings.TrimRight(w.Text, ".")
	n := len(w.Text) - len(text)
	if n < leastLeader || len(w.Edges) <= n {
		return w
	}
	w.Text, w.Edges = text, w.Edges[:len(w.Edges)-n:len(w.Edges)-n]
	switch end := w.Edges[len(w.Edges)-1]; w.Turn {
	case 90:
		w.Box[3] = end
	case 180:
		w.Box[0] = -end
	case 270:
		w.Box[1] = -end
	default:
		w.Box[2] = end
	}
	return w
}
