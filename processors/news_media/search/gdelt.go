package search

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"time"
	"unicode/utf8"
)

const (
	gdeltTime     = "20060102150405"
	shortestName  = 4 // letters: GDELT refuses shorter phrases
	longestRefuse = 300
)

// gdeltBegin is the first day that the index has.
var gdeltBegin = time.Date(2017, 1, 1, 0, 0, 0, 0, time.UTC)

// gdeltAddress asks for a list of articles in English, which is what the rules read.
func gdeltAddress(at string, q Query) (string, error) {
	u, err := url.Parse(at)
	if err != nil {
		return "", fmt.Errorf("reading the address of the news search: %w", err)
	}
	names := q.Names
	var long []string
	for _, n := range names {
		if utf8.RuneCountInString(n) >= shortestName {
			long = append(long, n)
		}
	}
	if len(long) > 0 {
		names = long
	}
	from := q.From
	if from.Before(gdeltBegin) {
		from = gdeltBegin
	}
	v := u.Query()
	v.Set("query", terms(Query{Names: names, Words: q.Words}, " OR ")+" sourcelang:english")
	v.Set("mode", "artlist")
	v.Set("format", "json")
	v.Set("sort", "hybridrel")
	v.Set("maxrecords", fmt.Sprint(Limit))
	v.Set("startdatetime", from.UTC().Format(gdeltTime))
	v.Set("enddatetime", q.To.UTC().Format(gdeltTime))
	u.RawQuery = v.Encode()
	return u.String(), nil
}

// readGDELT reads an answer. Nothing found is an object without a list; what went wrong is said in plain text or HTML,
// with the status of a success.
func readGDELT(body []byte) (found []Article, failed string) {
	body = bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\ufeff")))
	if len(body) == 0 {
		return nil, "the answer is empty"
	}
	if body[0] != '{' {
		return nil, "it said: " + clean(string(body[:min(len(body), longestRefuse)]), longestRefuse)
	}
	var answer struct {
		Articles []struct {
			URL      string `json:"url"`
			Title    string `json:"title"`
			SeenDate string `json:"seendate"`
		} `json:"articles"`
	}
	if err := json.Unmarshal(repaired(body), &answer); err != nil {
		return nil, "the answer cannot be read: " + clean(err.Error(), 200)
	}
	for _, a := range answer.Articles {
		found = append(found, Article{URL: a.URL, Title: a.Title, Date: day(a.SeenDate)})
	}
	return found, ""
}

// repaired is JSON whose strings have escapes or control characters that JSON has not: indexes copy titles as they find
// them. What is no escape loses its backslash; what cannot be printed becomes a space.
func repaired(body []byte) []byte {
	if json.Valid(body) {
		return body
	}
	out := make([]byte, 0, len(body))
	inside := false
	for i := 0; i < len(body); i++ {
		c := body[i]
		switch {
		case c == '"':
			inside = !inside
			out = append(out, c)
		case inside && c == '\\' && i+1 < len(body):
			next := body[i+1]
			switch {
			case bytes.IndexByte([]byte(`"\/bfnrt`), next) >= 0:
				out = append(out, c, next)
				i++
			case next == 'u' && i+6 <= len(body) && isHex(body[i+2:i+6]):
				out = append(out, body[i:i+6]...)
				i += 5
			}
		case inside && c < ' ':
			out = append(out, ' ')
		default:
			out = append(out, c)
		}
	}
	return bytes.ToValidUTF8(out, []byte(" "))
}

func isHex(b []byte) bool {
	for _, c := range b {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') {
			return false
		}
	}
	return true
}
