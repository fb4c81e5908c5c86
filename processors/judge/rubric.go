package judge

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	data "github.com/sibyl-project/sibyl/data/judge"
	"github.com/sibyl-project/sibyl/events"
)

// Level is a word for a dimension of the evidence.
type Level string

// The closed set of levels. Unclear is a consistency only, VeryLow a sufficiency only.
const (
	LevelHigh    Level = "high"
	LevelMedium  Level = "medium"
	LevelLow     Level = "low"
	LevelVeryLow Level = "very_low"
	LevelUnclear Level = "unclear"
)

// Standing is what a kind of evidence counts as when sources are counted.
type Standing string

// The closed set of standings.
const (
	CountsForNothing Standing = "nothing"
	CountsAsIssuer   Standing = "issuer" // together one origin: the company that made the claim
	CountsAsNamed    Standing = "named"  // one origin for each data set or document, which must have a name
	CountsAsItself   Standing = "itself" // one origin, however many pieces
)

// Standings are those of evidence that speaks for a claim and of evidence that speaks against it.
type Standings struct {
	For     Standing `json:"for"`
	Against Standing `json:"against"`
}

// Rubric is every number behind a verdict. Two rubrics of different content never share an ID, so a
// verdict tells exactly by which numbers it was reached.
type Rubric struct {
	Version string `json:"version"`
	Weights struct {
		Sufficiency  float64 `json:"sufficiency"`
		Consistency  float64 `json:"consistency"`
		Quality      float64 `json:"quality"`
		Completeness float64 `json:"completeness"`
	} `json:"weights"`
	Levels       map[Level]float64           `json:"levels"`
	Neutral      []string                    `json:"neutral"` // evidence types that never take a side: they speak of compliance
	Independence map[events.Origin]Standings `json:"independence"`
	Sufficiency  struct {                    // independent origins needed for the level
		High   int `json:"high"`
		Medium int `json:"medium"`
		Low    int `json:"low"`
	} `json:"sufficiency"`
	Quality struct {
		High    float64                   `json:"high"`
		Medium  float64                   `json:"medium"`
		Weak    float64                   `json:"weak"` // below it, an agent is asked for better sources
		Agents  map[events.Agent]float64  `json:"agents"`
		Tiers   map[int]float64           `json:"tiers"`   // external documents whose publisher has a tier
		Origins map[events.Origin]float64 `json:"origins"` // origins whose quality does not hang on the agent
	} `json:"quality"`
	ConfidenceFactors map[events.Confidence]float64 `json:"confidence_factors"`
	Completeness      struct {
		High            float64 `json:"high"`
		Medium          float64 `json:"medium"`
		RequiredMissing float64 `json:"required_missing"`
		HelpfulMissing  float64 `json:"helpful_missing"`
	} `json:"completeness"`
	Verified struct {
		Score   float64 `json:"score"`
		Origins int     `json:"origins"`
	} `json:"verified"`
	Contradicted struct {
		Quality float64 `json:"quality"` // the best contradiction must reach it
		Tier1   int     `json:"tier_1"`  // so many independent sources of a tier are enough by themselves
		Tier2   int     `json:"tier_2"`
		Tier3   int     `json:"tier_3"`
	} `json:"contradicted"`
	Confidence struct {
		High       float64 `json:"high"` // so often at least is a verdict right of which this word is said
		Medium     float64 `json:"medium"`
		Incomplete float64 `json:"incomplete"` // the most an incomplete evaluation can reach
	} `json:"confidence"`
	Calibration map[events.VerdictClass]struct { // how often verdicts of a class are right
		From  float64 `json:"from"` // from what confidence on; below, less in proportion
		Right float64 `json:"right"`
	} `json:"calibration"`
	Consistent    float64 `json:"consistent"` // the same of what is unverified and what the report's own figures agree with
	Reinvestigate struct {
		Score   float64 `json:"score"`
		Origins int     `json:"origins"`
		Passes  int     `json:"passes"` // cap where the run names none
	} `json:"reinvestigate"`
	Helpful   map[events.ClaimType][]events.Agent           `json:"helpful"`   // may still be asked in a later pass
	Relevance map[events.ClaimType]map[events.Agent]float64 `json:"relevance"` // orders the reasoning, weighs nothing

	digest string
}

// ID is the version and a digest of the numbers.
func (r Rubric) ID() string { return r.Version + "-" + r.digest }

// DefaultRubric is the committed rubric.
func DefaultRubric() Rubric {
	r, err := ParseRubric(data.Rubric)
	if err != nil {
		panic(err) // part of the binary, checked by a test
	}
	return r
}

// ParseRubric reads a rubric and refuses one that leaves a number out or contradicts itself.
func ParseRubric(text []byte) (Rubric, error) {
	var r Rubric
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil {
		return Rubric{}, fmt.Errorf("reading the rubric: %w", err)
	}
	if err := r.check(); err != nil {
		return Rubric{}, fmt.Errorf("checking rubric %q: %w", r.Version, err)
	}
	canonical, err := json.Marshal(r)
	if err != nil {
		return Rubric{}, fmt.Errorf("encoding rubric %q: %w", r.Version, err)
	}
	sum := sha256.Sum256(canonical)
	r.digest = hex.EncodeToString(sum[:4])
	return r, nil
}

