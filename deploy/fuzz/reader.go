package main

import (
	"context"
	"hash/fnv"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// trainedPart is of how many pages one is read by the reader that the product has. It takes most of a page's time and is
// fuzzed by itself; on the other pages a reader that says anything leads into every corner of what comes behind it.
const trainedPart = 10

// anything is a reader whose answers depend on the letters of a sentence and on nothing that it means.
type anything struct{}

func (anything) Name() string { return "anything" }

func (anything) Read(_ context.Context, all []statement.Sentence) ([]statement.Reading, error) {
	out := make([]statement.Reading, len(all))
	for i, s := range all {
		draw := drawOf(s.Text)
		r := statement.Reading{
			Claim: draw.share(), Voice: draw.of("entity", "unit", "third", "auditor", "standard", "world"),
			Kind:     draw.of("level", "change", "share", "target", "price", "event", "process", "policy", "definition", "outlook", "opinion", "pointer", "other"),
			Standing: draw.of("done", "ongoing", "planned", "possible", "none"),
			Topic:    draw.of("climate", "energy", "water", "waste", "nature", "people", "supply_chain", "governance", "product", "business", "accounting", "other"),
			Area:     draw.of("governance", "strategy", "risk", "metrics", "targets", "none"),
		}
		for range s.Figures {
			r.Figures = append(r.Figures, statement.FigureReading{
				Role: draw.of("value", "change", "from", "to", "prior", "share", "target", "base", "rate", "limit", "factor", "none", ""),
				Metric: draw.of("ghg", "ghg_scope1", "ghg_scope2", "ghg_scope3", "ghg_intensity", "energy", "renewable", "water", "waste", "headcount",
					"training", "money", "other"),
				Owner: draw.of("entity", "other"), Year: draw.of("reporting", "before", "unsaid", "2019", "2030"), Base: draw.of("unsaid", "prior", "before", "2019"),
			})
		}
		out[i] = r
	}
	return out, nil
}

// draw is a sequence of numbers that a text begins.
type draw uint64

func drawOf(text string) *draw {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text)) // a hash takes everything
	d := draw(h.Sum64())
	return &d
}

func (d *draw) next() uint64 {
	*d = *d*6364136223846793005 + 1442695040888963407
	return uint64(*d >> 33)
}

func (d *draw) share() float64 { return float64(d.next()%1001) / 1000 }

func (d *draw) of(values ...string) statement.Answer {
	return statement.Answer{Value: values[d.next()%uint64(len(values))], Sure: d.share()}
}

// readerOf is who reads a page: for one page in trainedPart the product's reader, which nil stands for.
func readerOf(d *document.Document) statement.Reader {
	if drawOf(d.Pages[0].Text).next()%trainedPart == 0 {
		return nil
	}
	return anything{}
}
