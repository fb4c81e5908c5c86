package facts

import (
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// mostInLine bounds what is read of one line: a line of more is no row of a table.
const mostInLine = 40

// lineEnd is a line whose figures are read from its end.
type lineEnd struct {
	left    []string // words that have not been read
	figures []figure // the last one first
	unit    string   // that stands behind its figures
	format  quantity.Format
	dated   bool // years stand above the line
}

// take reads what ends the words that are left; more is false where no figure does, and ok where a figure cannot be read.
func (t *lineEnd) take() (more, ok bool) {
	n := len(t.left)
	w := t.left[n-1]
	switch {
	case percentTok.MatchString(w):
		return t.percentage(strings.TrimSuffix(strings.TrimSpace(w), "%"), 1)
	case w == "%" && n > 1 && figureToken.MatchString(t.left[n-2]):
		return t.percentage(t.left[n-2], 2)
	case emptyToken.MatchString(w):
		t.dash(w)
	case w == "+" && t.behind() != nil:
		t.behind().Signed = true
		t.left = t.left[:n-1]
	case namesScope(t.left):
		return false, true // "Scope 1" is a name
	case figureToken.MatchString(w):
		return t.figure(w, 1)
	case t.withUnit():
		t.unit = w
		return t.figure(t.left[n-2], 2)
	default:
		return false, true
	}
	return true, true
}

// figure reads a figure that the last words are.
func (t *lineEnd) figure(text string, words int) (more, ok bool) {
	q, ok := token(text, t.format)
	if !ok {
		return false, false
	}
	t.figures = append(t.figures, figure{q: q})
	t.left = t.left[:len(t.left)-words]
	return true, true
}

// percentage reads a figure of per cent that the last words are.
func (t *lineEnd) percentage(text string, words int) (more, ok bool) {
	if more, ok = t.figure(text, words); ok {
		t.behind().Unit, _ = percentUnit()
	}
	return more, ok
}

// dash reads "– 8.7" as a figure with its sign; a dash alone, or a word for nothing, is an empty column.
func (t *lineEnd) dash(w string) {
	last := len(t.left) - 1
	if q := t.behind(); q != nil && (w == "–" || w == "-" || w == "−" || w == "+") && signs(t.left, last) {
		q.Signed = true
		q.Value = new(apd.Decimal).Neg(q.Value)
	} else {
		t.figures = append(t.figures, figure{empty: true})
	}
	t.left = t.left[:last]
}

// behind is the figure right behind the words that are left; nil if there is none.
func (t *lineEnd) behind() *quantity.Quantity {
	if n := len(t.figures); n > 0 && !t.figures[n-1].empty {
		return &t.figures[n-1].q
	}
	return nil
}

// withUnit reports whether the last words are a figure and its unit: "7,540 mtCO2e 10,333 mtCO2e". Without years above,
// the unit may end a label.
func (t *lineEnd) withUnit() bool {
	n := len(t.left)
	if n < 2 || !t.dated {
		return false
	}
	f, unit := t.left[n-2], t.left[n-1]
	return figureToken.MatchString(f) && !roundThousand.MatchString(f) && !strings.ContainsAny(unit, "()[]") && isUnit(unit) && !namesScope(t.left[:n-1])
}
