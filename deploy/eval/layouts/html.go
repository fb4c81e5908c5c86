package main

import (
	"fmt"
	"strings"
)

// report is a document in the making: its tables share a house style.
type report struct {
	*chooser
	year    int
	html    strings.Builder
	pages   int
	figures []figure
}

func (d *report) period(y int) string { return periods[d.made["period"]](y) }

// newReport draws a report from a seed.
func newReport(seed uint64) *report {
	d := &report{chooser: newChooser(seed)}
	d.year = 2021 + d.IntN(4)
	d.one("period", "2024*6", "FY24", "FY2024", "FY 2024", "FY2023-24", "FY 2023–24", "FY23/24", "2023/24", "2023-24", "2023/2024", "31.12.2024", "31/12/2024",
		"31 Dec 2024", "31 March 2024", "year ended 31 March 2024", "12M 2024", "Jan–Dec 2024", "begins FY2023", "begins FY23")
	d.one("numbers", "1,234.5*4", "1.234,5*2", "1 234.5", "1 234,5", "1’234.5", "1234.5")
	d.one("rules", "none*2", "rows*2", "head*2", "outer", "grid*2", "zebra*2", "dotted")
	d.one("ground of heads", "none*3", "tint*2", "dark*2", "labels only")
	d.one("heads stand", "bottom*3", "top", "middle")
	d.one("heads aligned", "right*4", "center", "left")
	d.one("heads bold", "yes*3", "no")
	d.one("font", "Liberation Sans*2", "DejaVu Sans", "Liberation Serif")
	d.one("drawn as", "table*4", "boxes")
	d.one("tagged", "yes", "no")
	d.one("page", "upright*4", "landscape")
	d.made["space before %"] = d.one("", "", " ")
	size := 7 + d.IntN(4)
	said := calendars(d.made["period"], d.year)
	k := d.IntN(len(said))
	d.made["calendar told"] = strings.NewReplacer(d.period(d.year), "[period]", fmt.Sprint(d.year), "Y", fmt.Sprint(d.year-1), "Y-1").Replace(said[k])
	d.html.WriteString("<!doctype html><meta charset=utf-8><style>" + d.style(size) + "</style>")
	fmt.Fprintf(&d.html, "<section><h1>Sustainability Report %s</h1><p>Halvorsen Northgate plc makes tiles, pipes and fittings for buildings. "+
		"This is its report on people and the environment. %s</p>"+
		"<p>The figures were gathered from all sites and have been reviewed by the works managers before they were put together.</p>", d.period(d.year), said[k])
	d.pages = 1
	for n := range 3 {
		if n > 0 {
			d.html.WriteString("</section><section>")
			d.pages++
		}
		d.spread()
	}
	d.html.WriteString("</section>")
	return d
}

// spread is a page with its tables and the text around them.
func (d *report) spread() {
	c := d.within()
	words := "<p>We measure what we use at every site and look for ways to use less of it. " +
		"Where meters are read late, the last reading is carried on until the next one comes.</p>"
	switch c.one("beside", "alone*5", "two below one another*3", "text beside*2", "two side by side*2") {
	case "alone":
		d.html.WriteString(words + d.table(c, false) + words)
	case "two below one another":
		d.html.WriteString(d.table(c.within(), false) + c.one("", words, "") + d.table(c.within(), false))
	case "text beside":
		text := "<div class=text>" + strings.Repeat(words, 2) + "</div>"
		both := []string{"<div class=half>" + d.table(c, true) + "</div>", text}
		if c.chance("", 50) {
			both[0], both[1] = both[1], both[0]
		}
		d.html.WriteString("<div class=flex>" + both[0] + both[1] + "</div>")
	case "two side by side":
		d.html.WriteString("<div class=flex><div class=half>" + d.table(c.within(), true) + "</div><div class=half>" + d.table(c.within(), true) + "</div></div>")
	}
}

