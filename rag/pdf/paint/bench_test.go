package paint_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	fitz "github.com/gen2brain/go-fitz"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/pdftest"
)

type written struct{ svg, html string }

// fullPage is a page of 4,000 letters with the lines of a table, as MuPDF writes it.
func fullPage(b *testing.B) written {
	var c strings.Builder
	for i := range 60 {
		c.WriteString(pdftest.Text(50, 800-float64(i)*12, "/F1 9 Tf", strings.Repeat("We cut emissions by 12 % ", 3)))
		fmt.Fprintf(&c, "0.5 w 50 %d m 500 %d l S\n", 797-i*12, 797-i*12)
	}
	var f pdftest.File
	f.Page(c.String(), "", "")
	return write(b, f.Bytes())[0]
}

func write(b *testing.B, pdf []byte) []written {
	f, err := fitz.NewFromMemory(pdf)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	out := make([]written, f.NumPage())
	for i := range out {
		if out[i].svg, err = f.SVG(i); err != nil {
			b.Fatal(err)
		}
		if out[i].html, err = f.HTML(i, false); err != nil {
			b.Fatal(err)
		}
	}
	return out
}

func measure(b *testing.B, pages []written) {
	bytes := 0
	for _, p := range pages {
		bytes += len(p.svg)
	}
	b.SetBytes(int64(bytes))
	b.ReportAllocs()
	for b.Loop() {
		for i := range pages {
			p, err := paint.Read(pages[i].svg, pages[i].html, paint.Options{})
			if err != nil {
				b.Fatal(err)
			}
			if len(paint.Words(&p)) == 0 && len(p.Glyphs) > 100 {
				b.Fatal("no words")
			}
		}
	}
	b.ReportMetric(float64(len(pages)*b.N)/b.Elapsed().Seconds(), "pages/s")
}

func BenchmarkFullPage(b *testing.B) { measure(b, []written{fullPage(b)}) }

// BenchmarkReports reads the real reports, one after the other.
func BenchmarkReports(b *testing.B) {
	for _, path := range reports(b) {
		b.Run(strings.TrimSuffix(filepath.Base(path), ".pdf"), func(b *testing.B) {
			pdf, err := os.ReadFile(path)
			if err != nil {
				b.Fatal(err)
			}
			measure(b, write(b, pdf))
		})
	}
}

// reports are the files of the real reports; without them the test is skipped. SIBYL_EVAL names their folder.
func reports(t testing.TB) []string {
	folder := os.Getenv("SIBYL_EVAL")
	if folder == "" {
		folder = "../../../../shared/eval"
	}
	large, err := filepath.Glob(filepath.Join(folder, "reports", "*.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	small, err := filepath.Glob(filepath.Join(folder, "reports", "*", "*.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	if len(large)+len(small) == 0 {
		t.Skip("real reports are not here; SIBYL_EVAL names their folder")
	}
	return append(large, small...)
}
