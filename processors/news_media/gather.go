package newsmedia

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/news_media/article"
	"github.com/sibyl-project/sibyl/processors/news_media/search"
	"github.com/sibyl-project/sibyl/processors/news_media/story"
	"github.com/sibyl-project/sibyl/processors/news_media/tier"
	"github.com/sibyl-project/sibyl/processors/outside"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
)

// mostFetched bounds how many articles of one search are read whole; the best publishers go first.
const mostFetched = 30

// hit is an article of a search that may be about the company.
type hit struct {
	search.Article
	tier.Publisher
	window    string
	retrieved string
}

// gather searches for what others say on a claim's matter: the recent window at first, the historical one when the
// judge asks again, and in both what speaks against the company whatever it claims.
func (c Config) gather(ctx context.Context, w specialist.Work, shelf *evidence.Shelf) (specialist.Gathered, error) {
	out := specialist.Gathered{}
	port := outside.From(ctx)
	source, ok := events.SourceNamed(c.Sources, events.SourceNews)
	if !ok || port == nil || !w.Claim.Reach.Asks(events.SourceNews) {
		return out, nil
	}
	st := specialist.StatementOf(w.Claim)
	matters := evidence.Matters(st)
	words := search.Words(matters)
	asOf, err := time.Parse(time.DateOnly, w.Claim.Reach.AsOf)
	if err != nil {
		return out, stream.Reject(fmt.Errorf("reading the day of the run: %w", err))
	}
	if st.Company == "" || len(words) == 0 {
		out.Said = []string{"No news search: the claim is about nothing of which articles could be held against it."}
		return out, nil
	}
	out.More = w.Iteration <= 1
	who, err := c.knownOf(ctx, w.Claim, st)
	if err != nil {
		return out, err
	}
	var hits []hit
	for _, q := range queries(asOf, who, words, w.Iteration > 1) {
		found, made, err := c.ask(ctx, port, source, q, who)
		if err != nil {
			return out, err
		}
		out.Searches = append(out.Searches, made)
		for _, h := range found {
			if !slices.ContainsFunc(hits, func(o hit) bool { return o.URL == h.URL }) {
				hits = append(hits, h)
			}
		}
	}
	// Where no search had an answer, further ones would have none, either: the run goes on as it would without a network.
	out.More = out.More && slices.ContainsFunc(out.Searches, func(s events.Search) bool { return s.Failed == "" })
	if hits, err = c.readAll(ctx, port, hits); err != nil {
		return out, err
	}
	entries, docs, err := shelved(hits, who, shelf)
	if err != nil {
		return out, err
	}
	for i := range out.Searches {
		out.Searches[i].Kept = stories(entries, out.Searches[i].Window)
	}
	out.Shelf = shelf.With(entries, docs)
	return out, nil
}

// stories counts the stories of a window.
func stories(entries []events.LibraryEntry, window string) int {
	seen := map[string]bool{}
	for _, e := range entries {
		if e.Window == window {
			seen[e.Story] = true
		}
	}
	return len(seen)
}

// queries are what is asked: the matter and the controversies of the recent window, and when the judge asks again, of the
// historical one, too.
func queries(asOf time.Time, who known, words []string, again bool) []search.Query {
	recent, historical := search.Windows(asOf)
	names := who.searched()
	out := []search.Query{
		{Names: names, Words: words, Window: search.Recent, From: recent[0], To: recent[1]},
		{Names: names, Words: search.Controversy(), Window: search.Recent, From: recent[0], To: recent[1]},
	}
	if again {
		out = append(out,
			search.Query{Names: names, Words: words, Window: search.Historical, From: historical[0], To: historical[1]},
			search.Query{Names: names, Words: search.Controversy(), Window: search.Historical, From: historical[0], To: historical[1]},
		)
	}
	return out
}

// ask makes one search and keeps what is of its window: an index may know the day better than its own filter.
func (c Config) ask(ctx context.Context, port search.Port, source events.Source, q search.Query, who known) ([]hit, events.Search, error) {
	made := events.Search{
		Service: source.Name, Query: fmt.Sprintf("%s with any of %s", strings.Join(q.Names, " or "), strings.Join(q.Words, ", ")), Window: q.Window,
		From: q.From.Format(time.DateOnly), To: q.To.Format(time.DateOnly),
	}
	found, at, failed, err := search.Ask(ctx, port, source, q)
	if err != nil {
		return nil, made, mine(ctx, err)
	}
	made.Results, made.Failed, made.RetrievedAt = len(found), failed, stamp(at)
	var out []hit
	for _, a := range found {
		if a.Date != "" && (a.Date < made.From || a.Date > made.To) {
			continue
		}
		p, err := tier.Of(a.URL, who.domains)
		if err != nil {
			return nil, made, stream.Reject(err)
		}
		out = append(out, hit{Article: a, Publisher: p, window: q.Window, retrieved: stamp(at)})
	}
	slices.SortStableFunc(out, func(a, b hit) int { return a.Tier - b.Tier })
	return out, made, nil
}

