// Package newsmedia looks for what press, regulators and courts have said about a claim, and for what the company
// itself has reported before. It reads the documents that the user has brought (rag/evidence), and where a run may ask a
// news index, the articles that it finds: only those that speak of the company, one source for each story, by the tier of
// their publisher, and only what stands there word for word. The absence of news is no evidence. It keeps no state; an
// answer is a function of the question, of the run's library and of the recorded answers.
package newsmedia

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/news_media/search"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Config is what the agent works with.
type Config struct {
	Store   artefact.Store  // holds the evidence library
	Sources []events.Source // what may be asked outside; none offline

	Relater specialist.Relater // reads what the rules leave open; nil where rules alone read
	Second  specialist.Second  // answers questions of others that it has nothing at hand for; nil where nobody does
}

// ReadForm reads how a search API is asked and answers, as a source of a run has it.
func ReadForm(data []byte) (json.RawMessage, error) { return search.ReadForm(data) }

// KeyHeader is the header in which a search API wants its key.
func KeyHeader(form json.RawMessage, key string) (map[string]string, error) {
	return search.KeyHeader(form, key)
}

// New declares the agent.
func New(c Config) stream.Declaration { return specialist.New(Agent(c)) }

// Agent is the agent before it is declared.
func Agent(c Config) specialist.Agent {
	s := specialist.Searcher{
		Store: c.Store, Relater: c.Relater, Kinds: []events.EvidenceKind{events.KindNews, events.KindFiling}, Beyond: c.gather,
	}
	unasked, missing := "", []string{}
	if _, ok := events.SourceNamed(c.Sources, events.SourceNews); !ok {
		unasked = "News and press are not searched: the run is offline, there is no network, or no news search is named. " +
			"What stands in the evidence library is read. SIBYL_NEWS_URL names a search."
		missing = []string{"news search"}
	}
	return specialist.Agent{
		Name:    events.NewsMedia,
		Unasked: unasked,
		Claim: func(ctx context.Context, w specialist.Work) (specialist.Answer, error) {
			about := "the company"
			if s := w.Claim.Entities.Subject; s != "" && s != "company" {
				about = s
			}
			return s.Search(ctx, w, events.NoSourceDetails{
				NotConfigured: missing,
				WouldHelp:     []string{"reports of press, regulators or courts on " + about + " and the subject of the claim"},
			})
		},
		Reply: c.reply, Second: c.Second,
	}
}

// reply answers other agents' questions: what others say of a claim, and what was reported before.
func (c Config) reply(ctx context.Context, q events.InfoRequest) (specialist.Reply, error) {
	if q.Kind != events.AskHistory && q.Kind != events.AskCorroboration {
		return specialist.Nothing(fmt.Sprintf("Only questions for history and corroboration are answered here, none of the kind %q.", q.Kind)), nil
	}
	if q.Claim == nil || q.Claim.Library == "" {
		return specialist.Nothing("There is no news search, and the evidence library of this run is empty."), nil
	}
	shelf, err := specialist.Library(ctx, c.Store, *q.Claim)
	if err != nil {
		return specialist.Reply{}, err
	}
	if q.Kind == events.AskCorroboration {
		return specialist.Corroborate(shelf, *q.Claim), nil
	}
	return history(shelf, *q.Claim), nil
}

// history lists what earlier reports give for a claim's subject, latest year first.
func history(shelf *evidence.Shelf, c events.Claim) specialist.Reply {
	st := specialist.StatementOf(c)
	var r specialist.Reply
	var lines []string
	for _, l := range shelf.Levels(st, events.KindEarlierReport) {
		cited := specialist.Cite(l.Found, st.Company)
		r.Evidence = append(r.Evidence, cited)
		r.Figures = append(r.Figures, events.InfoFigure{
			Subject: l.Subject, Place: l.Place, Value: quantity.Print(l.Value, 12), Unit: l.Unit, Period: fmt.Sprint(l.Year), Evidence: cited,
		})
		lines = append(lines, fmt.Sprintf("%s in %d: %s %s (%s, page %d).", l.Subject, l.Year, quantity.Print(l.Value, 12), l.Unit, l.Entry.Title, l.Page))
	}
	if len(lines) == 0 {
		return specialist.Nothing("No earlier report of the evidence library gives a figure for the claim's subject.")
	}
	r.Text = strings.Join(lines, " ")
	return r
}
