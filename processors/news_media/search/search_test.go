package search

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/outside"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// stopped is a clock that goes on only when somebody sleeps.
type stopped struct {
	mu    sync.Mutex
	now   time.Time
	slept time.Duration
}

func (c *stopped) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *stopped) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d > 0 {
		c.now, c.slept = c.now.Add(d), c.slept+d
	}
	return ctx.Err()
}

var day0 = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

func question() Query {
	recent, _ := Windows(day0)
	return Query{Names: []string{"Acme Lime"}, Words: []string{"water", "waste water"}, Window: Recent, From: recent[0], To: recent[1]}
}

// asked asks a server once, by the client that is used outside of tests.
func asked(t *testing.T, form json.RawMessage, headers map[string]string, h http.HandlerFunc) (found []Article, failed string, clock *stopped) {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	clock = &stopped{now: day0}
	c, err := outside.New(outside.Options{Online: true, Clock: clock, UserAgent: "sibyl-test", Services: []outside.Service{{
		Name: "news", Hosts: []string{s.Listener.Addr().String()}, Interval: 5 * time.Second, MaxBytes: 1 << 20, Headers: headers,
	}}})
	if err != nil {
		t.Fatal(err)
	}
	at := s.URL + "/api/v2/doc/doc"
	if form != nil {
		at = s.URL + "/v1/search?q={query}&from={from}&to={to}&n={limit}"
	}
	store := artefact.NewMemory()
	found, _, failed, err = Ask(t.Context(), outside.NewRecorder("run_1", store, c), events.Source{Name: "news", URL: at, Form: form}, question())
	if err != nil {
		t.Fatal(err)
	}
	again, _, failedAgain, err := Ask(t.Context(), outside.NewRecorder("run_1", store, nil), events.Source{Name: "news", URL: at, Form: form}, question())
	if err != nil || failedAgain != failed || fmt.Sprint(again) != fmt.Sprint(found) {
		t.Errorf("from the record: %v, %q, %v; asked: %v, %q", again, failedAgain, err, found, failed)
	}
	return found, failed, clock
}

func TestGDELTIsAskedAsItsDocumentationSays(t *testing.T) {
	_, failed, _ := asked(t, nil, nil, func(w http.ResponseWriter, r *http.Request) {
		want := map[string]string{
			"query": `"Acme Lime" (water OR "waste water") sourcelang:english`, "mode": "artlist", "format": "json", "maxrecords": "75",
			"startdatetime": "20240301000000", "enddatetime": "20260301000000", "sort": "hybridrel",
		}
		for name, value := range want {
			if got := r.URL.Query().Get(name); got != value {
				t.Errorf("%s is %q, want %q", name, got, value)
			}
		}
		if r.Header.Get("User-Agent") == "" {
			t.Error("nobody says who is asking")
		}
		fmt.Fprint(w, "{}")
	})
	if failed != "" {
		t.Errorf("nothing found is no failure: %s", failed)
	}
	for _, c := range []struct {
		name string
		q    Query
		want string
	}{
		{"a short name beside a long one", Query{Names: []string{"BP", "British Petroleum"}}, `"British Petroleum" sourcelang:english`},
		{"a short name alone", Query{Names: []string{"BP"}}, `BP sourcelang:english`},
		{"quotes in a name", Query{Names: []string{`A "x" OR b`}}, `"A x OR b" sourcelang:english`},
		{"two names", Query{Names: []string{"Acme", "Lime Works"}}, `(Acme OR "Lime Works") sourcelang:english`},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.q.From, c.q.To = day0.AddDate(-20, 0, 0), day0
			at, err := gdeltAddress("https://api.gdeltproject.org/api/v2/doc/doc?x=1", c.q)
			u, _ := url.Parse(at)
			if err != nil || u.Query().Get("query") != c.want || u.Query().Get("startdatetime") != "20170101000000" || u.Query().Get("x") != "1" {
				t.Errorf("%s, %v", at, err)
			}
		})
	}
}

