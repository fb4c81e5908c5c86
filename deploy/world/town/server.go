// Package town is a small world for tests: a company that does not exist, its report, and what press, authorities and
// others of its name have published. A server behaves as a news index and as a reader of articles do; papers, places and
// pictures are answered for by an index and a catalogue of their own. The verdict that each claim has to get is written beside it.
package town

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"

	"github.com/sibyl-project/sibyl/processors/outside/outsidetest"
)

// Server answers for the world. It is safe for concurrent use.
type Server struct {
	*http.ServeMux
	world    World
	Searches atomic.Int64
	Reads    atomic.Int64
}

// Around are the services of a world: news and articles, an index of works, a catalogue of satellite images.
type Around struct {
	*Server
	news  *httptest.Server
	Index *outsidetest.Index
	Tiles *outsidetest.Catalogue
}

// Serve starts the services of a world on this machine.
func Serve(w World) *Around {
	s := NewServer(w)
	return &Around{Server: s, news: httptest.NewServer(s), Index: outsidetest.NewIndex(w.Works()...), Tiles: outsidetest.NewCatalogue(w.Scenes()...)}
}

// Close ends them.
func (a *Around) Close() {
	a.news.Close()
	a.Index.Close()
	a.Tiles.Close()
}

// Asked counts what was asked of each: searches of news, articles, searches for papers, for pictures, and parts of pictures.
func (a *Around) Asked() [5]int64 {
	return [5]int64{a.Searches.Load(), a.Reads.Load(), int64(len(a.Index.Queries)), int64(len(a.Tiles.Searches)), int64(len(a.Tiles.Ranges))}
}

// Variables are what a program has to be told to ask them, as names and values in turn.
func (a *Around) Variables() [][2]string {
	return [][2]string{
		{"SIBYL_OFFLINE", "false"},
		{"SIBYL_NEWS_URL", a.news.URL + "/api/v2/doc/doc"}, {"SIBYL_NEWS_INTERVAL", "0s"}, {"SIBYL_ARTICLE_URL", a.news.URL + "/read?url={url}"},
		{"SIBYL_OPENALEX_URL", a.Index.URL}, {"SIBYL_STAC_URL", a.Tiles.URL},
	}
}

// NewServer serves the news index under /api/v2/doc/doc and the articles under /read.
func NewServer(w World) *Server {
	s := &Server{ServeMux: http.NewServeMux(), world: w}
	s.HandleFunc("GET /api/v2/doc/doc", s.search)
	s.HandleFunc("GET /read", s.read)
	return s
}

// date is an article's day.
func (w World) date(a Article) string { return w.year(1) + "-" + a.Date }

func (w World) text(a Article) string { return dated(strings.Join(a.Text, "\n"), w.year) }

// search answers as GDELT does: a list of titles, {} where there is nothing, and what is wrong with a question in plain
// text, with the status of a success.
func (s *Server) search(w http.ResponseWriter, r *http.Request) {
	s.Searches.Add(1)
	q := r.URL.Query()
	groups := groupsOf(q.Get("query"))
	switch {
	case q.Get("mode") != "artlist" || q.Get("format") != "json":
		fmt.Fprint(w, "Invalid mode or format.")
		return
	case len(groups) == 0:
		fmt.Fprint(w, "Your query was too short or too long.")
		return
	case len(q.Get("startdatetime")) != 14 || len(q.Get("enddatetime")) != 14:
		fmt.Fprint(w, "Invalid date.")
		return
	}
	var found []map[string]string
	for _, a := range Articles {
		at := strings.ReplaceAll(s.world.date(a), "-", "") + "120000"
		if at < q.Get("startdatetime") || at > q.Get("enddatetime") || !matches(a.Title+"\n"+s.world.text(a), groups) {
			continue
		}
		found = append(found, map[string]string{
			"url": a.URL, "url_mobile": "", "title": strings.ReplaceAll(a.Title, ",", " ,"), "seendate": at[:8] + "T120000Z",
			"domain": "", "language": "English", "sourcecountry": "",
		})
	}
	w.Header().Set("Content-Type", "application/json")
	if len(found) == 0 {
		fmt.Fprint(w, "{}")
		return
	}
	if err := json.NewEncoder(w).Encode(map[string]any{"articles": found}); err != nil {
		panic(http.ErrAbortHandler)
	}
}

var (
	group = regexp.MustCompile(`\(([^()]*)\)|"[^"]*"|[^\s()"]+`)
	term  = regexp.MustCompile(`"([^"]*)"|([^\s()"]+)`)
)

// groupsOf takes a question apart: of each group one term is wanted.
func groupsOf(query string) [][]string {
	var out [][]string
	for _, g := range group.FindAllString(query, -1) {
		if strings.Contains(g, "sourcelang:") {
			continue
		}
		var one []string
		for _, m := range term.FindAllStringSubmatch(g, -1) {
			if t := m[1] + m[2]; t != "OR" {
				one = append(one, strings.ToLower(t))
			}
		}
		out = append(out, one)
	}
	return out
}

func matches(text string, groups [][]string) bool {
	text = strings.ToLower(text)
	for _, g := range groups {
		any := false
		for _, t := range g {
			any = any || strings.Contains(text, t)
		}
		if !any {
			return false
		}
	}
	return true
}

// read answers with an article as a page, with all that surrounds one.
func (s *Server) read(w http.ResponseWriter, r *http.Request) {
	s.Reads.Add(1)
	for _, a := range Articles {
		if a.URL != r.URL.Query().Get("url") {
			continue
		}
		if a.Gone {
			http.Error(w, "for subscribers", http.StatusForbidden)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<!doctype html><title>%s</title><nav><p>Home</p></nav><article><h1>%[1]s</h1>", html.EscapeString(a.Title))
		for p := range strings.Lines(s.world.text(a)) {
			fmt.Fprintf(w, "<p>%s</p>", html.EscapeString(strings.TrimSpace(p)))
		}
		fmt.Fprint(w, "</article><footer><p>Read also: Nordhavn Minerals was fined at Lindmoen.</p></footer>")
		return
	}
	http.NotFound(w, r)
}
