package judge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// Names of origins that need no refinement.
const (
	originIssuer   = "issuer"   // the report, arithmetic over it, earlier reports, the company's releases
	originUnstated = "unstated" // an opposing finding that does not say where it comes from
)

// Source is one independent origin on one side: however many findings come from it, it is one source.
type Source struct {
	Origin   string
	Quality  float64 // of its best finding: quality of the source x confidence of the finding
	Tier     int     // best tier of its documents, 0 if none has one
	Findings []string
	Report   bool // of the company: the report says it, the claim itself or its figures do, and not only another document
}

// outside reports whether the source is independent of the company that made the claim.
func (s Source) outside() bool { return s.Origin != originIssuer && s.Origin != originUnstated }

// trace is one place that a finding rests on.
type trace struct {
	origin string
	class  events.Origin
	tier   int
}

// traces lists the origins on which a finding rests. What rests on the claim's own words or on the text
// of a standard corroborates nothing; a contradiction never vanishes, whatever it rests on, but one that
// names no origin weighs nothing.
func (r Rubric) traces(f events.Finding, supports bool) []trace {
	var out []trace
	named := map[events.Origin]bool{}
	for _, e := range f.Evidence {
		if len(f.Origins) > 0 && !slices.Contains(f.Origins, e.Origin) {
			continue // cited beside the conclusion, not a ground of it
		}
		named[e.Origin] = true
		if o := r.originOf(e.Origin, cmp.Or(e.Source, e.URL), supports); o != "" {
			out = append(out, trace{o, e.Origin, e.Tier})
		}
	}
	for _, class := range f.Origins {
		if !named[class] {
			if o := r.originOf(class, "", supports); o != "" {
				out = append(out, trace{o, class, 0})
			}
		}
	}
	if len(out) == 0 && !supports {
		out = append(out, trace{origin: originUnstated})
	}
	return out
}

// originOf names an independent origin, or nothing where it can not count as one.
func (r Rubric) originOf(class events.Origin, source string, supports bool) string {
	standing := r.Independence[class].Against
	if supports {
		standing = r.Independence[class].For
	}
	switch standing {
	case CountsAsIssuer:
		return originIssuer
	case CountsAsItself:
		return string(class)
	case CountsAsNamed:
		if source = events.NormalText(source); source != "" {
			return string(class) + ":" + source
		}
	}
	return ""
}

// sides gathers the standing findings' origins, best first, for and against the claim.
func (r Rubric) sides(findings []events.Finding) (support, contradict []Source) {
	bySide := map[bool]map[string]*Source{true: {}, false: {}}
	for _, f := range findings {
		if f.SupportsClaim == nil {
			continue
		}
		supports := *f.SupportsClaim
		for _, t := range r.traces(f, supports) {
			s := bySide[supports][t.origin]
			if s == nil {
				s = &Source{Origin: t.origin}
				bySide[supports][t.origin] = s
			}
			s.Quality = max(s.Quality, r.worth(f, t))
			if t.tier > 0 && (s.Tier == 0 || t.tier < s.Tier) {
				s.Tier = t.tier
			}
			s.Report = s.Report || t.class == events.OriginReport || t.class == events.OriginComputed || t.class == events.OriginClaim
			if !slices.Contains(s.Findings, f.ID) {
				s.Findings = append(s.Findings, f.ID)
			}
		}
	}
	return ordered(bySide[true]), ordered(bySide[false])
}

func ordered(sources map[string]*Source) []Source {
	out := make([]Source, 0, len(sources))
	for _, s := range sources {
		slices.Sort(s.Findings)
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b Source) int {
		return cmp.Or(cmp.Compare(b.Quality, a.Quality), strings.Compare(a.Origin, b.Origin))
	})
	return out
}

// worth is the quality of one origin of a finding times the finding's confidence.
func (r Rubric) worth(f events.Finding, t trace) float64 {
	if t.origin == originUnstated {
		return 0
	}
	quality := r.Quality.Agents[f.Agent]
	if q, ok := r.Quality.Origins[t.class]; ok {
		quality = q
	}
	if q, ok := r.Quality.Tiers[t.tier]; ok && (t.class == events.OriginExternal || t.class == events.OriginCompany) {
		quality = q
	}
	return round4(quality * r.factor(f.Confidence))
}

// weight sums a side over its origins.
func weight(sources []Source) float64 {
	sum := 0.0
	for _, s := range sources {
		sum += s.Quality
	}
	return round4(sum)
}

// quality is the mean of the two best origins, so that a further weak source never lowers it.
func quality(sources []Source) float64 {
	switch len(sources) {
	case 0:
		return 0
	case 1:
		return sources[0].Quality
	}
	return round4((sources[0].Quality + sources[1].Quality) / 2)
}

// enoughTiers applies the rule by which documents from outside contradict a claim on their own: one of
// tier 1, two of tier 2 or better, three of tier 3 or better.
func (r Rubric) enoughTiers(contradict []Source) bool {
	var upTo [4]int
	for _, s := range contradict {
		for tier := 1; tier <= 3; tier++ {
			if s.outside() && s.Tier > 0 && s.Tier <= tier {
				upTo[tier]++
			}
		}
	}
	return upTo[1] >= r.Contradicted.Tier1 || upTo[2] >= r.Contradicted.Tier2 || upTo[3] >= r.Contradicted.Tier3
}