func (d *report) style(size int) string {
	css := fmt.Sprintf(`@page{size:A4 %s;margin:18mm} body{font:%dpt "%s"} section{break-after:page} p{margin:1.2em 0} h1{font-size:1.8em} h3{margin:.8em 0 .3em}
.t{border-collapse:collapse;width:100%%} .t th,.t td{padding:.25em .5em;text-align:right;vertical-align:%s;font-weight:400} .t .l{text-align:left}
.t td{vertical-align:top}
.flex{display:flex;gap:9mm} .half,.text{flex:1} .cap{margin:.9em 0 .3em} .r{text-align:right;margin:.2em 0} .u{margin:.2em 0}
.b td,.bold{font-weight:700} .mark{color:#0a6a5a}
sup,sub{font-size:.7em} .small{font-size:.85em} .box{display:grid} .box>div{display:contents}
.box>div>*{padding:.25em .5em;text-align:right} .box .l{text-align:left}`,
		map[string]string{"upright": "portrait", "landscape": "landscape"}[d.made["page"]], size, d.made["font"], d.made["heads stand"])
	css += fmt.Sprintf(".t th.h,.box .h{text-align:%s}", d.made["heads aligned"])
	if d.made["heads bold"] == "yes" {
		css += ".t th,.box .h{font-weight:700}"
	}
	css += map[string]string{
		"none": "", "rows": ".t tr>*,.box>div>*{border-bottom:.5pt solid #888}", "head": ".last>*{border-bottom:1pt solid #000} .end>*{border-bottom:1pt solid #000}",
		"outer": ".t{border-top:1.5pt solid #333;border-bottom:1.5pt solid #333} .last>*{border-bottom:.5pt solid #333}",
		"grid":  ".t tr>*,.box>div>*{border:.5pt solid #777}", "zebra": ".even>*{background:#eef2f5}", "dotted": ".t tr>*,.box>div>*{border-bottom:.7pt dotted #555}",
	}[d.made["rules"]]
	return css + map[string]string{
		"none": "", "tint": ".head>*{background:#d9e6ee}", "dark": ".head>*{background:#17405a;color:#fff}", "labels only": ".t td.l,.box .l{background:#f0f0e6}",
	}[d.made["ground of heads"]]
}

// table draws a table, prints it and keeps its truth.
func (d *report) table(c *chooser, narrow bool) string {
	t := &table{chooser: c, d: d, page: d.pages}
	c.chance("plus", 40)
	c.chance("percent sign", 60)
	c.one("minus", "-", "−", "(x)")
	t.lay(narrow)
	t.units()
	var body, head string
	if t.made["columns"] == "years down" {
		body = t.turned()
	} else {
		body, head = t.rows(), t.heads()
	}
	d.figures = append(d.figures, t.figures...)
	open, shut := "<table class=t>", "</table>"
	if d.made["drawn as"] == "boxes" && !strings.Contains(head, "span=") {
		n := len(t.columns) + 1
		if t.made["columns"] == "years down" {
			n = len(t.topic.lines) + 1
		}
		open, shut = fmt.Sprintf(`<div class=box style="grid-template-columns:2.4fr repeat(%d,1fr)">`, n-1), "</div>"
		r := strings.NewReplacer("<tr", "<div", "</tr", "</div", "<th", "<div", "</th", "</div", "<td", "<div", "</td", "</div")
		body, head = r.Replace(body), r.Replace(head)
	}
	above, below := t.around()
	return above + open + head + body + shut + below
}

// units puts the unit where it stands within the grid.
func (t *table) units() {
	switch t.made["unit"] {
	case "column":
		t.columns = append([]column{{head: "Unit", kind: "unit"}}, t.columns...)
	case "last column":
		t.columns = append(t.columns, column{head: "Unit", kind: "unit"})
	case "heads()", "heads line":
		if t.made["columns"] == "years down" {
			return
		}
		for i := range t.columns {
			if k := &t.columns[i]; t.unit != "" && k.kind != "change" && k.kind != "share" && k.kind != "reference" {
				k.head += map[string]string{"heads()": " (" + t.unit + ")", "heads line": "|" + t.unit}[t.made["unit"]]
			}
		}
	}
}

