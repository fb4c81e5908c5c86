package evidence

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// subject is something that a sentence can be about. Two sentences are about the same when they have the same
// subjects, all of them: "Scope 1 and 2" is not "Scope 1".
type subject struct {
	name    string
	class   class
	stems   []string // lower case; where none of them stands the pattern cannot match, and looking for it takes far longer
	pattern *pattern.Pattern
}

// class says how two statements about a subject can be compared.
type class int

const (
	measured class = iota // by their figures
	event                 // it has happened or not: a spill, a fine
	status                // it is held or not: a certificate
)

var subjects = []subject{
	{"water withdrawal", measured, []string{"water"}, pattern.Compile(`(?i)\bwithdr[ae]w\w*\b.{0,60}\bwater\b|` +
		`\bwater\b.{0,60}\b(?:withdr[ae]w|abstract)\w*|\bwater\s+intake|\babstract\w+\b.{0,60}\bwater\b`)},
	{"water discharge", measured, []string{"discharge", "effluent"}, pattern.Compile(`(?i)\bwater\b.{0,40}\bdischarged?\b|` +
		`\bdischarged?\b.{0,40}\bwater\b|\beffluent\b`)},
	{"water consumption", measured, []string{"water"}, pattern.Compile(`(?i)\bwater\b.{0,40}\bconsum\w+|\bconsum\w+\b.{0,40}\bwater\b`)},
	{"energy", measured, []string{"energy"}, pattern.Compile(`(?i)\benergy\s+(?:consum\w+|use[ds]?|demand)\b|` +
		`\b(?:used?|consum\w+)\b.{0,30}\bof\s+energy\b|\btotal\s+energy\b`)},
	{"renewable energy", measured, []string{"renewable"}, pattern.Compile(`(?i)\brenewables?\b`)},
	{"electricity bought", measured, []string{"electricity"}, pattern.Compile(`(?i)\belectricity\b.{0,30}\b(?:bought|purchased)\b|` +
		`\b(?:bought|purchased)\b.{0,30}\belectricity\b`)},
	{"waste", measured, []string{"waste"}, pattern.Compile(`(?i)\bwaste\b`)},
	{"landfill", measured, []string{"landfill"}, pattern.Compile(`(?i)\blandfill\w*\b`)},
	{"recycling", measured, []string{"recycl"}, pattern.Compile(`(?i)\brecycl\w+\b`)},
	{"restored land", measured, []string{"restor", "replant", "forest", "rehabilitat", "mangrove"}, pattern.Compile(`(?i)\b` +
		`(?:restor\w+|replant\w+|reforest\w+|afforest\w+|rehabilitat\w+|mangroves?)\b`)},
	{"deforestation", event, []string{"forest"}, pattern.Compile(`(?i)\bdeforest\w+|\bforest\s+(?:clearing|cleared|loss)\b`)},
	{"injury rate", measured, []string{"ltif", "trir", "injur"}, pattern.Compile(`(?i)\b` +
		`(?:LTIFR?|TRIR|injury\s+(?:frequency\s+)?rate|lost[\s-]time\s+injur\w+)\b`)},
	{"fatal accident", event, []string{"fatal", "lost", "death", "killed"}, pattern.Compile(`(?i)\bfatal\w*\b|` +
		`\blost\s+(?:his|her|their)\s+li(?:fe|ves)\b|\bwork-related\s+deaths?\b|\bkilled\b`)},
	{"spill", event, []string{"spil"}, pattern.Compile(`(?i)\bspill(?:s|ed|age)?\b|\bspilt\b`)},
	{"fine", event, []string{"fine", "penalt", "sanction"}, pattern.Compile(`(?i)\bfine[sd]?\b|\bpenalt(?:y|ies)\b|\bsanction(?:s|ed)?\b`)},
	{"breach", event, []string{"violat", "breach", "complian", "infring"}, pattern.Compile(`(?i)\bviolat\w+\b|\bbreach\w*\b|` +
		`\bnon-?complian\w+\b|\binfring\w+\b`)},
	{"supplier assessment", measured, []string{"supplier"}, pattern.Compile(`(?i)\bsuppliers?\b.{0,60}\b(?:assess\w*|audit\w*)|` +
		`\b(?:assess\w*|audit\w*)\b.{0,60}\bsuppliers?\b`)},
	{"science-based target", status, []string{"sbti", "science"}, pattern.Compile(`(?i)\bSBTi\b|\bscience[\s-]based\s+targets?\b`)},
	{"assurance", status, []string{"assur", "externally"}, pattern.Compile(`(?i)\b(?:limited|reasonable|external)\s+assurance\b|` +
		`\bexternally\s+(?:assured|verified)\b`)},
	{"EMAS", status, []string{"emas"}, pattern.Compile(`\bEMAS\b`)},
	{"FSC", status, []string{"fsc", "stewardship"}, pattern.Compile(`\bFSC\b|\bForest\s+Stewardship\s+Council\b`)},
}

