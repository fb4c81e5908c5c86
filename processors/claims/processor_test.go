package claims

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

func encoded(t failer, claims []events.Claim) string {
	t.Helper()
	if claims == nil {
		claims = []events.Claim{}
	}
	data, err := json.Marshal(claims)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return string(data)
}

const run = "run_1"

// sections stores a report and returns the records that announce its overlapping sections.
func sections(t testing.TB, s artefact.Store, d *document.Document, size, overlap int) []events.Record {
	t.Helper()
	data, err := document.Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	hash, err := s.Put(context.Background(), "parse", data)
	if err != nil {
		t.Fatal(err)
	}
	var out []events.Record
	of := 1
	for from := 1; from+size-1 < len(d.Pages); from += size - overlap {
		of++
	}
	for n := 1; n <= of; n++ {
		from := 1 + (n-1)*(size-overlap)
		out = append(out, streamtest.Event(events.ReportParsed, run, events.SectionSubject(n), events.Section{
			ReportID: "rep_1", Section: n, Of: of, PageFrom: from, PageTo: min(from+size-1, len(d.Pages)), Parse: hash,
		}))
	}
	return out
}

// mapped runs the map step over sections and returns what it tells the reduce step.
func mapped(t testing.TB, s artefact.Store, parsed []events.Record) []events.Record {
	t.Helper()
	m := streamtest.New(t, NewMap(Config{Store: s}))
	var out []events.Record
	for _, r := range parsed {
		m.When(r)
		e := streamtest.One(m, events.SectionExtracted)
		out = append(out, streamtest.Event(events.SectionExtracted, run, e.Subject, e.Data))
	}
	return out
}

func opened(of int) events.Record {
	return streamtest.Event(events.RunOpened, run, events.RunSubject("opened"), events.Opening{ReportID: "rep_1", Sections: of})
}

func report(pages int) *document.Document {
	var texts []string
	for n := range pages {
		texts = append(texts, fmt.Sprintf("We reduced our emissions by %d%% in 2023.\nOur Board oversees climate risk of plant %d.\n"+
			"We aim to reach net zero at site %d by 20%d.", n+2, n, n, n+30))
	}
	return doc(texts...)
}

func TestMapStoresTheClaimsOfASection(t *testing.T) {
	s := artefact.NewMemory()
	m := streamtest.New(t, NewMap(Config{Store: s}))
	parsed := sections(t, s, report(5), 3, 1)
	m.When(parsed[0]).ThenPublishes(events.SectionExtracted.Type, events.ActivityReported.Type, events.ActivityReported.Type)
	e := streamtest.One(m, events.SectionExtracted).Data
	claims, err := load(t.Context(), s, e.Claims)
	if err != nil || len(claims) != e.Count || e.Count != 9 || e.Section != 1 || e.Of != 2 || e.Error != "" {
		t.Errorf("%+v, with %d claims, %v", e, len(claims), err)
	}
	m.When(parsed[1]).ThenPublishes(events.SectionExtracted.Type, events.ActivityReported.Type)
}

type failing struct{ err error }

func (f failing) Extract(context.Context, Section) ([]events.Claim, error) { return nil, f.err }

// A section that cannot be read is said to have failed: the others wait for it.
func TestMapRescuesASection(t *testing.T) {
	s := artefact.NewMemory()
	m := streamtest.New(t, NewMap(Config{Store: s, Extractor: failing{stream.Reject(errors.New("no words"))}}))
	m.When(sections(t, s, report(2), 3, 1)[0]).ThenRefuses("no words", events.SectionExtracted.Type, events.ActivityReported.Type)
	if e := streamtest.One(m, events.SectionExtracted).Data; e.Error == "" || e.Section != 1 || e.Claims != "" {
		t.Errorf("%+v", e)
	}
}

func TestAMissingParseIsNoPause(t *testing.T) {
	full, empty := artefact.NewMemory(), artefact.NewMemory()
	d := report(2)
	d.Title = "stored nowhere else"
	m := streamtest.New(t, NewMap(Config{Store: empty}))
	m.When(sections(t, full, d, 3, 1)[0]).ThenRefuses("not found", events.SectionExtracted.Type, events.ActivityReported.Type)
}

