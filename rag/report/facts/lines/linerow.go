package lines

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// row is one line read as a label and figures.
type row struct {
	label   string
	unit    string // that stands between label and figures
	figures []figure
}

type figure struct {
	q     quantity.Quantity
	empty bool
}

// firstOfShares is the figure before its share of the whole: "Total 3,473 100% 2,360 1,113".
func firstOfShares(figures []figure) []figure {
	if len(figures) > 1 && !figures[0].empty && !figures[0].percent() && figures[1].percent() {
		return figures[:1]
	}
	return figures
}

func last(f []figure) figure { return f[len(f)-1] }

func (f figure) percent() bool { return !f.empty && f.q.Unit.Dimension == quantity.Percent }

// readRow splits a line into a label and the figures that end it.
func readRow(text string, f quantity.Format, years int) (r row, ok bool) {
	if m := gluedFigure(text); m != nil && !keepsGlued(text[:m[3]], text[m[4]:m[5]]) {
		text = text[:m[3]] + " " + text[m[3]:]
	}
	t := lineEnd{left: strings.Fields(text), format: f, dated: years > 0}
	for len(t.left) > 0 && len(t.figures) < mostInLine {
		more, ok := t.take()
		if !ok {
			return r, false
		}
		if !more {
			break
		}
	}
	slices.Reverse(t.figures)
	r.unit, r.figures = t.unit, t.figures
	for len(r.figures) > 0 && r.figures[0].empty && len(r.figures) > max(years, 1) {
		r.figures = r.figures[1:] // a dash of the label
	}
	r.label = strings.Join(t.left, " ")
	if u := cell.TrailingUnit(r.label); u != "" {
		r.unit = u
		r.label = strings.TrimSpace(strings.TrimSuffix(r.label, u))
	}
	if leadsOn.MatchString(r.label) {
		return r, false // "down 27 % on 2022": running text
	}
	return r, slices.ContainsFunc(r.figures, func(g figure) bool { return !g.empty })
}

// leadsOn is the end of a text that goes on with its figure, as no label does.
var leadsOn = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("facts.leads on to a figure") + `)$`)

// gluedFigure finds a figure that reading has put right behind its label.
func gluedFigure(text string) []int {
	for i := 1; i < len(text); i++ {
		if c := text[i-1]; text[i] >= '0' && text[i] <= '9' && (c == ')' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80) {
			return gluedLabel.FindStringSubmatchIndex(text)
		}
	}
	return nil
}

// namesScope says that the last word is the number of a scope, a category or a chapter.
func namesScope(fields []string) bool {
	n := len(fields)
	w := strings.TrimRight(fields[n-1], "*†‡¹²³),:")
	if len(w) > 2 || n < 2 {
		return false
	}
	before := strings.Join(fields[max(0, n-6):n-1], " ")
	if numbered.MatchString(before) {
		return true
	}
	all := before + " " + w
	m := vocabulary.ScopeWord.FindAllStringIndex(all, -1)
	return len(m) > 0 && m[len(m)-1][1] == len(all)
}

var (
	numbered   = pattern.Compile(`(?i)\b(?:scopes?|category|kategori\w*|part|gri|tier|phase|table|figure|step|page|note|goal|sdg)$`)
	endsInDash = pattern.Compile(`[-–−—]\s*$`)
	methodTail = pattern.Compile(`(?i)^(.*\d)\s+((?:market|location)[- ]based)\s*$`)
)

// keepsGlued says that a word and the figure after it belong together: CO2, PM10, ISO14064.
func keepsGlued(before, figure string) bool {
	w := before[strings.LastIndexAny(before, " \t(/")+1:]
	short := len(strings.Fields(figure)) == 1 && !strings.ContainsAny(figure, ".,'’")
	return short && len(w) <= 4 || strings.EqualFold(w, "co") || strings.EqualFold(w, "scope") || strings.EqualFold(w, "fy")
}

// signs says that the dash at i stands for the sign of the figure behind it: figures before it go on without
// an empty column of their own.
func signs(fields []string, i int) bool {
	return i > 0 && (figureToken.MatchString(fields[i-1]) || percentTok.MatchString(fields[i-1]))
}

func token(w string, f quantity.Format) (quantity.Quantity, bool) {
	w = strings.TrimRight(w, "*†‡¹²³⁴⁵⁶⁷⁸⁹")
	bound := quantity.Exactly
	if rest := strings.TrimLeft(w, "<>~≈"); rest != w {
		bound = map[byte]quantity.Bound{'<': quantity.AtMost, '>': quantity.AtLeast}[w[0]]
		if bound == quantity.Exactly {
			bound = quantity.About
		}
		w = rest
	}
	negative := strings.HasPrefix(w, "(") && strings.HasSuffix(w, ")")
	w = strings.Trim(w, "()")
	q, err := quantity.Parse(w, f)
	if err != nil {
		digits, _, ok := quantity.Normalise(w, f)
		if !ok {
			return q, false
		}
		v, _, err := apd.NewFromString(digits)
		if err != nil {
			return q, false
		}
		q = cell.Measured(v, w)
	}
	q.Year = false
	if bound != quantity.Exactly {
		q.Bound = bound
	}
	if negative {
		q.Value, q.Signed = new(apd.Decimal).Neg(q.Value), true
	}
	return q, true
}

func percentUnit() (quantity.Unit, error) { return quantity.ParseUnit("%") }

// unitWithin is a unit of emissions, energy, water or waste that a line of words names: in brackets, after
// "in", at its end.
func unitWithin(text string) string {
	if len(text) > 200 {
		return ""
	}
	for _, m := range cell.Brackets.FindAllStringSubmatch(text, -1) {
		if _, err := quantity.Measures(m[1]); err == nil && !cell.BareLetter.MatchString(m[1]) {
			return m[1]
		}
	}
	if m := inUnit.FindStringSubmatch(text); m != nil {
		fields := strings.Fields(m[1])
		for n := min(7, len(fields)); n > 0; n-- {
			u := strings.Trim(strings.Join(fields[:n], " "), ".,;)")
			if _, err := quantity.Measures(u); err == nil && !cell.BareLetter.MatchString(u) {
				return u
			}
		}
	}
	if len(text) < 60 {
		return cell.TrailingUnit(text)
	}
	return ""
}

var inUnit = pattern.Compile(`(?i)\bin\s+((?:\S+\s*){1,8})`)
