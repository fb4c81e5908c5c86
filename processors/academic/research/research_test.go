package research

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/processors/outside"
	"github.com/sibyl-project/sibyl/processors/outside/outsidetest"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

type still struct{}

func (still) Now() time.Time { return time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC) }

func (still) Sleep(ctx context.Context, _ time.Duration) error { return ctx.Err() }

func library(n int) []outsidetest.Work {
	var out []outsidetest.Work
	for i := range n {
		out = append(out, outsidetest.Work{
			Title: fmt.Sprintf("Offsets and additionality %d", i), DOI: fmt.Sprintf("10.1234/offsets.%d", i), Year: 2020, Venue: "Journal of Credits",
			Authors: []string{"A. One", "B. Two"}, Abstract: "Offsets that are not additional do not reduce emissions, and offsets leak.",
		})
	}
	return out
}

func keyed(x *outsidetest.Index) { x.Key = "k" }

func TestSearching(t *testing.T) {
	for _, tc := range []struct {
		name           string
		works          []outsidetest.Work
		change         func(*outsidetest.Index)
		key            string
		kept, came     int
		asked          int
		failed, cursor string
	}{
		{name: "few", works: library(3), kept: 3, came: 3, asked: 1},
		{name: "two pages by cursor, no more", works: library(80), kept: 20, came: 50, asked: 2, cursor: "cursor=25"},
		{name: "pages by number without a key", works: library(30), change: keyed, kept: 20, came: 30, asked: 3, cursor: "page=2"},
		{name: "by cursor with a key", works: library(30), change: keyed, key: "k", kept: 20, came: 30, asked: 2, cursor: "cursor=25"},
		{name: "too many questions, then an answer", works: library(1), change: func(x *outsidetest.Index) { x.Limit = 2 }, kept: 1, came: 1, asked: 3},
		{name: "too many questions", works: library(1), change: func(x *outsidetest.Index) { x.Limit = 9 }, asked: 3, failed: "429"},
		{name: "nothing", asked: 1},
		{
			name: "what cannot be cited", kept: 1, came: 5, asked: 1,
			works: []outsidetest.Work{
				{Title: "Offsets without authors", DOI: "10.1234/a", Year: 2020}, {Title: "Offsets of nowhere", Year: 2020, Authors: []string{"A"}},
				{Title: "Offsets withdrawn", DOI: "10.1234/b", Year: 2020, Authors: []string{"A"}, Revoked: true},
				{Title: "Offsets of no time", DOI: "10.1234/c", Authors: []string{"A"}},
				{Title: "Offsets in a report", Page: "https://example.org/report", Year: 2021, Authors: []string{"A"}},
			},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			x := outsidetest.NewIndex(tc.works...)
			defer x.Close()
			if tc.change != nil {
				tc.change(x)
			}
			service := outside.Service{Name: "research", Hosts: []string{x.Host()}, Tries: 3}
			if tc.key != "" {
				service.Query = map[string]string{"api_key": tc.key}
			}
			client, err := outside.New(outside.Options{Online: true, Clock: still{}, Services: []outside.Service{service}})
			if err != nil {
				t.Fatal(err)
			}
			store := artefact.NewMemory()
			got, err := Search(t.Context(), outside.NewRecorder("run_1", store, client), x.URL, "offsets additionality", 2024)
			if err != nil || len(got.Works) != tc.kept || got.Results != tc.came || len(x.Queries) != tc.asked || !strings.Contains(got.Failed, tc.failed) {
				t.Errorf("%v: %d works of %d, %d questions, %q", err, len(got.Works), got.Results, len(x.Queries), got.Failed)
			}
			if last := x.Queries[len(x.Queries)-1]; !strings.Contains(last, tc.cursor) || !strings.Contains(last, "to_publication_date%3A2024-12-31") {
				t.Errorf("asked %s", last)
			}
			again, err := Search(t.Context(), outside.NewRecorder("run_1", store, nil), x.URL, "offsets additionality", 2024)
			if err != nil || fmt.Sprint(again) != fmt.Sprint(got) {
				t.Errorf("from the record: %v %v", err, again)
			}
		})
	}
}