func (r Rubric) check() error {
	var errs []error
	want := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	want(r.Version != "", "it has no version")
	sum := r.Weights.Sufficiency + r.Weights.Consistency + r.Weights.Quality + r.Weights.Completeness
	want(math.Abs(sum-1) < 1e-9, "the weights add up to %v, not to 1", sum)
	for _, l := range []Level{LevelHigh, LevelMedium, LevelLow, LevelVeryLow, LevelUnclear} {
		v, ok := r.Levels[l]
		want(ok && v >= 0 && v <= 1, "level %s has no number from 0 to 1", l)
	}
	want(len(r.Neutral) > 0, "it names no evidence that takes no side")
	for _, o := range events.Origins() {
		s := r.Independence[o]
		want(slices.Contains(standings, s.For) && slices.Contains(standings, s.Against), "it is not said what evidence of origin %s counts as", o)
	}
	want(len(r.Independence) == len(events.Origins()), "it names origins that do not exist")
	want(r.Sufficiency.High > r.Sufficiency.Medium && r.Sufficiency.Medium > r.Sufficiency.Low && r.Sufficiency.Low > 0,
		"the levels of sufficiency are not in order")
	want(r.Quality.High > r.Quality.Medium && r.Quality.Medium > 0, "the levels of quality are not in order")
	want(r.Completeness.High > r.Completeness.Medium && r.Completeness.Medium > 0, "the levels of completeness are not in order")
	want(r.Confidence.High > r.Confidence.Medium && r.Confidence.Medium > r.Confidence.Incomplete, "the levels of confidence are not in order")
	want(r.Consistent >= r.Calibration[events.Unverified].Right && r.Consistent < r.Confidence.High, "what nobody bears out is never sure")
	for _, k := range events.VerdictClasses() {
		x := r.Calibration[k]
		want(x.From > 0 && x.From <= 1 && x.Right > 0 && x.Right <= 1, "it is not said how often %s is right", k)
	}
	for _, a := range events.Agents() {
		want(r.Quality.Agents[a] > 0, "agent %s has no quality", a)
	}
	for tier := 1; tier <= 4; tier++ {
		want(r.Quality.Tiers[tier] > 0, "tier %d has no quality", tier)
	}
	for _, c := range []events.Confidence{events.ConfidenceHigh, events.ConfidenceMedium, events.ConfidenceLow} {
		want(r.ConfidenceFactors[c] > 0, "confidence %s has no factor", c)
	}
	want(r.Verified.Origins >= 2, "one origin cannot verify")
	want(r.Contradicted.Tier1 > 0 && r.Contradicted.Tier2 > 0 && r.Contradicted.Tier3 > 0, "the tier rule is incomplete")
	want(r.Reinvestigate.Passes > 0, "the number of passes is missing")
	for _, t := range claimTypes {
		_, helpful := r.Helpful[t]
		want(helpful && len(r.Relevance[t]) > 0, "claim type %s has no agents", t)
	}
	return errors.Join(errs...)
}

var standings = []Standing{CountsForNothing, CountsAsIssuer, CountsAsNamed, CountsAsItself}

var claimTypes = []events.ClaimType{events.Geographic, events.Quantitative, events.LegalGovernance, events.Strategic, events.Environmental}

func (r Rubric) dimension(l Level) events.Dimension {
	return events.Dimension{Level: string(l), Score: r.Levels[l]}
}

// factor weighs a finding by its agent's own confidence; a word outside the closed set counts as low.
func (r Rubric) factor(c events.Confidence) float64 {
	if f, ok := r.ConfidenceFactors[c]; ok {
		return f
	}
	return r.ConfidenceFactors[events.ConfidenceLow]
}

func (r Rubric) qualityLevel(v float64) Level {
	switch {
	case v >= r.Quality.High:
		return LevelHigh
	case v >= r.Quality.Medium:
		return LevelMedium
	}
	return LevelLow
}

func (r Rubric) completenessLevel(v float64) Level {
	switch {
	case v >= r.Completeness.High:
		return LevelHigh
	case v >= r.Completeness.Medium:
		return LevelMedium
	}
	return LevelLow
}

func (r Rubric) sufficiencyLevel(origins int) Level {
	switch {
	case origins >= r.Sufficiency.High:
		return LevelHigh
	case origins >= r.Sufficiency.Medium:
		return LevelMedium
	case origins >= r.Sufficiency.Low:
		return LevelLow
	}
	return LevelVeryLow
}

// wordFor says how often such a verdict is right: high nine times in ten and more, medium seven, low less. Where so much was not looked at
// that nothing can be said with confidence, it is low whatever was measured.
func (r Rubric) wordFor(likelihood float64, incomplete bool) events.Confidence {
	switch {
	case incomplete:
		return events.ConfidenceLow
	case likelihood >= r.Confidence.High:
		return events.ConfidenceHigh
	case likelihood >= r.Confidence.Medium:
		return events.ConfidenceMedium
	}
	return events.ConfidenceLow
}

// likelihood is how often a verdict of a class and a confidence is right, as it was measured where the truth is known. That nothing was found
// is never sure: it may still stand elsewhere. It is likelier where the report's own figures agree.
func (r Rubric) likelihood(class events.VerdictClass, confidence float64, consistent *bool) float64 {
	x := r.Calibration[class]
	if class == events.Unverified && consistent != nil && *consistent {
		x.Right = r.Consistent
	}
	return round4(x.Right * min(1, confidence/x.From))
}

// round4 keeps numbers equal on every machine: products may be fused differently in the last bits.
func round4(v float64) float64 { return math.Round(v*1e4) / 1e4 }
