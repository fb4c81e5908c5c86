package judge

import (
	"github.com/sibyl-project/sibyl/events"
)

// Side is what the evidence comes down on.
type Side string

// The closed set of sides.
const (
	SideSupport    Side = "support"
	SideContradict Side = "contradict"
)

// Expectation is an agent that some pass waited for, and what came of it.
type Expectation struct {
	Agent     events.Agent
	Required  bool // in at least one pass
	Looked    bool // it gave a finding and had somewhere to look
	Opinion   bool // a finding of it speaks for or against the claim
	Exhausted bool // asking it again would bring nothing new
	Weak      bool // its evidence is of too low quality to carry much
	Reason    string
}

// Evaluation is the rubric applied to a case. Verdict, confidence and any further pass follow from it.
type Evaluation struct {
	Standing         []events.Finding
	Withdrawn        []Withdrawal
	Support          []Source // independent origins, best first
	Contradict       []Source
	SupportWeight    float64
	ContradictWeight float64
	Side             Side // of which sufficiency and quality speak
	Dimensions       events.Dimensions
	Score            float64
	Quality          float64 // the numbers behind the levels of Dimensions
	Completeness     float64
	Expected         []Expectation // in display order
	Looked           float64       // share of the expected agents that looked
	Incomplete       bool          // so much was not looked at that confidence must be low

	Contradictory        bool // any contradicting finding is a contradiction
	InternallyConsistent *bool
	Paragraphs           []events.ParagraphStatus
}

// Evaluate weighs what a case holds. It is a function of rubric and case, and of the case's events as a
// set: their order changes nothing.
func Evaluate(r Rubric, c Case) Evaluation {
	ev := Evaluation{Side: SideSupport}
	ev.Standing, ev.Withdrawn = r.standing(c)
	ev.Support, ev.Contradict = r.sides(ev.Standing)
	ev.SupportWeight, ev.ContradictWeight = weight(ev.Support), weight(ev.Contradict)
	ev.Contradictory = len(ev.Contradict) > 0
	if r.outweighed(ev) {
		ev.Side = SideContradict
	}
	own := ev.own()
	ev.Expected = r.expectations(c, ev)
	ev.Quality = quality(own)
	ev.Completeness = r.completeness(ev.Expected)
	ev.Looked, ev.Incomplete = r.coverage(ev)
	ev.Dimensions = events.Dimensions{
		Sufficiency:  r.dimension(r.sufficiencyLevel(len(own))),
		Consistency:  r.dimension(consistency(len(ev.Support), len(ev.Contradict))),
		Quality:      r.dimension(r.qualityLevel(ev.Quality)),
		Completeness: r.dimension(r.completenessLevel(ev.Completeness)),
	}
	ev.Score = r.score(ev.Dimensions)
	ev.InternallyConsistent = internallyConsistent(ev)
	ev.Paragraphs = paragraphs(c, ev.Standing)
	return ev
}

// own is the sources of the side the evidence comes down on.
func (ev Evaluation) own() []Source {
	if ev.Side == SideContradict {
		return ev.Contradict
	}
	return ev.Support
}

// outweighed decides between the sides: the contradictions must weigh more and hold at least one of
// medium quality, or be enough by the tiers of their publishers.
func (r Rubric) outweighed(ev Evaluation) bool { return r.prevails(ev) || r.enoughTiers(ev.Contradict) }

// prevails is the first of the two: by weight, with one of medium quality.
func (r Rubric) prevails(ev Evaluation) bool {
	return ev.ContradictWeight > ev.SupportWeight && ev.Contradict[0].Quality >= r.Contradicted.Quality
}

// consistency compares the numbers of independent origins for and against. That all contradict is
// consistent too; it is the side that says in which direction.
func consistency(support, contradict int) Level {
	switch {
	case support == 0 && contradict == 0:
		return LevelUnclear
	case support == 0 || contradict == 0:
		return LevelHigh
	case support > contradict:
		return LevelMedium
	}
	return LevelLow
}

func (r Rubric) score(d events.Dimensions) float64 {
	w := r.Weights
	return round4(float64(w.Sufficiency*d.Sufficiency.Score) + float64(w.Consistency*d.Consistency.Score) +
		float64(w.Quality*d.Quality.Score) + float64(w.Completeness*d.Completeness.Score))
}

// expectations says of every agent that was asked in any pass what came of it.
func (r Rubric) expectations(c Case, ev Evaluation) []Expectation {
	asked := map[events.Agent]*Expectation{}
	for _, p := range c.Passes {
		for _, t := range p.Agents {
			x := asked[t.Agent]
			if x == nil {
				x = &Expectation{Agent: t.Agent}
				asked[t.Agent] = x
			}
			x.Required = x.Required || t.Required
			if u, unable := c.excused(t.Agent, p.Iteration); unable {
				x.Reason = u.Reason // of its latest pass
			}
		}
	}
	for _, f := range c.Findings {
		x := asked[f.Agent]
		if x == nil {
			continue // it was not expected, but its evidence counts
		}
		if f.EvidenceType == events.EvidenceNoSource {
			x.Reason = f.Summary
		} else {
			x.Looked = true
		}
		x.Exhausted = x.Exhausted || f.Exhausted
	}
	for _, f := range ev.Standing {
		x := asked[f.Agent]
		if x == nil || f.SupportsClaim == nil {
			continue
		}
		x.Opinion = true
		for _, t := range r.traces(f, *f.SupportsClaim) {
			x.Weak = x.Weak || r.worth(f, t) < r.Quality.Weak
		}
	}
	var out []Expectation
	for _, agent := range events.Agents() {
		if x := asked[agent]; x != nil {
			if x.Looked {
				x.Reason = ""
			} else if x.Reason == "" {
				x.Reason = "it has given no finding"
			}
			out = append(out, *x)
		}
	}
	return out
}

// completeness takes off once for each expected agent that failed, is missing or had nowhere to look.
func (r Rubric) completeness(expected []Expectation) float64 {
	v := 1.0
	for _, x := range expected {
		switch {
		case x.Looked:
		case x.Required:
			v -= r.Completeness.RequiredMissing
		default:
			v -= r.Completeness.HelpfulMissing
		}
	}
	return max(0, round4(v))
}

// coverage is the share of expected agents that looked, and whether so much is missing that nothing can
// be said with confidence: a required agent, or angles worth a low completeness.
func (r Rubric) coverage(ev Evaluation) (share float64, incomplete bool) {
	looked := 0
	for _, x := range ev.Expected {
		if x.Looked {
			looked++
		}
		incomplete = incomplete || x.Required && !x.Looked
	}
	if len(ev.Expected) == 0 {
		return 0, true
	}
	return round4(float64(looked) / float64(len(ev.Expected))), incomplete || r.completenessLevel(ev.Completeness) == LevelLow
}

// internallyConsistent says whether the report agrees with itself about the claim: a matter of its own,
// never a verification. It is unknown where nothing of the issuer's speaks for or against.
func internallyConsistent(ev Evaluation) *bool {
	var yes, no bool
	for _, s := range ev.Support {
		yes = yes || s.Origin == originIssuer
	}
	for _, s := range ev.Contradict {
		no = no || s.Origin == originIssuer
	}
	for _, f := range ev.Standing {
		if f.InternallyConsistent != nil {
			yes = yes || *f.InternallyConsistent
			no = no || !*f.InternallyConsistent
		}
	}
	if !yes && !no {
		return nil
	}
	agrees := !no
	return &agrees
}