// stamp is when a service answered, empty where it did not.
func stamp(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

// mine says of an error of our own what is to be done: a store that is down is waited for, and what a replay has not
// recorded is the replay's to tell.
func mine(ctx context.Context, err error) error {
	if ctx.Err() != nil || errors.Is(err, outside.ErrNotRecorded) {
		return err
	}
	return fmt.Errorf("searching news: %w", err)
}

// readAll reads the text of the articles whose index did not give it, as far as their hosts may be asked.
func (c Config) readAll(ctx context.Context, port search.Port, hits []hit) ([]hit, error) {
	source, ok := events.SourceNamed(c.Sources, events.SourceArticles)
	if !ok {
		return hits, nil
	}
	n := 0
	for i := range hits {
		h := &hits[i]
		if h.Text != "" || n == mostFetched {
			continue
		}
		address, allowed := whereOf(source, h.URL)
		if !allowed {
			continue
		}
		n++
		answer, err := port.Settle(ctx, outside.Request{Service: source.Name, URL: address, Accept: "text/html, text/plain"})
		var refusal *outside.Refusal
		switch {
		case errors.As(err, &refusal):
			continue // its title and excerpt are known all the same
		case err != nil:
			return nil, mine(ctx, err)
		}
		text, err := article.Text(answer.Body, answer.ContentType)
		if err != nil {
			continue // a page that cannot be read says nothing
		}
		h.Text, h.retrieved = text, stamp(answer.RetrievedAt)
	}
	return hits, nil
}

// shelved makes documents of articles that speak of the company. Articles of one story, also with the news that the
// user has brought, are one source.
func shelved(hits []hit, who known, shelf *evidence.Shelf) ([]events.LibraryEntry, []*document.Document, error) {
	var entries []events.LibraryEntry
	var docs []*document.Document
	var compared []story.Article
	for _, h := range hits {
		text := h.Text
		if text == "" {
			text = strings.TrimSpace(h.Title + "\n\n" + h.Excerpt)
		}
		if !who.speaksOf(h.Title, text) {
			continue
		}
		d, err := evidence.Read("article.txt", artefact.Hash([]byte(text)), []byte(text))
		var unreadable evidence.FileError
		if errors.As(err, &unreadable) {
			continue
		}
		if err != nil {
			return nil, nil, stream.Reject(fmt.Errorf("reading %s: %w", h.URL, err))
		}
		entries = append(entries, entryOf(h, text, d))
		docs = append(docs, d)
		compared = append(compared, story.Article{Title: h.Title, Text: text, Date: h.Date})
	}
	for i, e := range shelf.Entries {
		if e.Kind == events.KindNews {
			compared = append(compared, story.Article{Title: e.Title, Text: shelf.TextOf(i), Date: e.Date})
		}
	}
	tell(entries, shelf, story.Group(compared), hits, who)
	return entries, docs, nil
}

func entryOf(h hit, text string, d *document.Document) events.LibraryEntry {
	e := events.LibraryEntry{
		LibraryItem: events.LibraryItem{
			Filename: h.URL, Kind: events.KindNews, Title: h.Title, Publisher: h.Domain, Date: h.Date, Tier: h.Tier, URL: h.URL, Bytes: int64(len(text)),
		},
		Parse: artefact.Hash([]byte("article\x00" + text)), Pages: len(d.Pages), Domain: h.Domain, RetrievedAt: h.retrieved, Window: h.window,
	}
	if e.Title == "" {
		e.Title = h.URL
	}
	if e.Publisher == "" {
		e.Publisher = "an unknown publisher"
	}
	return e
}

// tell names the stories. A story that the company has told itself is its own word wherever it is printed; any other is
// the source of its best publisher, the first of them, so that a reprint adds nothing.
func tell(entries []events.LibraryEntry, shelf *evidence.Shelf, of []int, hits []hit, who known) {
	release := map[string]bool{}
	for _, h := range hits {
		release[h.URL] = h.Release || h.Own
	}
	best, own := map[int]events.LibraryItem{}, map[int]bool{}
	consider := func(s int, e events.LibraryItem) {
		b, known := best[s]
		if !known || cmp.Or(cmp.Compare(e.Tier, b.Tier), cmp.Compare(e.Date, b.Date), cmp.Compare(evidence.SourceOf(e), evidence.SourceOf(b))) < 0 {
			best[s] = e
		}
	}
	for i, e := range entries {
		consider(of[i], e.LibraryItem)
		own[of[i]] = own[of[i]] || release[e.URL]
	}
	n := len(entries)
	for _, e := range shelf.Entries {
		if e.Kind == events.KindNews {
			consider(of[n], e.LibraryItem)
			own[of[n]] = own[of[n]] || who.names.Is(e.Publisher)
			n++
		}
	}
	for i := range entries {
		e := &entries[i]
		e.Story = evidence.SourceOf(best[of[i]])
		if own[of[i]] {
			e.Publisher, e.Tier, e.Story = who.names[0], max(e.Tier, tier.Companies), who.names[0]
			if e.Domain != "" {
				e.Title += " (on " + e.Domain + ")"
			}
		}
	}
}

// known is what is known of a company when articles are searched and read.
type known struct {
	names   issuer.Names
	tickers []string
	domains []string
	report  string // its own report's words, in the short
}
