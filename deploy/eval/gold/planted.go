package gold

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/data/sample/layout"
)

// total sets a table of the sites' waste water, whose last row is the sum of the others or is not.
func (m *maker) total(t Treatment) {
	s := subject{unit: "cubic metres"}
	m.table = layout.Table{
		Caption: fmt.Sprintf("Waste water by site, %s", s.unit), Header: []string{"Site", strconv.Itoa(m.year - 1), strconv.Itoa(m.year)}, Widths: []float64{3, 1, 1},
	}
	var sums [2]int
	for _, place := range m.places(4) {
		row := []string{place}
		for i := range sums {
			n := 12_000 + m.rand.IntN(70_000)
			sums[i] += n
			row = append(row, s.print(n))
		}
		m.table.Rows = append(m.table.Rows, row)
	}
	if t == WrongTotal {
		sums[1] += sums[1]/25 + m.rand.IntN(sums[1]/20)
	}
	figure := s.print(sums[1])
	m.table.Rows = append(m.table.Rows, []string{"=Total", s.print(sums[0]), figure})
	m.said(fmt.Sprintf("Total of waste water in %d: %s %s", m.year, figure, s.unit), figure, t)
}

// site states an amount of one site. A document says another of it, or one of another site.
func (m *maker) site(t Treatment) {
	s := subject{unit: "tonnes"}
	here, now := m.places(2), 2_100+m.rand.IntN(7_000)
	wording := "Our plant in {place} emitted {now} tonnes of sulphur dioxide in {year}."
	if m.report.Held {
		wording = "At the {place} site, emissions of sulphur dioxide stood at {now} tonnes in {year}."
	}
	text := strings.NewReplacer("{place}", here[0], "{now}", s.print(now), "{year}", strconv.Itoa(m.year)).Replace(wording)
	of := here[0]
	if t == OtherPlace {
		of = here[1]
	}
	m.notice = append(m.notice, fmt.Sprintf("The plant of %s in %s emitted %s tonnes of sulphur dioxide in %d.", m.report.Company, of, s.print(now+now/4), m.year))
	m.said(text, s.print(now), t)
	m.prose = append(m.prose, text)
}

// quotation has the report quote the authority, rightly or not.
func (m *maker) quotation(t Treatment) {
	s := subject{unit: "tonnes"}
	now := 110 + m.rand.IntN(800)
	sentence := func(n int) string {
		return fmt.Sprintf("%s emitted %s tonnes of dust in %d.", m.report.Company, s.print(n), m.year)
	}
	text := "The Inspection Authority writes: “" + sentence(now) + "”"
	if m.report.Held {
		text = "In the words of the Inspection Authority, “" + strings.TrimSuffix(sentence(now), ".") + "”."
	}
	found := now
	if t == Misquoted {
		found = now + now/4
	}
	m.notice = append(m.notice, sentence(found))
	m.said(text, s.print(now)+" tonnes of dust", t)
	m.prose = append(m.prose, text)
}

// places are so many towns, none twice.
func (m *maker) places(n int) []string {
	var out []string
	for _, i := range m.rand.Perm(len(towns))[:n] {
		out = append(out, towns[i])
	}
	return out
}

// pdf sets the report in one of several layouts: the open ones in one column, under headings or in boxes, the held ones in two
// columns, as lists, or over two pages with the table between them.
func (m *maker) pdf() ([]byte, error) {
	b := layout.New(layout.Options{Title: fmt.Sprintf("Sustainability Report %d", m.year), Author: m.report.Company, Footer: m.report.Company, Language: "en"})
	b.Cover(m.report.Company, "Sustainability Report", strconv.Itoa(m.year), "")
	b.Page("About this report")
	b.H1("About this report")
	b.P(fmt.Sprintf("This report covers %s and all companies that it controls, for the financial year %d.", m.report.Company, m.year))
	b.Page("Our year in figures")
	b.H1("Our year in figures")
	half := len(m.prose) / 2
	paragraphs := func(texts []string) func() {
		return func() {
			for _, t := range texts {
				b.P(t)
			}
		}
	}
	first, second := paragraphs(m.prose[:half]), paragraphs(m.prose[half:])
	sheet := m.report.Number % 3
	if m.report.Held {
		sheet += 3
	}
	switch sheet {
	case 0:
		first()
		second()
		b.Table(m.table)
	case 1:
		b.H2("Climate and resources")
		first()
		b.Table(m.table)
		b.H2("People and supply chain")
		second()
	case 2:
		first()
		b.Table(m.table)
		for _, t := range m.prose[half:] {
			b.Box("At a glance", t)
		}
	case 3:
		b.Columns(first, second)
		b.Table(m.table)
	case 4:
		b.H2("Climate and resources")
		b.Bullets(m.prose[:half]...)
		b.H2("People and supply chain")
		b.Bullets(m.prose[half:]...)
		b.Table(m.table)
	case 5:
		first()
		b.Table(m.table)
		b.Page("Our year in figures")
		b.H1("More figures")
		second()
	}
	return b.Bytes()
}

var towns = []string{
	"Aldermoor", "Brennvik", "Castrel", "Dunholm", "Eskerra", "Fallowby", "Gravenau", "Hallinge", "Istrana", "Joverre", "Kilbrae", "Lindhaven",
}
