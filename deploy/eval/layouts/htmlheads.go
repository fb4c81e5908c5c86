package main

import (
	"fmt"
	"strings"
)

// heads are the lines of the head.
func (t *table) heads() string {
	corner := t.one("", "", "", "Indicator", "Category")
	if t.made["unit"] == "corner" && t.unit != "" {
		corner = t.one("", "in ", "", "Unit: ", "Figures in ") + t.unit
	}
	n := len(t.columns) + 1
	spanned := false
	for _, c := range t.columns {
		spanned = spanned || c.over != ""
	}
	var b strings.Builder
	title := t.topic.title
	if t.unit != "" && t.made["unit"] == "title ()" {
		title += " (" + t.unit + ")"
	} else if t.unit != "" && t.made["unit"] == "title in" {
		title += " in " + t.unit
	}
	if t.made["columns"] == "regions" {
		title += " " + t.d.period(t.d.year)
	}
	switch t.made["title"] {
	case "first row":
		fmt.Fprintf(&b, "<tr class=head><th class=l colspan=%d>%s</th></tr>", n, title)
	case "band":
		fmt.Fprintf(&b, `<tr><th class=l colspan=%d style="background:#20656f;color:#fff">%s</th></tr>`, n, title)
	}
	head := func(c *column) string { return strings.ReplaceAll(c.head, "|", "<br>") }
	if spanned {
		fmt.Fprintf(&b, "<tr class=head><th class=l rowspan=2>%s</th>", corner)
		for i := 0; i < len(t.columns); i++ {
			c := &t.columns[i]
			if c.over == "" {
				fmt.Fprintf(&b, "<th class=h rowspan=2>%s</th>", head(c))
				continue
			}
			k := i + 1
			for k < len(t.columns) && t.columns[k].over == c.over && !t.columns[k].first {
				k++
			}
			fmt.Fprintf(&b, "<th class=h colspan=%d>%s</th>", k-i, c.over)
			i = k - 1
		}
		b.WriteString("</tr><tr class='head last'>")
		for i := range t.columns {
			if t.columns[i].over != "" {
				fmt.Fprintf(&b, "<th class=h>%s</th>", head(&t.columns[i]))
			}
		}
		b.WriteString("</tr>")
		return b.String() + t.unitRow(n)
	}
	fmt.Fprintf(&b, "<tr class='head last'><th class=l>%s</th>", corner)
	for i := range t.columns {
		fmt.Fprintf(&b, "<th class=h>%s</th>", head(&t.columns[i]))
	}
	return b.String() + "</tr>" + t.unitRow(n)
}

// unitRow is a line of units below the heads.
func (t *table) unitRow(n int) string {
	if t.made["unit"] != "row of units" || t.unit == "" {
		return ""
	}
	if t.chance("units in each column", 50) {
		var b strings.Builder
		b.WriteString("<tr class=head><th class=l></th>")
		for _, c := range t.columns {
			u := map[string]string{"change": "%", "share": "%", "reference": ""}[c.kind]
			if c.kind == "value" || c.kind == "base" || c.kind == "target" {
				u = t.unit
			}
			fmt.Fprintf(&b, "<th class=h>%s</th>", u)
		}
		return b.String() + "</tr>"
	}
	return fmt.Sprintf("<tr><th class=l></th><th colspan=%d style='text-align:center'>%s</th></tr>", n-1, t.unit)
}
