// Package catalogue lists the read models. The list is immutable.
package catalogue

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/checks"
	"github.com/sibyl-project/sibyl/projections/claims"
	"github.com/sibyl-project/sibyl/projections/coverage"
	"github.com/sibyl-project/sibyl/projections/dead"
	"github.com/sibyl-project/sibyl/projections/feed"
	"github.com/sibyl-project/sibyl/projections/findings"
	"github.com/sibyl-project/sibyl/projections/gaps"
	"github.com/sibyl-project/sibyl/projections/removal"
	"github.com/sibyl-project/sibyl/projections/reports"
	"github.com/sibyl-project/sibyl/projections/requests"
	"github.com/sibyl-project/sibyl/projections/reviews"
	"github.com/sibyl-project/sibyl/projections/runs"
	"github.com/sibyl-project/sibyl/projections/verdicts"
)

// Models lists every read model. The feed is among them always: the runner numbers events by it.
func Models() []projections.Model {
	return append([]projections.Model{reports.Model, removal.Model, intents}, removal.Forgetting(
		feed.Model, runs.Model, claims.Model, findings.Model, verdicts.Model,
		gaps.Model, coverage.Model, checks.Model, requests.Model, dead.Model, reviews.Model,
	)...)
}

// intents tells schema app what has become of requests. It owns no tables: a rebuild folds it again
// over what is there, which changes nothing.
var intents = projections.Model{
	Name:   "intents",
	Topics: append([]events.Topic{events.TopicRunsFeed, events.TopicDeadLetters}, projections.Reports...),
	Fold: func(_ context.Context, _ pgx.Tx, out *pgx.Batch, entries []*projections.Entry) error {
		for _, e := range entries {
			if err := intent.Settle(out, e.Record); err != nil {
				return projections.Unfoldable(e, err)
			}
		}
		return nil
	},
}