func TestAnswersOfGDELT(t *testing.T) {
	list := func(articles string) string { return `{"articles": [` + articles + `]}` }
	for _, c := range []struct{ name, answer, want, failed string }{
		{"a list", list(`{"url": "https://ft.com/a#x", "title": "Acme Lime , fined .", "seendate": "20250918T031500Z"}`),
			"https://ft.com/a 2025-09-18 Acme Lime, fined.", ""},
		{"a byte order mark", "\ufeff" + list(`{"url": "https://ft.com/a", "title": "A", "seendate": "20250918T031500Z"}`), "https://ft.com/a 2025-09-18 A", ""},
		{"no list", `{}`, "", ""},
		{"escapes that JSON has not", list(`{"url": "https://ft.com/a", "title": "It\'s \Acme \u00fc \u12", "seendate": ""}`), "https://ft.com/a  It's Acme ü u12",
			""},
		{"control characters", list("{\"url\": \"https://ft.com/a\", \"title\": \"A\x01B\tC\", \"seendate\": \"\"}"), "https://ft.com/a  A B C", ""},
		{"bytes that are no UTF-8", list("{\"url\": \"https://ft.com/a\", \"title\": \"M\xfcll\", \"seendate\": \"\"}"), "https://ft.com/a  M ll", ""},
		{"letters taken apart", list(`{"url": "https://ft.com/a", "title": "Mu\u0308ll", "seendate": ""}`), "https://ft.com/a  Müll", ""},
		{"entities", list(`{"url": "https://ft.com/a", "title": "Acme &amp; Co&#8217;s", "seendate": ""}`), "https://ft.com/a  Acme & Co’s", ""},
		{"an address that is none",
			list(`{"url": "javascript:alert(1)", "title": "A"}, {"url": "https://u:p@ft.com/", "title": "A"}, {"url": "https://ft.com/", "title": ""}`), "", ""},
		{"an error in plain text", "The specified phrase is too short.", "", "it said: The specified phrase is too short."},
		{"an error as a page", "<html><b>Busy</b>", "", "it said: <html><b>Busy</b>"},
		{"nothing", "  ", "", "the answer is empty"},
		{"cut off", `{"articles": [{"url": "https:`, "", "the answer cannot be read: unexpected end of JSON input"},
		{"another shape", `{"articles": {"a": 1}}`, "",
			"the answer cannot be read: json: cannot unmarshal object into Go struct field .articles of type []struct { URL string \"json:\\\"url\\\"\"; Title " +
				"string \"json:\\\"title\\\"\"; SeenDate string \"json:\\\"seendate\\\"\" }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, failed, _ := asked(t, nil, nil, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, c.answer) })
			got := ""
			for _, a := range found {
				got += fmt.Sprintf("%s %s %s", a.URL, a.Date, a.Title)
			}
			if got != c.want || len(c.failed) < 150 && failed != c.failed || (failed == "") != (c.failed == "") {
				t.Errorf("%q, failed %q; want %q, %q", got, failed, c.want, c.failed)
			}
		})
	}
}

func TestASearchThatFailsSaysWhyAndIsNoError(t *testing.T) {
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(other.Close)
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc
		failed string
	}{
		{"too many questions", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "20")
			http.Error(w, "slow down", http.StatusTooManyRequests)
		}, "bad status: it answered 429"},
		{"no such place", http.NotFound, "bad status: it answered 404"},
		{"another host", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) }, "host not allowed: "},
		{"a private host", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://169.254.169.254/", http.StatusFound)
		}, "host not allowed: "},
		{"a circle", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.String(), http.StatusFound) }, ""},
		{"too large", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, strings.Repeat("x", 2<<20)) }, "too large: "},
		{"packed", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			fmt.Fprint(w, "x")
		}, "encoded: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, failed, _ := asked(t, nil, nil, c.answer)
			if len(found) != 0 || failed == "" || !strings.HasPrefix(failed, c.failed) || strings.Contains(failed, "\n") {
				t.Errorf("%v, failed %q, want %q", found, failed, c.failed)
			}
		})
	}
	n := 0
	found, failed, clock := asked(t, nil, nil, func(w http.ResponseWriter, _ *http.Request) {
		if n++; n < 3 {
			w.Header().Set("Retry-After", "20")
			http.Error(w, "slow down", http.StatusTooManyRequests)
			return
		}
		fmt.Fprint(w, `{"articles": [{"url": "https://ft.com/a", "title": "A"}]}`)
	})
	if len(found) != 1 || failed != "" || clock.slept < 40*time.Second {
		t.Errorf("after two refusals: %v, %q, waited %v", found, failed, clock.slept)
	}
}

