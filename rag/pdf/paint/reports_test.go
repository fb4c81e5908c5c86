package paint_test

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	fitz "github.com/gen2brain/go-fitz"

	"github.com/sibyl-project/sibyl/rag/pdf/hidden"
	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/pdftest"
	"github.com/sibyl-project/sibyl/rag/report/injection"
)

// known is what two real reports hide. Each was looked at on the painted page: neither can be seen. The first is
// last year's label under a chart's bar, in the bar's colour; the second a white page number.
var known = map[string]string{
	"commerzbank-2023-extract.pdf": `page 27: no_contrast "84,0"`,
	"kion-2023.pdf":                `page 9: no_contrast "0"`,
}

// longer is how many pages a report has of which one in three is looked at, all of them with SIBYL_TEST_LONG=1: a page takes a tenth of a second.
const longer = 100

// No report made for people speaks to a machine, and what is listed as hidden in one is what no reader sees: its
// place on the painted page is bare of ink that is not of other words, and off the page nothing of it is on a page
// beside it. What the file says and never paints is on the page in no other form either.
func TestRealReportsRaiseNoFalseAlarm(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all real reports")
	}
	for _, path := range reports(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			pdf, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			r := hidden.Read(pdf, hidden.Limits{})
			for _, c := range r.Concealed {
				t.Errorf("%+v", c)
			}
			if len(r.Notes) > 0 {
				t.Errorf("%q", r.Notes)
			}
			f, err := fitz.NewFromMemory(pdf)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			every := 1
			if f.NumPage() > longer && os.Getenv("SIBYL_TEST_LONG") == "" {
				every = 3
			}
			read := sheets(t, f)
			var found []string
			for i := every - 1; i < f.NumPage(); i += every {
				p := read.with(i)
				if yes, reason := injection.Instructs(joined(p.words)); yes {
					t.Errorf("page %d %s", i+1, reason)
				}
				for _, c := range p.hidden {
					found = append(found, fmt.Sprintf("page %d: %s %q", i+1, c.Why, c.Text))
				}
				if why := p.seen(t, f, i); why != "" {
					t.Errorf("page %d: %s", i+1, why)
				}
			}
			if want := known[filepath.Base(path)]; want != "" && !slices.Equal(found, []string{want}) {
				t.Errorf("hidden %q, want %q", found, want)
			}
			if len(found) > 0 {
				t.Logf("hidden: %s", strings.Join(found, "; "))
			}
		})
	}
}

// sheet is one page with the words that it shows and the text it does not, nor a page beside it.
type sheet struct {
	page   paint.Page
	words  []paint.Word
	hidden []paint.Concealed
}

// sheets reads a page when it is first asked for.
func sheets(t *testing.T, f *fitz.Document) *pages {
	return &pages{t: t, f: f, read: make([]*sheet, f.NumPage())}
}

type pages struct {
	t    *testing.T
	f    *fitz.Document
	read []*sheet
}

func (p *pages) at(i int) *sheet {
	if p.read[i] != nil {
		return p.read[i]
	}
	svg, err := p.f.SVG(i)
	if err != nil {
		p.t.Fatal(err)
	}
	html, err := p.f.HTML(i, false)
	if err != nil {
		p.t.Fatal(err)
	}
	page, err := paint.Read(svg, html, paint.Options{})
	if err != nil {
		p.t.Fatalf("page %d: %v", i+1, err)
	}
	p.read[i] = &sheet{page: page, words: paint.Words(&page)}
	return p.read[i]
}

// with is a page with its hidden text, for which the pages beside it are read where there may be any.
func (p *pages) with(i int) *sheet {
	s := p.at(i)
	if len(s.page.Concealed) == 0 {
		return s
	}
	half := func(i int) *paint.Beside {
		if i < 0 || i >= len(p.read) {
			return nil
		}
		return &paint.Beside{Words: p.at(i).words, Width: p.at(i).page.Width}
	}
	s.hidden = paint.Unshown(s.page.Concealed, s.page.Width, half(i-1), half(i+1))
	return s
}

