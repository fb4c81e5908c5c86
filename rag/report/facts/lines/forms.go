package lines

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// A form has each answer right below its question: "Electricity purchased (MWh)", and on the next line, a little further in, "57,426". The question
// says the unit. Reading order may tear the two apart, so that it is the place which tells what belongs together.

const (
	leastAnswers = 2   // figures of a page that stand so: one may stand anywhere
	ofForm       = 8   // figures that have stood so on the pages before, from which the document is a form and one on a page is enough
	mostIndent   = 60  // points by which an answer begins behind its question
	farBelow     = 2.5 // heights of a line between a question and its answer
	tallFigure   = 1.3 // heights of a question by which a figure is no answer, but printed large
	onLine       = 2   // points
)

// box is a line of a page with its place.
type box struct {
	text  string
	start int
	rect  [4]float64
	q     *quantity.Quantity // it is this figure and no more

	above, below, question *box
}

func (b *box) height() float64 { return b.rect[3] - b.rect[1] }

// over reports whether two boxes stand one above the other in part.
func (b *box) over(o *box) bool { return b.rect[0] < o.rect[2] && o.rect[0] < b.rect[2] }

// FormCells reads the figures of a page that stand right below the question which gives their unit. Lines that were read otherwise are left out; those
// that it has read are told to used. before is how many were read on the pages before.
func FormCells(p *document.Page, f quantity.Format, reason string, before int, used map[int]bool) []cell.Cell {
	boxes := boxesOf(p, f)
	var out []cell.Cell
	var starts []int
	for i := range boxes {
		b := &boxes[i]
		if b.q == nil || used[b.start] {
			continue
		}
		question := b.question
		if question == nil {
			continue
		}
		units := unitsAsked(question.text)
		if len(units) == 0 || !alone(boxes, b) {
			continue
		}
		c := cell.Cell{
			Rows: []string{question.text}, Q: *b.q, Printed: b.q.Text, Units: units, Source: facts.FromText, Format: reason, Form: true,
			Place: facts.Place{Page: p.Number, Rect: b.rect, Quote: cell.Quoted([]string{question.text}, nil, b.q.Text)},
		}
		if of := recordOf(boxes, question); of != "" {
			c.Rows = []string{of, question.text}
		} else if over := headingOf(boxes, question); over != "" {
			c.Rows = []string{over, question.text}
		}
		out, starts = append(out, c), append(starts, b.start)
	}
	if len(out) < leastAnswers && before < ofForm {
		return nil
	}
	for _, at := range starts {
		used[at] = true
	}
	return out
}

// mostBoxes bounds the lines of a page that can be a form: each is held against each.
const mostBoxes = 1000

// boxesOf are the lines of a page outside its tables that stand upright, which of them are a figure alone, and what stands above and below each.
func boxesOf(p *document.Page, f quantity.Format) []box {
	covered, runes := coveredBy(p), []rune(p.Text)
	var out []box
	for _, l := range p.Lines {
		if l.Turn != 0 || l.Role == document.RoleFurniture || l.Rect == ([4]float64{}) || l.End > len(runes) || l.Start >= l.End || covered(l.Start, l.End) {
			continue
		}
		b := box{text: strings.TrimSpace(string(runes[l.Start:l.End])), start: l.Start, rect: l.Rect}
		if all := quantity.Find(b.text, f); len(all) == 1 && all[0].Start == 0 && all[0].End == len(b.text) && !all[0].Year && !all[0].Range {
			b.q = &all[0]
		}
		out = append(out, b)
	}
	if len(out) > mostBoxes {
		return nil
	}
	for i := range out {
		out[i].above, out[i].below = next(out, &out[i], -1), next(out, &out[i], 1)
	}
	for i := range out {
		if out[i].q != nil {
			out[i].question = questionOf(&out[i])
		}
	}
	return out
}

// questionOf is the text right above a figure, if the figure is nearer to it than to what follows, and printed no larger.
func questionOf(b *box) *box {
	above, below := b.above, b.below
	if above == nil || above.q != nil || !cell.WithWord.MatchString(above.text) || b.height() > tallFigure*above.height() {
		return nil
	}
	in, gap := b.rect[0]-above.rect[0], b.rect[1]-above.rect[3]
	if in < -onLine || in > mostIndent || gap > farBelow*b.height() {
		return nil
	}
	if below != nil && (below.rect[1]-b.rect[3] <= gap || below.q != nil) {
		return nil // the name stands below its figure, or figures go on as along an axis
	}
	return above
}