func TestReduceWaitsForAllSectionsAndPublishesEachClaimOnce(t *testing.T) {
	s := artefact.NewMemory()
	ins := mapped(t, s, sections(t, s, report(5), 3, 1))
	r := streamtest.New(t, NewReduce(Config{Store: s}))
	r.When(ins[1]).ThenPublishes()
	r.When(opened(2)).ThenPublishes()
	r.When(ins[0])
	totals := streamtest.One(r, events.ClaimsCompleted).Data
	claims := streamtest.Of(r, events.ClaimExtracted)
	if totals.Claims != 15 || totals.Duplicates != 3 || len(claims) != 15 || len(totals.FailedSections) != 0 {
		t.Errorf("totals %+v for %d claims", totals, len(claims))
	}
	ids, last := map[string]bool{}, events.Claim{Priority: events.High}
	for _, c := range claims {
		if ids[c.Data.ID] || c.Data.Priority.Rank() < last.Priority.Rank() || c.Data.Priority == last.Priority && c.Data.Page < last.Page {
			t.Errorf("claim %s of %s priority on page %d after %s on page %d", c.Data.ID, c.Data.Priority, c.Data.Page, last.Priority, last.Page)
		}
		ids[c.Data.ID], last = true, c.Data
	}
	n := 0
	for _, of := range totals.ByType {
		n += of
	}
	if n != 15 {
		t.Errorf("by type %v", totals.ByType)
	}
}

func TestClaimsKnowWhoseReportTheyStandIn(t *testing.T) {
	s := artefact.NewMemory()
	ins := mapped(t, s, sections(t, s, report(5), 3, 1))
	r := streamtest.New(t, NewReduce(Config{Store: s}))
	r.Given(streamtest.Event(events.RunOpened, run, events.RunSubject("opened"), events.Opening{
		ReportID: "rep_1", Sections: 2, Company: "Acme", Sector: "EM-CM", Period: "2024", AsOf: time.Date(2026, 3, 1, 23, 0, 0, 0, time.UTC),
		Names:   []events.IssuerName{{Kind: events.NameAlias, Value: "ACM"}, {Kind: events.NameTicker, Value: "AC"}, {Kind: events.NameDomain, Value: "acme.com"}},
		Sources: []events.Source{{Name: "news"}, {Name: "articles"}},
	}), ins[0]).When(ins[1])
	want := events.Issuer{Company: "Acme", Sector: "EM-CM", Period: "2024", Aliases: []string{"ACM"}, Tickers: []string{"AC"}, Domains: []string{"acme.com"}}
	for _, c := range streamtest.Of(r, events.ClaimExtracted) {
		if c.Data.Issuer == nil || !c.Data.Issuer.Equal(want) {
			t.Fatalf("claim %s is of %+v", c.Data.ID, c.Data.Issuer)
		}
		if of := c.Data.Reach; of == nil || of.AsOf != "2026-03-01" || !of.Asks("news") || !of.Asks("articles") || of.Asks("papers") {
			t.Fatalf("claim %s may ask %+v", c.Data.ID, of)
		}
	}
}

func TestClaimsOfARunThatAsksNobodyKnowNoReach(t *testing.T) {
	s := artefact.NewMemory()
	ins := mapped(t, s, sections(t, s, report(5), 3, 1))
	r := streamtest.New(t, NewReduce(Config{Store: s}))
	r.Given(streamtest.Event(events.RunOpened, run, events.RunSubject("opened"), events.Opening{ReportID: "rep_1", Sections: 2}), ins[0]).When(ins[1])
	for _, c := range streamtest.Of(r, events.ClaimExtracted) {
		if c.Data.Reach != nil || c.Data.Issuer != nil {
			t.Fatalf("claim %s may ask %+v, and is of %+v", c.Data.ID, c.Data.Reach, c.Data.Issuer)
		}
	}
}

func TestReduceCountsFailedSections(t *testing.T) {
	s := artefact.NewMemory()
	ins := mapped(t, s, sections(t, s, report(5), 3, 1))
	broken := streamtest.Event(events.SectionExtracted, run, events.SectionSubject(2), events.SectionClaims{
		ReportID: "rep_1", Section: 2, Of: 2, Error: "it broke",
	})
	r := streamtest.New(t, NewReduce(Config{Store: s}))
	r.Given(ins[0]).When(broken)
	if totals := streamtest.One(r, events.ClaimsCompleted).Data; totals.Claims != 9 || !slices.Equal(totals.FailedSections, []int{2}) {
		t.Errorf("totals %+v", totals)
	}
}

// deadLibrary answers nothing.
type deadLibrary struct{}

func (deadLibrary) Paragraphs(context.Context, []string, int) ([][]Found, error) {
	return nil, errors.New("no route to host")
}

