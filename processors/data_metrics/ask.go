package datametrics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Metrics of questions for benchmarks.
const (
	emissionIntensity = "emission_intensity"
	energyIntensity   = "energy_intensity"
	annualReduction   = "annual_reduction"
)

// ask lists what others may know of a claim's figures and what would change its finding: what is usual for an
// intensity, how fast a target has to fall, which paragraph asks for a base year that is not stated, how large a
// place is, what earlier reports say of a change without its figures.
func ask(a events.Assignment, _ events.AgentTask) []specialist.Question {
	c := a.Claim
	r := read(c)
	about := func(metric string) events.InfoSubject {
		s := events.InfoSubject{Metric: metric}
		if c.Issuer != nil {
			s.Company, s.Sector, s.Period = c.Issuer.Company, c.Issuer.Sector, c.Issuer.Period
		}
		return s
	}
	var out []specialist.Question
	if i, ok := intensityOf(r); ok {
		s := about(i.metric)
		s.Value, s.Unit, s.Per = quantity.Print(i.Value, 12), i.Unit.Symbol, i.per
		out = append(out, specialist.Question{
			Kind: events.AskBenchmark, Subject: s,
			Text: fmt.Sprintf("What is usual for an intensity of %s %s per %s%s?", s.Value, s.Unit, s.Per, ofSector(s)),
		})
	}
	t, found, baseless := emissionTarget(r)
	if found {
		linear, _ := quantity.Ratio(t.percent.Value, quantity.Int(int64(t.year-t.base)))
		s := about(annualReduction)
		s.Value, s.Unit, s.Scopes = quantity.Print(linear, 2), "% of base-year emissions a year", t.scopes
		out = append(out, specialist.Question{
			Kind: events.AskBenchmark, Subject: s,
			Text: fmt.Sprintf("How fast do emissions have to fall under recognised criteria? The target needs %s %% of its base year a year.", s.Value),
		})
	}
	if baseless {
		s := about("")
		s.Paragraphs = []string{basePeriod}
		out = append(out, specialist.Question{
			Kind: events.AskRegulation, Subject: s,
			Text: "What does " + basePeriod + " ask of a target that names no base year?",
		})
	}
	if area, ok := ownArea(r); ok && len(c.Entities.Places) > 0 {
		s := about("area")
		s.Value, s.Unit, s.Places = quantity.Print(area.Value, 12), area.Unit.Symbol, slices.Clone(c.Entities.Places)
		out = append(out, specialist.Question{
			Kind: events.AskGeography, Subject: s,
			Text: fmt.Sprintf("How large is %s? The claim states %s.", strings.Join(s.Places, ", "), area.Text),
		})
	}
	if changes := unstated(r); len(changes) > 0 {
		s := about("change")
		s.Value, s.Unit = quantity.Print(changes[0].Value, 12), "%"
		out = append(out, specialist.Question{
			Kind: events.AskHistory, Subject: s,
			Text: fmt.Sprintf("What do earlier reports say of the figures behind a change of %s %%?", quantity.Print(quantity.Abs(changes[0].Value), 12)),
		})
	}
	return out[:min(len(out), specialist.MostQuestions)]
}

func ofSector(s events.InfoSubject) string {
	if s.Sector == "" {
		return ""
	}
	return " in sector " + s.Sector
}

// intensity is an own figure that is measured against something.
type intensity struct {
	quantity.Quantity
	metric string
	per    string
}

// intensities are the metrics that can be measured against something and held against others' figures.
var intensities = map[quantity.Dimension]string{
	quantity.Emissions: emissionIntensity, quantity.CarbonGas: emissionIntensity, quantity.Energy: energyIntensity,
	quantity.Volume: "volume_intensity", quantity.Mass: "mass_intensity",
}

// notMeasured are spans of time: what is emitted in one is a level.
var notMeasured = map[string]bool{"year": true, "annum": true, "calendar": true, "fiscal": true, "month": true, "day": true, "hour": true}

// intensityOf is the first intensity of the claim's own words.
func intensityOf(r reading) (intensity, bool) {
	for _, q := range r.figures {
		metric, known := intensities[q.Unit.Dimension]
		if !known || !r.own(q) || q.Per == "" || notMeasured[q.Per] {
			continue
		}
		i := intensity{Quantity: q, metric: metric, per: denominator(r.text[q.End:r.ownUpTo])}
		if i.per == "" {
			i.per = q.Per
		}
		return i, true
	}
	return intensity{}, false
}

var (
	measured = pattern.Compile(`^\s?(?:/\s?|(?i:per)\s+)([A-Za-z][A-Za-z\- ]{0,60})`)
	// ends of what is measured against: from here on the sentence goes on
	onward = pattern.Compile(`(?i)\s+(?:` + lexicon.Alternatives("data_metrics.goes on") + `)\b.*$`)
)

// denominator reads what an intensity is measured against off the text behind its unit, up to five words.
func denominator(rest string) string {
	m := measured.FindStringSubmatch(rest)
	if m == nil {
		return ""
	}
	words := strings.Fields(onward.ReplaceAllString(m[1], ""))
	return strings.ToLower(strings.Join(words[:min(len(words), 5)], " "))
}

// scoped is a target with the scopes that its sentence names.
type scoped struct {
	target
	scopes []int
}

var scopeNumbers = pattern.Compile(`[123]`)

// emissionTarget is the first reduction target of emissions in the claim's own words. baseless says that there is
// one without a base year.
func emissionTarget(r reading) (t scoped, found, baseless bool) {
	for _, s := range r.sentences {
		text := r.text[s.from:s.upTo]
		if !ofEmissions.MatchString(text) {
			continue
		}
		read, ok, lacks := readTarget(r, s)
		baseless = baseless || lacks != ""
		if !ok || found {
			continue
		}
		t, found = scoped{target: read}, true
		for _, label := range scopeLabel.FindAllString(text, -1) {
			for _, n := range scopeNumbers.FindAllString(label, -1) {
				if scope := int(n[0] - '0'); !slices.Contains(t.scopes, scope) {
					t.scopes = append(t.scopes, scope)
				}
			}
		}
		slices.Sort(t.scopes)
	}
	return t, found, baseless
}

func ownArea(r reading) (quantity.Quantity, bool) {
	for _, q := range r.figures {
		if r.own(q) && q.Unit.Dimension == quantity.Area && q.Per == "" {
			return q, true
		}
	}
	return quantity.Quantity{}, false
}
