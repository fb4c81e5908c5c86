package table_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table"
	"github.com/sibyl-project/sibyl/rag/pdf/table/join"
)

// Pages made to cost time. The bound is far above what they take, and far below what a quadratic search over
// twenty thousand words would.
func TestCrowdedPages(t *testing.T) {
	const n = 19_000
	for name, draw := range map[string]func(*sheet){
		"words on one line": func(s *sheet) {
			for i := range n {
				s.word(float64(i)*3, 100, "12")
			}
		},
		"words at one place": func(s *sheet) {
			for range n {
				s.word(100, 100, "12.5")
			}
		},
		"words in one column": func(s *sheet) {
			for i := range n {
				s.word(100, float64(i)*11, "1,234")
			}
		},
		"a field of figures": func(s *sheet) {
			for i := range n {
				s.word(float64(i%40)*14, float64(i/40)*1.6, fmt.Sprint(i))
			}
		},
		"raised words": func(s *sheet) {
			for i := range n {
				s.word(float64(i%100)*6, float64(i/100)*4, "1")
				s.words[len(s.words)-1].Raised = true
			}
		},
		"words of all sizes": func(s *sheet) {
			for i := range n {
				s.size = 0.01 + math.Exp(float64(i%23))
				s.word(float64(i%97)*6, float64(i%89)*9, "7 %")
			}
		},
		"a net of lines": func(s *sheet) {
			for i := range 1_900 {
				s.across(0, 595, float64(i)*0.44)
				s.down(float64(i)*0.31, 0, 842)
			}
			for i := range n / 2 {
				s.word(float64(i%100)*6, float64(i/100)*8, "1")
			}
		},
		"lines that end everywhere": func(s *sheet) {
			for i := range 3_900 {
				s.across(float64(i%60)*5, 300+float64(i%47)*6, float64(i)*0.2)
			}
			for i := range n / 2 {
				s.word(float64(i%100)*6, float64(i/100)*8, "1")
			}
		},
		"filled areas in one another": func(s *sheet) {
			for i := range 2_900 {
				s.fill(float64(i)*0.1, float64(i)*0.1, 595-float64(i)*0.1, 842-float64(i)*0.1, paint.Color(i*7))
			}
			for i := range n / 2 {
				s.word(float64(i%100)*6, float64(i/100)*8, "1")
			}
		},
		"marks and notes": func(s *sheet) {
			for i := range n / 2 {
				s.word(float64(i%12)*48, float64(i/12)*9, []string{"1,2*", "*", "1)", "(see"}[i%4])
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			draw(s)
			began := time.Now()
			tables := s.tables()
			if problem := check(s.words, tables); problem != "" {
				t.Fatal(problem)
			}
			pages := []table.Page{{Words: s.words, Width: s.page.Width, Height: s.page.Height, Tables: tables}}
			if problem := checkJoined(pages, join.Pages(pages)); problem != "" {
				t.Fatal(problem)
			}
			took := time.Since(began)
			t.Logf("%d words, %d tables, %v", len(s.words), len(tables), took.Round(time.Millisecond))
			if took > 20*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
	s := newSheet()
	for i := range 20_001 {
		s.word(float64(i%40)*14, float64(i/40)*1.6, fmt.Sprint(i))
	}
	if got := s.tables(); got != nil {
		t.Errorf("%d tables on a page with more words than a page holds", len(got))
	}
}

// BenchmarkFind is a page of two columns of running text above a table of thirty rows.
func BenchmarkFind(b *testing.B) {
	s := benchmarkPage()
	b.ReportMetric(float64(len(s.words)), "words")
	for b.Loop() {
		if got := s.tables(); len(got) != 1 {
			b.Fatalf("%d tables", len(got))
		}
	}
}

func BenchmarkJoin(b *testing.B) {
	s := benchmarkPage()
	page := table.Page{Words: s.words, Width: s.page.Width, Height: s.page.Height, Tables: s.tables()}
	pages := []table.Page{page, page, page, page, page, page, page, page}
	for b.Loop() {
		join.Pages(pages)
	}
}

func benchmarkPage() *sheet {
	s := newSheet()
	s.size = 7
	for _, x := range []float64{50, 310} {
		for line := range 24 {
			s.text(x, 60+12*float64(line), "The company cut its emissions by 12 per cent and goes on")
		}
	}
	for r := range 31 {
		y := 380 + 13*float64(r)
		s.across(50, 545, y+3)
		s.text(50, y, fmt.Sprintf("Emissions of source %d in all plants", r))
		for c := range 5 {
			v := fmt.Sprintf("%d,%03d.%d", r+1, 100*c+r, c)
			if r == 0 {
				v = fmt.Sprint(2019 + c)
			}
			s.right(300+60*float64(c), y, v)
		}
	}
	return s
}

// BenchmarkReports is all pages of real reports, if they are there: the time is that of one page.
func BenchmarkReports(b *testing.B) {
	type page struct {
		words []paint.Word
		page  paint.Page
	}
	var pages []page
	for _, name := range []string{"reports/siemens-fy2023.pdf", "reports/kion-2023.pdf", "reports/ct-reit-2022.pdf"} {
		for _, p := range scenes(b, evalFile(b, name)) {
			pages = append(pages, page{paint.Words(&p), p})
		}
	}
	i := 0
	for b.Loop() {
		p := &pages[i%len(pages)]
		table.Find(p.words, &p.page)
		i++
	}
}
