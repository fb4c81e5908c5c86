package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// dbg PDF YEAR what(p,t,s,f) pages...
func main() {
	if len(os.Args) > 1 && os.Args[1] == parse.ChildArg {
		os.Exit(parse.ChildMain(os.Stdin, os.Stdout))
	}
	raw, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var d *document.Document
	if strings.HasSuffix(os.Args[1], ".json") {
		json.Unmarshal(raw, &d)
	} else {
		parser, err := parse.NewParser(parse.ParserConfig{OCR: parse.OCR{Off: true}})
		if err != nil {
			panic(err)
		}
		if d, err = parser.Parse(context.Background(), raw); err != nil {
			panic(err)
		}
	}
	if os.Args[3] == "json" {
		b, _ := json.Marshal(d)
		os.Stdout.Write(b)
		return
	}
	year, _ := strconv.Atoi(os.Args[2])
	what := os.Args[3]
	on := map[int]bool{}
	for _, a := range os.Args[4:] {
		n, _ := strconv.Atoi(a)
		on[n] = true
	}
	all := len(on) == 0
	for i := range d.Pages {
		p := &d.Pages[i]
		if !all && !on[p.Number] {
			continue
		}
		if strings.Contains(what, "p") {
			runes := []rune(p.Text)
			for _, l := range p.Lines {
				fmt.Printf("%4d %-9s b%d [%.0f %.0f %.0f %.0f] t%d %q\n", l.Start, l.Role, l.Block, l.Rect[0], l.Rect[1], l.Rect[2], l.Rect[3], l.Turn, string(runes[l.Start:l.End]))
			}
		}
		if strings.Contains(what, "t") {
			for k, t := range p.Tables {
				fmt.Printf("PAGE %d TABLE %d caption %q unit %q period %q hr %d hc %d ruled %v cont %v rect %.0f\n", p.Number, k, t.Caption, t.Unit, t.Period, t.HeaderRows, t.HeaderCols, t.Ruled, t.Continues, t.Rect)
				for r, row := range t.Rows {
					for c, x := range row {
						if x.Text != "" {
							fmt.Printf("  %d,%d %q v=%q u=%q p=%q rp=%q cp=%q span %dx%d %.0f\n", r, c, x.Text, x.Value, x.Unit, x.Period, x.RowPath, x.ColPath, x.Rows, x.Cols, x.Rect)
						}
					}
				}
			}
		}
	}
	if !strings.ContainsAny(what, "sf") {
		return
	}
	reader, err := statement.Bundled()
	if err != nil {
		panic(err)
	}
	said, err := statement.ReadReport(context.Background(), reader, d)
	if err != nil {
		panic(err)
	}
	if strings.Contains(what, "s") {
		for n, p := range said.Pages {
			if !all && !on[n+1] {
				continue
			}
			for _, s := range p {
				fmt.Printf("P%d item %v role %s kind %v heads %q before %q\n   TEXT %q\n", n+1, s.Item, s.Role, s.Reading.Kind, s.Headings, s.Before, s.Text)
				for i, f := range s.Sentence.Figures {
					r := s.Reading.Figures[i]
					fmt.Printf("      %q role %v year %v measure %v owner %v\n", s.Text[f.Start:f.End], r.Role, r.Year, r.Measure, r.Owner)
				}
			}
		}
	}
	if strings.Contains(what, "f") {
		sheet, err := extract.ReadBundled(context.Background(), d, extract.Options{Year: year, Said: said})
		if err != nil {
			panic(err)
		}
		if strings.Contains(what, "j") {
			b, _ := json.Marshal(map[string]any{"facts": sheet.Facts})
			os.Stdout.Write(b)
			return
		}
		if strings.Contains(what, "c") {
			n := map[string]int{}
			for _, r := range checks.Run(sheet.Ruled(), checks.Options{Document: d}) {
				n[string(r.Result)]++
				if r.Result == "fail" {
					fmt.Printf("%s %s\n", r.Name, r.Message)
				}
			}
			fmt.Println(n)
			return
		}
		for _, f := range sheet.Facts {
			if all || on[f.Page] {
				fmt.Printf("%d T%d %d,%d %s %q u=%q y=%d m=%s sc=%s tgt=%v chg=%v eng=%q rows %q cols %q cap %q\n", f.Page, f.Table, f.Row, f.Col, f.Source, f.Printed, f.Unit, f.Year, f.Metric, f.Scope, f.Target, f.Change, f.Engine, f.RowPath, f.ColPath, f.Caption)
			}
		}
	}
}
