package layout

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/injection"
)

// instruction is why text that can be seen is set apart: it speaks to the machine that reads it.
const instruction = "instruction"

// mostApart is over how many sentences, lines of a table or headings that follow each other an order to a
// machine may be spread to be found.
const mostApart = 4

// stretch is a part of a page's text that is looked at as a whole.
type stretch struct{ start, end int }

// silence takes out of a page what speaks to a machine, and records it with its place. Nothing that reads the
// page is handed it. It is looked for sentence by sentence, so that what stands around it stays. It returns
// what it took out.
func silence(p *document.Page) (said []string) {
	if !speaks(p.Text) {
		return nil
	}
	text := []rune(p.Text)
	all := stretchesOf(p, text)
	struck := make([]bool, len(all))
	for n := 1; n <= mostApart; n++ {
		for i := 0; i+n <= len(all); i++ {
			if slices.Contains(struck[i:i+n], true) {
				continue
			}
			var together strings.Builder
			for _, s := range all[i : i+n] {
				together.WriteString(foldedRunes(text[s.start:s.end]))
				together.WriteByte('\n')
			}
			if !speaks(together.String()) {
				continue
			}
			for k := i; k < i+n; k++ {
				struck[k] = true
			}
		}
	}
	var out [][2]int
	for i := 0; i < len(all); {
		if !struck[i] {
			i++
			continue
		}
		end := i // sentences that follow each other are one finding
		for end+1 < len(all) && struck[end+1] {
			end++
		}
		from, to := all[i].start, all[end].end
		p.Suspicious = append(p.Suspicious, document.Suspicious{
			Text: quoteOf(text[from:to]), Why: instruction, Rect: around(p.Rects(from, to)),
		})
		for ; i <= end; i++ {
			out = append(out, [2]int{all[i].start, all[i].end})
			said = append(said, foldedRunes(text[all[i].start:all[i].end]))
		}
	}
	p.Strike(out)
	return said
}

// silenceAll silences a document: its pages, and what is carried from them elsewhere.
func silenceAll(d *document.Document) {
	said := make([][]string, len(d.Pages))
	eachPage(len(d.Pages), func(i int) { said[i] = silence(&d.Pages[i]) })
	if slices.ContainsFunc(said, func(s []string) bool { return len(s) > 0 }) { // headers go over to the tables of the pages that follow
		for i := range d.Pages {
			silenceTables(d.Pages[i].Tables)
		}
		d.Outline = slices.DeleteFunc(d.Outline, func(h document.Heading) bool {
			return h.Page >= 1 && h.Page <= len(said) && slices.Contains(said[h.Page-1], foldedRunes([]rune(h.Title)))
		})
	}
	for i := range d.Pages {
		if p := &d.Pages[i]; p.Label != "" && speaks(p.Label) {
			p.Label = ""
		}
	}
	if speaks(d.Title) {
		d.Title = "" // reported with the file's metadata
	}
	d.Outline = silenceOutline(d.Outline)
}

// stretchesOf are a page's sentences, rows and furniture in the order of its text. Together they hold every
// word of it once.
func stretchesOf(p *document.Page, text []rune) []stretch {
	var out []stretch
	for _, s := range p.Sentences() {
		out = append(out, stretch{s.Start, s.End})
	}
	for _, b := range p.Blocks() {
		if b.Role == document.RoleFurniture {
			for _, l := range b.TextLines(text) {
				out = append(out, stretch{l[0], l[1]})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b stretch) int { return a.start - b.start })
	return out
}

// longestSaid is how many code points are looked at at a time, and sharedSaid how many of them twice: what is
// told a machine is a few sentences.
const (
	longestSaid = 15_000
	sharedSaid  = 1_000
)

// speaks reports whether some of a text, however long, speaks to a machine.
func speaks(text string) bool {
	if utf8.RuneCountInString(text) <= longestSaid {
		yes, _ := injection.Instructs(text)
		return yes
	}
	runes := []rune(text)
	for from := 0; from < len(runes); from += longestSaid - sharedSaid {
		if yes, _ := injection.Instructs(string(runes[from:min(from+longestSaid, len(runes))])); yes {
			return true
		}
	}
	return false
}

// silenceTables clears what a table says beside its place in the text: captions, units and headers are carried
// from where they stand into cells.
func silenceTables(ts []document.Table) {
	silent := func(s *string) {
		if *s != "" && speaks(*s) {
			*s = ""
		}
	}
	silentAll := func(all []string) []string { return slices.DeleteFunc(all, speaks) }
	for i := range ts {
		t := &ts[i]
		silent(&t.Caption)
		silent(&t.Unit)
		silent(&t.Period)
		t.Notes = silentAll(t.Notes)
		for _, row := range t.Rows {
			for c := range row {
				cell := &row[c]
				silent(&cell.Text)
				silent(&cell.Unit)
				silent(&cell.Period)
				cell.RowPath, cell.ColPath = silentAll(cell.RowPath), silentAll(cell.ColPath)
			}
		}
	}
}

// silenceOutline leaves out headings that speak to a machine: they are recorded where they stand.
func silenceOutline(hs []document.Heading) []document.Heading {
	return slices.DeleteFunc(hs, func(h document.Heading) bool { return speaks(h.Title) })
}

func foldedRunes(text []rune) string { return strings.Join(strings.Fields(string(text)), " ") }

// quoteOf is the beginning of a text, white space folded.
func quoteOf(text []rune) string {
	runes := []rune(foldedRunes(text))
	return string(runes[:min(len(runes), mostSuspicious)])
}

// around is the rectangle around several; zero if there are none.
func around(rects [][4]float64) (out [4]float64) {
	for i, r := range rects {
		if i == 0 {
			out = r
			continue
		}
		out = [4]float64{math.Min(out[0], r[0]), math.Min(out[1], r[1]), math.Max(out[2], r[2]), math.Max(out[3], r[3])}
	}
	return out
}

// shownElsewhere is on how many pages a running head stands that hides nothing where it is painted over, as below the picture of a cover.
const shownElsewhere = 2

// forgiveHeads takes hidden texts off the pages that are running heads of others: whoever reads the report has seen them.
func forgiveHeads(d *document.Document) {
	heads := map[string]int{}
	for i := range d.Pages {
		p := &d.Pages[i]
		runes := []rune(p.Text)
		for _, l := range p.Lines {
			if l.Role == document.RoleFurniture && l.Start >= 0 && l.Start < l.End && l.End <= len(runes) {
				heads[spaced(string(runes[l.Start:l.End]))]++
			}
		}
	}
	for i := range d.Pages {
		p := &d.Pages[i]
		var kept []document.Suspicious
		for _, s := range p.Suspicious {
			if heads[spaced(s.Text)] < shownElsewhere {
				kept = append(kept, s)
			}
		}
		p.Suspicious = kept
	}
}

func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }
