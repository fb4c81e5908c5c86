package document

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/checks"
	"github.com/sibyl-project/sibyl/projections/coverage"
	"github.com/sibyl-project/sibyl/projections/findings"
	"github.com/sibyl-project/sibyl/projections/gaps"
	"github.com/sibyl-project/sibyl/projections/reports"
	"github.com/sibyl-project/sibyl/projections/runs"
	"github.com/sibyl-project/sibyl/projections/verdicts"
)

// The parts of a document can be asked for alone; they have the same shape and order as in the whole.

// Findings returns findings of a run by id.
func Findings(ctx context.Context, db projections.DB, run string, f findings.Filter) ([]Finding, error) {
	in, err := findings.List(ctx, db, run, f)
	if err != nil {
		return nil, err
	}
	out := make([]Finding, 0, len(in))
	for _, f := range in {
		shown, err := finding(f)
		if err != nil {
			return nil, err
		}
		out = append(out, shown)
	}
	if f.ClaimID != "" || f.Agent != "" && f.Agent != reader {
		return out, nil
	}
	of, err := runs.Get(ctx, db, run)
	if err != nil {
		return nil, err
	}
	preview, err := reports.Preview(ctx, db, of.ReportID)
	if err != nil && !errors.Is(err, reports.ErrNotFound) {
		return nil, err
	}
	suspicious, err := suspiciousFindings(of.ReportID, preview)
	if err != nil {
		return nil, err
	}
	out = append(out, suspicious...)
	slices.SortFunc(out, func(a, b Finding) int { return cmp.Compare(a.ID, b.ID) })
	return out, nil
}

// Verdicts returns verdicts of a run by claim: the current ones, or every revision.
func Verdicts(ctx context.Context, db projections.DB, run string, f verdicts.Filter, revisions bool) ([]Verdict, error) {
	read := verdicts.Current
	if revisions {
		read = verdicts.Revisions
	}
	in, err := read(ctx, db, run, f)
	if err != nil {
		return nil, err
	}
	return list(in, verdict), nil
}

// VerdictOf is a verdict in the shape of the document.
func VerdictOf(v events.Verdict) Verdict { return verdict(v) }

// Gaps returns gaps of a run by id.
func Gaps(ctx context.Context, db projections.DB, run string, f gaps.Filter) ([]Gap, error) {
	in, err := gaps.List(ctx, db, run, f)
	if err != nil {
		return nil, err
	}
	return list(in, gap), nil
}

// Checks returns checks of a run by id.
func Checks(ctx context.Context, db projections.DB, run string, f checks.Filter) ([]Check, error) {
	in, err := checks.List(ctx, db, run, f)
	if err != nil {
		return nil, err
	}
	return list(in, check), nil
}

// CoverageOf returns the coverage of a run by pillar.
func CoverageOf(ctx context.Context, db projections.DB, run string) (map[string]Coverage, error) {
	in, err := coverage.ByPillar(ctx, db, run)
	if err != nil {
		return nil, err
	}
	return covered(in), nil
}

func covered(in map[string]events.Coverage) map[string]Coverage {
	out := make(map[string]Coverage, len(in))
	for pillar, c := range in {
		out[pillar] = Coverage{
			Total: c.Total, FullyAddressed: c.FullyAddressed, PartiallyAddressed: c.PartiallyAddressed,
			NotAddressed: c.NotAddressed, CouldNotAssess: c.CouldNotAssess, Conditional: c.Conditional,
			ReferencedElsewhere: c.ReferencedElsewhere, Percent: c.Percent, Addressed: c.Addressed,
		}
	}
	return out
}
