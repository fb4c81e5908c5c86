package search

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Form says how an API is asked and answers. The zero value is GDELT DOC 2.0.
type Form struct {
	Dates     string            `json:"dates,omitempty"`      // layout of {from} and {to}, as Go writes 2006-01-02T15:04:05Z
	Or        string            `json:"or,omitempty"`         // between words of which one is enough; " OR " by default
	KeyHeader string            `json:"key_header,omitempty"` // the header that the key goes into
	Articles  string            `json:"articles,omitempty"`   // where the list is in the answer: names parted by dots, empty for the answer itself
	Fields    map[string]string `json:"fields,omitempty"`     // url, title, date, excerpt and text of an article, by the same kind of path
}

// fieldNames are what an article's fields may be given for.
var fieldNames = []string{"url", "title", "date", "excerpt", "text"}

var header = pattern.Compile(`^[A-Za-z][A-Za-z0-9-]{0,60}$`)

// ReadForm reads a form and returns it in the one way in which it is kept.
func ReadForm(data []byte) (json.RawMessage, error) {
	var f Form
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return nil, fmt.Errorf("reading the form of a search: %w", err)
	}
	switch {
	case f.Fields["url"] == "" || f.Fields["title"] == "" && f.Fields["text"] == "":
		return nil, errors.New("the form of a search names no fields for url, and title or text")
	case f.KeyHeader != "" && !header.MatchString(f.KeyHeader):
		return nil, fmt.Errorf("%q is no name of a header", f.KeyHeader)
	}
	for name := range f.Fields {
		if !known(name) {
			return nil, fmt.Errorf("%q is no field of an article: %s", name, strings.Join(fieldNames, ", "))
		}
	}
	return json.Marshal(f)
}

func known(name string) bool {
	for _, n := range fieldNames {
		if n == name {
			return true
		}
	}
	return false
}

// KeyHeader is the header that a key is sent in; none without a key.
func KeyHeader(form json.RawMessage, key string) (map[string]string, error) {
	f, err := formOf(form)
	if err != nil || key == "" {
		return nil, err
	}
	if f.KeyHeader == "" {
		return nil, errors.New("there is a key for the news search, but its form names no key_header")
	}
	return map[string]string{f.KeyHeader: key}, nil
}

func formOf(form json.RawMessage) (Form, error) {
	var f Form
	if len(form) == 0 {
		return f, nil
	}
	if err := json.Unmarshal(form, &f); err != nil {
		return f, fmt.Errorf("reading the form of a search: %w", err)
	}
	return f, nil
}

func (f Form) gdelt() bool { return len(f.Fields) == 0 }

// address is where a question is asked. A key is never in it: addresses are shown and recorded.
func (f Form) address(at string, q Query) (string, error) {
	if f.gdelt() {
		return gdeltAddress(at, q)
	}
	or := f.Or
	if or == "" {
		or = " OR "
	}
	layout := f.Dates
	if layout == "" {
		layout = time.DateOnly
	}
	fill := strings.NewReplacer(
		"{query}", url.QueryEscape(terms(q, or)), "{from}", url.QueryEscape(q.From.Format(layout)), "{to}", url.QueryEscape(q.To.Format(layout)),
		"{limit}", fmt.Sprint(Limit),
	)
	if !strings.Contains(at, "{query}") {
		return "", fmt.Errorf("the address of the news search, %q, has no {query}", at)
	}
	return fill.Replace(at), nil
}

// terms are names and words of which one each is wanted.
func terms(q Query, or string) string {
	all := anyOf(q.Names, or)
	if len(q.Words) > 0 {
		all += " " + anyOf(q.Words, or)
	}
	return all
}

func anyOf(words []string, or string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		w = strings.NewReplacer(`"`, " ", `\`, " ").Replace(w)
		if w = strings.Join(strings.Fields(w), " "); strings.ContainsAny(w, " -&.'’,") {
			w = `"` + w + `"`
		}
		quoted[i] = w
	}
	if len(quoted) == 1 {
		return quoted[0]
	}
	return "(" + strings.Join(quoted, or) + ")"
}

// read reads an answer. failed is what is wrong with it, in words.
func (f Form) read(body []byte) (found []Article, failed string) {
	if f.gdelt() {
		return readGDELT(body)
	}
	var answer any
	if err := json.Unmarshal(repaired(body), &answer); err != nil {
		return nil, "the answer cannot be read: " + clean(err.Error(), 200)
	}
	list, is := at(answer, f.Articles).([]any)
	if !is {
		return nil, fmt.Sprintf("the answer has no list of articles at %q", f.Articles)
	}
	for _, one := range list {
		text := func(field string) string {
			if f.Fields[field] == "" {
				return ""
			}
			s, _ := at(one, f.Fields[field]).(string)
			return s
		}
		found = append(found, Article{
			URL: text("url"), Title: text("title"), Date: day(text("date")), Excerpt: text("excerpt"), Text: text("text"),
		})
	}
	return found, ""
}

// at follows a path of names.
func at(v any, path string) any {
	if path == "" {
		return v
	}
	for name := range strings.SplitSeq(path, ".") {
		m, is := v.(map[string]any)
		if !is {
			return nil
		}
		v = m[name]
	}
	return v
}

// day is the day of a date in one of the forms that APIs use; empty if it is none.
func day(s string) string {
	s = strings.TrimSpace(s)
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", time.DateOnly, "20060102T150405Z", "20060102150405",
		time.RFC1123Z, time.RFC1123} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC().Format(time.DateOnly)
		}
	}
	return ""
}