// next is the box right below another (way 1) or right above (-1), over or under it.
func next(boxes []box, b *box, way float64) *box {
	var best *box
	for i := range boxes {
		o := &boxes[i]
		if o == b || !o.over(b) || way*(o.rect[1]-b.rect[1]) <= onLine {
			continue
		}
		if best == nil || way*(o.rect[1]-best.rect[1]) < 0 {
			best = o
		}
	}
	return best
}

// alone reports whether no figure beside one on its line stands without a question of its own: those are rows of a table or bars.
func alone(boxes []box, b *box) bool {
	for i := range boxes {
		o := &boxes[i]
		if o == b || o.q == nil || o.rect[1] > b.rect[3]-onLine || o.rect[3] < b.rect[1]+onLine {
			continue
		}
		if o.question == nil {
			return false
		}
	}
	return true
}

// unitsAsked are the units in the brackets of a question, those that it ends with behind "in", or the one that it begins with.
func unitsAsked(text string) (out []string) {
	for _, m := range cell.Brackets.FindAllStringSubmatch(text, -1) {
		if m[1] == "t" || cell.IsUnit(m[1]) && !cell.BareLetter.MatchString(m[1]) {
			out = append(out, m[1])
		}
	}
	if m := asksIn.FindStringSubmatch(text); m != nil && cell.IsUnit(m[1]) && !cell.BareLetter.MatchString(m[1]) {
		out = append(out, m[1])
	}
	if u := cell.LeadingUnit(text); u != "" {
		out = append(out, u)
	}
	return out
}

// asksIn is how a question ends with its unit.
var asksIn = pattern.Compile(`(?i)\bin\s+([^,;.()]{1,40})$`)

// recordOf is the name of what questions are asked about, as the nearest short answer above in words gives it: "Country" and below it "Mexico".
func recordOf(boxes []box, question *box) string {
	var best *box
	for i := range boxes {
		b := &boxes[i]
		if b.rect[1] >= question.rect[1] || best != nil && b.rect[1] <= best.rect[1] || !nameOnly.MatchString(b.text) {
			continue
		}
		asked := b.above
		if in := b.rect[0]; asked != nil && shortAsked.MatchString(asked.text) && in-asked.rect[0] > onLine && in-asked.rect[0] < mostIndent &&
			b.rect[1]-asked.rect[3] < b.height() && asked.rect[0] >= question.rect[0]-onLine && asked.rect[0] <= question.rect[0]+onLine {
			best = b
		}
	}
	if best == nil {
		return ""
	}
	return best.text
}

// headingOf is the short line right above a question and its neighbours that begins further to the left: what several questions are asked about.
func headingOf(boxes []box, question *box) string {
	var best *box
	for i := range boxes {
		b := &boxes[i]
		if b.rect[1] < question.rect[1]-onLine && b.rect[0] < question.rect[0]-onLine && b.over(question) && (best == nil || b.rect[1] > best.rect[1]) {
			best = b
		}
	}
	if best == nil || best.q != nil || len(strings.Fields(best.text)) > longestHeading || !nameless.MatchString(best.text) {
		return ""
	}
	return best.text
}

// longestHeading is of how many words such a line is.
const longestHeading = 8

var (
	// nameless is a heading in words, which neither asks nor ends a sentence.
	nameless = pattern.Compile(`^\p{Lu}[\p{L}\s&,/()’'-]{3,}$`)
	// nameOnly is a name of a few words, and no answer that agrees or declines.
	nameOnly = pattern.Compile(`^(?:\p{Lu}[\p{L}.’'-]{2,})(?:\s+(?:of|and|the|\p{Lu}[\p{L}.’'-]*)){0,4}$`)
	// shortAsked is a label in a few words.
	shortAsked = pattern.Compile(`^\p{Lu}[\p{L}/-]+(?:\s+[\p{L}/-]+){0,2}:?$`)
)
