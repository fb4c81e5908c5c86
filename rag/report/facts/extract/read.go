// Package extract makes the fact sheet of a parsed report: the cells of its tables, lines and sentences become facts, which then are
// compared with one another - rows of one family, shares of amounts, tables in two languages, figures said again.
package extract

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/lines"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/facts/road"
	"github.com/sibyl-project/sibyl/rag/report/facts/tables"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Options are what the reader is told beside the parse.
type Options struct {
	Year    int               // the reporting year, for figures without one of their own; 0 if not known
	Company string            // whose report it is; a target that it sets by its own name is of all of it
	Said    *statement.Report // what the report's sentences say; nil if nobody has read them: then rules alone read figures of sentences
}

// lineTables is where the numbers of tables without a grid begin: above those of tables.
const lineTables = 1 << 20

// maxFacts bounds a sheet: a file of numbers is no report.
const maxFacts = 40000

// Read makes the fact sheet of a document. What the figures of tables measure is said by rules alone.
func Read(d *document.Document, o Options) *facts.Sheet {
	s, _ := read(d, o, func([]statement.Cell) ([]statement.CellReading, error) { return nil, nil })
	return s
}

// ReadWith makes the fact sheet of a document. Where rules find no metric for the figures of a table, a reader says what their
// headings mean.
func ReadWith(ctx context.Context, r statement.CellReader, d *document.Document, o Options) (*facts.Sheet, error) {
	return read(d, o, func(cells []statement.Cell) ([]statement.CellReading, error) { return r.ReadCells(ctx, cells) })
}

// ReadBundled makes the fact sheet of a document with the reader in the binary, and with what a language model was asked about its
// headings, if one was.
func ReadBundled(ctx context.Context, d *document.Document, o Options) (*facts.Sheet, error) {
	r, err := statement.Bundled()
	if err != nil {
		return nil, err
	}
	if o.Said != nil && len(o.Said.Cells) > 0 {
		return ReadWith(ctx, statement.Amended(r, o.Said.Cells), d, o)
	}
	return ReadWith(ctx, r, d, o)
}

// gathered are the figures of a document before anybody says what they mean: those of tables and lines, and of each page the sentences.
type gathered struct {
	cells []cell.Cell
	pages []prosePage
}

// beginning is where a figure of a sentence begins.
type beginning struct{ page, at int }

// prosePage is a page whose sentences are read.
type prosePage struct {
	page   *document.Page
	format quantity.Format
	reason string
	used   map[int]bool
	ruled  []cell.Cell
}

func read(d *document.Document, o Options, say func([]statement.Cell) ([]statement.CellReading, error)) (*facts.Sheet, error) {
	s := &facts.Sheet{Version: facts.Version, Report: d.SHA256, Facts: []facts.Fact{}}
	g := gather(s, d)
	readings, err := readCells(g.cells, say)
	if err != nil {
		return nil, fmt.Errorf("reading the figures of %s: %w", d.SHA256, err)
	}
	labels, stated := cell.Meanings{}, map[beginning]int{}
	for i := range g.cells {
		c := &g.cells[i]
		if readings != nil && !c.Foreign {
			c.Reading = &readings[i]
		}
		if f, ok := c.Fact(o.Year, labels); ok && len(s.Facts) < maxFacts {
			if c.Said != nil {
				stated[beginning{c.Place.Page, c.At}] = len(s.Facts)
			}
			if c.Unread {
				prose.Unread(&f, c)
			}
			if c.Form {
				answered(&f, c, o.Year)
			}
			s.Facts = append(s.Facts, f)
		}
	}
	taxonomy(s)
	oneMetricARow(s)
	families(s)
	undated(s)
	changes(s)
	moves(s)
	tables.ShareOut(s)
	portions(s)
	first, sentences, led := len(s.Facts), map[int]string{}, leadsOf(d, o.Said, o.Year)
	for i := range g.pages {
		told(s, &g.pages[i], o, stated, sentences, led)
	}
	endFiscalYears(s, d, sentences)
	road.Date(s, d, o.Year)
	repeat(s, first, sentences)
	ownTargets(s, o.Company)
	methodAcross(s)
	possible(s)
	gases(s)
	name(s)
	pair(s, d)
	return s, nil
}

// ownTargets takes the company's own name off the boundary of its targets: "Harrow plc commits to" is "we commit to".
func ownTargets(s *facts.Sheet, company string) {
	own := issuer.NamesOf(company)
	for i := range s.Facts {
		if f := &s.Facts[i]; f.Target && f.Boundary != "" {
			if who, part, _ := strings.Cut(f.Boundary, " / "); own.Is(who) {
				f.Boundary = part
			}
		}
	}
}