func TestAnotherAPIIsAskedByItsForm(t *testing.T) {
	form, err := ReadForm([]byte(`{"dates": "2006-01-02T15:04:05Z", "key_header": "X-Api-Key", "articles": "data.results", "or": " | ",
		"fields": {"url": "link", "title": "headline.main", "date": "published", "excerpt": "abstract", "text": "body"}}`))
	if err != nil {
		t.Fatal(err)
	}
	headers, err := KeyHeader(form, "secret")
	if err != nil || headers["X-Api-Key"] != "secret" {
		t.Fatalf("%v, %v", headers, err)
	}
	found, failed, _ := asked(t, form, headers, func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if r.Header.Get("X-Api-Key") != "secret" || strings.Contains(r.URL.String(), "secret") || q.Get("q") != `"Acme Lime" (water | "waste water")` ||
			q.Get("from") != "2024-03-01T00:00:00Z" || q.Get("to") != "2026-03-01T00:00:00Z" || q.Get("n") != "75" {
			t.Errorf("asked %s", r.URL)
		}
		fmt.Fprint(w, `{"data": {"results": [
			{"link": "https://ft.com/a", "headline": {"main": "Fined"}, "published": "2025-04-01T22:00:00-05:00", "abstract": "A b.", "body": "One.\nTwo."},
			{"link": "https://ft.com/b", "headline": "no object", "published": 7, "body": "Text."}]}}`)
	})
	want := `[{https://ft.com/a Fined 2025-04-02 A b. One.` + "\n\n" + `Two.} {https://ft.com/b    Text.}]`
	if got := fmt.Sprint(found); got != want || failed != "" {
		t.Errorf("%q, %q; want %q", got, failed, want)
	}
	if _, failed, _ := asked(t, form, headers, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"error": "quota"}`) }); failed == "" {
		t.Error("an answer without a list is taken for nothing found")
	}
	for name, text := range map[string]string{
		"no fields": `{}`, "no address": `{"fields": {"title": "t"}}`, "an unknown field": `{"fields": {"url": "u", "title": "t", "author": "a"}}`,
		"an unknown name":       `{"key": "x", "fields": {"url": "u", "title": "t"}}`,
		"a header that is none": `{"key_header": "X: y", "fields": {"url": "u", "title": "t"}}`, "no JSON": `x`,
	} {
		if _, err := ReadForm([]byte(text)); err == nil {
			t.Errorf("%s: was accepted", name)
		}
	}
	if _, err := KeyHeader(nil, "secret"); err == nil {
		t.Error("a key without a header to send it in was accepted")
	}
}

func TestWindowsGoBackFromTheRunsDay(t *testing.T) {
	for asOf, want := range map[string]string{
		"2026-03-01": "2024-03-01 2026-03-01 2021-03-01 2024-03-01",
		"2024-02-29": "2022-03-01 2024-02-29 2019-03-01 2022-03-01", // a day that other years have not
		"2000-01-01": "1998-01-01 2000-01-01 1995-01-01 1998-01-01",
	} {
		at, err := time.Parse(time.DateOnly, asOf)
		if err != nil {
			t.Fatal(err)
		}
		r, h := Windows(at)
		var got []string
		for _, d := range []time.Time{r[0], r[1], h[0], h[1]} {
			got = append(got, d.Format(time.DateOnly))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", asOf, got, want)
		}
	}
}

func TestEveryMatterThatRulesKnowIsSearchedByWords(t *testing.T) {
	for _, c := range []struct{ matter, want string }{
		{"water discharge", "wastewater effluent water pollution"}, {"Scope 3, business travel", "emissions carbon greenhouse gas"},
		{"Scope 2, market-based", "emissions carbon greenhouse gas"}, {"ISO 14001", "certificate certification"}, {"happiness", ""},
	} {
		if got := strings.Join(Words([]string{c.matter}), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.matter, got, c.want)
		}
	}
	if got := Words([]string{"waste", "landfill"}); strings.Join(got, " ") != "waste dumping landfill" {
		t.Errorf("two matters: %q", got)
	}
	if len(Controversy()) == 0 {
		t.Error("nothing is searched for against a company")
	}
}

// TestRepairedAnswersAreJSONOrRefused: what was JSON stays as it is, and nothing that was not makes the reader panic.
func TestRepairedAnswersAreJSONOrRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		title := rapid.String().Draw(t, "title")
		good, err := json.Marshal(map[string]any{"articles": []any{map[string]string{"url": "https://ft.com/a", "title": "A " + title}}})
		if err != nil {
			t.Fatal(err)
		}
		if string(repaired(good)) != string(good) {
			t.Error("what needs no repair is changed")
		}
		bad := strings.Replace(string(good), "A ", `A\'\q`+"\x02", 1)
		if found, failed := readGDELT([]byte(bad)); failed != "" || len(found) != 1 {
			t.Errorf("%q: %v, %s", bad, found, failed)
		}
	})
}

func FuzzAnswers(f *testing.F) {
	f.Add([]byte(`{"articles": [{"url": "https://ft.com/a", "title": "A\`))
	f.Fuzz(func(t *testing.T, body []byte) {
		found, _ := readGDELT(body)
		for _, a := range found {
			if a, ok := sound(a); ok && strings.ToValidUTF8(a.Title, "") != a.Title {
				t.Errorf("%q", a.Title)
			}
		}
	})
}
