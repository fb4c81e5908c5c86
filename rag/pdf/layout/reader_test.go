package layout

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/go-pdf/fpdf"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// report is a file of pages, each drawn by a function, with a running head and page numbers from 7 on.
func report(t *testing.T, pages ...func(*fpdf.Fpdf)) []byte {
	t.Helper()
	f := fpdf.New("P", "pt", "A4", "")
	f.SetTitle("Acme Sustainability Report 2024", true)
	f.SetHeaderFunc(func() {
		f.SetFont("Helvetica", "", 7)
		f.Text(60, 30, "Acme Group plc")
		f.Text(500, 30, fmt.Sprint(f.PageNo()+6))
	})
	f.SetMargins(60, 80, 60)
	for _, draw := range pages {
		f.AddPage()
		f.SetFont("Helvetica", "", 10)
		draw(f)
	}
	var out bytes.Buffer
	if err := f.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func prose(text string) func(*fpdf.Fpdf) {
	return func(f *fpdf.Fpdf) { f.MultiCell(0, 13, text, "", "L", false) }
}

const english = "We have reduced the emissions of our plants by 12% and we will go on with this work in the years that are to come. "

func read1(t *testing.T, pdf []byte) *document.Document {
	t.Helper()
	d, err := Read(pdf, "abc", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	return d
}

// blocks prints a page's blocks as "role: text".
func blocks(p *document.Page) string {
	runes := []rune(p.Text)
	var out []string
	for _, b := range p.Blocks() {
		out = append(out, fmt.Sprintf("%s: %s", b.Role, strings.ReplaceAll(string(runes[b.Start:b.End]), "\n", " / ")))
	}
	return strings.Join(out, "\n")
}

func TestPageIsReadAsAReaderSeesIt(t *testing.T) {
	d := read1(t, report(t, prose("Nothing."), func(f *fpdf.Fpdf) {
		f.SetFont("Helvetica", "B", 18)
		f.Text(60, 100, "Climate action")
		f.SetFont("Helvetica", "", 10)
		f.SetXY(60, 120)
		prose(strings.Repeat(english, 2))(f)
		f.Text(60, 300, "Scope 1")
		f.Text(260, 300, "t CO2e")
		f.Text(360, 300, "1,234")
		f.Text(60, 316, "Scope 2")
		f.Text(260, 316, "t CO2e")
		f.Text(360, 316, "567")
		f.SetFont("Helvetica", "", 6)
		f.Text(60, 500, "1 Without the joint ventures.")
	}, prose(english)))
	p := &d.Pages[1]
	got := blocks(p)
	want := []string{
		"furniture: Acme Group plc\t8",
		"heading: Climate action",
		"row: Scope 1\tt CO2e\t1,234 / Scope 2\tt CO2e\t567",
		"note: 1 Without the joint ventures.",
	}
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("the page lacks %q:\n%s", w, got)
		}
	}
	if n := strings.Count(got, "body: "); n != 1 {
		t.Errorf("one paragraph became %d:\n%s", n, got)
	}
	if p.Label != "8" || p.Language != "en" || p.NotAnalysed != "" || p.Width == 0 {
		t.Errorf("page: label %q, language %q, not analysed %q, width %v", p.Label, p.Language, p.NotAnalysed, p.Width)
	}
	if d.Title != "Acme Sustainability Report 2024" || len(d.Outline) == 0 || d.Outline[0].Title != "Climate action" || d.Outline[0].Page != 2 {
		t.Errorf("title %q, outline %+v", d.Title, d.Outline)
	}
}

func TestColumnsAreNotMixed(t *testing.T) {
	d := read1(t, report(t, func(f *fpdf.Fpdf) {
		for i, l := range []string{"The left column tells", "of water and of", "waste in our plants."} {
			f.Text(60, 100+float64(i)*13, l)
		}
		for i, l := range []string{"The right column tells", "of energy and of", "our people."} {
			f.Text(320, 100+float64(i)*13, l)
		}
	}))
	if got := blocks(&d.Pages[0]); !strings.Contains(got, "of water and of / waste in our plants.") || strings.Contains(got, "\tof energy") {
		t.Errorf("columns are mixed:\n%s", got)
	}
}

