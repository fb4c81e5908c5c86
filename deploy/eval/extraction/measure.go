package extraction

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/claims"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// What must be reached.
const (
	LeastFound      = 0.80 // of the statements
	LeastAnchored   = 0.98 // of the claims of a report
	LeastVerifiable = 0.85 // of the judged claims, and so on
	LeastType       = 0.85
	LeastPriority   = 0.85
	LeastParagraph  = 0.70
	LeastPlaced     = 0.75 // of the judged claims of whole reports: those with the right first paragraph or none

	// Prose claims for each page that was read, of a report that is told rather than filled in.
	LeastPerPage = 0.5
	MostPerPage  = 12.0 // labels of vw-2022, the densest, have some ten clear claims a page
)

// Report is what came of one report.
type Report struct {
	Name        string  `json:"name"`
	SHA256      string  `json:"sha256"`
	Pages       int     `json:"pages"`
	Read        int     `json:"read"`
	NotAnalysed int     `json:"not_analysed"` // pages in another language, pictures
	Narrative   bool    `json:"narrative"`
	Prose       int     `json:"prose"`    // claims of sentences
	Rows        int     `json:"rows"`     // claims of rows of tables
	PerPage     float64 `json:"per_page"` // of prose, for each page read
	Anchored    float64 `json:"anchored"` // share of claims whose quotation stands on its page, with rectangles
	Wrong       int     `json:"wrong"`    // claims said to be anchored whose quotation is not what stands there
	Mapped      float64 `json:"mapped"`   // share of claims with a paragraph
	Repeats     int     `json:"repeats"`  // dropped
	Seconds     float64 `json:"seconds"`  // extraction and reduction
}

// Figures are all that was measured.
type Figures struct {
	Reports []Report `json:"reports"`
	Held
	Second Held `json:"second"` // another draw of both, kept apart: what each came to when it was drawn stands in its file
	Third  Held `json:"third"`  // judged claims alone; so few that two of them would miss a limit, so it has none
	Fourth Held `json:"fourth"` // on pages that no list before has
	Fifth  Held `json:"fifth"`  // likewise, after what the fourth showed had been mended
	Sixth  Held `json:"sixth"`  // likewise, statements alone

	Seventh Held `json:"seventh"` // likewise
	Eighth  Held `json:"eighth"`  // likewise, in three draws
	Ninth   Held `json:"ninth"`   // likewise, and claims made anew: nothing was mended for its statements, but type, priority and paragraph of its claims
	Tenth   Held `json:"tenth"`   // all statements of more such pages, in five draws

	Eleventh Held `json:"eleventh"` // claims of whole reports in two draws
}

// Held is what was written down by hand and what came of it: statements to be found, and claims that were judged.
type Held struct {
	Of    int      `json:"statements"`
	Found int      `json:"found"`
	Lost  []string `json:"not_found"` // file, page and first words of each statement that was not found
	Sheet Judged   `json:"sheet"`
}

// Measure reads every report below folder/reports.
func Measure(ctx context.Context, folder string) (*Figures, error) {
	var files []string
	err := filepath.WalkDir(filepath.Join(folder, "reports"), func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && strings.EqualFold(filepath.Ext(path), ".pdf") {
			files = append(files, path)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(files) == 0 {
		return nil, fmt.Errorf("looking for reports: %w", ErrAbsent)
	}
	if err != nil {
		return nil, fmt.Errorf("looking for reports: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program: %w", err)
	}
	parser, err := parse.NewParser(parse.ParserConfig{Command: []string{self, parse.ChildArg}, OCR: parse.OCR{Off: true}})
	if err != nil {
		return nil, fmt.Errorf("preparing the parser: %w", err)
	}
	f := &Figures{}
	documents, found := map[string]*document.Document{}, map[string][]events.Claim{}
	for _, file := range files {
		pdf, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("reading the report: %w", err)
		}
		d, err := parser.Parse(ctx, pdf)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", filepath.Base(file), err)
		}
		r, made, err := measureReport(ctx, filepath.Base(file), d)
		if err != nil {
			return nil, err
		}
		f.Reports = append(f.Reports, r)
		documents[d.SHA256], found[d.SHA256] = d, made
	}
	if f.Held, err = hold(statementsFile, sheetFile, documents, found); err != nil {
		return nil, err
	}
	if f.Second, err = hold(secondStatements, secondSheet, documents, found); err != nil {
		return nil, fmt.Errorf("measuring the second list: %w", err)
	}
	if f.Third, err = hold("", thirdSheet, documents, found); err != nil {
		return nil, fmt.Errorf("measuring the third list: %w", err)
	}
	if f.Fourth, err = hold(thirdStatements, fourthSheet, documents, found); err != nil {
		return nil, fmt.Errorf("measuring the fourth list: %w", err)
	}
	if f.Fifth, err = hold(fourthStatements, fifthSheet, documents, found); err != nil {
		return nil, fmt.Errorf("measuring the fifth list: %w", err)
	}
	if f.Sixth, err = hold(fifthStatements, "", documents, found); err != nil {
		return nil, fmt.Errorf("measuring the sixth list: %w", err)
	}
	if f.Seventh, err = hold(sixthStatements, "", documents, found); err != nil {
		return nil, fmt.Errorf("measuring the seventh list: %w", err)
	}
	if f.Eighth, err = hold(seventhStatements, "", documents, found); err != nil {
		return nil, fmt.Errorf("measuring the eighth list: %w", err)
	}
	if f.Ninth, err = hold(eighthStatements, sixthSheet, documents, found); err != nil {
		return nil, fmt.Errorf("measuring the ninth list: %w", err)
	}
	if f.Tenth, err = hold(ninthStatements, "", documents, found); err != nil {
		return nil, fmt.Errorf("measuring the tenth list: %w", err)
	}
	if f.Eleventh, err = hold("", seventhSheet, documents, found); err != nil {
		return nil, fmt.Errorf("measuring the eleventh list: %w", err)
	}
	return f, nil
}

