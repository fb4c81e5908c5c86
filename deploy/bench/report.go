package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/data/sample/layout"
)

// makeReport writes a report with two or three claims a page, tables and charts, whose words and
// figures depend on pages, seed and dense alone: dense is how many of a thousand other sentences are claims, too.
func makeReport(path string, pages int, seed uint64, dense int) error {
	b := layout.New(layout.Options{
		Title:    "Sustainability Report 2024",
		Author:   "Orverhaven Lintas N.V.",
		Footer:   "Orverhaven Lintas · Sustainability Report 2024",
		Language: "en",
		Created:  time.Date(2025, time.April, 2, 9, 0, 0, 0, time.UTC),
		Compress: true,
	})
	b.Cover("Orverhaven Lintas N.V.", "A report for measuring", "Sustainability Report 2024", "Fictional: made to measure how long an analysis takes")
	a := author{b: b, r: rand.New(rand.NewPCG(seed, uint64(pages))), dense: dense}
	for n := 2; n <= pages; n++ {
		a.page(n)
	}
	data, err := b.Bytes()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

// author writes pages from templates, in the order of the draws of r.
type author struct {
	b     *layout.Book
	r     *rand.Rand
	dense int
}

func (a author) pick(words []string) string { return words[a.r.IntN(len(words))] }

// between draws a number and prints it with thousands separated.
func (a author) between(low, high int) string { return grouped(low + a.r.IntN(high-low)) }

func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func (a author) percent() string { return fmt.Sprintf("%d.%d %%", 1+a.r.IntN(40), a.r.IntN(10)) }

func (a author) page(n int) {
	chapter := chapters[(n/9)%len(chapters)]
	a.b.Page(chapter)
	if n%9 == 0 || n == 2 {
		a.b.H1(chapter)
		a.b.Lead(a.filler(1))
	}
	a.b.H2(a.pick(headings))
	switch n % 4 {
	case 0:
		a.b.P(a.filler(4) + " " + a.claim())
		a.table()
		a.b.P(a.claim() + " " + a.filler(4))
		a.b.P(a.filler(5))
	case 1:
		a.b.P(a.claim() + " " + a.filler(5))
		a.b.P(a.filler(6))
		a.b.H2(a.pick(headings))
		a.b.P(a.filler(4) + " " + a.claim() + " " + a.filler(2))
		a.b.P(a.claim() + " " + a.filler(3))
	case 2:
		a.b.Columns(func() {
			a.b.P(a.filler(5))
			a.b.P(a.claim() + " " + a.filler(4))
		}, func() {
			a.b.P(a.filler(4) + " " + a.claim())
			a.b.P(a.filler(5))
		})
		a.b.Bullets(a.filler(1), a.claim(), a.filler(1))
	default:
		a.b.P(a.claim() + " " + a.filler(4))
		a.chart()
		a.b.P(a.filler(4) + " " + a.claim())
		a.b.P(a.filler(4))
	}
	for a.b.Room() > 45 { // as full as a printed page
		a.b.H2(a.pick(headings))
		a.b.P(a.filler(6))
	}
}

// claim is one assertion that could be checked.
func (a author) claim() string {
	return strings.NewReplacer(
		"{site}", a.pick(sites), "{thing}", a.pick(things), "{unit}", a.pick(units), "{place}", a.pick(places),
		"{percent}", a.percent(), "{percent2}", a.percent(), "{big}", a.between(12_000, 980_000),
		"{big2}", a.between(12_000, 980_000), "{small}", a.between(3, 400), "{year}", fmt.Sprint(2025+a.r.IntN(20)),
		"{body}", a.pick(bodies), "{times}", a.pick([]string{"four", "five", "six", "eight"}),
	).Replace(a.pick(claimTemplates))
}

// filler is prose that asserts nothing that could be checked, unless the report is to be dense.
func (a author) filler(sentences int) string {
	out := make([]string, sentences)
	for i := range out {
		if a.dense > 0 && a.r.IntN(1000) < a.dense {
			out[i] = a.claim()
			continue
		}
		out[i] = strings.NewReplacer("{thing}", a.pick(things), "{group}", a.pick(groups), "{body}", a.pick(bodies)).
			Replace(a.pick(fillerTemplates))
	}
	return strings.Join(out, " ")
}

// table is a table whose last row is the sum of the others.
func (a author) table() {
	thing := a.pick(things)
	t := layout.Table{
		Caption: strings.ToUpper(thing[:1]) + thing[1:] + " by site, " + a.pick(units),
		Header:  []string{"Site", "2024", "2023", "2022"},
		Widths:  []float64{5, 2, 2, 2},
	}
	var totals [3]int
	for _, site := range a.r.Perm(len(sites))[:5] {
		row := []string{sites[site]}
		for y := range totals {
			v := 900 + a.r.IntN(80_000)
			totals[y] += v
			row = append(row, grouped(v))
		}
		t.Rows = append(t.Rows, row)
	}
	total := []string{"=Total"}
	for _, v := range totals {
		total = append(total, grouped(v))
	}
	t.Rows = append(t.Rows, total)
	a.b.Table(t)
}

func (a author) chart() {
	var bars []layout.Bar
	for _, site := range a.r.Perm(len(sites))[:4] {
		bar := layout.Bar{Label: sites[site]}
		for range 3 {
			v := 20 + a.r.IntN(400)
			bar.Values = append(bar.Values, float64(v))
			bar.Shown = append(bar.Shown, fmt.Sprint(v))
		}
		bars = append(bars, bar)
	}
	a.b.Bars("By site, thousand tonnes", []string{"2022", "2023", "2024"}, bars)
}
