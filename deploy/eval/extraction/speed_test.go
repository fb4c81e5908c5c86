package extraction

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/claims"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

const (
	longPages = 200
	fewPages  = 40
	// Five times as many pages take five times as long. The slack is for collections of a larger heap: work that is done for each claim
	// over all others takes up to twenty-five times. How long a page takes is what make bench measures: machines differ by three times.
	mostTimes = 7
)

// long is a report of so many pages: prose of which half are claims, and a table on every other page.
func long(pages int) *document.Document {
	claim := []string{
		"In 2024 our Scope 1 emissions of site %d fell by %d.%d %% to 1,2%02d t CO2e compared with 2023.",
		"The Supervisory Board of unit %d met %d times in 2024 and reviewed progress against target %d of our %d climate targets.",
		"We will reduce the water withdrawal of plant %d by %d.%d %% by 20%02d against the base year 2020.",
		"Site %d is certified to ISO 14001 and recycled %d.%d %% of its %d tonnes of waste in 2024.",
		"At plant %d we trained %d.%d %% of all employees on the Code of Conduct and %d suppliers on safety.",
		"In Poland site %d restored %d.%d hectares of wetland together with %d partners between 2019 and 2024.",
	}
	filler := []string{
		"We listen to people in area %d and learn from what they tell us, and to %d others, %d more and %d again, as far as that goes.",
		"Many of these questions have no simple answer %d, and we do not pretend that they have: %d, %d and %d say as much.",
	}
	d := &document.Document{Version: document.Version, SHA256: strings.Repeat("ab", 32), Outline: []document.Heading{}}
	for n := 1; n <= pages; n++ {
		p := document.Page{Number: n, Width: 600, Height: 800, Language: "en", Tables: []document.Table{}}
		at, block := 0, 0
		line := func(text string, role document.Role) (start int) {
			size := len([]rune(text))
			p.Lines = append(p.Lines, document.Line{
				Start: at, End: at + size, Rect: [4]float64{50, float64(20 + 10*block), 550, float64(30 + 10*block)}, Block: block, Role: role,
			})
			p.Text += text + "\n\n"
			start, at, block = at, at+size+2, block+1
			return start
		}
		for i := range 12 {
			text := claim[(n+i)%len(claim)]
			if i%2 == 1 {
				text = filler[(n+i)%len(filler)]
			}
			line(fmt.Sprintf(text, 100*n+i, 3+i, n%10, 10+(n+i)%80), document.RoleBody)
		}
		if n%2 == 0 {
			t := document.Table{
				Caption: fmt.Sprintf("Energy and emissions of region %d", n), HeaderRows: 1, HeaderCols: 1,
				Rows: [][]document.Cell{{{Text: "Indicator"}, {Text: "2024"}, {Text: "2023"}}},
			}
			for i := range 10 {
				label, a, b := fmt.Sprintf("Energy consumption of hall %d (MWh)", 10*n+i), fmt.Sprint(1000+n*i), fmt.Sprint(1100+n*i)
				start := line(label+"\t"+a+"\t"+b, document.RoleRow)
				cell := func(text, value string, from int, path ...string) document.Cell {
					return document.Cell{
						Text: text, Start: start + from, End: start + from + len(text), RowPath: []string{label}, ColPath: path,
						Value: value, Unit: "MWh", Period: strings.Join(path, ""),
					}
				}
				t.Rows = append(t.Rows, []document.Cell{{Text: label, Start: start, End: start + len(label)},
					cell(a, a, len(label)+1, "2024"), cell(b, b, len(label)+len(a)+2, "2023")})
			}
			p.Tables = append(p.Tables, t)
		}
		d.Pages = append(d.Pages, p)
	}
	return d
}

// Pages are extracted, reduced and projected into the read models in time that grows with their number. Processor time is
// compared: on a machine that is busy with other things the clock measures those.
func TestTwoHundredPages(t *testing.T) {
	spent := func(pages int) time.Duration {
		d := long(pages)
		if err := d.Validate(); err != nil {
			t.Fatal(err)
		}
		before := processorTime(t)
		took, made := analysed(t, d)
		used := processorTime(t) - before
		t.Logf("%d pages: %d claims in %v, of processor time %v", pages, made, took, used)
		if made < 5*pages {
			t.Errorf("%d claims", made)
		}
		return used
	}
	few, all := spent(fewPages), spent(longPages)
	if all >= mostTimes*few {
		t.Errorf("%d pages took %v, %d pages %v: more than %d times as long", longPages, all, fewPages, few, mostTimes)
	}
}

func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func analysed(t *testing.T, d *document.Document) (took time.Duration, made int) {
	t.Helper()
	store := artefact.NewMemory()
	data, err := document.Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	hash, err := store.Put(t.Context(), "parse", data)
	if err != nil {
		t.Fatal(err)
	}
	pages := len(d.Pages)
	const run, report, size, step = "run_1", "rep_1", 10, 8
	of := 1 + (pages-size+step-1)/step
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	config := claims.Config{Store: store}
	mapping, reducing := streamtest.New(t, claims.NewMap(config)), streamtest.New(t, claims.NewReduce(config))

	began := time.Now()
	all := []events.Record{streamtest.Event(events.RunOpened, run, events.RunSubject("opened"), events.Opening{
		ReportID: report, Sections: of, Mode: events.ModeLive,
	})}
	reducing.When(all[0])
	for n := 1; n <= of; n++ {
		from := 1 + (n-1)*step
		mapping.When(streamtest.Event(events.ReportParsed, run, events.SectionSubject(n), events.Section{
			ReportID: report, Section: n, Of: of, PageFrom: from, PageTo: min(from+size-1, pages), Parse: hash,
		}))
		all = append(all, mapping.Published()...)
		e := streamtest.One(mapping, events.SectionExtracted)
		reducing.When(streamtest.Event(events.SectionExtracted, run, e.Subject, e.Data))
	}
	all = append(all, reducing.Published()...)
	log.Append(t, projectionstest.Feed(all...)...)
	projectionstest.Fold(t, log, pool)
	took = time.Since(began)

	if err := pool.QueryRow(t.Context(), `select count(*) from read.claims where run = $1`, run).Scan(&made); err != nil {
		t.Fatal(err)
	}
	if want := len(streamtest.Of(reducing, events.ClaimExtracted)); made != want {
		t.Fatalf("%d claims were projected of %d", made, want)
	}
	return took, made
}