// TestWithoutTheSearchOfParagraphsClaimsKeepTheirMapping: FRD 3, 9.2: the claims come as they were read, and people are told.
func TestWithoutTheSearchOfParagraphsClaimsKeepTheirMapping(t *testing.T) {
	s := artefact.NewMemory()
	in := mapped(t, s, sections(t, s, report(5), 6, 1))[0]
	plain := streamtest.New(t, NewReduce(Config{Store: s}))
	plain.When(in)
	r := streamtest.New(t, NewReduce(Config{Store: s, Retrieval: deadLibrary{}}))
	r.When(in)
	want, got := streamtest.Of(plain, events.ClaimExtracted), streamtest.Of(r, events.ClaimExtracted)
	if len(got) == 0 || len(got) != len(want) || len(streamtest.Of(r, events.RunFailed)) > 0 {
		t.Fatalf("%d claims, %d without a search", len(got), len(want))
	}
	for i := range got {
		if !reflect.DeepEqual(got[i].Data, want[i].Data) {
			t.Errorf("%+v, without a search %+v", got[i].Data, want[i].Data)
		}
	}
	told := streamtest.Of(r, events.ActivityReported)
	if last := told[len(told)-1].Data; last.Event != "error" || !strings.Contains(fmt.Sprint(last.Data["message"]), "no route to host") {
		t.Errorf("people are told %+v", last)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	placed := said(1, "We planted 40 trees.")
	placed.Paragraphs = []events.ParagraphLink{{ID: "S1.27"}}
	if _, _, err := (Reducer{Similarity: lonely{}, Retrieval: deadLibrary{}}).Reduce(ended, []events.Claim{placed}); err == nil ||
		errors.Is(err, ErrUnconfirmed) {
		t.Errorf("a step that is ended goes on without a search: %v", err)
	}
}

func TestReduceFailsARunWithoutASection(t *testing.T) {
	r := streamtest.New(t, NewReduce(Config{Store: artefact.NewMemory()}))
	r.When(streamtest.Event(events.SectionExtracted, run, events.SectionSubject(1), events.SectionClaims{
		ReportID: "rep_1", Section: 1, Of: 1, Error: "it broke",
	})).ThenPublishes(events.RunFailed.Type)
	if f := streamtest.One(r, events.RunFailed).Data; f.ReportID != "rep_1" || f.Error != "no section of the report could be read: it broke" {
		t.Errorf("%+v", f)
	}
}

func TestReduceStopsWhenTheRunHasFailed(t *testing.T) {
	s := artefact.NewMemory()
	ins := mapped(t, s, sections(t, s, report(2), 3, 1))
	r := streamtest.New(t, NewReduce(Config{Store: s}))
	r.Given(streamtest.Event(events.RunFailed, run, events.RunSubject("failed"), events.RunFailure{Error: "x"}))
	r.When(ins[0]).ThenPublishes()
}

func TestAReportWithoutClaimsCompletes(t *testing.T) {
	s := artefact.NewMemory()
	r := streamtest.New(t, NewReduce(Config{Store: s}))
	r.When(mapped(t, s, sections(t, s, doc("Nothing here."), 3, 1))[0])
	if totals := streamtest.One(r, events.ClaimsCompleted).Data; totals.Claims != 0 || len(streamtest.Of(r, events.ClaimExtracted)) != 0 {
		t.Errorf("totals %+v", totals)
	}
}

// Neither the order in which sections come, nor which instance read them, nor how the report was cut
// changes a claim.
func TestOrderChangesNothing(t *testing.T) {
	s := artefact.NewMemory()
	d := report(9)
	var want []byte
	rapid.Check(t, func(rt *rapid.T) {
		size := rapid.IntRange(2, 10).Draw(rt, "size")
		overlap := rapid.IntRange(0, size-1).Draw(rt, "overlap")
		seed := rapid.Uint64().Draw(rt, "seed")
		parsed := sections(t, s, d, size, overlap)
		ins := mapped(t, s, parsed)
		ins = append(ins, opened(len(parsed)))
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(ins), func(i, j int) { ins[i], ins[j] = ins[j], ins[i] })
		r := streamtest.New(t, NewReduce(Config{Store: s}))
		var out []events.Claim
		for _, in := range ins {
			for _, c := range streamtest.Of(r.When(in), events.ClaimExtracted) {
				out = append(out, c.Data)
			}
		}
		got := []byte(encoded(rt, out))
		if want == nil {
			want = got
		}
		if !bytes.Equal(got, want) {
			rt.Fatalf("sections of %d overlapping by %d gave other claims", size, overlap)
		}
	})
}