// around is what stands above and below the grid.
func (t *table) around() (above, below string) {
	title := t.topic.title
	if t.made["columns"] == "regions" {
		title += " " + t.one("", "in ", "") + t.d.period(t.d.year)
	}
	switch {
	case t.unit == "":
	case t.made["unit"] == "title ()":
		title += " (" + t.unit + ")"
	case t.made["unit"] == "title in":
		title += t.one("", " in ", ", in ") + t.unit
	}
	number := fmt.Sprintf("%s %d: ", t.one("", "Table", "Table*2", "Tab."), t.d.pages)
	switch t.made["title"] {
	case "bold":
		above = "<p class='cap bold'>" + title + "</p>"
	case "heading":
		above = "<h3>" + title + "</h3>"
	case "numbered":
		above = "<p class=cap>" + number + title + "</p>"
	case "numbered below":
		below = "<p class='cap small'>" + number + title + "</p>"
	case "plain":
		above = "<p class=cap>" + title + "</p>"
	case "italic":
		above = "<p class=cap><i>" + title + "</i></p>"
	case "coloured":
		above = "<p class='cap mark'>" + title + "</p>"
	}
	if t.unit != "" {
		switch u := t.one("", "in ", "", "Unit: ", "(", "in ") + t.unit; t.made["unit"] {
		case "line left", "line right":
			if strings.HasPrefix(u, "(") {
				u += ")"
			}
			above += "<p class='small " + map[string]string{"line left": "u", "line right": "r"}[t.made["unit"]] + "'>" + u + "</p>"
		case "note below":
			below = "<p class='small u'>" + t.one("", "All figures in ", "Figures in ") + t.unit + t.one("", ".", "") + "</p>" + below
		}
	}
	for _, n := range t.notes {
		below = "<p class='small u'>" + n + "</p>" + below
	}
	return above, below
}

// rows are the lines of the body.
func (t *table) rows() string {
	var b strings.Builder
	for i := range t.topic.lines {
		l := &t.topic.lines[i]
		class := []string{"", "even"}[i%2]
		if l.total || l.group {
			class += " b"
		}
		if i == len(t.topic.lines)-1 {
			class += " end"
		}
		fmt.Fprintf(&b, `<tr class="%s"><td class=l style="padding-left:%.1fem">%s</td>`, class, 0.5+1.2*float64(l.indent), t.label(l))
		for k := range t.columns {
			kind := map[bool]string{true: " class=l"}[t.columns[k].kind == "unit"]
			fmt.Fprintf(&b, "<td%s>%s</td>", kind, t.text(i, &t.columns[k]))
		}
		b.WriteString("</tr>")
	}
	return b.String()
}

// label is what a line is called, with its unit if that stands there.
func (t *table) label(l *line) string {
	u := t.unitOf(l)
	if u == "" || l.group {
		return l.label
	}
	return l.label + map[string]string{"label ()": " (" + u + ")", "label ,": ", " + u, "label in": " in " + u}[t.made["unit"]]
}

// turned are the head and the body of a table whose rows are years.
func (t *table) turned() string {
	var b strings.Builder
	corner := t.one("", "", "Year", "Reporting year")
	if t.made["unit"] == "corner" && t.unit != "" {
		corner = "in " + t.unit
	}
	fmt.Fprintf(&b, "<tr class='head last'><th class=l>%s</th>", corner)
	for i := range t.topic.lines {
		l := &t.topic.lines[i]
		head := t.label(l)
		if u := t.unitOf(l); u != "" {
			head += map[string]string{"heads()": " (" + u + ")", "heads line": "<br>" + u}[t.made["unit"]]
		}
		fmt.Fprintf(&b, "<th class=h>%s</th>", head)
	}
	for k := range t.columns {
		fmt.Fprintf(&b, "</tr><tr class='%s'><td class=l>%s</td>", []string{"", "even"}[k%2], t.columns[k].head)
		for i := range t.topic.lines {
			fmt.Fprintf(&b, "<td>%s</td>", t.text(i, &t.columns[k]))
		}
	}
	return b.String() + "</tr>"
}
