package main

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/deploy/eval/drawn"
)

// draw makes up the amounts.
func (t *table) draw() {
	for i := range t.topic.lines {
		l := &t.topic.lines[i]
		v := []int64{0, 0, 0, 0}
		for k := 1; k < 4; k++ {
			v[k] = max(1, int64(float64(l.size)*(0.5+t.Float64())/3))
			if l.places > 0 {
				v[k] = v[k]*10 + int64(t.IntN(10))
			}
		}
		if l.unit == "%" {
			v[1], v[2], v[3] = 200+int64(t.IntN(90)), 150+int64(t.IntN(60)), 100+int64(t.IntN(60))
		}
		if l.total {
			v = []int64{0, 0, 0, 0}
			for j := i - 1; j >= 0 && !t.topic.lines[j].total && !t.topic.lines[j].group; j-- {
				for k := 1; k < 4; k++ {
					v[k] += t.values[j][k]
				}
			}
		}
		v[0] = v[1] + v[2] + v[3]
		t.values = append(t.values, v)
	}
}

// amount is what a line is in a year: totals are of what they add up.
func (t *table) amount(i, part, year int) int64 {
	if l := &t.topic.lines[i]; l.total {
		sum := int64(0)
		for j := i - 1; j >= 0 && !t.topic.lines[j].total && !t.topic.lines[j].group; j-- {
			sum += t.amount(j, part, year)
		}
		return sum
	}
	v := t.values[i][part]
	return max(1, v+v*int64((i*7+part*3)%9-3)*int64(t.d.year-year)/100+int64((t.d.year-year)*(i+1)))
}

// text prints the figure of a line and a column and adds it to the truth; empty where nothing stands.
func (t *table) text(i int, c *column) string {
	l := &t.topic.lines[i]
	if l.group {
		return ""
	}
	f := drawn.Figure{Page: t.page, Where: "table", Unit: plainUnit(t.unitOf(l)), Year: c.year, Kind: c.kind,
		Metric: l.metric, Scope: l.scope, Method: l.method, Row: l.label}
	if l.bare && t.made["title"] == "none" {
		f.Metric = ""
	}
	v, places := t.amount(i, c.part, c.year), l.places
	before, after := "", ""
	switch c.kind {
	case "unit":
		return t.unitOf(l)
	case "reference":
		return map[bool]string{true: fmt.Sprintf("305-%d", 1+i), false: fmt.Sprint(12 + 3*i)}[strings.HasPrefix(c.head, "GRI")]
	case "change":
		old := t.amount(i, 0, t.d.year-1)
		half := old / 2
		if v < old {
			half = -half
		}
		v, places, f.Unit = (1000*(v-old)+half)/old, 1, "%"
		if f.Metric == "ghg_emissions" {
			f.Metric = "ghg_reduction"
		}
		if v > 0 && t.made["plus"] == "yes" {
			before = "+"
		}
		if !strings.Contains(c.head, "%") || t.made["percent sign"] == "yes" {
			after = t.d.made["space before %"] + "%"
		}
		if l.unit == "%" {
			return "–"
		}
	case "target":
		v = v * 6 / 10
		if f.Metric == "ghg_emissions" {
			f.Metric = "" // a level or a reduction: both are said of it
		}
	case "share":
		if t.topic.units == nil {
			return "–"
		}
		v, places, f.Unit, f.Metric = v*1000/max(1, t.biggest()), 1, "%", ""
		if !strings.Contains(c.head, "%") {
			after = t.d.made["space before %"] + "%"
		}
	default:
		if t.made["unit"] == "cell" {
			after = " " + t.unitOf(l)
		} else if l.unit == "%" && t.chance("", 50) {
			after = t.d.made["space before %"] + "%"
		}
		if t.chance("", 3) {
			return t.one("", "–", "n/a", "n.a.", "-")
		}
	}
	text := number(v, places, t.d.made["numbers"])
	f.Text, f.Value = text, number(v, places, "1234.5")
	if v < 0 {
		switch plain := text[1:]; t.made["minus"] {
		case "(x)":
			text = "(" + plain + ")"
			if after != "" {
				text, after = "("+plain+after+")", ""
			}
		case "−":
			text = "−" + plain
		}
	}
	mark := ""
	if t.chance("", 2) {
		mark = "<sup>1</sup>"
		t.notes = []string{"<sup>1</sup> Estimated from invoices."}
	}
	t.figures = append(t.figures, figure{f, t.made})
	return before + text + after + mark
}

// biggest is the largest amount of the reporting year.
func (t *table) biggest() int64 {
	most := int64(1)
	for i := range t.topic.lines {
		if !t.topic.lines[i].group {
			most = max(most, t.amount(i, 0, t.d.year))
		}
	}
	return most
}