var (
	scopes     = pattern.Compile(`(?i)\bscopes?\s*([123])((?:\s*(?:,\s*and|,\s*or|,|and|&|\+|/|or|to|through|-|–|—)\s*(?:scopes?\s*)?[123])*)\b`)
	spanned    = pattern.Compile(`(?i)[123]\s*(?:-|–|—|to|through)\s*(?:scopes?\s*)?[123]`)
	digits     = pattern.Compile(`[123]`)
	byLocation = pattern.Compile(`(?i)\blocation[\s-]based\b`)
	byMarket   = pattern.Compile(`(?i)\bmarket[\s-]based\b`)
	total      = pattern.Compile(`(?i)\b(?:total|overall|all)\s+(?:of\s+)?(?:our\s+)?(?:GHG\s+|greenhouse\s+gas\s+|carbon\s+)?emissions?\b`)
	emissions  = pattern.Compile(`(?i)\b(?:emissions?|emitted|emits?|greenhouse\s+gas\w*|GHG|CO\s?[2₂]e?)\b`)
	iso        = pattern.Compile(`\bISO(?:/IEC)?\s?(\d{4,5})\b`)
)

// categories are the fifteen of Scope 3, as reports name them.
var categories = []struct {
	name    string
	pattern *pattern.Pattern
}{
	{"purchased goods", pattern.Compile(`(?i)\bpurchased\s+goods\b|\bcategory\s+1\b`)},
	{"capital goods", pattern.Compile(`(?i)\bcapital\s+goods\b|\bcategory\s+2\b`)},
	{"fuels and energy", pattern.Compile(`(?i)\bfuels?[\s-]+(?:and|&)[\s-]+energy[\s-]+related\b|\bcategory\s+3\b`)},
	{"upstream transport", pattern.Compile(`(?i)\b(?:upstream|inbound)\s+(?:transport\w*|logistics)\b|\bcategory\s+4\b`)},
	{"waste in operations", pattern.Compile(`(?i)\bwaste\s+(?:generated\s+)?(?:in|from)\s+operations\b|\bcategory\s+5\b`)},
	{"business travel", pattern.Compile(`(?i)\bbusiness\s+travel\w*\b|\bcategory\s+6\b`)},
	{"commuting", pattern.Compile(`(?i)\bcommut(?:ing|ers?|e)\b|\bcategory\s+7\b`)},
	{"upstream leased assets", pattern.Compile(`(?i)\bupstream\s+leased\b|\bcategory\s+8\b`)},
	{"downstream transport", pattern.Compile(`(?i)\b(?:downstream|outbound)\s+(?:transport\w*|logistics)\b|\bcategory\s+9\b`)},
	{"processing of products", pattern.Compile(`(?i)\bprocessing\s+of\s+sold\b|\bcategory\s+10\b`)},
	{"use of products", pattern.Compile(`(?i)\buse\s+of\s+(?:our\s+)?(?:sold\s+)?products\b|\bcategory\s+11\b`)},
	{"end of life", pattern.Compile(`(?i)\bend[\s-]of[\s-]life\b|\bcategory\s+12\b`)},
	{"downstream leased assets", pattern.Compile(`(?i)\bdownstream\s+leased\b|\bcategory\s+13\b`)},
	{"franchises", pattern.Compile(`(?i)\bfranchis\w+\b|\bcategory\s+14\b`)},
	{"investments", pattern.Compile(`(?i)\binvestments?\b|\bfinanced\s+emissions\b|\bcategory\s+15\b`)},
}