// seen says what of the page's hidden text a reader sees, empty if nothing.
func (s *sheet) seen(t *testing.T, f *fitz.Document, i int) string {
	var img *image.RGBA
	for _, c := range s.hidden {
		if c.Why == paint.WhyInvisible || c.Why == paint.WhyReplaced {
			// It has no sure place: MuPDF says in which line it would stand. Its letters are nowhere on the page.
			if strings.Contains(letters(joined(s.words)), letters(c.Text)) {
				return fmt.Sprintf("%s %q stands on the page", c.Why, c.Text)
			}
			continue
		}
		if img == nil {
			var err error
			if img, err = f.ImageDPI(i, pixels*72); err != nil {
				t.Fatal(err)
			}
		}
		if share := s.inked(img, c.Box); share > bare {
			return fmt.Sprintf("%s %q: %.0f %% of its place is inked", c.Why, c.Text, 100*share)
		}
	}
	return ""
}

const (
	pixels = 2    // to a point
	bare   = 0.02 // the share of a text's place that lines and specks may take; letters take a tenth at least
)

// inked is the share of a place on the painted page that stands out from its ground and is no letter that the page
// is known to show.
func (s *sheet) inked(img *image.RGBA, box paint.Rect) float64 {
	place := image.Rect(int(box[0]*pixels), int(box[1]*pixels), int(box[2]*pixels), int(box[3]*pixels)).Intersect(img.Bounds())
	shown := make([]bool, place.Dx()*place.Dy())
	for i := range s.page.Glyphs {
		b := s.page.Glyphs[i].Box
		over := image.Rect(int(b[0]*pixels)-1, int(b[1]*pixels)-1, int(b[2]*pixels)+2, int(b[3]*pixels)+2).Intersect(place)
		for y := over.Min.Y; y < over.Max.Y; y++ {
			for x := over.Min.X; x < over.Max.X; x++ {
				shown[(y-place.Min.Y)*place.Dx()+x-place.Min.X] = true
			}
		}
	}
	// A letter's edge is where brightness changes within a pixel or two; pictures and shades change slowly.
	inked, all := 0, 0
	for y := place.Min.Y; y < place.Max.Y; y++ {
		for x := place.Min.X; x+2 < place.Max.X; x++ {
			at := (y-place.Min.Y)*place.Dx() + x - place.Min.X
			if shown[at] || shown[at+1] || shown[at+2] {
				continue
			}
			all++
			if difference(img, x, x+2, y) > 60 {
				inked++
			}
		}
	}
	if all == 0 {
		return 0
	}
	return float64(inked) / float64(all)
}

func difference(img *image.RGBA, x0, x1, y int) (most int) {
	a, b := img.RGBAAt(x0, y), img.RGBAAt(x1, y)
	for _, d := range [...]int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		most = max(most, d, -d)
	}
	return most
}

// The measure by pixels tells: a word that stands on the page is found where it is said to be hidden, and one that
// does not is not.
func TestInkIsFound(t *testing.T) {
	var pdf pdftest.File
	pdf.Page(pdftest.Text(60, 700, "/F1 12 Tf", "Hidden emissions")+pdftest.Text(60, 600, "1 g /F1 12 Tf", "Written in white"), "", "")
	f, err := fitz.NewFromMemory(pdf.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := sheets(t, f).with(0)
	if len(s.hidden) != 1 || s.seen(t, f, 0) != "" {
		t.Fatalf("%+v: %s", s.hidden, s.seen(t, f, 0))
	}
	for _, why := range []paint.Why{paint.WhyCovered, paint.WhyNoContrast, paint.WhyOffPage, paint.WhyTiny} {
		wrong := sheet{hidden: []paint.Concealed{{Text: s.words[0].Text, Why: why, Box: s.words[0].Box}}}
		if wrong.seen(t, f, 0) == "" {
			t.Errorf("%s: ink is not found", why)
		}
	}
	wrong := sheet{words: s.words, hidden: []paint.Concealed{{Text: "emissions", Why: paint.WhyInvisible}}}
	if wrong.seen(t, f, 0) == "" {
		t.Error("a word of the page is not found")
	}
}

func joined(ws []paint.Word) string {
	var b strings.Builder
	for i := range ws {
		b.WriteString(ws[i].Text + " ")
	}
	return b.String()
}

// letters is a text's letters and digits alone.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}