func TestImageOnlyAndForeignPages(t *testing.T) {
	picture := func(f *fpdf.Fpdf) {
		img := image.NewGray(image.Rect(0, 0, 40, 40))
		img.Set(3, 3, color.White)
		var data bytes.Buffer
		if err := png.Encode(&data, img); err != nil {
			t.Fatal(err)
		}
		f.RegisterImageOptionsReader("scan", fpdf.ImageOptions{ImageType: "PNG"}, &data)
		f.ImageOptions("scan", 60, 100, 400, 500, false, fpdf.ImageOptions{}, 0, "")
	}
	german := "Wir haben die Emissionen der Werke um 12% gesenkt und werden das auch in den Jahren, die kommen, nicht lassen. Das ist für uns eine Pflicht. "
	d := read1(t, report(t, prose(strings.Repeat(english, 3)), picture, prose(strings.Repeat(german, 3))))
	for i, want := range []string{"", "image only: no text to read", "language de is not read"} {
		if got := d.Pages[i].NotAnalysed; got != want {
			t.Errorf("page %d: not analysed %q, want %q", i+1, got, want)
		}
	}
	if !d.Pages[1].ImageOnly || d.Pages[0].ImageOnly {
		t.Errorf("image only: %v, %v", d.Pages[0].ImageOnly, d.Pages[1].ImageOnly)
	}
}

func TestPlainPagesKeepTheirWords(t *testing.T) {
	pdf := report(t, prose(english), prose(english))
	d, err := Read(pdf, "abc", Options{Plain: []int{2}})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	for i := range d.Pages {
		if got := strings.Join(strings.Fields(d.Pages[i].Text), " "); !strings.Contains(got, "reduced the emissions of our plants by 12%") {
			t.Errorf("page %d: %q", i+1, got)
		}
	}
}

func TestReadIsAPureFunction(t *testing.T) {
	pdf := report(t, prose(english), prose(strings.Repeat(english, 20)))
	var first []byte
	for range 3 {
		data, err := document.Encode(read1(t, pdf))
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = data
		}
		if !bytes.Equal(first, data) {
			t.Fatal("the same file gave two documents")
		}
	}
}

func TestUnreadableFiles(t *testing.T) {
	whole := report(t, prose(english))
	for name, c := range map[string]struct {
		pdf  []byte
		o    Options
		want error
	}{
		"words":     {[]byte("these are only words and no PDF at all"), Options{}, ErrDamaged},
		"no object": {[]byte("%PDF-1.4\n%%EOF"), Options{}, ErrDamaged},
		"long":      {report(t, prose("a"), prose("b"), prose("c")), Options{MaxPages: 2}, ErrManyPages},
		"whole":     {whole, Options{}, nil},
	} {
		if _, err := Read(c.pdf, "abc", c.o); !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// Two workers make the document that one makes, also when they have to take turns, and say which pages are
// being read: never more than two.
func TestWorkersChangeNothing(t *testing.T) {
	var pages []func(*fpdf.Fpdf)
	for i := range 9 {
		pages = append(pages, prose(strings.Repeat(english, 3+i)))
	}
	pdf := report(t, pages...)
	want, err := document.Encode(read1(t, pdf))
	if err != nil {
		t.Fatal(err)
	}
	for name, pdf := range map[string][]byte{"apart": pdf, "in turns": slices.Concat(pdf, []byte("\n% "), oneAtATime)} {
		open, read := map[int]bool{}, 0
		d, err := Read(pdf, "abc", Options{
			Workers: 2,
			Reading: func(p int) {
				if open[p] = true; len(open) > 2 {
					t.Errorf("%s: reading %v at a time", name, open)
				}
			},
			Read: func(p int) {
				if !open[p] {
					t.Errorf("%s: page %d was read before it was told", name, p)
				}
				delete(open, p)
				read++
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := document.Encode(d); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: two workers made another document (%v)", name, err)
		}
		if len(open) > 0 || read != len(pages) {
			t.Errorf("%s: %d pages are read, %v are not", name, read, open)
		}
	}
}

// The page that is read next is told before it is touched.
func TestReadingIsTold(t *testing.T) {
	var told []int
	if _, err := Read(report(t, prose("a"), prose("b")), "abc", Options{Reading: func(p int) { told = append(told, p) }}); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(told) != "[1 2]" {
		t.Errorf("told %v", told)
	}
}