// vague is a subject under which many figures of one year are right at once: none of them contradicts another.
const vague = "emissions"

var (
	perSomething = pattern.Compile(`(?i)\bintensit(?:y|ies)\b|\bspecific\s+(?:emissions?|energy|water)\b|\bper\s+(?:[a-z]+)`)
	perTime      = pattern.Compile(`(?i)\bper\s+(?:cent|year|annum|month|day)\b`)
	unnamedBase  = pattern.Compile(`(?i)\b(?:base\s*(?:year|line|period)|baseline)\b`)
	word         = pattern.Compile(`\p{L}[\p{L}'’-]{3,}`)
)

// measuredAgainst reports whether a text speaks of an intensity, or of a base year.
func measuredAgainst(text string) bool {
	return perSomething.MatchString(perTime.ReplaceAllString(text, " ")) || unnamedBase.MatchString(text)
}

// noContent are words that say nothing of what is measured.
var noContent = lexicon.Set("evidence.no content")

// wordsOf lists a text's words of content, each cut to its beginning so that "withdrew" is not parted from itself by an
// ending, without the company's name.
func wordsOf(text, company string) []string {
	own := strings.Fields(plainCompany(company))
	var out []string
	for _, w := range word.FindAllString(strings.ToLower(text), -1) {
		if w = bare(w); noContent[w] || slices.Contains(own, w) {
			continue
		}
		if r := []rune(w); len(r) > 6 {
			w = string(r[:6])
		}
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// alike reports whether two lists of words have at least half of the shorter one in common, and two words at least.
func alike(a, b []string) bool {
	common := 0
	for _, w := range a {
		if slices.Contains(b, w) {
			common++
		}
	}
	return common >= 2 && 2*common >= min(len(a), len(b))
}

// subjectsOf lists what a text is about, sorted.
func subjectsOf(text string) []string {
	found := map[string]bool{}
	lower := strings.ToLower(text)
	for _, s := range subjects {
		if slices.ContainsFunc(s.stems, func(stem string) bool { return strings.Contains(lower, stem) }) && s.pattern.MatchString(text) {
			found[s.name] = true
		}
	}
	numbered := false
	var labels []string
	if strings.Contains(lower, "scope") {
		labels = scopes.FindAllString(text, -1)
	}
	for _, m := range labels {
		for _, n := range scopesOf(m) {
			name := "Scope " + n
			if n == "2" {
				switch market, location := byMarket.MatchString(text), byLocation.MatchString(text); {
				case market && !location:
					name += ", market-based"
				case location && !market:
					name += ", location-based"
				}
			}
			found[name], numbered = true, true
		}
	}
	if found["Scope 3"] {
		for _, c := range categories {
			if c.pattern.MatchString(text) {
				delete(found, "Scope 3") // a category is a part of it, and one is not another
				found["Scope 3, "+c.name] = true
			}
		}
	}
	switch {
	case numbered:
	case total.MatchString(text):
		found["total emissions"] = true
	case emissions.MatchString(text) && !slices.ContainsFunc(subjects, func(s subject) bool { return s.class == event && found[s.name] }):
		found[vague] = true // where nothing else is told: limits of emissions are what is breached
	}
	for _, m := range iso.FindAllStringSubmatch(text, -1) {
		found["ISO "+m[1]] = true
	}
	// What is made of waste is told by where it went.
	if found["landfill"] || found["recycling"] {
		delete(found, "waste")
	}
	out := make([]string, 0, len(found))
	for name := range found {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// scopesOf lists the scopes of one label: "Scope 1 to 3" are three, "Scope 1, 2, and 3" too.
func scopesOf(label string) []string {
	all := digits.FindAllString(label, -1)
	if len(all) != 2 || !spanned.MatchString(label) || all[0] > all[1] {
		return all
	}
	var out []string
	for n := all[0][0]; n <= all[1][0]; n++ {
		out = append(out, string(n))
	}
	return out
}

// classOf says how statements about the subjects are compared: by their figures unless all are of another class.
func classOf(names []string) class {
	all := measured
	for i, name := range names {
		c := measured
		if strings.HasPrefix(name, "ISO ") {
			c = status
		}
		for _, s := range subjects {
			if s.name == name {
				c = s.class
			}
		}
		if i > 0 && c != all {
			return measured
		}
		all = c
	}
	return all
}

// numbered is a column of numbers, "No. 4", and denies nothing.
var numbered = pattern.Compile(`\b(?:No|Nos|NO)\.`)

// denies reports whether a text says that something was not.
func denies(text string) bool { return denial.MatchString(numbered.ReplaceAllString(text, " ")) }

var (
	denial   = pattern.Compile(`(?i)\b(?:no|not|none|never|without|zero|nil|neither|free\s+of)\b|n't\b`)
	happened = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("evidence.happened") + `)\b`)
	ended    = pattern.Compile(`(?i)\b(?:withdrawn|withdrew|suspended|revoked|expired|lapsed|removed|rejected|cancelled|canceled|annulled)\b`)
	// anew is what ends the end of a certificate, unless it is denied.
	anew    = pattern.Compile(`(?i)\b(?:reinstated|renewed|re-?issued|issued|regained|restored|again|anew)\b`)
	granted = pattern.Compile(`(?i)\b(?:certif\w+|valid\w*|issued|approved|registered|active|granted|awarded|holds?|confirmed|verified|assur\w+)\b`)
	planned = pattern.Compile(`(?i)\b(?:will|shall|aims?|aiming|targets?\s+(?:is|are|of)|plans?|planned|planning|commit\w*|pledge\w*|` +
		`intend\w*|expect\w*|seeks?|by\s+20[3-9]\d)\b`)
	falling = pattern.Compile(`(?i)\b(?:reduc\w*|decreas\w*|declin\w*|fell|fall(?:s|en|ing)?|dropp?\w*|cut|lower\w*|down|less|below)\b`)
	rising  = pattern.Compile(`(?i)\b(?:increas\w*|grew|grow(?:s|n|th|ing)?|rose|ris(?:e|es|en|ing)|up|higher|more|above)\b`)

	placed = pattern.Compile(`\b(?:[Aa]t|[Ii]n|[Nn]ear|[Aa]round|[Oo]f)\s+(?:the\s+)?((?:\p{Lu}[\p{L}'’-]+)(?:\s+\p{Lu}[\p{L}'’-]+){0,3})`)
)

// formula goes on where a name has ended, as in "tonnes of CO2e".
var formula = pattern.Compile(`^[\d₂]`)

// noPlaces are words that stand after "in" or "at" with a capital and are no place.
var noPlaces = lexicon.Set("evidence.no places")

// placesOf lists the places that a text names as where something is, without the company's own name.
func placesOf(text, company string) []string {
	own := strings.Fields(plainCompany(company))
	var out []string
	for _, m := range placed.FindAllStringSubmatchIndex(text, -1) {
		place := text[m[2]:m[3]]
		first := bare(strings.Fields(place)[0])
		if noPlaces[first] || isUnit(strings.Fields(place)[0]) || slices.Contains(own, first) || slices.Contains(out, place) || formula.MatchString(text[m[3]:]) {
			continue
		}
		out = append(out, place)
	}
	return out
}
