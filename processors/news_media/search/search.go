// Package search asks news indexes: what is asked for a matter and a window of time, how GDELT DOC 2.0 and configured
// APIs are asked, and what their answers say. A search that failed is no evidence, and says why it failed. It keeps
// nothing: what is learned from outside goes through the port that the caller gives.
package search

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/url"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/outside"
)

// Port asks outside and records; outside.Recorder is one.
type Port interface {
	Settle(context.Context, outside.Request) (outside.Answer, error)
}

// Article is one result. Text is its whole text where the index gives it, Excerpt a part of it, both may be empty.
type Article struct {
	URL, Title, Date, Excerpt, Text string
}

// Query is what is searched for: articles of a window that have one of the names and one of the words.
type Query struct {
	Names    []string
	Words    []string
	Window   string // recent, historical
	From, To time.Time
}

// The windows, by how far they go back from the day that stands for today.
const (
	Recent     = "recent"
	Historical = "historical"

	recentYears     = 2
	historicalYears = 5
)

// Windows are the two windows of a run: the historical one ends where the recent one begins.
func Windows(asOf time.Time) (recent, historical [2]time.Time) {
	from := asOf.AddDate(-recentYears, 0, 0)
	return [2]time.Time{from, asOf}, [2]time.Time{asOf.AddDate(-historicalYears, 0, 0), from}
}

// Limit is how many results are asked for, and the most that is taken.
const Limit = 75

// Ask asks one question. failed is why there is no answer, in words; err is for trouble of our own, or an answer that a
// replay does not have.
func Ask(ctx context.Context, port Port, source events.Source, q Query) (found []Article, retrieved time.Time, failed string, err error) {
	f, err := formOf(source.Form)
	if err != nil {
		return nil, retrieved, "", err
	}
	address, err := f.address(source.URL, q)
	if err != nil {
		return nil, retrieved, "", err
	}
	answer, err := port.Settle(ctx, outside.Request{Service: source.Name, URL: address, Accept: "application/json"})
	var refusal *outside.Refusal
	switch {
	case errors.As(err, &refusal):
		return nil, retrieved, fmt.Sprintf("%s: %s", strings.ReplaceAll(string(refusal.Reason), "_", " "), refusal.Detail), nil
	case err != nil:
		return nil, retrieved, "", err
	}
	found, failed = f.read(answer.Body)
	kept := found[:0]
	for _, a := range found {
		if a, ok := sound(a); ok && len(kept) < Limit {
			kept = append(kept, a)
		}
	}
	return kept, answer.RetrievedAt, failed, nil
}

// sound is a result as it may be used: an http address, text that is text, bounded.
func sound(a Article) (Article, bool) {
	u, err := url.Parse(strings.TrimSpace(a.URL))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || len(a.URL) > 2_000 {
		return a, false
	}
	u.Fragment = ""
	a.URL = u.String()
	a.Title, a.Excerpt, a.Text = clean(a.Title, 500), clean(a.Excerpt, 4_000), paragraphs(a.Text, 200_000)
	return a, a.Title != "" || a.Excerpt != "" || a.Text != ""
}

// joined takes out the space before punctuation that some indexes put into titles.
var joined = strings.NewReplacer(" ,", ",", " .", ".", " ;", ";", " :", ":", " ?", "?", " !", "!", " %", " %", " ’ ", "’")

// clean is text on one line: entities resolved, composed, without what cannot be printed, cut at a word.
func clean(s string, most int) string {
	s = html.UnescapeString(strings.ToValidUTF8(s, " "))
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || r == unicode.ReplacementChar:
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, s)
	s = joined.Replace(strings.Join(strings.Fields(norm.NFC.String(s)), " "))
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "")
		if at := strings.LastIndexByte(s, ' '); at > 0 {
			s = s[:at]
		}
	}
	return s
}

// paragraphs cleans a text and keeps its paragraphs.
func paragraphs(s string, most int) string {
	var out []string
	for line := range strings.Lines(s) {
		if line = clean(line, most); line != "" && most > 0 {
			out = append(out, line)
			most -= len(line)
		}
	}
	return strings.Join(out, "\n\n")
}
