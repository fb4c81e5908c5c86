// Package newsmedia looks for what press, regulators and courts have said about a claim, and for what the company
// itself has reported before. It reads the documents that the user has brought (rag/evidence); it has no search yet
// and says so where there are none. The absence of news is no evidence. It keeps no state; an answer is a function of
// the question and of the run's library.
package newsmedia

import (
	"context"
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Config is what the agent works with.
type Config struct {
	Store artefact.Store // holds the evidence library

	Relater specialist.Relater // reads what the rules leave open; nil where rules alone read
}

// New declares the agent.
func New(c Config) stream.Declaration {
	s := specialist.Searcher{Store: c.Store, Relater: c.Relater, Kinds: []events.EvidenceKind{events.KindNews, events.KindFiling}}
	return specialist.New(specialist.Agent{
		Name: events.NewsMedia,
		Claim: func(ctx context.Context, w specialist.Work) (specialist.Answer, error) {
			about := "the company"
			if s := w.Claim.Entities.Subject; s != "" && s != "company" {
				about = s
			}
			return s.Search(ctx, w, events.NoSourceDetails{
				NotConfigured: []string{"news search"},
				WouldHelp:     []string{"reports of press, regulators or courts on " + about + " and the subject of the claim"},
			})
		},
		Reply: c.reply,
	})
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