func TestReading(t *testing.T) {
	w, ok := read(json.RawMessage(`{"display_name": "<i>Mangrove</i>  carbon\n stocks.", "doi": "https://doi.org/10.1038/s41586-020-1",
		"publication_year": 2020, "type": "article",
		"authorships": [{"author": {"display_name": "Ana Díaz"}}, {"author": {"display_name": ""}}], "primary_location": {"source": {"display_name": "Nature"}},
		"abstract_inverted_index": {"store": [1], "Mangroves": [0, 3], "carbon.": [2], "grow.": [4]}}`))
	if !ok || w.Abstract != "Mangroves store carbon. Mangroves grow." {
		t.Errorf("%+v", w)
	}
	if want := "Ana Díaz (2020): Mangrove carbon stocks. Nature. https://doi.org/10.1038/s41586-020-1"; w.Reference() != want {
		t.Errorf("%q", w.Reference())
	}
	for name, raw := range map[string]string{
		"no object": `7`, "no title": `{"doi": "10.1/x", "publication_year": 2020, "authorships": [{"author": {"display_name": "A"}}]}`,
		"an address that is none": `{"display_name": "T", "doi": "javascript:alert(1)", "publication_year": 2020, "authorships": [{"author": {"display_name": "A"}}],
			"primary_location": {"landing_page_url": "ftp://x/y"}}`,
	} {
		if _, ok := read(json.RawMessage(raw)); ok {
			t.Errorf("%s is read", name)
		}
	}
	for name, index := range map[string]map[string][]int{
		"a gap": {"a": {0}, "b": {2}}, "two words in a place": {"a": {0}, "b": {0}}, "before the first": {"a": {-1}}, "too long": {"a": {1 << 30}}, "empty": {},
	} {
		if s := unfold(index); s != "" {
			t.Errorf("%s: %q", name, s)
		}
	}
}

// TestAnswersOfAnIndexThatAreNone: what is no list of works is a failed search and no work, and odd letters are kept as
// far as they are letters.
func TestAnswersOfAnIndexThatAreNone(t *testing.T) {
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	for name, c := range map[string]struct {
		answer func(http.ResponseWriter, *http.Request)
		works  int
		failed string
	}{
		"a page":         {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>busy</html>") }, 0, "no list of works"},
		"cut off":        {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"meta": {"count": 1}, "results": [{"di`) }, 0, "no list of works"},
		"a moved index":  {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) }, 0, "host_not_allowed"},
		"a server error": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, 0, "502"},
		"too large":      {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, strings.Repeat(" ", 7<<20)) }, 0, "too_large"},
		"letters that are none": {func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, "{\"meta\": {\"count\": 1, \"next_cursor\": null}, \"results\": [{\"display_name\": \"M\xfcll off sets\", "+
				"\"doi\": \"https://doi.org/10.1234/x\", "+
				"\"publication_year\": 2020, \"type\": \"article\", \"authorships\": [{\"author\": {\"display_name\": \"A. One\"}}]}]}")
		}, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(c.answer))
			defer s.Close()
			client, err := outside.New(outside.Options{
				Online: true, Clock: still{}, Services: []outside.Service{{Name: "research", Hosts: []string{s.Listener.Addr().String()}, Tries: 1}},
			})
			if err != nil {
				t.Fatal(err)
			}
			got, err := Search(t.Context(), outside.NewRecorder("run_1", artefact.NewMemory(), client), s.URL, "offsets", 2024)
			if err != nil || len(got.Works) != c.works || !strings.Contains(got.Failed, c.failed) || (got.Failed == "") != (c.failed == "") {
				t.Errorf("%d works, %q, %v", len(got.Works), got.Failed, err)
			}
			for _, w := range got.Works {
				if !utf8.ValidString(w.Title) || !strings.HasPrefix(w.Title, "M") {
					t.Errorf("%q", w.Title)
				}
			}
		})
	}
}
