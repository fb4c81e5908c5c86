package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/deploy/eval/drawn"
)

// column is one column behind the labels, and what its figures are.
type column struct {
	head  string // lines parted by a bar
	over  string // what stands over it and its neighbours
	kind  string // value, change, target, base, share, unit, reference
	year  int
	part  int // of the region, from 1; 0 for all
	first bool
}

// figure is a figure of the truth with the choices that it was printed by.
type figure struct {
	drawn.Figure
	made map[string]string
}

// table is a table in the making.
type table struct {
	*chooser
	d       *report
	topic   topic
	unit    string // of the whole table; empty if its rows have their own
	columns []column
	values  [][]int64 // by line and part (0: all), of the reporting year
	figures []figure
	notes   []string
	page    int
}

func plainUnit(u string) string {
	u = strings.NewReplacer("<sub>", "", "</sub>", "", "<sup>", "", "</sup>", "").Replace(u)
	switch u {
	case "number", "headcount", "persons":
		return ""
	case "m3":
		return "m³"
	}
	return u
}

func (t *table) unitOf(l *line) string {
	if l.unit != "" {
		return l.unit
	}
	return t.unit
}

// lay draws what the table has and where.
func (t *table) lay(narrow bool) {
	t.topic = topics[t.IntN(len(topics))]
	t.made["topic"] = t.topic.title
	t.topic.lines = slices.Clone(t.topic.lines)
	t.one("heads", "one line*3", "two lines: period over word", "two lines: word over period", "spanning*2", "wrapped*2")
	t.one("title", "bold*3", "heading*2", "numbered*2", "numbered below", "first row", "band", "plain", "italic", "coloured", "none")
	if t.topic.units == nil {
		t.one("unit", "label ()*3", "label ,*2", "label in*2", "column*4", "last column", "cell")
	} else {
		t.unit = t.topic.units[t.IntN(len(t.topic.units))]
		t.one("unit", "title ()*3", "title in*2", "line left*2", "line right*2", "corner*2", "label ()", "label ,", "column*2", "last column", "heads()",
			"heads line*2", "row of units", "note below", "cell")
	}
	if t.made["title"] == "none" && strings.HasPrefix(t.made["unit"], "title") {
		t.made["unit"] = "line left"
	}
	t.one("columns", "years*6", "years down*2", "regions", "regions over years", "years over regions")
	if narrow && t.made["columns"] != "regions" {
		t.made["columns"] = "years"
	}
	t.one("order", "newest first*3", "oldest first*2")
	years := 2
	if !narrow {
		years = 2 + t.IntN(3)
	}
	names := regions[t.IntN(len(regions))]
	word := t.one("", "Actual", "Reported", "Group", "Audited")
	var ys []int
	for k := range years {
		ys = append(ys, t.d.year-k)
	}
	if t.made["order"] == "oldest first" {
		slices.Reverse(ys)
	}
	all := append(slices.Clone(names), "Total")
	switch t.made["columns"] {
	case "years down":
		t.turn(ys)
	case "years":
		for _, y := range ys {
			t.columns = append(t.columns, t.period(y, word))
		}
		t.more(narrow)
	case "regions":
		for k, n := range all {
			t.columns = append(t.columns, column{head: n, kind: "value", year: t.d.year, part: (k + 1) % 4})
		}
	case "regions over years":
		for k, n := range all[:2] {
			for i, y := range ys[:2] {
				t.columns = append(t.columns, column{head: t.d.period(y), over: n, kind: "value", year: y, part: k + 1, first: i == 0})
			}
		}
	case "years over regions":
		for _, y := range ys[:2] {
			for k, n := range all[:2] {
				t.columns = append(t.columns, column{head: n, over: t.d.period(y), kind: "value", year: y, part: k + 1, first: k == 0})
			}
		}
	}
	t.draw()
}

// turn makes a table whose rows are years: its lines are what stands above.
func (t *table) turn(ys []int) {
	t.topic.lines = slices.DeleteFunc(t.topic.lines, func(l line) bool { return l.group })
	if len(t.topic.lines) > 5 {
		t.topic.lines = t.topic.lines[:5]
	}
	switch t.made["unit"] {
	case "column", "last column", "row of units":
		t.made["unit"] = "label ()"
	}
	for _, y := range ys {
		t.columns = append(t.columns, column{head: t.d.period(y), kind: "value", year: y})
	}
}

// period is a column of a year.
func (t *table) period(y int, word string) column {
	c := column{head: t.d.period(y), kind: "value", year: y}
	switch t.made["heads"] {
	case "two lines: period over word":
		c.head += "|" + word
	case "two lines: word over period":
		c.head = word + "|" + c.head
	case "spanning":
		c.over, c.first = word, len(t.columns) == 0
	case "wrapped":
		c.head = strings.Replace(c.head, " ", "|", 1)
	}
	return c
}

// more adds the columns that are no years.
func (t *table) more(narrow bool) {
	extra := t.one("further columns", "none*4", "change*3", "change in points", "target*2", "base*2", "share", "change and target")
	if narrow && extra != "change" {
		extra, t.made["further columns"] = "none", "none"
	}
	if strings.HasPrefix(extra, "change") {
		head := t.one("head of changes", "Change", "Change in %", "% change", "Δ %", "YoY", "Change|2024/23|in %",
			"Variance|(%)", "+/– %", "Year-on-year change", "Trend|vs. prior year")
		head = strings.NewReplacer("2024", fmt.Sprint(t.d.year), "23", fmt.Sprintf("%02d", (t.d.year-1)%100)).Replace(head)
		t.columns = append(t.columns, column{head: head, kind: "change", year: t.d.year})
	}
	if strings.HasSuffix(extra, "target") {
		y := 2030 + 5*t.IntN(2)
		t.columns = append(t.columns, column{head: t.one("head of targets", fmt.Sprintf("Target %d", y), fmt.Sprintf("%d target", y),
			fmt.Sprintf("Target|%d", y), fmt.Sprintf("Goal for %d", y)),
			kind: "target", year: y})
		delete(t.made, "head of targets")
	}
	if extra == "base" {
		y := t.d.year - 4 - t.IntN(3)
		c := column{head: t.one("", "Base year|"+t.d.period(y), "Base year "+t.d.period(y),
			t.d.period(y)+" (base year)", "Baseline "+t.d.period(y)), kind: "base", year: y}
		if t.chance("base first", 50) {
			t.columns = append([]column{c}, t.columns...)
		} else {
			t.columns = append(t.columns, c)
		}
	}
	if extra == "share" {
		t.columns = append(t.columns, column{head: t.one("", "% of total", "Share", "Share in %"), kind: "share", year: t.d.year})
	}
	if t.chance("references", 15) && !narrow {
		c := column{head: t.one("", "GRI", "Note", "Page", "GRI Standard"), kind: "reference"}
		if t.chance("", 50) {
			t.columns = append([]column{c}, t.columns...)
		} else {
			t.columns = append(t.columns, c)
		}
	}
}
