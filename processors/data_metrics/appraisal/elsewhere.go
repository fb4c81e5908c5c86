package appraisal

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

const (
	soughtDigits   = 3 // with fewer a figure is on many pages by chance, and is not looked for
	mostElsewhere  = 3 // places and figures that are named of a claim
	thousandsGroup = 3
	rowHeads       = 3 // of a row, innermost last, that name it: "Water withdrawal – Total – Fiscal year"
)

// Printed is which digits stand on which pages of a report, and how many pages could be read.
type Printed struct {
	pages  map[string][]int // by digits without zeros at either end, ascending
	read   int
	unread int
}

// PrintedIn reads the figures of all pages. It reads too much rather than too little, since what it does not find is said to be nowhere:
// digits that blanks part into thousands are one figure and several.
func PrintedIn(doc *document.Document) *Printed {
	p := &Printed{pages: map[string][]int{}}
	for i := range doc.Pages {
		page := &doc.Pages[i]
		if page.Unread() {
			p.unread++
		} else {
			p.read++
		}
		for _, digits := range digitRuns(page.Text) {
			if on := p.pages[digits]; len(on) == 0 || on[len(on)-1] != page.Number {
				p.pages[digits] = append(on, page.Number)
			}
		}
	}
	return p
}

// digitRuns are the figures of a text by their digits.
func digitRuns(text string) (out []string) {
	var run []string // figures that only blanks part, of which each but the first has three digits
	add := func(digits string) {
		if d := compare.Significant(digits); len(d) >= soughtDigits {
			out = append(out, d)
		}
	}
	for len(text) > 0 {
		at := strings.IndexFunc(text, isDigit)
		if at < 0 {
			break
		}
		if blank := text[:at]; strings.Trim(blank, " \u00a0\u202f") != "" || utf8.RuneCountInString(blank) > 1 {
			run = nil
		}
		text = text[at:]
		end := strings.IndexFunc(text, func(r rune) bool { return !isDigit(r) && !strings.ContainsRune(".,'’", r) })
		if end < 0 {
			end = len(text)
		}
		figure := compare.DigitsIn(text[:end])
		if len(figure) != thousandsGroup {
			run = nil
		}
		run = append(run, figure)
		for i := range run {
			add(strings.Join(run[i:], ""))
		}
		if text = text[end:]; len(run) > 4 {
			run = run[1:]
		}
	}
	return out
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// elsewhere looks for the claim's figures on other pages; nil where it has none to look for.
func elsewhere(s Subject, r *Report) *events.Elsewhere {
	if r.Printed == nil {
		return nil
	}
	e := events.Elsewhere{Again: []events.SameFigure{}, Alone: []string{}, Pages: max(0, r.Printed.read-1), Unread: r.Printed.unread}
	for _, q := range s.Figures {
		digits := compare.Significant(q.Number)
		if q.Year || q.Range || len(digits) < soughtDigits {
			continue
		}
		e.Figures++
		if again, ok := s.again(r, q); ok {
			if len(e.Again) < mostElsewhere && !slices.ContainsFunc(e.Again, func(o events.SameFigure) bool { return o.Figure == again.Figure }) {
				e.Again = append(e.Again, again)
			}
			continue
		}
		if r.Printed.only(digits, s.Claim.Page) && !s.rounded(r, q) && len(e.Alone) < mostElsewhere && !slices.Contains(e.Alone, q.Number) {
			e.Alone = append(e.Alone, q.Number)
		}
	}
	if e.Figures == 0 {
		return nil
	}
	return &e
}

// only reports whether digits stand on one page, and on no other that could be read.
func (p *Printed) only(digits string, page int) bool {
	return slices.Equal(p.pages[digits], []int{page})
}

// rounded reports whether another page gives an amount that is the claim's figure with more or with fewer places: "146 kt" is 146,107 t there.
func (s Subject) rounded(r *Report, q quantity.Quantity) bool {
	return slices.ContainsFunc(r.Sheet.Facts, func(y facts.Fact) bool {
		if y.Ambiguous() || !y.Quantity().Comparable(q) || !y.Quantity().Interval().Overlaps(q.Interval()) {
			return false
		}
		return slices.ContainsFunc(append([]facts.Place{y.Place}, y.Places...), func(at facts.Place) bool { return at.Page > 0 && at.Page != s.Claim.Page })
	})
}

// gives reports whether a fact is an amount, and none that is only aimed at or bounded.
func gives(y *facts.Fact, q quantity.Quantity) bool {
	return !y.Ambiguous() && !y.Target && y.Bound == "" && y.Quantity().Comparable(q) && y.Quantity().Base().Cmp(q.Base()) == 0
}

// own is the claim's figure as its page's tables have it: the fact that it was bound to, else the one fact of the page that prints the same
// digits in a row whose whole name the claim has.
func (s Subject) own(r *Report, q quantity.Quantity) (own *facts.Fact) {
	if all := s.Facts[q.Start]; len(all) > 0 {
		return all[0]
	}
	digits, words := compare.Significant(q.Number), sheet.Stems(s.Claim.Text)
	for i := range r.Sheet.Facts {
		x := &r.Sheet.Facts[i]
		if x.Page != s.Claim.Page || x.Table == 0 || x.Ambiguous() || compare.Significant(x.Value) != digits || !allAmong(rowName(&x.Place), words) ||
			x.Year > 0 && !strings.Contains(s.Claim.Text, strconv.Itoa(x.Year)) {
			continue
		}
		if own != nil {
			return nil
		}
		own = x
	}
	return own
}

// rowName are the words of the heads that name a row, without what says only of when it is.
func rowName(p *facts.Place) []string {
	return slices.DeleteFunc(sheet.Stems(strings.Join(p.RowPath, " ")), func(w string) bool { return w == "fiscal" || w == "year" })
}

// allAmong reports whether all of some words, two at least, are among others.
func allAmong(part, words []string) bool {
	return len(part) > 1 && !slices.ContainsFunc(part, func(w string) bool { return !slices.Contains(words, w) })
}

// sameRow reports whether two rows have one name, or the name of one is contained in the other's.
func sameRow(a, b *facts.Place) bool {
	x, y := rowName(a), rowName(b)
	return allAmong(x, y) || allAmong(y, x)
}

// otherYear reports whether the row of a fact gives another of the claim's figures for another year, so that chance is excluded.
func (s Subject) otherYear(r *Report, y *facts.Fact, at *facts.Place) bool {
	return slices.ContainsFunc(s.Figures, func(q quantity.Quantity) bool {
		x := s.own(r, q)
		return x != nil && x.Year > 0 && x.Year != y.Year && slices.ContainsFunc(r.Sheet.Facts, func(z facts.Fact) bool {
			return z.Page == at.Page && z.Year == x.Year && slices.Equal(z.RowPath, at.RowPath) && z.Unit == y.Unit &&
				z.Quantity().Comparable(x.Quantity()) && z.Quantity().Base().Cmp(x.Quantity().Base()) == 0
		})
	})
}

func isYear(word string) bool {
	n, err := strconv.Atoi(word)
	return err == nil && n > 1900 && n < 2100
}

// again finds the claim's figure on another page: of the same meaning by what both tables say, or of so many digits that chance
// does not repeat them, under a label that has a word of the claim's.
func (s Subject) again(r *Report, q quantity.Quantity) (events.SameFigure, bool) {
	var own *facts.Fact
	number := q.Number
	if own = s.own(r, q); own != nil {
		q = own.Quantity()
		q.Number = number
	}
	words := slices.DeleteFunc(sheet.Stems(s.Claim.Text), isYear) // which names no row
	for i := range r.Sheet.Facts {
		y := &r.Sheet.Facts[i]
		if !gives(y, q) {
			continue
		}
		if own != nil && (own.Change != y.Change || own.Per != y.Per || own.Year > 0 && y.Year > 0 && own.Year != y.Year) ||
			own == nil && y.Year > 0 && !strings.Contains(s.Claim.Text, strconv.Itoa(y.Year)) {
			continue
		}
		digits := len(compare.Significant(q.Number)) >= compare.TellingDigits
		telling := own != nil && y.ID == own.ID || own != nil && own.Scope != "" && alike(own, y) || digits
		for _, at := range append([]facts.Place{y.Place}, y.Places...) {
			if at.Page == s.Claim.Page || at.Page < 1 {
				continue
			}
			label := at.Own()
			named := own != nil && own.Year == y.Year && sameRow(&own.Place, &at)
			if telling && (y.Table == 0 || sheet.SharesWord(sheet.Stems(label), words)) || named && (digits || s.otherYear(r, y, &at)) {
				label = strings.Join(at.RowPath[max(0, len(at.RowPath)-rowHeads):], " – ")
				if y.Source != facts.FromTable {
					label = ""
				}
				return events.SameFigure{Figure: y.WithUnit(), Label: sheet.Shorten(cmp.Or(label, at.Own())), Year: y.Year, Page: at.Page}, true
			}
		}
	}
	return events.SameFigure{}, false
}