func measureReport(ctx context.Context, name string, d *document.Document) (Report, []events.Claim, error) {
	r := Report{Name: name, SHA256: d.SHA256, Pages: len(d.Pages)}
	told := 0
	for i := range d.Pages {
		if d.Pages[i].NotAnalysed != "" {
			r.NotAnalysed++
			continue
		}
		r.Read++
		told += one(tells(&d.Pages[i]))
	}
	r.Narrative = told >= 10 && 5*told >= r.Read
	began := time.Now()
	made, err := claims.Rules{}.Extract(ctx, claims.Section{ReportID: "rep_measured", Document: d, From: 1, To: len(d.Pages)})
	if err != nil {
		return r, nil, fmt.Errorf("extracting the claims of %s: %w", name, err)
	}
	made, r.Repeats, err = claims.Reducer{Similarity: claims.Meaning{}, Retrieval: claims.BundledStandards()}.Reduce(ctx, made)
	if err != nil {
		return r, nil, fmt.Errorf("reducing the claims of %s: %w", name, err)
	}
	r.Seconds = time.Since(began).Seconds()
	anchored, mapped := 0, 0
	for _, c := range made {
		r.Prose += one(c.Source == "text")
		r.Rows += one(c.Source == "table")
		mapped += one(len(c.Paragraphs) > 0)
		right := standsThere(&d.Pages[c.Page-1], c.Quote)
		anchored += one(c.Anchored && right && len(c.Quote.Rects) > 0)
		r.Wrong += one(c.Anchored && !right)
	}
	r.PerPage = share(r.Prose, r.Read)
	r.Anchored, r.Mapped = share(anchored, len(made)), share(mapped, len(made))
	return r, made, nil
}

// tells reports whether a page is prose: it has a few whole sentences.
func tells(p *document.Page) bool {
	n := 0
	for _, s := range p.Sentences() {
		n += one(s.Role == document.RoleBody && s.Ended && len(strings.Fields(s.Text)) > 6)
	}
	return n >= 3
}

// standsThere reports whether a quotation is what stands on its page, in rectangles that are on it.
func standsThere(p *document.Page, q events.Quote) bool {
	text := []rune(p.Text)
	if q.Start < 0 || q.End > len(text) || q.Start >= q.End || string(text[q.Start:q.End]) != q.Text {
		return false
	}
	return !slices.ContainsFunc(q.Rects, func(r [4]float64) bool {
		return r[0] < -1 || r[1] < -1 || r[2] > p.Width+1 || r[3] > p.Height+1 || r[0] > r[2] || r[1] > r[3]
	})
}

// hold holds claims against statements and judged claims; those of reports that are not here are left out.
func hold(statements, judgements string, documents map[string]*document.Document, found map[string][]events.Claim) (Held, error) {
	h := Held{Lost: []string{}}
	all, err := readStatements(statements)
	if err != nil {
		return h, err
	}
	for _, s := range all {
		d := documents[s.sha256]
		if d == nil {
			continue
		}
		ok, err := s.found(d, found[s.sha256])
		if err != nil {
			return h, err
		}
		if h.Of++; ok {
			h.Found++
			continue
		}
		h.Lost = append(h.Lost, fmt.Sprintf("%.12s page %d: %s", s.sha256, s.page, s.first))
	}
	sheet, err := readSheet(judgements)
	if err != nil {
		return h, err
	}
	sheet = slices.DeleteFunc(sheet, func(j judged) bool { return documents[j.sha256] == nil })
	h.Sheet = judge(sheet, found)
	return h, nil
}

// Missed lists what is short of its limit.
func (f *Figures) Missed() []string {
	var out []string
	least := func(what string, got, want float64) {
		if got < want {
			out = append(out, fmt.Sprintf("%s: %.3f, at least %.2f", what, got, want))
		}
	}
	for _, r := range f.Reports {
		least(r.Name+": anchored", r.Anchored, LeastAnchored)
		if r.Wrong > 0 {
			out = append(out, fmt.Sprintf("%s: %d quotations are not what stands on the page", r.Name, r.Wrong))
		}
		if r.Narrative && (r.PerPage < LeastPerPage || r.PerPage > MostPerPage) {
			out = append(out, fmt.Sprintf("%s: %.2f claims of prose a page, %.1f to %.1f", r.Name, r.PerPage, LeastPerPage, MostPerPage))
		}
	}
	if f.Eleventh.Sheet.Claims > 0 {
		least("eleventh list: right first paragraph or none", f.Eleventh.Sheet.NotMisplaced, LeastPlaced)
		least("eleventh list: first paragraph", f.Eleventh.Sheet.ParagraphOfVerifiable, LeastParagraph) // naming none is not enough
	}
	for _, h := range []struct {
		of string
		Held
	}{{"", f.Held}, {"second list: ", f.Second}} {
		if h.Of > 0 {
			least(h.of+"statements found", share(h.Found, h.Of), LeastFound)
		}
		if h.Sheet.Claims > 0 {
			least(h.of+"verifiable", h.Sheet.Verifiable, LeastVerifiable)
			least(h.of+"right type", h.Sheet.Type, LeastType)
			least(h.of+"right priority", h.Sheet.Priority, LeastPriority)
			least(h.of+"right first paragraph", h.Sheet.Paragraph, LeastParagraph)
		}
	}
	return out
}
