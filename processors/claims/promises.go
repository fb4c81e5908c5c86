package claims

import (
	"slices"
	"strings"
)

// What is promised, and by whom: a promise is held against the one who gives it, an estimate is not.

// commits reports whether the sentence promises something about the future.
func (r *reading) commits() bool {
	switch {
	case r.byYear == "" && (r.neutral() || r.composed()):
		return false
	case r.any("achieved our", "achieved the", "achieved this", "reached our", "reached the", "met our", "exceeded our") && !r.any("will", "aim", "plan", "intend"):
		return false // a promise that was kept
	case r.lifelong():
		return false
	case r.setsTarget():
		return true
	case r.has[cueCommitment], r.bids() && len(r.measured) > 0 && !r.has[cueOthers], r.byYear != "" && r.any("expand", "maintain", "increase", "improve", "reach") && !r.past:
		return true
	case r.byYear == "" || r.past || r.has[cueOthers] || r.finite():
		return false
	}
	return r.has[cueTarget] || r.has[cueNetZero] || r.has[cueChange] || r.aims()
}

// neutral reports whether it is said that net zero is there already: "we have achieved net-zero emissions in our operations".
func (r *reading) neutral() bool {
	return r.has[cueNetZero] && (r.has[cueOwn] || r.house || r.inherits) && r.any("achieved net zero", "reached net zero", "achieved carbon neutrality", "achieved climate neutrality", "reached carbon neutrality", "are carbon neutral", "is carbon neutral", "been carbon neutral",
		"became carbon neutral", "are climate neutral", "is climate neutral", "been climate neutral", "became climate neutral") && !r.any("will", "aim", "plan", "want", "if", "when", "until")
}

// aims reports whether a result is named together with the year by which it is to be there, without saying that it is
// there already: "Aim: 50% women in management by 2028", "Zero waste to landfill at all sites by 2025".
func (r *reading) aims() bool {
	return r.byYear != "" && (len(r.measured) > 0 || len(r.counts) > 0 || r.any("zero", "all", "every", "entirely", "fully", "complete", "completely", "aim", "aims", "goal", "goals", "objective", "ambition")) &&
		!(r.has[cueScenario] || r.has[cueHedges] && r.hedged())
}

// finite reports whether a verb of the past says what came about.
func (r *reading) finite() bool {
	if r.bids() || len(r.measured) > 0 && r.measured[0].Start == 0 { // "100% of employees trained by 2025" names a state
		return false
	}
	for i, w := range r.words {
		if came[w.low] && i > 0 && !articles[r.words[i-1].low] && !befores[r.words[i-1].low] && strings.Trim(r.words[i-1].low, "0123456789") != "" {
			return true
		}
	}
	return false
}

var (
	// came are verbs of what came about.
	came = wordSet(`decreased increased fell rose reduced improved grew declined dropped saved avoided achieved reached amounted totaled totalled stood accounted recycled diverted installed generated trained invested lowered
		raised doubled halved represented yielded resulted exceeded completed surpassed cut was were had came went took became won`)
	// befores are words behind which a word that ends as verbs of the past do is an adjective: "from certified sources".
	befores = wordSet(`of from with in for at on only using and or all to new more less per be being get will`)
	// bids are verbs with which a target begins that says nobody's name.
	bids = wordSet(`reduce achieve increase source cut minimize minimise improve become reach maintain expand double triple halve eliminate lower decrease raise attain ensure power decarbonize decarbonise electrify grow strengthen phase limit recycle divert restore`)
)

// bids reports whether the sentence begins as targets in lists do: "Reduce emissions by 30% (compared to 2013)".
func (r *reading) bids() bool { return len(r.words) > 0 && bids[r.words[0].low] }

// promise reports whether a hit for a commitment is one. An estimate of what a thing will do is none, and neither is a
// commitment that is only named: "which underscores our commitment to diversity".
func (r *reading) promise(h hit) bool {
	if h.cue != cueCommitment {
		return false
	}
	if r.byYear == "" && len(r.measured) == 0 && (r.purpose(h) || r.aside(h)) {
		return false
	}
	switch r.words[h.from].low {
	case "will":
		return !r.effect(h.from) && !(h.from > 1 && r.words[h.from-1].low == "and" && (r.words[h.from-2].low == "been" || r.words[h.from-2].low == "is" || r.words[h.from-2].low == "are"))
	case "commitment", "commitments":
		return !r.namesCommitment(h.from) && (r.byYear != "" || r.has[cueNetZero] || r.has[cueTarget] || r.toDo(h.to))
	}
	return true
}

// aside reports whether a hit is said on the way of something that was named before it: "a strategy that will focus on
// sharks", "to manage our ambitions and activities".
func (r *reading) aside(h hit) bool {
	if h.from <= 4 {
		return false
	}
	before := r.words[h.from-1].low
	if first := r.words[h.from].low; first == "ambition" || first == "ambitions" {
		return before != "our" && before != "an" && before != "the" && (h.to >= len(r.words) || r.words[h.to].low != "to" && r.words[h.to].low != "is")
	}
	return before == "which" || before == "that" && r.words[h.from-2].low != "so" && r.words[h.from-2].low != "ensure"
}

// purpose reports whether a hit says what something is for: "with the goal of finding risks", "write a personal plan to ...".
func (r *reading) purpose(h hit) bool {
	switch first := r.words[h.from].low; first {
	case "goal", "aim", "ambition", "target":
		return h.from > 1 && r.words[h.from-2].low == "with" && articles[r.words[h.from-1].low]
	case "plan":
		for back := 1; back <= 2 && h.from-back >= 0; back++ {
			switch r.words[h.from-back].low {
			case "a", "an", "every", "each", "this":
				return true
			}
		}
	}
	return false
}

