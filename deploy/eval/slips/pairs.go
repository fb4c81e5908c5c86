package slips

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"regexp"
	"strings"

	"github.com/sibyl-project/sibyl/deploy/eval/drawn"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/pdf/pdftest"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// pairsText has short pages, each with one place in braces: what is right there, and after a bar what contradicts the rest of the page. A page
// begins with "# name: kind of relation"; a line with bars is a row of a table, and "~" begins a new page.
//
//go:embed pairs.txt
var pairsText string

// Pair is a short report in two versions that differ in one place.
type Pair struct {
	Name, Kind   string
	Wrong        string // what stands in that place where it is wrong
	right, wrong string
}

var alternative = regexp.MustCompile(`\{([^|}]*)\|([^}]*)\}`)

// Pairs lists the pairs.
func Pairs() []Pair {
	var out []Pair
	for _, block := range strings.Split("\n"+strings.TrimSpace(pairsText), "\n# ")[1:] {
		head, body, _ := strings.Cut(block, "\n")
		name, kind, _ := strings.Cut(head, ": ")
		m := alternative.FindStringSubmatch(body)
		out = append(out, Pair{Name: name, Kind: kind, Wrong: m[2], right: alternative.ReplaceAllString(body, "$1"), wrong: alternative.ReplaceAllString(body, "$2")})
	}
	return out
}

// Validation reports whether nobody looks at what is answered wrong of a pair: its name decides.
func (p Pair) Validation() bool { return sha256.Sum256([]byte(p.Name))[0]%2 == 1 }

// PDF is one version of a pair as a report.
func (p Pair) PDF(wrong bool) []byte {
	body := p.right
	if wrong {
		body = p.wrong
	}
	var f pdftest.File
	f.Page(painted("Sustainability Report 2024\nThis report covers the year 2024."), "", "")
	for _, page := range strings.Split(body, "\n~\n") {
		f.Page(painted(page), "", "")
	}
	return f.Bytes()
}

// Where a page is painted, in points.
const (
	margin     = 60
	leading    = 16
	firstWide  = 200 // first column of a table
	otherWide  = 120 // others at most, where there is room
	tableWide  = 480
	lineLength = 78 // characters
)

// painted sets a page: lines are wrapped, and the cells of a row stand in columns.
func painted(page string) string {
	var b strings.Builder
	y := float64(pdftest.Height - margin)
	show := func(x float64, words string) { b.WriteString(pdftest.Text(x, y, "", latin.Replace(words))) }
	heading, page, _ := strings.Cut(page, "\n")
	b.WriteString(strings.Replace(pdftest.Text(margin, y, "", latin.Replace(heading)), "/F1 11", "/F2 16", 1))
	y -= 2 * leading
	for line := range strings.SplitSeq(page, "\n") {
		if cells := strings.Split(line, "|"); len(cells) > 1 {
			x := float64(margin)
			for i, c := range cells {
				show(x, strings.TrimSpace(c))
				x += map[bool]float64{true: firstWide, false: min(otherWide, (tableWide-firstWide)/float64(len(cells)-1))}[i == 0]
			}
			y -= leading
			continue
		}
		for _, l := range wrapped(line) {
			show(margin, l)
			y -= leading
		}
	}
	return b.String()
}

func wrapped(line string) []string {
	var out []string
	now := ""
	for _, w := range strings.Fields(line) {
		if now != "" && len(now)+len(w) >= lineLength {
			out, now = append(out, now), ""
		}
		now = strings.TrimSpace(now + " " + w)
	}
	return append(out, now)
}

// latin writes the letters of the pages as the fonts encode them.
var latin = strings.NewReplacer("ä", "\xe4", "ö", "\xf6", "ü", "\xfc", "ß", "\xdf", "Ä", "\xc4", "Ö", "\xd6", "Ü", "\xdc")

// TriedPair says what the checks make of the two versions of a pair.
type TriedPair struct {
	Told   bool
	Alarms []checks.Result // what fails in the right version
	Others []checks.Result // what fails in the wrong one and does not speak of the mistake
}

// Try reads both versions of a pair. A mistake in figures is told if a failed check names the wrong one; one in words, if any check fails.
func (p Pair) Try(ctx context.Context, parse func(context.Context, []byte) (*document.Document, error)) (TriedPair, error) {
	var out TriedPair
	for _, wrong := range []bool{false, true} {
		doc, err := parse(ctx, p.PDF(wrong))
		if err != nil {
			return out, fmt.Errorf("parsing %s: %w", p.Name, err)
		}
		_, failed, err := failures(ctx, doc)
		if err != nil {
			return out, err
		}
		if !wrong {
			out.Alarms = failed
			continue
		}
		for _, r := range failed {
			if drawn.Digits(p.Wrong) == "" || drawn.Names(r.Check, p.Wrong) {
				out.Told = true
			} else {
				out.Others = append(out.Others, r)
			}
		}
	}
	return out, nil
}