// gather lists the figures of a document with what stands around them.
func gather(s *facts.Sheet, d *document.Document) gathered {
	var g gathered
	style := statement.Style(d)
	blocks, answers := 0, 0
	var last *document.Table
	number, rows := 0, 0 // rows of the table that goes on over pages
	for i := range d.Pages {
		p := &d.Pages[i]
		var table, before = (*document.Table)(nil), (*document.Page)(nil)
		if i > 0 {
			before = &d.Pages[i-1]
		}
		for t := range p.Tables {
			table = tables.Headed(p, before, t, table, last)
			last = table
			if !table.Continues || number == 0 {
				number, rows = number+1, 0
			}
			cells := tables.TableCells(p, table, number, rows)
			rows += len(table.Rows)
			s.Figures += len(cells)
			for i := range cells {
				cells[i].Foreign = p.NotAnalysed != ""
			}
			g.cells = append(g.cells, cells...)
			if p.NotAnalysed == "" {
				g.cells = append(g.cells, tables.TableAims(p, &p.Tables[t], style)...)
			}
		}
		if p.NotAnalysed != "" {
			if !p.ImageOnly {
				format, reason := pageFormat(p, style)
				g.cells = append(g.cells, prose.UnreadCells(p, format, reason)...)
			}
			continue // its sentences are not read; the figures of its tables are, by rules alone, whatever the language
		}
		page := prosePage{page: p, used: map[int]bool{}}
		page.format, page.reason = pageFormat(p, style)
		rows, last := lines.LineCells(p, lineTables+blocks, page.format, page.reason, page.used)
		forms := lines.FormCells(p, page.format, page.reason, answers, page.used)
		answers += len(forms)
		blocks += last
		g.cells = append(g.cells, forms...)
		page.ruled = prose.ProseCells(p, page.format, page.reason, page.used)
		g.cells = append(append(g.cells, rows...), page.ruled...)
		g.pages = append(g.pages, page)
	}
	return g
}

// named are the headings that have a word: codes and numbers of disclosures beside them name nothing.
func named(headings []string) []string {
	out := make([]string, 0, len(headings))
	for _, h := range headings {
		if !cell.NamesNothing(h) {
			out = append(out, h)
		}
	}
	return out
}

func isPeriod(h string) bool { return cell.OnlyPeriod.MatchString(h) || soleYear.MatchString(h) }

func allPeriods(headings []string) bool {
	return !slices.ContainsFunc(headings, func(h string) bool { return !isPeriod(h) })
}

// soleYear is a heading that is a year and no more: "2024", "FY24", "2023/24".
var soleYear = pattern.Compile(`(?i)^\W*(?:(?:FY|CY)\s?)?(?:(?:19|20)?\d\d)(?:[/–-]\d{2,4})?\W*$`)

// readCells asks what the headings of figures say; what a rule has read in a sentence has none.
func readCells(cells []cell.Cell, say func([]statement.Cell) ([]statement.CellReading, error)) ([]statement.CellReading, error) {
	asked := make([]statement.Cell, len(cells))
	for i := range cells {
		if c := &cells[i]; c.Said == nil && !c.Unread && !c.Foreign {
			rows, cols := named(c.Rows), c.Cols
			if len(rows) == 0 || allPeriods(rows) {
				rows, cols = c.Cols, c.Rows // years go down: what stands above says what is measured
			}
			asked[i] = statement.Cell{Rows: rows, Cols: cols, Caption: c.Caption, Unit: c.PrintedUnit()}
		}
	}
	return say(asked)
}

// pageFormat decides how a page's text writes figures.
func pageFormat(p *document.Page, fallback quantity.Format) (quantity.Format, string) {
	f := quantity.Detect(p.Text, fallback)
	name := [2]string{"a decimal point", "a decimal comma"}[f]
	if f == fallback {
		return f, "the page writes " + name + ", as the document does"
	}
	return f, "most figures of the page can be read only with " + name
}

// name gives facts their ids: by the report, the page and what stands there, so that a re-run has the same.
func name(s *facts.Sheet) {
	slices.SortStableFunc(s.Facts, func(a, b facts.Fact) int {
		return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Table, b.Table), cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
	})
	seen := map[string]int{}
	for i := range s.Facts {
		f := &s.Facts[i]
		key := strings.Join([]string{s.Report, vocabulary.Itoa(f.Page), strings.Join(f.RowPath, "|"), strings.Join(f.ColPath, "|"), f.Caption, f.Printed}, "\x1f")
		n := seen[key]
		seen[key]++
		sum := sha256.Sum256([]byte(key + "\x1f" + vocabulary.Itoa(n)))
		f.ID = "fct_" + hex.EncodeToString(sum[:8])
	}
}

// world is more than all greenhouse gases of a year: 60 billion tonnes.
var world = apd.New(60, 9)

// possible reads "Mt" as metric tons wherever a page's megatonnes would exceed what the world emits: "78,229
// MtCO2e" of a bank, and the smaller figures that share its unit.
func possible(s *facts.Sheet) {
	type place struct {
		page int
		unit string
	}
	wrong := map[place]bool{}
	mega := func(f *facts.Fact) bool {
		return len(f.Readings) == 0 && strings.HasPrefix(f.Unit, "Mt") && (f.Exact.Unit.Dimension == quantity.Emissions ||
			f.Exact.Unit.Dimension == quantity.CarbonGas)
	}
	for i := range s.Facts {
		if f := &s.Facts[i]; mega(f) && f.Exact.Base().Cmp(world) > 0 {
			wrong[place{f.Page, f.Unit}] = true
		}
	}
	for i := range s.Facts {
		f := &s.Facts[i]
		if !mega(f) || !wrong[place{f.Page, f.Unit}] {
			continue
		}
		f.Exact.Unit.Factor = apd.New(1, 0)
		f.Factor, f.ValueBase = "1", cell.PlainText(f.Exact.Base())
		f.Notes = append(f.Notes, "Read as metric tons: as megatonnes, figures of this page would exceed what the world emits.")
	}
}