// shows are the verbs by which a commitment is pointed at rather than given.
var shows = wordSet(`underscore underscores underscored underscoring underline underlines underlined underlining reflect reflects reflected reflecting demonstrate demonstrates demonstrated demonstrating
	show shows showed showing highlight highlights highlighted highlighting reaffirm reaffirms confirm confirms emphasize emphasizes emphasise emphasises illustrate illustrates reinforce reinforces reinforcing
	expression testament proof sign evidence reiterate reiterates express expresses honour honours support supports supporting by under through`)

// toDo reports whether a deed follows at word i, rather than a value: "to reduce", not "to diversity".
func (r *reading) toDo(i int) bool {
	if i >= len(r.words) {
		return false
	}
	w := r.words[i].low
	return bids[w] || effects[w] || strings.HasSuffix(w, "ing") && len(w) > 5
}

func (r *reading) namesCommitment(at int) bool {
	for back := 1; back <= 5 && at-back >= 0; back++ {
		if shows[r.words[at-back].low] {
			return true
		}
	}
	return false
}

var (
	// effects are verbs of what a thing does by being there.
	effects = wordSet(`reduce save cut lower avoid generate produce supply provide enable allow help eliminate prevent deliver cover decrease halve mitigate contribute lead result offset cause emit consume require need store feed heat cool replace minimize minimise`)
	// actors are nouns of those who can promise.
	actors = wordSet(`we i group company bank reit corporation firm business businesses team teams employees staff management board committee subsidiary subsidiaries site sites plant plants location locations division divisions segment segments
		suppliers supplier customers partners organisation organization units unit department departments subsidiaries shareholders tenants brands brand region regions operations everyone ceo`)
	// things are nouns of equipment and of measures.
	things = wordSet(`pump pumps system systems boiler boilers chiller chillers turbine turbines panel panels module modules battery batteries generator generators machine machines press furnace kiln technology technologies equipment
		installation installations array measure measures project projects initiative initiatives programme program solution solutions product products vehicle vehicles truck trucks lamps lighting lights leds light building buildings
		facility heater heaters compressor compressors filter filters software tool tools investment investments conversion upgrade retrofit replacement switch change changes process heating cooling device devices line insulation roof servers server unit park farm contract agreement ppa`)
)

// effect reports whether the "will" at word i says what a thing is going to bring about, without a date on which it could
// be held against anybody: "The new heat pump will reduce emissions by 90 %", or an item of a list on it.
func (r *reading) effect(i int) bool {
	if r.byYear != "" || i+1 >= len(r.words) {
		return false
	}
	verb := i + 1
	for verb < min(len(r.words)-1, i+3) && (r.words[verb].low == "be" || r.words[verb].low == "also" || r.words[verb].low == "further" || r.words[verb].low == "then") {
		verb++
	}
	if !effects[r.words[verb].low] {
		return false
	}
	from := i
	for from > 0 && !r.commaBefore(from) {
		from--
	}
	subject := r.words[from:i]
	if slices.ContainsFunc(subject, func(w word) bool { return things[w.low] }) {
		return !slices.ContainsFunc(subject, func(w word) bool { return w.low == "we" })
	}
	if slices.ContainsFunc(r.hits, func(h hit) bool { return h.cue == cueBody && h.from >= from && h.from < i }) {
		return false
	}
	return !slices.ContainsFunc(subject, func(w word) bool { return actors[w.low] }) && !r.house && (len(subject) > 0 || i == 0)
}

// saves reports whether the sentence says what a thing is going to bring about.
func (r *reading) saves() bool {
	for _, h := range r.hits {
		if h.cue == cueCommitment && r.words[h.from].low == "will" && r.effect(h.from) {
			return true
		}
	}
	return false
}

// impersonal reports whether a dated result is promised in a way that names nobody: "The share of women is to rise to 30
// percent by 2026". In a report that is a promise of the one who reports, unless somebody or some place is named.
func (r *reading) impersonal() bool {
	if r.byYear == "" || len(r.measured) == 0 || r.has[cueOthers] || r.lawgiver() || r.has[cueScenario] || !r.metric() && !r.topical() {
		return false
	}
	if len(r.places) > 0 || len(r.names) > 0 {
		return false
	}
	return !slices.ContainsFunc(r.words, func(w word) bool { return elsewhere[w.low] || partners[w.low] })
}

// elsewhere are words of what is larger than a company.
var elsewhere = wordSet(`industry industries sector market markets country countries nation nations world worldwide globally economy economies society government governments federal state states eu population experts
	households consumers forecast forecasts estimates study studies scientists demand humanity mankind`)

// lifelong reports whether a figure is what something will do until it is worn out: an estimate, no promise.
func (r *reading) lifelong() bool {
	return len(r.measured) > 0 && r.any("lifetime", "lifetimes", "service life", "use phase") && r.any("avoid", "avoids", "avoided", "save", "saves", "saved", "prevent", "prevents")
}

// settings are the verbs by which a target comes to be, or comes to be another.
var settings = wordSet(`set sets setting adopted tightened doubled tripled raised strengthened`)

// setsTarget reports whether a dated target is set or changed, which promises it also where no "will" stands. A target
// that was reached is a result.
func (r *reading) setsTarget() bool {
	if !r.has[cueTarget] || len(r.years) == 0 || r.any("achieved", "reached", "exceeded", "met") {
		return false
	}
	for _, h := range r.hits {
		if h.cue != cueTarget {
			continue
		}
		for i := max(0, h.from-6); i < h.from; i++ {
			if settings[r.words[i].low] {
				return true
			}
		}
	}
	return false
}
