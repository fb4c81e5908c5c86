// Package research asks an index of scholarly works as OpenAlex answers: works by their words, with who wrote them,
// when, where they appeared and what they are about. Only works that can be looked up are kept - with a DOI or an
// address, authors and a year - and none that was withdrawn.
//
// It is a function of the answers of its port, which are recorded.
package research

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/processors/outside"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Limits on a search.
const (
	perPage      = 25
	mostPages    = 2
	mostWorks    = 20
	mostAuthors  = 5 // that are named
	longestTitle = 400
	mostWords    = 3_000 // of an abstract
)

// Port asks services; an outside.Recorder is one.
type Port interface {
	Settle(context.Context, outside.Request) (outside.Answer, error)
}

// Work is one work that can be looked up.
type Work struct {
	Title    string
	Authors  []string // the first ones
	More     int      // further authors
	Year     int
	Venue    string // journal, book or archive; empty where the index does not say
	DOI      string // as an address
	URL      string // the DOI, or else where it stands
	Abstract string
	Kind     string // article, report, preprint, ...
}

// Reference is a work as it is cited.
func (w Work) Reference() string {
	who := strings.Join(w.Authors, ", ")
	if w.More > 0 {
		who += " and others"
	}
	out := fmt.Sprintf("%s (%d): %s", who, w.Year, strings.TrimRight(w.Title, "."))
	if w.Venue != "" {
		out += ". " + w.Venue
	}
	return out + ". " + w.URL
}

// Found is what a search came to.
type Found struct {
	Works   []Work
	Results int    // that came
	Failed  string // why there was no answer, or not the whole one
	At      time.Time
}

// work is one as the index writes it. What is not read is passed over.
type work struct {
	Title    string `json:"display_name"`
	DOI      string `json:"doi"`
	Year     int    `json:"publication_year"`
	Kind     string `json:"type"`
	Revoked  bool   `json:"is_retracted"`
	Paratext bool   `json:"is_paratext"`
	Location *struct {
		Page   string `json:"landing_page_url"`
		Source *struct {
			Name string `json:"display_name"`
		} `json:"source"`
	} `json:"primary_location"`
	Authors []struct {
		Author struct {
			Name string `json:"display_name"`
		} `json:"author"`
	} `json:"authorships"`
	Abstract map[string][]int `json:"abstract_inverted_index"`
}

// Search looks for works, of the years up to one, best match first. An outage is no error: it stands in Failed.
func Search(ctx context.Context, port Port, root, words string, upTo int) (Found, error) {
	var out Found
	byNumber := false // without a key the index may page by numbers only
	next := "*"
	for page := 1; page <= mostPages && next != ""; page++ {
		q := url.Values{"search": {words}, "per-page": {strconv.Itoa(perPage)}}
		if upTo > 0 {
			q.Set("filter", fmt.Sprintf("to_publication_date:%d-12-31", upTo))
		}
		if byNumber {
			q.Set("page", strconv.Itoa(page))
		} else {
			q.Set("cursor", next)
		}
		answer, err := port.Settle(ctx, outside.Request{
			Service: "research", URL: strings.TrimRight(root, "/") + "/works?" + q.Encode(), Accept: "application/json",
		})
		var refusal *outside.Refusal
		switch {
		case errors.As(err, &refusal) && refusal.Status == 401 && !byNumber:
			byNumber = true
			page--
			continue
		case errors.As(err, &refusal):
			out.Failed = fmt.Sprintf("%s: %s", refusal.Reason, refusal.Detail)
			return out, nil
		case err != nil:
			return out, err
		}
		var list struct {
			Meta struct {
				Next *string `json:"next_cursor"`
			} `json:"meta"`
			Results []json.RawMessage `json:"results"`
		}
		if err := json.Unmarshal(answer.Body, &list); err != nil {
			out.Failed = "its answer is no list of works"
			return out, nil
		}
		out.At = answer.RetrievedAt
		out.Results += len(list.Results)
		for _, raw := range list.Results {
			w, ok := read(raw)
			known := slices.ContainsFunc(out.Works, func(o Work) bool { return o.URL == w.URL || o.Title == w.Title })
			if ok && !known && len(out.Works) < mostWorks {
				out.Works = append(out.Works, w)
			}
		}
		if next = "more"; !byNumber {
			if next = ""; list.Meta.Next != nil {
				next = *list.Meta.Next
			}
		}
		if len(list.Results) < perPage {
			break
		}
	}
	return out, nil
}

var doi = pattern.Compile(`^(?:https?://(?:dx\.)?doi\.org/)?(10\.\d{4,9}/[^\s<>"]{1,200})$`)

// read keeps what can be cited.
func read(raw json.RawMessage) (Work, bool) {
	var r work
	if json.Unmarshal(raw, &r) != nil || r.Revoked || r.Paratext || r.Year < 1900 || r.Year > 2200 {
		return Work{}, false
	}
	w := Work{Title: clean(r.Title, longestTitle), Year: r.Year, Kind: clean(r.Kind, 40), Abstract: unfold(r.Abstract)}
	for _, a := range r.Authors {
		name := clean(a.Author.Name, 120)
		switch {
		case name == "":
		case len(w.Authors) < mostAuthors:
			w.Authors = append(w.Authors, name)
		default:
			w.More++
		}
	}
	if r.Location != nil && r.Location.Source != nil {
		w.Venue = clean(r.Location.Source.Name, 200)
	}
	if m := doi.FindStringSubmatch(r.DOI); m != nil {
		w.DOI = "https://doi.org/" + m[1]
		w.URL = w.DOI
	} else if r.Location != nil && address(r.Location.Page) {
		w.URL = r.Location.Page
	}
	return w, w.Title != "" && len(w.Authors) > 0 && w.URL != ""
}

func address(s string) bool {
	u, err := url.Parse(s)
	return err == nil && len(s) <= 500 && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil
}

var markup = pattern.Compile(`<[^<>]{1,40}>`)

// clean is text of one line without markup, of at most some characters.
func clean(s string, most int) string {
	s = strings.Join(strings.Fields(markup.ReplaceAllString(strings.ToValidUTF8(s, ""), "")), " ")
	if r := []rune(s); len(r) > most {
		s = string(r[:most])
	}
	return s
}

// unfold puts an abstract together again that is given as the places of its words. One with gaps, or with two words in a
// place, is not the text that was written: it is none.
func unfold(index map[string][]int) string {
	words := map[int]string{}
	last := -1
	for word, places := range index {
		for _, p := range places {
			if _, taken := words[p]; taken || p < 0 || p >= mostWords {
				return ""
			}
			words[p] = word
			last = max(last, p)
		}
	}
	if last < 0 || last+1 != len(words) {
		return ""
	}
	out := make([]string, last+1)
	for p, w := range words {
		out[p] = w
	}
	return clean(strings.Join(out, " "), 20_000)
}
