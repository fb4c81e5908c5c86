package outsidetest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
)

// Work is one that an index lists.
type Work struct {
	Title    string
	DOI      string
	Page     string // where it stands, of one without a DOI
	Year     int
	Venue    string
	Authors  []string
	Abstract string
	Revoked  bool
}

// Index is an index of works as OpenAlex answers: GET /works with search, filter, per-page and cursor or page.
type Index struct {
	*httptest.Server
	Key   string // that is wanted for paging by cursor; empty: none
	Limit int    // of 429 answers before the first good one

	mu      sync.Mutex
	works   []Work
	Queries []string
}

// NewIndex starts an index. It is closed by its Close.
func NewIndex(works ...Work) *Index {
	x := &Index{works: works}
	x.Server = httptest.NewServer(x)
	return x
}

// Host is where it listens.
func (x *Index) Host() string { return x.Listener.Addr().String() }

func (x *Index) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x.mu.Lock()
	defer x.mu.Unlock()
	q := r.URL.Query()
	x.Queries = append(x.Queries, r.URL.RawQuery)
	w.Header().Set("Content-Type", "application/json")
	fail := func(status int, message string) {
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"error": %q, "message": %q}`, http.StatusText(status), message)
	}
	switch {
	case x.Limit > 0:
		x.Limit--
		w.Header().Set("Retry-After", "2")
		fail(http.StatusTooManyRequests, "Rate limit exceeded")
		return
	case r.URL.Path != "/works":
		fail(http.StatusNotFound, "no such path")
		return
	case q.Get("cursor") != "" && x.Key != "" && q.Get("api_key") != x.Key:
		fail(http.StatusUnauthorized, "Cursor paging needs an API key")
		return
	case q.Get("search") == "":
		fail(http.StatusBadRequest, "nothing to search for")
		return
	}
	size, _ := strconv.Atoi(q.Get("per-page"))
	if size < 1 || size > 100 {
		fail(http.StatusBadRequest, "per-page must be from 1 to 100")
		return
	}
	found := x.search(q.Get("search"), q.Get("filter"))
	from := 0
	if c := q.Get("cursor"); c != "" && c != "*" {
		from, _ = strconv.Atoi(c)
	}
	if p, _ := strconv.Atoi(q.Get("page")); p > 1 {
		from = (p - 1) * size
	}
	from = min(from, len(found))
	upTo := min(from+size, len(found))
	meta := map[string]any{"count": len(found), "per_page": size, "next_cursor": nil}
	if q.Get("cursor") != "" && upTo < len(found) {
		meta["next_cursor"] = strconv.Itoa(upTo)
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"meta": meta, "results": found[from:upTo], "group_by": []any{}})
}

// search lists the works that have a word of a question in title or abstract, of the years of a filter.
func (x *Index) search(words, filter string) []map[string]any {
	latest := 9999
	if _, day, ok := strings.Cut(filter, "to_publication_date:"); ok && len(day) >= 4 {
		latest, _ = strconv.Atoi(day[:4])
	}
	out := []map[string]any{}
	for i, k := range x.works {
		text := " " + strings.ToLower(k.Title+" "+k.Abstract) + " "
		hit := false
		for _, w := range strings.Fields(strings.ToLower(words)) {
			hit = hit || strings.Contains(text, strings.Trim(w, `"`))
		}
		if !hit || k.Year > latest {
			continue
		}
		out = append(out, k.entry(i))
	}
	return out
}

func (k Work) entry(i int) map[string]any {
	authors := []any{}
	for _, a := range k.Authors {
		authors = append(authors, map[string]any{"author_position": "middle", "author": map[string]any{"display_name": a}})
	}
	e := map[string]any{
		"id": fmt.Sprintf("https://openalex.org/W%d", i+1), "display_name": k.Title, "publication_year": k.Year, "type": "article",
		"is_retracted": k.Revoked, "is_paratext": false, "authorships": authors, "doi": nil, "abstract_inverted_index": nil,
	}
	if k.DOI != "" {
		e["doi"] = "https://doi.org/" + k.DOI
	}
	location := map[string]any{"landing_page_url": k.Page, "source": nil}
	if k.Venue != "" {
		location["source"] = map[string]any{"display_name": k.Venue}
	}
	e["primary_location"] = location
	if k.Abstract != "" {
		index := map[string][]int{}
		for p, w := range strings.Fields(k.Abstract) {
			index[w] = append(index[w], p)
		}
		e["abstract_inverted_index"] = index
	}
	return e
}
